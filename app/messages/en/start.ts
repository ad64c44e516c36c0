/** The page that confirms prices and shipping. */
export const start = {
  "start.title": "Confirm prices and shipping",
  "start.subtitle": "Filled in for you. Change what you like: you can change it later, too.",
  "start.connect-first": "Connect your supplier first: your prices are based on what they charge you.",
  "start.reading": "Reading your supplier's prices. This takes a few seconds.",
  "start.unreadable.title": "This page can't be shown right now",
  "start.stale":
    "Prices or rates were saved in another window, so yours weren't. Reload the page to see them.",
  "start.declined.title": "Shopify didn't grant the permissions",
  "start.declined":
    "Nothing was saved. Without them, Stockbridge can't add shipping rates to your shop. Press Confirm again to allow them, or save your prices only.",
  "start.declined.action": "Save prices only",
  "start.prices.title": "Prices",
  "start.markup": "Markup on your supplier's prices",
  "start.markup.help": "New products sell for their cost plus this percentage.",
  "start.supplier-prices":
    "Your supplier's prices are taken as without tax, as wholesale prices usually are. If they include tax that you reclaim, choose that on the Prices page.",
  "start.tax.help":
    "Optional. Your shop's prices include tax, as set in Shopify. Until you enter its rate, margins are before tax.",
  "start.own-rules": "You have price rules of your own. They stay as they are.",
  "start.more-rules": "Prices by cost or category, rounding, and minimum margin",
  "start.exchange.title": "Exchange rate",
  "start.exchange": "One {from} is worth",
  "start.shipping.title": "Shipping",
  "start.shipping": "Shipping rate for all countries",
  "start.shipping.help":
    "Customers pay this per order. Your supplier charges you its own shipping. 0 means free shipping.",
  "start.shipping.saved": "You have entered shipping rates already. They stay as they are.",
  "start.more-rates": "Rates by country, order value, or weight",
  "start.permissions": "Shopify asks you for permissions once.",
  "start.confirm": "Confirm",
} as const;
