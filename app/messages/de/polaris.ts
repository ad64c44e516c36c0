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

/** Texts of Polaris's own components. */
export { default as polaris } from "@shopify/polaris/locales/de.json" with { type: "json" };
