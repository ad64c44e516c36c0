/** The profit page, and the columns of its file. */
export const profit = {
  "profit.subtitle": "What your orders at your supplier brought and cost, without tax.",
  "profit.from": "From",
  "profit.to": "To",
  "profit.show": "Show",
  "profit.usual": "Last 30 days",
  "profit.download": "Download orders (CSV)",
  "profit.none": "No orders with a known cost in these days.",
  "profit.unknown.title":
    "{count, plural, one {The cost of # order isn't known} other {The cost of # orders isn't known}}",
  "profit.unknown":
    "They are in none of the sums below: your supplier hasn't named their charge, there was no exchange rate, or they were placed before Stockbridge kept what orders earn.",
  "profit.currencies.title": "Your shop's currency has changed",
  "profit.currencies":
    "Each currency has its own sums. Products, countries and losses are those of the orders in {currency}.",
  "profit.sums": "Result",
  "profit.range": "These days",
  "profit.before": "The days before",
  "profit.orders": "Orders",
  "profit.items-paid": "Paid for items",
  "profit.revenue": "Revenue",
  "profit.shipping-paid": "Shipping paid by customers",
  "profit.refunded": "Refunded",
  "profit.cost": "Cost of items",
  "profit.shipping-cost": "Supplier's shipping",
  "profit.profit": "Profit",
  "profit.margin": "Margin",
  "profit.products": "By product",
  "profit.products.help":
    "Lowest first. Each order is divided among its products: shipping by number of items, what your customer paid for items and any refunds by price, and your supplier's charge for the items by expected cost.",
  "profit.product": "Product",
  "profit.pieces": "Items",
  "profit.countries": "By country",
  "profit.country": "Country",
  "profit.country.unknown": "Not known",
  "profit.losses": "Orders that lost money",
  "profit.order": "Order",
  "profit.unpaid":
    "Your customers hadn't paid {outstanding} when {orders, plural, one {# order was} other {# orders were}} sent.",
  "profit.hint":
    "Revenue is what your customers paid for items and shipping, after discounts and refunds, without tax and duties. It is always in your shop's currency, even if they paid in another. Payment fees aren't known to Stockbridge, so they aren't deducted. Canceled orders aren't counted.",
} as const;
