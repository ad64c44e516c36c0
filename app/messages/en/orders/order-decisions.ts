/** Advice on an order's page, and dialogs of its buttons that spend money or fulfill pieces without tracking. */
export const orderDecisions = {
  "orders.advice.cancel":
    "Your supplier hasn't reported it as shipped, so you can still cancel it with “Cancel fulfillment”.",
  "orders.advice.acknowledge": "Once nothing is left to do, mark it as resolved.",
  "orders.advice.untracked":
    "Your supplier says that everything has shipped. Ask them where these items are. If you know that they're on their way, use “Fulfill without tracking”.",
  "orders.advice.to-order-again":
    "To be ordered again: {items}. Stockbridge requests this in Shopify as soon as the rest of this order has shipped and Shopify shows it.",
  "orders.advice.ordering-again": "Being ordered again: {items}.",
  "orders.advice.ordered-again": "Ordered again: {items}.",

  "orders.send-part.title": "Send what can be sent of order {order}?",
  "orders.send-part.keep": "Leave it waiting",
  "orders.send-part.sends": "Your supplier gets {items}.",
  "orders.send-part.waits":
    "The rest waits as an order of its own, and continues automatically once nothing stands in its way: {items}. Your supplier may charge shipping for each package.",
  "orders.send-part.shopify":
    "In Shopify, Stockbridge rejects the request and makes it again, once for each of the two. If Shopify asks whether Stockbridge may request fulfillment, allow it.",
  "orders.order-anyway.title": "Order {order} anyway?",
  "orders.order-anyway.keep": "Leave it waiting",
  "orders.order-anyway":
    "{lines}. Stockbridge orders it at this cost, and asks you again if the cost rises further.",
  // Profit or loss of a whole order. {charge} is orders.total.shipping or orders.total.shipping-unknown
  "orders.total.loses":
    "In all, this order brings {paid} without tax and costs {cost}{charge}: it would lose {loss}.",
  "orders.total.leaves":
    "In all, this order brings {paid} without tax and costs {cost}{charge}: {profit} would be left.",
  "orders.total.shipping": " plus about {shipping} for shipping",
  "orders.total.shipping-unknown": ", without shipping, which isn't known yet",
  "orders.send-anyway.keep": "Leave it waiting",
  "orders.send-unpaid.title": "Send unpaid order {order} to your supplier?",
  "orders.send-unpaid":
    "{outstanding} of this order isn't paid. Your supplier bills you for it even if your customer never pays. If more than this amount is unpaid when Stockbridge sends it, Stockbridge asks you again.",
  "orders.send-test-order.title": "Send test order {order} to your supplier?",
  "orders.send-test-order":
    "No customer pays for this order. Your supplier ships it to the address on the order and bills you for it.",
  "orders.button.send-without-note": "Send without the note",
  "orders.notice.sends-without-note": "Sending the order without its note",
  "orders.notice.not-sends-without-note": "“Send without the note” had no effect",
  "orders.texts.title": "Your customer's text for {title}",
  "orders.texts":
    "Your supplier doesn't take this text with the item. Choose what happens with it. Your choice also counts for later orders of this product, and you can change it under “Shipping methods and notes”.",
  "orders.texts.shown": "Your customer's text in Shopify",
  "orders.texts.in-note": "In the note of the order, your supplier would read",
  "orders.texts.no-note":
    "Your supplier takes no note with an order either. If they need the text, cancel this order here and order from them directly.",
  "orders.texts.unreadable":
    "Shopify doesn't show the texts of this order now, so you can't decide about them yet. Reload the page in a minute.",
  "orders.button.texts-in-note": "Send it in the order's note",
  "orders.button.texts-left-out": "Leave it out",
  "orders.notice.texts-decided": "Saved for this product",
  "orders.send-without-note.title": "Send order {order} without its note?",
  "orders.send-without-note":
    "Your supplier gets neither the message that you sent with the request nor your customer's note, nor any text of an item that goes into the note.",
  "orders.send-anyway.purchase":
    "Your supplier ships {items}. At today's prices that costs you {cost} plus shipping.",
  "orders.send-anyway.purchase.no-cost":
    "Your supplier ships {items}. Stockbridge doesn't know yet what that costs you.",
  "orders.button.order-again": "Order again",
  "orders.order-again.title": "Order {order} again?",
  "orders.order-again":
    "Your supplier has ended this order and sends nothing. Stockbridge requests its fulfillment in Shopify once more, checks cost and stock, and orders it.",
  "orders.notice.order-again": "Requested again",
  "orders.notice.order-again.text": "The new order appears under Orders in a moment.",
  "orders.notice.not-order-again": "Not ordered again",
  "orders.notice.order-again.no-permission":
    "Stockbridge may not request fulfillment in your shop. Press “Order again” and allow it.",
  "orders.order-missing.title": "Order the missing items of order {order} again?",
  "orders.order-missing.keep": "Not now",
  "orders.order-missing":
    "Your supplier's order no longer lists {items}. As soon as the rest of this order has shipped and Shopify shows it, Stockbridge requests them in Shopify again and orders them once more. Ask your supplier first: if they send them after all, you pay twice.",
  "orders.order-missing.cost":
    "At today's prices they cost you {cost}. Your supplier may charge shipping a second time.",
  "orders.order-missing.no-cost":
    "You pay today's price for them. Your supplier may charge shipping a second time.",
  "orders.order-missing.permission":
    "If Shopify asks whether Stockbridge may request fulfillment, allow it. Otherwise nothing is ordered again.",
  "orders.fulfill-untracked.title": "Fulfill order {order} without tracking?",
  "orders.fulfill-untracked.keep": "Not now",
  "orders.fulfill-untracked":
    "Shopify marks {items} as fulfilled and tells your customer that they've shipped. Your customer gets no tracking number and can't track the package. If your supplier reports the package later, Stockbridge adds its number.",

  // In the order's history
  "orders.request-back": "Shopify shows the request again, so your supplier's order isn't canceled.",
  "orders.missing-released": "You chose to order missing items again: {pieces}.",
  "orders.fulfilled-untracked": "You chose to fulfill items without tracking: {pieces}.",
  "orders.note-omitted": "You chose to send this order without its note.",
  "orders.test-order-approved": "You chose to send this test order to your supplier.",
  "orders.unpaid-approved": "You chose to send this order to your supplier with {outstanding} unpaid.",
  "orders.part-wanted": "You chose to send what can be sent: {items}.",
  "orders.part-sent-automatically":
    "Not everything can be ordered, so the rest waits. Sent automatically: {items}.",
  "orders.part-refused":
    "Shopify didn't let Stockbridge request a part of this order, so all of it waits. {explanation}",
  "orders.cost-approved": "You chose to order it anyway: {lines}.",
  "orders.loss-accepted": "You sent this order although it would lose {loss}.",
} as const;
