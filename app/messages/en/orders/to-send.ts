/** Paid orders that wait to be sent to the supplier. */
export const toSend = {
  "orders.group.to-send": "To send",
  "orders.empty.to-send.title": "Nothing to send",
  "orders.empty.to-send":
    "No paid order with your supplier's products waits. New ones appear here, usually within a minute.",
  "to-send.intro":
    "These orders are paid and haven't been sent to your supplier yet. Profit is what the customer pays for items and shipping, without tax, less your supplier's price and expected shipping charge: what your last orders to that country cost, or else what you entered under Prices. Payment fees aren't known to Stockbridge, so they aren't deducted.",
  "to-send.select": "Select {order}",
  "to-send.send-selected":
    "{count, plural, =0 {Send to supplier} one {Send # order to supplier} other {Send # orders to supplier}}",
  "to-send.send": "Send to supplier",
  "to-send.send-short": "Send",
  "to-send.send-part": "Send what can be sent",
  "to-send.send-anyway": "Send anyway",
  "to-send.sending": "Sending…",
  "to-send.in-shopify": "Open in Shopify",
  "to-send.opened": "Received {at}",
  "to-send.column.select": "Select",
  "to-send.column.items": "Items",
  "to-send.column.paid": "Customer pays, without tax",
  "to-send.column.cost": "Cost of items",
  "to-send.column.shipping": "Expected shipping",
  "to-send.shipping": "+ about {shipping} for shipping",
  "to-send.shipping.unknown": "+ shipping, not known yet",
  "to-send.column.profit": "Expected profit",
  "to-send.column.profit.no-shipping": "Expected profit, shipping not known",
  "to-send.before-shipping": "before shipping",
  "to-send.column.action": "Send",
  "to-send.item": "{quantity, number} × {title}",
  "to-send.more-items": "{count, plural, one {and # more item} other {and # more items}}",
  "to-send.sku": "SKU {sku}",
  "to-send.unknown": "Not known",
  "to-send.not-linked": "Not known: an item isn't linked to your supplier's products.",
  "to-send.no-rate": "Not known: there is no exchange rate under Prices.",

  "to-send.confirm.title":
    "{count, plural, one {Send # order to your supplier?} other {Send # orders to your supplier?}}",
  "to-send.confirm":
    "Stockbridge requests fulfillment in Shopify, and your supplier ships the items. Each order is checked once more before it goes out.",
  "to-send.confirm-part.totals":
    "The totals count all items of the orders, including those that stay behind.",
  "to-send.confirm-part.loss":
    "{orders}: {count, plural, one {this order loses money as a whole, so it isn't} other {these orders lose money as a whole, so they aren't}} in the totals. Only items that bring a profit are sent. If none does, nothing is sent of {count, plural, one {this order} other {these orders}}.",
  "to-send.confirm.orders": "{count, plural, one {# order} other {# orders}}",
  "to-send.confirm.excluded":
    "{count, plural, one {# order isn't in these totals, because its cost or profit isn't known.} other {# orders aren't in these totals, because their cost or profit isn't known.}}",
  "to-send.confirm.blocked":
    "{orders}: {count, plural, one {this order can't} other {these orders can't}} be placed completely yet, so {count, plural, one {it waits} other {they wait}} for you with the reason.",
  "to-send.confirm.hint":
    "Profit is what the customer pays for items and shipping, without tax, less your supplier's price and expected shipping charge. Payment fees aren't deducted.",
  "to-send.confirm.shipping": "Shipping, about",
  "to-send.confirm.before-shipping":
    "Expected profit, before shipping of {count, plural, one {# order} other {# orders}}",
  "to-send.confirm.paused":
    "Ordering is paused. Stockbridge keeps the orders and sends them when ordering is resumed.",
  "to-send.confirm.permission":
    "Shopify asks next whether Stockbridge may request fulfillment. Allow it to send orders from here.",
  "to-send.confirm.keep": "Don't send",
  "to-send.confirm.loss":
    "{orders}: {count, plural, one {this order costs} other {these orders cost}} you {loss} more than {count, plural, one {it brings} other {they bring}}.",
  "to-send.confirm.loss.others":
    "Without this tick, {count, plural, one {it stays} other {they stay}} under To send and the others are sent.",
  "to-send.confirm.with-loss":
    "{count, plural, one {Send it although it loses money} other {Send them although they lose money}}",
  "to-send.confirm-part.title":
    "{count, plural, one {Send what can be sent of # order?} other {Send what can be sent of # orders?}}",
  "to-send.confirm-part":
    "Items that your supplier can't deliver now, that aren't linked, or that would lose money stay behind. They wait as an order of their own and go out once nothing stands in their way. Your supplier may charge shipping for each package.",

  "to-send.result.sent": "Sent. Open the order to see its progress.",
  "to-send.result.held": "Not sent to your supplier yet. Reason: {why}. Open the order to see what it needs.",
  "to-send.result.sent-in-part":
    "Sent without {items}. These items wait as an order of their own, which says why, under Orders.",
  "to-send.result.nothing-now":
    "Not sent: none of its items can be ordered now. Reason: {why}. The order stays here. Send it again once this has changed.",
  "to-send.result.loss":
    "Not sent, so that you lose nothing. Reason: {why}. The order stays here. To send it at a loss, press Send beside it and tick that you accept the loss.",
  "to-send.result.edited":
    "Not sent: since you opened this page, the order's items or prices have changed, or a rule or workflow has stopped the order. Check it below, then send it again.",
  "to-send.result.canceled": "Not sent. Changed meanwhile: the order is canceled.",
  "to-send.result.unpaid": "Not sent. Changed meanwhile: the order isn't fully paid.",
  "to-send.result.test": "Not sent: it's a test order.",
  "to-send.result.moved": "Not sent. Changed meanwhile: another location fulfills it now.",
  "to-send.result.on-hold":
    "Not sent. Changed meanwhile: its fulfillment is on hold in Shopify. Release it there, and the order is here again.",
  "to-send.result.answered":
    "Not sent. Changed meanwhile: its fulfillment was requested before, and that request has ended. Open the order in Shopify.",
  "to-send.result.gone": "Not sent. Changed meanwhile: nothing of it is left to fulfill.",
  "to-send.result.not-shown":
    "Not sent. The order is more than 60 days old, and Shopify doesn't show apps such orders. Order it from your supplier directly, then fulfill it in Shopify.",
  "to-send.result.not-connected":
    "Not sent. Your shop isn't connected to your supplier. Connect it in Settings, and send the order again.",
  "to-send.result.service-gone":
    "Not sent. The Stockbridge fulfillment service was deleted in Shopify. Create it again on Home. The order then has to be at its new location.",
  "to-send.result.rejected": "Not sent. {explanation} Send it again, or request its fulfillment in Shopify.",
  "to-send.no-permission": "Nothing was sent",
  "to-send.no-permission.text":
    "Stockbridge may not request fulfillment in your shop. Press “Send to supplier” again and allow it.",
  "to-send.nothing": "Nothing was sent",
  "to-send.nothing.text": "The orders no longer wait to be sent. The list below is up to date.",
} as const;
