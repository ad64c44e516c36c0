/** Comparison: what differs between the shop, Stockbridge and the supplier. */
export const comparison = {
  "comparison.title": "Comparison",
  "comparison.subtitle": "What differs between your shop, Stockbridge, and your supplier.",
  "comparison.now": "Compare now",
  "comparison.under-way":
    "Comparing your orders with your shop and your supplier. This takes a few minutes at most.",
  "comparison.never": "Your orders haven't been compared yet.",
  "comparison.compared":
    "Last compared {at}. Stockbridge compares by itself every hour, and changes nothing that isn't certain.",
  "comparison.failed":
    "The last comparison wasn't finished, because your shop or your supplier didn't answer. Stockbridge repeats it by itself.",
  "comparison.connect-first": "Connect your supplier account to compare your orders with your supplier's.",
  "comparison.none": "Nothing differs",
  "comparison.none.text": "Your shop, Stockbridge, and your supplier agree.",
  "comparison.orders": "Orders that need you",
  "comparison.orders.more": "Show all of them",
  "comparison.supplier": "At your supplier only",
  "comparison.supplier.help":
    "Found in the last 30 days. An order that you placed yourself with your supplier needs nothing. Otherwise look at it there, and cancel it if you don't want it.",
  "comparison.found": "Found again at your supplier",
  "comparison.found.help":
    "These orders were in doubt. Your supplier has them, and they go on by themselves.",
  "comparison.products": "Products",
  "comparison.products.own":
    "{count, plural, one {# product differs} other {# products differ}} from your supplier by your own changes.",
  "comparison.products.own.action": "See your changes",
  "comparison.products.approvals":
    "{count, plural, one {# price change waits} other {# price changes wait}} for your approval.",
  "comparison.products.approvals.action": "Decide about prices",
  "comparison.products.failed":
    "{count, plural, one {# product isn't} other {# products aren't}} up to date in your shop, because Shopify refused a change.",
  "comparison.products.failed.action": "See these products",
  "comparison.open": "Open order {order}",
} as const;
