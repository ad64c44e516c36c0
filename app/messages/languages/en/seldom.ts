import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";
import { orderDoubts } from "../../en/orders/order-doubts.ts";
import { orderNotices } from "../../en/orders/order-notices.ts";
import { rulesPage } from "../../en/orders/rules-page.ts";

/** Texts of the dry run, of rules, of notifications and of an order's own page, which no other page shows. */
export const texts = { ...dryRun, ...notifications, ...orderDoubts, ...orderNotices, ...rulesPage };
