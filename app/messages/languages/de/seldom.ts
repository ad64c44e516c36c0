import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";
import { orderDoubts } from "../../de/orders/order-doubts.ts";
import { orderNotices } from "../../de/orders/order-notices.ts";
import { rulesPage } from "../../de/orders/rules-page.ts";

/** Texts of the dry run, of rules, of notifications and of an order's own page, which no other page shows. */
export const texts = { ...dryRun, ...notifications, ...orderDoubts, ...orderNotices, ...rulesPage };
