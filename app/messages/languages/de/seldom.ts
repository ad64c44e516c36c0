import { branding } from "../../de/branding.ts";
import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";
import { orderDoubts } from "../../de/orders/order-doubts.ts";
import { orderNotices } from "../../de/orders/order-notices.ts";
import { rulesPage } from "../../de/orders/rules-page.ts";
import { start } from "../../de/start.ts";

/** Texts of branding, of the first prices and rates, of the dry run, rules, notifications and an order's own page, which no other page shows. */
export const texts = {
  ...branding,
  ...dryRun,
  ...notifications,
  ...orderDoubts,
  ...orderNotices,
  ...rulesPage,
  ...start,
};
