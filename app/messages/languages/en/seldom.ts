import { branding } from "../../en/branding.ts";
import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";
import { orderDoubts } from "../../en/orders/order-doubts.ts";
import { orderNotices } from "../../en/orders/order-notices.ts";
import { rulesPage } from "../../en/orders/rules-page.ts";
import { start } from "../../en/start.ts";

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
