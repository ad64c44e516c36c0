import { branding } from "../../de/branding.ts";
import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";
import { orderDoubts } from "../../de/orders/order-doubts.ts";
import { orderNotices } from "../../de/orders/order-notices.ts";
import { rulesPage } from "../../de/orders/rules-page.ts";
import { start } from "../../de/start.ts";

/** Texts that one page shows: branding, the confirmation of prices and shipping, the dry run, rules, notifications, an order. */
export const texts = {
  ...branding,
  ...dryRun,
  ...notifications,
  ...orderDoubts,
  ...orderNotices,
  ...rulesPage,
  ...start,
};
