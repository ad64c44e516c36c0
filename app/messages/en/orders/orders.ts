/** The orders pages: states, attempts, packages, next steps, and activity. */
export const orders = {
  // States, for orders without a reason

  "orders.badge.needs-attention": "Needs attention",
  "orders.badge.waiting": "Waiting",
  "orders.badge.ready": "Ready to order",
  "orders.badge.placing": "Ordering",
  "orders.badge.in-doubt": "Checking with your supplier",
  "orders.badge.canceling": "Canceling",
  "orders.badge.placed": "Ordered",
  "orders.badge.partially-shipped": "Partially shipped",
  "orders.badge.shipped": "Shipped",
  "orders.badge.delivered": "Delivered",
  "orders.badge.canceled": "Canceled",
  "orders.badge.rejected": "Rejected",
  "orders.state.held": "This order waits.",
  "orders.state.ready": "Stockbridge is about to order it.",
  "orders.state.placing": "Stockbridge is sending the order to your supplier.",
  "orders.state.in-doubt": "Your supplier didn't say whether they accepted the order.",
  "orders.state.placed": "Your supplier has the order.",
  "orders.state.partially-shipped": "Part of it has shipped. The rest follows.",
  "orders.state.shipped": "Everything has shipped.",
  "orders.state.delivered": "Everything has been delivered.",
  "orders.state.canceling": "This order is being canceled, so nothing is ordered.",
  "orders.state.canceled": "The order was canceled.",
  "orders.state.rejected": "Your supplier rejected the order.",

  // Outcomes of attempts

  "orders.outcome.placed": "Your supplier accepted the order (their number {number}).",
  "orders.outcome.found": "Your supplier has the order (their number {number}).",
  "orders.outcome.confirmed-ordered":
    "You confirmed that your supplier has the order (their number {number}).",
  "orders.contradicted.number-in-use":
    "Your supplier's number {number} already belongs to order {order}. Check the number.",
  "orders.contradicted.other-order":
    "Your supplier's order {number} is another one: its reference or its items differ from what Stockbridge sent ({reference}).",
  "orders.contradicted.found":
    "Your supplier has it: see their order {number}. If that's the one, enter its number here. If you don't want it, cancel it with your supplier first.",
  "orders.contradicted.seen-before":
    "Stockbridge has seen this order with your supplier: {numbers}. It can't read your supplier's orders now, so it can't check. Cancel the order with your supplier if you don't want it, and try again later.",

  // Next steps

  "orders.next.placing": "This takes a minute at most.",
  "orders.next.closes": "Stockbridge closes the request in Shopify {when}.",
  "orders.next.cancels-unsent": "Stockbridge cancels it {when}.",
  "orders.next.cancels": "Stockbridge cancels it with your supplier {when}.",
  "orders.next.checks": "Stockbridge checks again {when}.",
  "orders.next.retries": "Stockbridge tries again {when}.",
  "orders.next.orders": "Stockbridge orders it {when}.",
  "orders.next.looks-up": "Stockbridge looks it up with your supplier again {when}.",
  "orders.next.accepts": "Stockbridge accepts the request in Shopify {when}.",
  "orders.next.shows-shipment": "Stockbridge adds a package's tracking to Shopify {when}.",
  "orders.next.reads-update": "Stockbridge checks with your supplier for an update {when}.",
  "orders.next.rests": "Nothing more happens automatically.",
  "orders.next.your-decision": "Stockbridge waits for your decision.",
  "orders.next.decision": "Stockbridge has stopped looking for it and waits for your decision.",
  "orders.when.moment": "in a moment",
  "orders.when.minutes": "{minutes, plural, one {in about a minute} other {in about # minutes}}",
  "orders.when.hours": "{hours, plural, one {in about an hour} other {in about # hours}}",

  // Activity

  "orders.activity.changed": "Order {order}: {what}",
  "orders.activity.held": "Order {order} is waiting. {what}",
  "orders.activity.in-doubt":
    "Order {order}: {what} Stockbridge checks with your supplier, and doesn't order again until that's clear.",
  "orders.activity.not-canceled": "Order {order} couldn't be canceled. {what}",
  "orders.activity.request-failed":
    "Order {order} is paid, but Stockbridge couldn't request its fulfillment. {explanation} Request it on the order's page in Shopify.",
  "orders.activity.request-hidden":
    "A part of order {order} is to be sent now. The order is more than 60 days old, and Shopify doesn't show apps such orders, so it wasn't ordered automatically. Order it from your supplier directly, then fulfill it in Shopify.",
  "orders.activity.not-requestable":
    "Order {order} no longer waits to be sent automatically: in Shopify it is canceled, unpaid or on hold, or nothing is left to send. Nothing was ordered.",
  "orders.activity.paused":
    "You paused ordering. Orders wait until you resume it in Settings, and none is lost.",
  "orders.activity.resumed": "You resumed ordering. Orders that waited continue.",
  "orders.activity.paused-by-support":
    "Stockbridge support has paused ordering. Orders wait, and continue automatically when they resume it. None are lost.",
  "orders.activity.resumed-by-support":
    "Stockbridge support has resumed ordering. Orders that waited continue.",
  "orders.activity.paused-by-doubts":
    "Ordering is paused: three times in a row, your supplier didn't say clearly whether they accepted an order. Stockbridge tries one order at a time, and the others continue automatically once one goes through. Check the orders that are in doubt.",
  "orders.activity.resumed-after-doubts": "Your supplier answers clearly again. Orders that waited continue.",
  "orders.activity.requests-not-read":
    "For more than an hour, Stockbridge hasn't been able to look for new fulfillment requests in your shop, so new orders may reach your supplier late. Stockbridge keeps trying. If this lasts until tomorrow, contact Stockbridge support.",
  "orders.activity.requests-read-again":
    "Stockbridge can look for new fulfillment requests in your shop again.",
  "orders.activity.not-compared-with-shop":
    "For more than an hour, Stockbridge hasn't been able to compare your orders with your shop. It may notice cancellations, refunds, and new addresses late. If one is urgent, tell your supplier yourself. Stockbridge keeps trying.",
  "orders.activity.compared-with-shop-again": "Stockbridge can compare its orders with your shop again.",
  "orders.activity.not-compared-with-supplier":
    "For more than a day, Stockbridge hasn't been able to check your supplier's whole list of orders. If your supplier has one of your shop's orders twice, or still has one that has ended here, you may learn of it late. Stockbridge keeps trying. If this lasts another day, contact Stockbridge support.",
  "orders.activity.compared-with-supplier-again":
    "Stockbridge can read your supplier's whole list of orders again.",
  "orders.activity.update-not-read":
    "For more than an hour, Stockbridge hasn't been able to read order {order} from your supplier, so the status and packages shown here may be out of date. Stockbridge keeps trying. If it's urgent, look at the order on your supplier's site.",
  "orders.activity.update-read-again": "Stockbridge can read order {order} from your supplier again.",
  "orders.activity.automatic-ordering-on":
    "Automatic ordering is on. Stockbridge requests fulfillment for every order that's paid from now on. Older orders aren't affected.",
  "orders.activity.automatic-ordering-off":
    "Automatic ordering is off. Request fulfillment for each order in Shopify.",
  "orders.activity.parts-on":
    "If some items of an order can't be ordered, Stockbridge now sends the others without them.",
  "orders.activity.parts-off":
    "If some items of an order can't be ordered, all of it waits until you send what can be sent.",
  "orders.mismatch.unknown":
    "Your supplier has an order of your shop that Stockbridge doesn't know (their number {number}, our reference {reference}). Check it with your supplier, and cancel it there if you don't want it.",
  "orders.mismatch.closed-locally":
    "Order {order} has ended here, but your supplier still has it (their number {number}). Cancel it there if you don't want it.",
  "orders.mismatch.pending-locally":
    "Order {order} waits here as if it had not been ordered, but your supplier has it (their number {number}). To keep that one, cancel the order here. To order again, cancel theirs first. Otherwise it's bought twice.",
  "orders.mismatch.second":
    "Your supplier has order {order} twice: their numbers {number} and {other}. Cancel one of them there.",
  "orders.mismatch.parallel-attempt":
    "Your supplier accepted order {order} in an earlier attempt (their number {number}) while a later one is under way. If they accept that one too, cancel one of the two there.",
  "orders.mismatch.other-account":
    "Your supplier has orders of your shop in the account that it was connected to before. Stockbridge can neither track nor cancel them with today's account. The orders page shows which ones, and what you can do.",
  "orders.mismatch.reopened":
    "Your supplier has order {order} (their number {number}), although it had ended here. Stockbridge is canceling it there.",
  "orders.mismatch.canceled-unknown":
    "You canceled the fulfillment of order {order} in Shopify. An earlier installation of Stockbridge had accepted it, and Stockbridge doesn't know what became of it. Check with your supplier, and cancel it there if it was ordered.",

  // Our replies to requests, which Shopify shows in the order

  "orders.in-shop.canceled-unsent": "Canceled before anything was ordered from the supplier.",
  "orders.in-shop.canceled-while-waiting": "Canceled before anything was ordered from the supplier. {why}.",
  "orders.in-shop.requested-in-part":
    "Not all items can be ordered now. {why}. The others are requested again, without these.",
  "orders.in-shop.canceled": "The supplier canceled their order {number}, as requested.",
  "orders.in-shop.canceled-at-supplier": "The supplier canceled their order {number}. Nothing will be sent.",
  "orders.in-shop.rejected-at-supplier": "The supplier rejected their order {number}. Nothing will be sent.",
  "orders.in-shop.missing-ordered-again":
    "The supplier's order {number} no longer lists some items. They are requested again.",
  "orders.in-shop.rest-canceled": "The supplier sent part of their order {number} and canceled the rest.",

  // The pages
  "orders.subtitle": "Orders that Stockbridge places with your supplier for your customers",
  "orders.one.title": "Order",
  "orders.one.connect-first":
    "While no account is connected, nothing is sent to your supplier, and no updates or tracking arrive. This order continues once you connect the same account again.",
  "orders.one": "order",
  "orders.many": "orders",
  "orders.name": "Order {order}",
  "orders.connect-first": "Orders go to your supplier through your account there.",
  "orders.group.all": "All",
  "orders.group.needs-attention": "Needs attention",
  "orders.group.in-progress": "In progress",
  "orders.group.shipped": "Shipped",
  "orders.group.completed": "Completed",
  "orders.column.order": "Order",
  "orders.column.status": "Status",
  "orders.column.why": "Reason",
  "orders.column.ordered": "Ordered from supplier",
  "orders.shipping.when-held": "Shipping expected when it was held",
  "orders.shipping.now": "Shipping expected now",
  "orders.expected-to-ship": "Expected to ship",
  "orders.on-day": "{at, date, long}",
  "orders.column.cost": "Cost",
  "orders.requested": "Requested {at}",
  "orders.requested.long": "Requested on {at, date, long}",
  "orders.pages": "Pages of orders",
  "orders.pages.newer": "Newer",
  "orders.pages.older": "Older",
  "orders.pages.previous": "Previous page",
  "orders.pages.next": "Next page",
  "orders.empty.query.title": "No orders found",
  "orders.empty.query":
    "No order here matches “{query}”. {show, select, all {Clear the search to see all orders.} other {Try another tab, or clear the search.}}",
  "orders.empty.all.title": "No orders yet",
  "orders.empty.all":
    "Paid orders with your supplier's products wait under To send. Send one from there, or request its fulfillment in Shopify, and it appears here. In Settings, you can have Stockbridge send every paid order.",
  "orders.empty.needs-attention.title": "Nothing needs your attention",
  "orders.empty.needs-attention": "When an order does, it appears here with what you can do.",
  "orders.empty.in-progress.title": "No orders in progress",
  "orders.empty.in-progress": "Orders appear here from the request until everything has shipped.",
  "orders.empty.shipped.title": "No shipped orders on their way",
  "orders.empty.shipped": "Orders appear here from their last package until they've been delivered.",
  "orders.empty.completed.title": "No completed orders yet",
  "orders.empty.completed": "Delivered and canceled orders appear here.",

  "orders.status": "Status",
  "orders.ordered-before":
    "It was ordered before: your supplier's order {number} has ended, as the history below shows.",
  "orders.cancellation-requested": "Cancellation requested on {at, date, long}.",
  "orders.button.retry": "Try again",
  "orders.button.acknowledge": "Mark as resolved",
  "orders.button.update": "Get update",
  "orders.button.cancel": "Cancel fulfillment",
  "orders.button.ordered": "Mark as ordered",
  "orders.button.correct-number": "Correct number",
  "orders.button.show-shipment": "Show it again",
  "orders.button.use-number": "Use {number} anyway",
  "orders.button.not-ordered": "Mark as not ordered",
  "orders.button.order-now": "Order now",
  "orders.button.mark-number": "Mark {number} as ordered",
  "orders.button.order-anyway": "Order anyway",
  "orders.button.send-part": "Send what can be sent",
  "orders.button.order-missing": "Order missing pieces",
  "orders.button.fulfill-untracked": "Fulfill without tracking",
  "orders.button.send-anyway": "Send anyway",
  "orders.button.home": "Open Home",
  "orders.button.settings": "Open Settings",
  "orders.button.links": "Open Links",
  "orders.button.shop-order": "Open order in Shopify",
  "orders.cancel.title": "Cancel the fulfillment of {order}?",
  "orders.cancel.keep": "Keep it",
  "orders.cancel.unsent":
    "Nothing has been ordered yet. Stockbridge declines the fulfillment request in Shopify. Your customer's order itself doesn't change.",
  "orders.cancel.unsent-again":
    "It hasn't been ordered again yet. Stockbridge declines the fulfillment request in Shopify. Your customer's order itself doesn't change.",
  "orders.cancel.unclear":
    "Your supplier may already have it. Stockbridge finds that out first, then cancels it. Your customer's order itself doesn't change.",
  "orders.cancel.placed":
    "Stockbridge asks your supplier to cancel their order {number}. If it's too late, this page says so. Your customer's order itself doesn't change.",
  "orders.cancel.one-of-two":
    "Your supplier has this order twice. Stockbridge asks them to cancel both, {number} and then {other}. To keep one of them, cancel the other one with your supplier instead.",

  "orders.correct-number":
    "Enter the number that your supplier shows for this order. Stockbridge checks it with them and tracks that order from now on. Nothing is ordered.",
  "orders.correct-number.keep": "Keep the number",

  "orders.requests": "Other requests for items of order {order}",
  "orders.details": "Details",
  "orders.in-shopify": "In Shopify",
  "orders.supplier-number": "Your supplier's number",
  "orders.supplier-number.none": "None",
  "orders.supplier-number.earlier": "Their number before",
  "orders.reference": "Our reference",
  "orders.earned.rate": "Exchange rate",
  "orders.earned.rate-of": "1 {from} = {rate} {to} ({date})",
  "orders.earned.hint":
    "Revenue, shipping and costs are without tax, at the time of the order. Payment fees aren't known to Stockbridge, so they aren't deducted.",
  "orders.cost": "Cost with shipping",
  "orders.charge": "Your supplier's charge",
  "orders.charge.anyway":
    "This order earned nothing. The charge is the last one that your supplier named for it. If they bill it, ask them for a refund.",
  "orders.branding.none": "None",
  "orders.branding": "Your branding, version {version}",
  "orders.items": "Ordered items",
  "orders.items.held": "Items to order",
  "orders.items.none": "Nothing has been ordered from your supplier.",
  "orders.items.see": "See the order in Shopify",
  "orders.item": "{quantity, number} × {title}",
  "orders.item.unknown": "Variant {id}",
  "orders.shipment.unnumbered": "No tracking number",
  "orders.shipment.track": "Track package",
  "orders.shipment.shipped": "Shipped on {at, date, long}",
  "orders.shipment.in_transit": "In transit",
  "orders.shipment.out_for_delivery": "Out for delivery",
  "orders.shipment.delivered": "Delivered",
  "orders.shipment.due": "Not in Shopify yet",
  "orders.shipment.shown": "In Shopify",
  "orders.shipment.failed": "Not in Shopify",
  "orders.history": "History",
  "orders.history.earlier":
    "{count, plural, one {# earlier attempt isn't shown.} other {# earlier attempts aren't shown.}}",
  "orders.history.requested": "Fulfillment was requested in Shopify.",
  "orders.history.began": "Stockbridge started to order it, with the reference {reference}.",
  "orders.history.cancellation-requested": "Cancellation was requested.",
  "orders.history.differs": "Your supplier's order {number} differs from what was ordered: {differences}.",
  "orders.history.acknowledged": "You marked it as resolved.",
  "orders.history.shipped": "A package shipped.",
  "orders.history.shipped-with": "A package shipped with {carrier}.",

  // Packages

  "shipments.title": "Packages",
  "shipments.numbered": "Package {number}",
  "shipments.unnumbered": "A package without a tracking number",
  "shipments.nothing-left":
    "{shipment} isn't shown in Shopify, because nothing of the order is left to fulfill there. To let your customer know about it, add it to the order in Shopify.",
  "shipments.elsewhere":
    "{shipment} isn't shown in Shopify, because the order's fulfillment was assigned to another location or is gone, so Stockbridge can't fulfill it. To let your customer know about it, add it to the order in Shopify.",
  "shipments.not-ordered":
    "{shipment} isn't shown in Shopify, because it holds none of the items that were ordered. If it replaces one of them, fulfill that one in Shopify with this tracking number.",
  "shipments.canceled-in-shop":
    "{shipment} isn't shown in Shopify, because its fulfillment was canceled there. If that was a mistake, show it again here: Stockbridge fulfills these items once more, with the same tracking, and Shopify notifies your customer.",
  "shipments.on-hold":
    "{shipment} isn't shown in Shopify yet, because the fulfillment is on hold there. Release the hold, and Stockbridge adds it automatically.",
  "shipments.rejected":
    "{shipment} isn't shown in Shopify. {problem} Fix that in Shopify and show it again here, so that your customer knows about it.",
  "shipments.waits-for-acceptance":
    "{shipment} isn't shown in Shopify yet. Stockbridge accepts the fulfillment request there first.",
  "shipments.not-found-yet":
    "{shipment} isn't shown in Shopify yet, because Shopify doesn't show the fulfillment order at the moment. Stockbridge looks again in a minute.",
  "shipments.still-not-shown":
    "{shipment} isn't shown in Shopify yet, although Stockbridge has been trying for more than an hour. {problem} Your customer learns about the package once it's shown.",
  "shipments.still-outdated":
    "{shipment} doesn't have its latest tracking in Shopify yet, although Stockbridge has been trying for more than an hour. {problem}",
  "shipments.shown-now": "{shipment} is shown in Shopify now.",
  "shipments.activity": "Order {order}: {problem}",
  "orders.column.paid": "Revenue",
  "home.to-send": "To send",
  "home.to-send.label": "{count, plural, one {# paid order waits} other {# paid orders wait}} to be sent",
  "home.to-send.label.more": "More than {count, number} paid orders wait to be sent",
  "ordering.automatic.waiting":
    "{count, plural, one {# paid order waits} other {# paid orders wait}} to be sent. Automatic ordering doesn't send orders from before you switched it on, or that your rules hold.",
  "ordering.automatic.waiting.more":
    "More than {count, number} paid orders wait to be sent. Automatic ordering doesn't send orders from before you switched it on, or that your rules hold.",
  "ordering.automatic.waiting.action": "Review and send them",
} as const;
