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

/**
 * Glossary. Address merchants with “Sie”; short sentences, buttons are verbs in the infinitive (“Erneut versuchen”).
 *
 * - supplier: Großhändler (“an Großhändler senden”); reseller account: Wiederverkäuferkonto; connect: verbinden
 * - order: Bestellung; place: bestellen; request fulfillment: Fulfillment anfordern; cancel: stornieren; hold: zurückhalten
 * - needs attention: braucht Ihre Aufmerksamkeit, as a label: zu klären; resolved: erledigt; try again: erneut versuchen
 * - package: Paket; ship: versenden; tracking number: Trackingnummer; tracking: Sendungsverfolgung; carrier: Versanddienst
 * - cost: Kosten; price: Preis; margin: Marge; markup: Aufschlag; revenue: Umsatz; profit: Gewinn; tax: Steuern
 * - stock: Bestand; sold out: ausverkauft; discontinued: eingestellt; off sale: aus dem Verkauf; draft: Entwurf
 * - link: verknüpfen; import: importieren; follows: folgt; your own price: Ihr eigener Preis; approve: bestätigen
 * - location: Standort; shipping rate: Versandtarif; sales channel: Vertriebskanal; packing slip: Lieferschein (as in Shopify)
 */
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
