/** The dry run, which shows what Stockbridge would do with orders and sends nothing. */
export const dryRun = {
  "dry-run.subtitle": "What Stockbridge would do with an order right now. Nothing is sent or changed.",
  "dry-run.number": "Order number",
  "dry-run.number.help": "As Shopify shows it, such as #1001.",
  "dry-run.number.missing": "Enter an order number.",
  "dry-run.try": "Try this order",
  "dry-run.latest": "Try the last 20 orders",
  "dry-run.running": "Reading the orders from Shopify and the prices and stock from your supplier…",
  "dry-run.connect-first":
    "Without a connection, Stockbridge orders nothing. You can still try orders here: prices and stock are those that your supplier showed last.",
  "dry-run.unknown.title": "No order {name}",
  "dry-run.unknown":
    "Shopify shows no order with this number. Check the number. If the order is more than 60 days old, Shopify doesn't show it to apps, so Stockbridge can't order it either: order it from your supplier directly. Shopify finds a new order some seconds after it was placed.",
  "dry-run.failed.title": "The orders can't be read right now",
  "dry-run.none": "Your shop has no orders of the last 60 days.",
  "dry-run.nothing.no-location":
    "Nothing: your shop has no Stockbridge location, so Shopify assigns no orders to it.",
  "dry-run.nothing.not-routed":
    "Nothing yet: Shopify hasn't assigned this order to a location. That takes some seconds for a new order.",
  "dry-run.nothing.fulfilled":
    "Nothing: everything of this order at the Stockbridge location is fulfilled or canceled.",
  "dry-run.nothing.elsewhere":
    "Nothing: Shopify assigned this order to another location, so Stockbridge doesn't fulfill it.",
  "dry-run.decision.place": "Would be ordered",
  "dry-run.decision.part": "Part of it would be ordered",
  "dry-run.decision.hold": "Would be held",
  "dry-run.decision.wait": "Would wait",
  "dry-run.decision.cancel": "Would not be ordered",
  "dry-run.decision.nothing": "Nothing to do",
  "dry-run.decision.known": "Already handled",
  "dry-run.places":
    "Stockbridge would order these items from your supplier, and accept the request in Shopify.",
  "dry-run.parts":
    "Some of these items can't be ordered. As you chose in Settings, Stockbridge would order the others, and the rest would wait.",
  "dry-run.holds":
    "Stockbridge would order nothing and hold the order for you under Orders, Needs attention. Reason: {why}.",
  "dry-run.waits": "Stockbridge would order nothing yet and try again automatically. Reason: {why}.",
  "dry-run.cancels":
    "The order is canceled, so Stockbridge would order nothing and decline the request in Shopify.",
  "dry-run.drops.gone":
    "Its request was canceled or answered, or nothing is left to fulfill, so Stockbridge would do nothing.",
  "dry-run.drops.request-rejected":
    "Its request was declined, so Stockbridge would do nothing. Send it again if your customer still wants it.",
  "dry-run.drops.not-ours": "Shopify assigned it to another location, so Stockbridge would do nothing.",
  "dry-run.request.automatic":
    "Its fulfillment isn't requested yet. Your rules let it through, so automatic ordering would request it, and then this happens:",
  "dry-run.request.left":
    "Its fulfillment isn't requested yet, and automatic ordering doesn't request it. Once you send it, this happens:",
  "dry-run.request.older":
    "Its fulfillment isn't requested yet, and automatic ordering doesn't request it, because the order is from before you switched that on ({since, date, medium}). Once you send it, this happens:",
  "dry-run.request.kept":
    "Its fulfillment isn't requested yet, and your rules keep automatic ordering from requesting it. {why} Once you send it, this happens:",
  "dry-run.request.kept-until":
    "Its fulfillment isn't requested yet. {why} Your rules look at it again: {until, date, medium}. Once they let it through, or you send it, this happens:",
  "dry-run.request.by-merchant":
    "Its fulfillment isn't requested yet, and automatic ordering is off. Once you send it, this happens:",
  "dry-run.column.item": "Item",
  "dry-run.column.sku": "Supplier's SKU",
  "dry-run.column.decision": "Decision",
  "dry-run.column.paid": "Customer pays",
  "dry-run.column.cost": "Cost",
  "dry-run.line.place": "Ordered",
  "dry-run.line.rest": "Waits with the order",
  "dry-run.line.none": "Not ordered",
  "dry-run.total": "Total",
  "dry-run.money.hint": "Without tax, shipping and payment fees.",
  "dry-run.open": "Open the order",
} as const;
