import { branding } from "../../en/branding.ts";
import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";
import { orderDoubts } from "../../en/orders/order-doubts.ts";
import { orderNotices } from "../../en/orders/order-notices.ts";
import { rulesPage } from "../../en/orders/rules-page.ts";
import { start } from "../../en/start.ts";

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
