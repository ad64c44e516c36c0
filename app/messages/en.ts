import { activity } from "./en/activity.ts";
import { blocks } from "./en/blocks.ts";
import { branding } from "./en/branding.ts";
import { catalog } from "./en/catalog.ts";
import { connection } from "./en/connection.ts";
import { failures } from "./en/failures.ts";
import { general } from "./en/general.ts";
import { guide } from "./en/guide.ts";
import { home } from "./en/home.ts";
import { imports } from "./en/imports.ts";
import { links } from "./en/links.ts";
import { notifications } from "./en/notifications.ts";
import { dryRun } from "./en/orders/dry-run.ts";
import { methods } from "./en/orders/methods.ts";
import { orderDecisions } from "./en/orders/order-decisions.ts";
import { orderDoubts } from "./en/orders/order-doubts.ts";
import { orderList } from "./en/orders/order-list.ts";
import { orderNotices } from "./en/orders/order-notices.ts";
import { orderChanges } from "./en/orders/order-changes.ts";
import { orderReasons } from "./en/orders/order-reasons.ts";
import { orders } from "./en/orders/orders.ts";
import { profit } from "./en/orders/profit.ts";
import { reconciliation } from "./en/orders/reconciliation.ts";
import { rules } from "./en/orders/rules.ts";
import { rulesPage } from "./en/orders/rules-page.ts";
import { toSend } from "./en/orders/to-send.ts";
import { prices } from "./en/prices.ts";
import { settings } from "./en/settings.ts";
import { shipping } from "./en/shipping.ts";
import { start } from "./en/start.ts";
import { sync } from "./en/sync.ts";

/**
 * All texts for people, in English, as ICU MessageFormat, one file per area. Wordings may change at any time. Codes
 * never change their meaning, because rows store them.
 *
 * A message says what happened, what it means for the merchant's customer, and what the merchant can do.
 */
export const en = {
  ...general,
  ...failures,
  ...connection,
  ...settings,
  ...orders,
  ...toSend,
  ...orderList,
  ...orderDecisions,
  ...orderChanges,
  ...orderReasons,
  ...rules,
  ...catalog,
  ...prices,
  ...imports,
  ...links,
  ...sync,
  ...home,
  ...guide,
  ...shipping,
  ...profit,
  ...reconciliation,
  ...methods,
  ...activity,
  ...branding,
  ...dryRun,
  ...notifications,
  ...orderDoubts,
  ...orderNotices,
  ...rulesPage,
  ...start,
  ...blocks,
};
