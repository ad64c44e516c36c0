import polaris from "@shopify/polaris/locales/de.json" with { type: "json" };

import type { Language } from "../language.ts";
import { activity } from "../de/activity.ts";
import { blocks } from "../de/blocks.ts";
import { branding } from "../de/branding.ts";
import { catalog } from "../de/catalog.ts";
import { connection } from "../de/connection.ts";
import { dryRun } from "../de/orders/dry-run.ts";
import { failures } from "../de/failures.ts";
import { general } from "../de/general.ts";
import { guide } from "../de/guide.ts";
import { home } from "../de/home.ts";
import { imports } from "../de/imports.ts";
import { links } from "../de/links.ts";
import { methods } from "../de/orders/methods.ts";
import { notifications } from "../de/notifications.ts";
import { orderDecisions } from "../de/orders/order-decisions.ts";
import { orderDoubts } from "../de/orders/order-doubts.ts";
import { orderList } from "../de/orders/order-list.ts";
import { orderNotices } from "../de/orders/order-notices.ts";
import { orderReasons } from "../de/orders/order-reasons.ts";
import { orders } from "../de/orders/orders.ts";
import { prices } from "../de/prices.ts";
import { reconciliation } from "../de/orders/reconciliation.ts";
import { rules } from "../de/orders/rules.ts";
import { shipping } from "../de/shipping.ts";
import { profit } from "../de/orders/profit.ts";
import { settings } from "../de/settings.ts";
import { sync } from "../de/sync.ts";
import { toSend } from "../de/orders/to-send.ts";

const texts = {
  ...general,
  ...failures,
  ...home,
  ...guide,
  ...connection,
  ...settings,
  ...shipping,
  ...catalog,
  ...prices,
  ...imports,
  ...links,
  ...sync,
  ...orders,
  ...toSend,
  ...profit,
  ...orderList,
  ...rules,
  ...dryRun,
  ...reconciliation,
  ...orderDecisions,
  ...orderReasons,
  ...orderDoubts,
  ...orderNotices,
  ...methods,
  ...branding,
  ...activity,
  ...blocks,
  ...notifications,
};

export const language: Language = { texts, polaris };
