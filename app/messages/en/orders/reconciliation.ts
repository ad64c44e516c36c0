/** The reconciliation page: differences between the shop, our records and the supplier. */
export const reconciliation = {
  "reconciliation.subtitle":
    "What differs between your shop, Stockbridge and your supplier. Compared every night, and when you ask.",
  "reconciliation.compare": "Compare now",
  "reconciliation.running": "Comparing your shop, Stockbridge and your supplier…",
  "reconciliation.never": "Not compared yet",
  "reconciliation.never.text":
    "The first comparison is tonight. Press Compare now to see the differences sooner.",
  "reconciliation.compared": "Last compared {at}",
  "reconciliation.failed": "The last comparison isn't complete",
  "reconciliation.failed.text":
    "{why} Until a comparison is complete, the list may miss differences or show old ones.",
  "reconciliation.incomplete":
    "Your shop or your supplier didn't answer, or there is more to compare. Stockbridge reads the rest within about an hour. Press Compare now after that.",
  "reconciliation.more":
    "There are more differences than the list can hold. Solve some of these, and press Compare now again.",
  "reconciliation.started": "Started",
  "reconciliation.none": "No differences",
  "reconciliation.none.text": "At the last comparison, your shop, Stockbridge and your supplier agreed.",
  "reconciliation.connect-first":
    "Connect your supplier, so that Stockbridge can compare its orders with yours.",
  "reconciliation.difference": "Difference",
  "reconciliation.since": "Found",
  "reconciliation.action": "Action",
  "reconciliation.open-order": "Open order",
  "reconciliation.open-orders": "Open orders",
  "reconciliation.open-product": "Open product",
  "reconciliation.order": "Order {order}: {why}",
  "reconciliation.still-alive":
    "You canceled this order, but your supplier still has it as order {number}. It may ship. Open the order to cancel it again, or ask your supplier.",
  "reconciliation.package":
    "Order {order}: a package of your supplier is not shown in Shopify, so your customer doesn't see its tracking number. {why}",
  "reconciliation.package-waits": "Stockbridge keeps trying to add it.",
  "reconciliation.variants-gone":
    "{product}: your supplier no longer lists {variants, plural, one {# variant} other {# variants}} of this product that you sell. Orders for them wait. Open the product to see which, and remove them from your shop.",
  "reconciliation.not-synced": "{product}: your shop may not show your supplier's stock and price. {why}",
  "reconciliation.other-price":
    "{product}: your shop has another price than Stockbridge wrote for {variants, plural, one {# variant} other {# variants}}. Stockbridge keeps a price that you changed. To use your price rules again, choose so on the page Product updates, under “Your changes”.",
} as const;
