import type { Language } from "../language.ts";
import { blocks } from "../de/blocks.ts";
import { texts as orders } from "./de/orders.ts";
import { texts as products } from "./de/products.ts";
import { texts as rest } from "./de/rest.ts";
import { texts as seldom } from "./de/seldom.ts";
import { polaris, texts as shared } from "./de/shared.ts";

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
export const language: Language = {
  texts: { ...shared, ...orders, ...products, ...rest, ...seldom, ...blocks },
  polaris,
};
