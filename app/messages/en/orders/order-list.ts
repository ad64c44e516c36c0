/** The list of orders: search, filters, columns, and buttons for several orders. */
export const orderList = {
  "orders.search": "Search orders",
  "orders.search.submit": "Search",
  "orders.search.by": "Search by",
  "orders.search.by.order": "Order or item",
  "orders.search.by.customer": "Customer",
  "orders.search.placeholder.order": "Order or tracking number, SKU, or product",
  "orders.search.placeholder.to-send": "Order, SKU, or product",
  "orders.search.placeholder.customer": "The customer's name or email",
  "orders.filters": "Filters",
  "orders.filters.chosen": "Filters ({count, number})",
  "orders.filter.any": "Any",
  "orders.filter.state": "Status",
  "orders.filter.country": "Country",
  "orders.filter.from": "Requested from",
  "orders.filter.until": "Requested until",
  "orders.sort": "Sort by",
  "orders.sort.newest": "Newest first",
  "orders.sort.oldest": "Oldest first",
  "orders.sort.paid-high": "Revenue: highest first",
  "orders.sort.paid-low": "Revenue: lowest first",
  "orders.sort.profit-high": "Profit: highest first",
  "orders.sort.profit-low": "Profit: lowest first",
  "orders.sort.by-amount":
    "Canceled orders and orders without a known amount, such as those that your supplier doesn't have yet, come last. Orders to send are listed only under To send.",
  "orders.empty.by-amount.title": "No order was sent yet",
  "orders.empty.by-amount": "Sorted by an amount, this list has only orders that you sent to your supplier.",
  "orders.empty.filter":
    "No order here matches your filters and your search. Clear one of them, or try another tab.",
  "orders.column.profit": "Profit",
  "orders.column.tracking": "Tracking",
  "orders.placed": "Ordered {at}",
  "orders.more-packages": "{count, plural, one {and # more package} other {and # more packages}}",

  "orders.customer.intro":
    "Orders in which Shopify found what you searched for, from the last 60 days. Stockbridge doesn't keep your search.",
  "orders.customer.close": "Show all orders",
  "orders.customer.more": "Shopify found more than 100 orders. Only the newest ones are considered.",
  "orders.customer.waiting":
    "{count, plural, one {# more order waits} other {# more orders wait}} to be sent",
  "orders.customer.requested":
    "{count, plural, one {# more order was already requested} other {# more orders were already requested}}",
  "orders.customer.failed": "Shopify couldn't search",
  "orders.empty.customer":
    "Shopify found no order with this, or none that Stockbridge orders from your supplier. Check the spelling. For orders older than 60 days, search in Shopify, then search here for the order's number.",

  "bulk.clear": "Clear selection",
  "bulk.button.retry": "{count, plural, =0 {Try again} other {Try again (#)}}",
  "bulk.button.approve": "{count, plural, =0 {Order anyway} other {Order anyway (#)}}",
  "bulk.button.cancel": "{count, plural, =0 {Cancel fulfillment} other {Cancel fulfillment (#)}}",
  "bulk.button.acknowledge": "{count, plural, =0 {Mark as resolved} other {Mark as resolved (#)}}",
  "bulk.confirm.keep": "Not now",
  "bulk.confirm.retry": "{count, plural, one {Try # order again?} other {Try # orders again?}}",
  "bulk.confirm.retry.text":
    "{count, plural, one {Stockbridge checks it now} other {Stockbridge checks each of them now}}, and orders what can be ordered.",
  "bulk.confirm.approve": "{count, plural, one {Place # order anyway?} other {Place # orders anyway?}}",
  "bulk.confirm.approve.text":
    "Your supplier {count, plural, one {bills you for it} other {bills you for each of them}} as shown here. If a cost is higher by then, Stockbridge asks you again.",
  "bulk.confirm.cancel":
    "{count, plural, one {Cancel the fulfillment of # order?} other {Cancel the fulfillment of # orders?}}",
  "bulk.confirm.cancel.text":
    "{count, plural, one {Your customer's order itself doesn't change} other {Your customers' orders themselves don't change}}.",
  "bulk.confirm.acknowledge":
    "{count, plural, one {Mark # order as resolved?} other {Mark # orders as resolved?}}",
  "bulk.confirm.acknowledge.text":
    "{count, plural, one {It no longer needs} other {They no longer need}} your attention. Nothing else changes.",
  "bulk.effect.costs": "{lines}",
  "bulk.confirm.order": "{order}: {effect}",
  "bulk.confirm.more": "{count, plural, one {And # more order.} other {And # more orders.}}",
  "bulk.confirm.one-by-one":
    "{count, plural, one {# order isn't fully paid or is a test order: open it to order it} other {# orders aren't fully paid or are test orders: open each one to order it}}.",
  "bulk.confirm.others":
    "{count, plural, one {# selected order doesn't} other {# selected orders don't}} have this button and {count, plural, one {stays as it is} other {stay as they are}}.",
  "bulk.results": "Result",
  "bulk.results.at": "Latest action in your shop, {at}",
  "bulk.results.running":
    "{done, number} of {count, number} done. You can leave this page: the work continues, and the rest is shown here.",
  "bulk.results.dismiss": "Dismiss",
  "bulk.results.no-order": "An order that is no longer here",
  "bulk.result.retry": "Trying again",
  "bulk.result.approve": "Ordering anyway",
  "bulk.result.cancel": "Cancellation requested",
  "bulk.result.acknowledge": "Resolved",
  "bulk.result.now": "{label}: {why}",
  "bulk.result.changed":
    "Nothing done: the order has changed meanwhile. Check it, then press the button again.",
  "bulk.result.one-by-one":
    "Nothing done: the order isn't fully paid or is a test order. Open it to order it.",
  "bulk.result.failed":
    "Not known: something went wrong on our side. Open the order and check its status before you press the button again.",
} as const;
