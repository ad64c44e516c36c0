/** Reasons why an order waits, needs the merchant, or has ended. */
export const orderReasons = {
  "orders.reason.not-connected.label": "Not connected",
  "orders.reason.not-connected":
    "Your shop isn't connected to your supplier, so this order waits. Connect it in Settings, and the order continues automatically.",
  "orders.reason.ordering-paused.label": "Ordering is paused",
  "orders.reason.ordering-paused":
    "You paused ordering, so this order waits. Resume ordering in Settings, and the order continues automatically.",
  "orders.reason.ordering-paused-by-support.label": "Ordering is paused by Stockbridge support",
  "orders.reason.ordering-paused-by-support":
    "Stockbridge support has paused ordering for your shop. This order continues automatically when they resume it.",
  "orders.reason.ordering-paused-for-all.label": "Ordering is paused for all shops",
  "orders.reason.ordering-paused-for-all":
    "Stockbridge support has paused ordering for all shops. This order continues automatically when they resume it.",
  "orders.reason.ordering-doubtful.label": "Waiting for clear answers",
  "orders.reason.ordering-doubtful":
    "Your supplier didn't say clearly whether they accepted the last orders, so Stockbridge tries one order at a time. This order continues automatically once one goes through.",
  "orders.reason.not-confirmed.label": "Ordering isn't switched on yet",
  "orders.reason.not-confirmed":
    "Ordering isn't switched on yet, so nothing was ordered. Contact Stockbridge support. The order continues automatically once it's on.",
  "orders.reason.unpaid.label": "Not paid",
  "orders.reason.unpaid":
    "The order isn't paid in full, so nothing was ordered. Collect the payment or mark the order as paid in Shopify, and it continues automatically. You can also send it to your supplier before it is paid.",
  "orders.reason.test-order.label": "Test order",
  "orders.reason.test-order":
    "This is a test order: no customer pays for it, so nothing was ordered. Send it anyway and your supplier ships and bills it like any other order, or cancel it in Stockbridge.",
  "orders.reason.on-hold.label": "On hold in Shopify",
  "orders.reason.on-hold":
    "The fulfillment is on hold in Shopify. Release the hold there, and the order continues automatically.",
  "orders.reason.held-on-request.label": "Held by Shopify Flow",
  "orders.reason.held-on-request":
    "One of your workflows in Shopify Flow holds this order, so nothing was ordered. To send it, press Try again.",
  "orders.reason.payment-not-shown.label": "Too old to check the payment",
  "orders.reason.payment-not-shown":
    "The order is more than 60 days old, and Shopify doesn't show apps such orders, so Stockbridge can't tell if it's paid. Order it from your supplier directly, then fulfill it in Shopify.",
  "orders.reason.not-shipped.label": "Not to be shipped",
  "orders.reason.not-shipped":
    "{delivery, select, pick_up {Your customer picks this order up} pickup_point {Your customer picks this order up at a pickup point} local {This order is for local delivery} retail {This order was sold in a store} other {This order needs no delivery}}, so your supplier can't ship it. Fulfill it yourself in Shopify, or change how it is delivered, then try again.",
  "orders.reason.unlinked-variant.label": "A product isn't linked",
  "orders.reason.unlinked-variant":
    "{lines}: not linked to a product of your supplier, so nothing of this order was ordered. If your supplier sells it, link it under “Links”, and the order continues automatically. If not, fulfill the order yourself.",
  "orders.reason.account-changed.label": "Linked with another account",
  "orders.reason.account-changed":
    "{lines}: linked while your shop was connected to another account, so nothing of this order was ordered. Say in Settings whether your products are the same in today's account, and the order continues automatically.",
  "orders.reason.no-sku.label": "A variant has no SKU",
  "orders.reason.no-sku":
    "{lines}: no SKU, and Shopify fulfills nothing without one. Give the variant a SKU in Shopify, then try again.",
  "orders.reason.no-quantity.label": "Nothing left to fulfill",
  "orders.reason.no-quantity":
    "Every line of this request was removed, or fulfilled in another way. Cancel this order in Stockbridge, or request fulfillment again in Shopify.",
  "orders.reason.no-address.label": "Missing shipping address",
  "orders.reason.no-address":
    "The order has no shipping address. Add one to the order in Shopify, then try again.",
  "orders.reason.address-not-shown.label": "Shopify hides the address",
  "orders.reason.address-not-shown":
    "Shopify doesn't show Stockbridge your customers' names and addresses, so nothing can be shipped. Contact Stockbridge support: Shopify has to approve its access to customer data. Then the order continues automatically.",
  "orders.reason.no-name.label": "Missing name",
  "orders.reason.no-name":
    "The shipping address has no name. Add it to the order in Shopify, then try again.",
  "orders.reason.no-street.label": "Missing street address",
  "orders.reason.no-street":
    "The shipping address has no street. Add it to the order in Shopify, then try again.",
  "orders.reason.no-city.label": "Missing city",
  "orders.reason.no-city":
    "The shipping address has no city. Add it to the order in Shopify, then try again.",
  "orders.reason.no-postcode.label": "Missing postal code",
  "orders.reason.no-postcode":
    "The shipping address has no postal code. Add it to the order in Shopify, then try again.",
  "orders.reason.no-country.label": "Missing country",
  "orders.reason.no-country":
    "The shipping address has no country. Add it to the order in Shopify, then try again.",
  "orders.reason.unknown-province.label": "Unknown state or province",
  "orders.reason.unknown-province":
    "Shopify doesn't know the state or province in the shipping address, so your supplier might ship to the wrong place. Choose it from the list in the order's address in Shopify, then try again.",
  "orders.reason.method-not-assigned.label": "Shipping method not assigned",
  "orders.reason.method-not-assigned":
    "Your customer chose the shipping method “{method}”. It isn't assigned to one of your supplier's, so nothing was ordered. Assign it, and the order continues automatically.",
  "orders.reason.method-not-offered.label": "Shipping method no longer offered",
  "orders.reason.method-not-offered":
    "Your supplier no longer offers the shipping method “{method}”, which you chose for this order, so nothing was ordered. Choose another one, and the order continues automatically.",
  "orders.reason.note-not-taken.label": "Your supplier takes no note",
  "orders.reason.note-not-taken":
    "You sent a message with the request, and your supplier takes no note with an order, so nothing was ordered. Send the order without it, or cancel it in Stockbridge.",
  "orders.reason.note-too-long.label": "The note is too long",
  "orders.reason.note-too-long":
    "The note of this order has {length, number} characters, and your supplier takes {most, number}, so nothing was ordered. It consists of your message with the request and, if you chose to send them in the note, your customer's note and texts. Shorten your customer's note in Shopify and try again, or send the order without a note.",
  "orders.reason.texts-not-taken.label": "Your customer's text needs a decision",
  "orders.reason.texts-not-taken":
    "{lines}: your customer entered a text, such as an engraving, that your supplier doesn't take with the item, so nothing was ordered. Decide on the order's page what happens with it, and the order continues.",
  "orders.reason.discontinued.label": "No longer sold by your supplier",
  "orders.reason.discontinued":
    "{lines}: your supplier no longer sells this. Refund your customer, or fulfill the order yourself.",
  "orders.reason.out-of-stock.label": "Out of stock",
  "orders.reason.out-of-stock":
    "{lines}: your supplier doesn't have enough in stock. The order continues automatically once they do, or you can cancel it in Stockbridge.",
  "orders.reason.price-unreadable.label": "Supplier's price can't be read",
  "orders.reason.price-unreadable":
    "{lines}: the supplier's price can't be read, so nothing was ordered. Ask your supplier to correct it. The order continues automatically once the price can be read, or you can cancel it in Stockbridge.",
  "orders.reason.stock-unreadable.label": "Supplier's stock can't be read",
  "orders.reason.stock-unreadable":
    "{lines}: the supplier's stock can't be read, so nothing was ordered. Ask your supplier to correct it. The order continues automatically once the stock can be read, or you can cancel it in Stockbridge.",
  "orders.reason.product-unreadable.label": "Supplier's product can't be read",
  "orders.reason.product-unreadable":
    "{lines}: what your supplier sends about this product can't be read, so nothing was ordered at a price that may be out of date. The order continues automatically once it can be read, or you can cancel it in Stockbridge.",
  "orders.reason.other-currency.label": "Cost in another currency",
  "orders.reason.other-currency":
    "Your supplier's price is in another currency than your shop's, so Stockbridge can't tell whether this order loses money, and nothing was ordered: {lines}. Enter an exchange rate on the Prices page of the catalog and it's checked again within the hour, or order it anyway, or cancel it in Stockbridge.",
  "orders.reason.below-cost.label": "Costs more than it sells for",
  "orders.reason.below-cost":
    "This order would lose money{total}, so nothing was ordered: {lines}. Order it anyway, or cancel it in Stockbridge. It continues automatically if the cost falls.",
  "orders.reason.cost-rose.label": "The cost rose",
  "orders.reason.cost-rose":
    "Your cost has risen by more than a fifth, so nothing was ordered: {lines}. Order it anyway, or cancel it in Stockbridge. It continues automatically if the cost falls.",
  // Reasons in lists, which have no buttons for the order, so the texts mention none
  "orders.reason-with-lines": "{label}: {lines}",
  "orders.reason-with-loss": "{label}{total}: {lines}",
  "orders.loss": " (it brings {paid} without tax and costs {cost}; shipping isn't known)",
  "orders.loss-with-shipping":
    " (it brings {paid} without tax and costs {cost} plus about {shipping} for shipping)",
  "orders.loss-not-known":
    " (an item costs more than it sells for, and the profit of the whole order isn't known)",
  // A line of an order with its cost per piece, compared with its price or its earlier cost
  "orders.cost-line.other-currency": "{quantity} × “{title}” costs {cost} each and sells for {against} each",
  "orders.cost-line.below-cost": "{quantity} × “{title}” costs {cost} each and sells for {against} each",
  "orders.cost-line.cost-rose": "{quantity} × “{title}” costs {cost} each instead of {against}",
  "orders.reason.already-ordered.label": "Already ordered",
  "orders.reason.already-ordered":
    "{lines}: your supplier already has as many items as your customer ordered, so nothing more was ordered. Check the other fulfillment requests of this order. If one of them is canceled, this one continues automatically.",
  "orders.reason.already-at-supplier.label": "Still open with your supplier",
  "orders.reason.already-at-supplier":
    "Your supplier has this order (their number {number}), although in Stockbridge it waits to be ordered. So nothing more is ordered. If you want theirs, cancel this one in Stockbridge, and fulfill it in Shopify once they ship. If you don't, cancel theirs on their site, and try again.",
  "orders.reason.service-gone.label": "Fulfillment service deleted",
  "orders.reason.service-gone":
    "The Stockbridge fulfillment service was deleted in Shopify while this order waited, so nothing was ordered. If your supplier should ship it, create the service again on Home. If you fulfill it yourself, cancel it in Stockbridge.",
  "orders.reason.service-replaced.label": "At another location since the service was deleted",
  "orders.reason.service-replaced":
    "The Stockbridge fulfillment service was deleted in Shopify while this order waited, and this order isn't assigned to the new one. Nothing was ordered. If your supplier should ship it, change its location in Shopify to the new Stockbridge location, and request fulfillment again. If you fulfill it yourself, cancel it in Stockbridge.",
  "orders.reason.key-unauthorized.label": "Key not accepted",
  "orders.reason.key-unauthorized":
    "Your supplier doesn't accept your shop's key, so this order waits. Test the connection in Settings. If you deleted the key on your supplier's site, replace it in Settings.",
  "orders.reason.key-not-opened.label": "Key can't be used",
  "orders.reason.key-not-opened":
    "Stockbridge can no longer open the key it keeps for your shop, so this order waits. Replace the key in Settings.",

  "orders.reason.never-sent.label": "Supplier not responding",
  "orders.reason.never-sent":
    "Your supplier couldn't be reached, so nothing was ordered yet. Stockbridge tries again automatically.",
  "orders.reason.too-late.label": "Ordering took too long",
  "orders.reason.too-late":
    "Preparing the order took too long, so nothing was sent. Stockbridge tries again automatically.",
  "orders.reason.rejected.label": "Rejected by your supplier",
  "orders.reason.rejected": "{explanation} Fix the problem if you can, then try again.",
  "orders.reason.ended-at-once.label": "Rejected by your supplier",
  "orders.reason.ended-at-once":
    "Your supplier accepted the order (their number {number}) and {status, select, rejected {rejected it} other {canceled it}} right away, so nothing will be sent. Ask your supplier why, then try again.",
  "orders.reason.proven-not-ordered.label": "Ordering again",
  "orders.reason.proven-not-ordered":
    "Your supplier doesn't have this order, so Stockbridge orders it again.",
  "orders.reason.confirmed-not-ordered.label": "Ordering",
  "orders.reason.confirmed-not-ordered":
    "You confirmed that your supplier doesn't have this order, so Stockbridge orders it.",

  "orders.reason.unclear.label": "No clear answer",
  "orders.reason.unclear": "{explanation} Your supplier may have this order.",
  "orders.reason.abandoned.label": "Interrupted while ordering",
  "orders.reason.abandoned":
    "Stockbridge was interrupted while ordering, before or after sending the order. Your supplier may have it.",
  "orders.reason.found-dead.label": "Found, but no longer active",
  "orders.reason.found-dead":
    "Your supplier has this order (their number {number}), but {status, select, rejected {rejected it} other {canceled it}}.",
  "orders.reason.found-different.label": "Found, but different",
  "orders.reason.found-different":
    "Your supplier has an order (their number {number}) whose reference or items differ from what Stockbridge sent.",
  "orders.reason.found-twice.label": "Found more than once",
  "orders.reason.found-twice":
    "Your supplier has this order more than once (their numbers {numbers}). Cancel all but one with your supplier.",
  "orders.reason.found-unreadable.label": "Found, perhaps more than once",
  "orders.reason.found-unreadable":
    "Your supplier has this order (their number {number}), and under the same reference another one that Stockbridge can't read. Compare the two on your supplier's site.",
  "orders.reason.not-found.label": "Not found so far",
  "orders.reason.not-found": "{explanation}",
  "orders.reason.accepted-before-records.label": "Accepted before our records begin",
  "orders.reason.accepted-before-records":
    "Shopify shows this request as accepted, but it was accepted before our records begin, so Stockbridge doesn't know whether your supplier has it. Check with your supplier, and confirm below what you found. Until then nothing is ordered.",
  "orders.reason.found-for-earlier-request.label": "Found for an earlier request",
  "orders.reason.found-for-earlier-request":
    "Your supplier has an order (their number {number}, our reference {reference}) for an earlier request of the same order in Shopify. Here it has ended, or our records don't know it. If that order is for these items, confirm its number below, and nothing else is ordered. If it isn't, or you cancel it there, confirm that this one wasn't ordered.",
  "orders.reason.unreadable-for-earlier-request.label": "Perhaps ordered for an earlier request",
  "orders.reason.unreadable-for-earlier-request":
    "For an earlier request of the same order in Shopify (our reference {reference}), your supplier answers with something that Stockbridge can't read, and our records don't know of it. Look there for that reference. If you find an order for these items, confirm its number below, and nothing else is ordered. If you don't, or you cancel it there, confirm that this one wasn't ordered.",
  "orders.reason.cannot-tell.label": "Couldn't be checked",
  "orders.reason.cannot-tell": "{explanation}",

  "orders.reason.supplier-unreachable.label": "Supplier not responding",
  "orders.reason.supplier-unreachable":
    "Your supplier isn't responding, so this order waits. Stockbridge tries again automatically, and nothing is lost.",
  "orders.reason.supplier-rate-limited.label": "Supplier asks to wait",
  "orders.reason.supplier-rate-limited":
    "Your supplier received too many requests and asks Stockbridge to wait. It tries again automatically.",
  "orders.reason.supplier-rejected.label": "Request rejected by your supplier",
  "orders.reason.supplier-rejected": "{explanation} Stockbridge tries again automatically.",
  "orders.reason.supplier-unexpected-reply.label": "Unclear answer from your supplier",
  "orders.reason.supplier-unexpected-reply": "{explanation} Stockbridge tries again automatically.",
  "orders.reason.supplier-outcome-unknown.label": "No clear answer from your supplier",
  "orders.reason.supplier-outcome-unknown":
    "Your supplier didn't say clearly whether they did what we asked. Stockbridge checks again automatically.",
  "orders.reason.shop-unreachable.label": "Shopify not responding",
  "orders.reason.shop-unreachable": "{explanation}",
  "orders.reason.shop-rate-limited.label": "Shopify asks to wait",
  "orders.reason.shop-rate-limited":
    "Your shop receives many requests right now, so Shopify asks Stockbridge to wait. It tries again automatically.",
  "orders.reason.shop-rejected.label": "Request rejected by Shopify",
  "orders.reason.shop-rejected": "{explanation} Contact Stockbridge support if this doesn't change.",
  "orders.reason.shop-unexpected-reply.label": "Unclear answer from Shopify",
  "orders.reason.shop-unexpected-reply": "{explanation} Contact Stockbridge support if this doesn't change.",
  "orders.reason.shop-outcome-unknown.label": "No clear answer from Shopify",
  "orders.reason.shop-outcome-unknown":
    "Shopify didn't say clearly whether it did what we asked. Stockbridge checks again automatically.",
  "orders.reason.permission-missing.label": "Permission missing",
  "orders.reason.permission-missing":
    "Stockbridge is missing a permission in your shop. Open Stockbridge in your Shopify admin and accept its permissions, then try again.",
  "orders.reason.access-lost.label": "No access to your shop",
  "orders.reason.access-lost":
    "Stockbridge has lost access to your shop. Open Stockbridge in your Shopify admin once, and this order continues automatically.",
  "orders.reason.shop-gone.label": "Stockbridge isn't installed",
  "orders.reason.shop-gone": "Stockbridge isn't installed in this shop, so this order waits.",
  "orders.reason.ours.label": "Problem on our side",
  "orders.reason.ours": "Something went wrong on our side. Stockbridge tries again automatically.",
  "orders.reason.still-waiting.label": "Not ordered after several tries",
  "orders.reason.still-waiting":
    "Stockbridge has tried several times to order this, and keeps trying. The last time: {explanation} If your customer can't wait, cancel it in Stockbridge and order it from your supplier yourself.",

  "orders.reason.not-accepted.label": "Not accepted in Shopify",
  "orders.reason.not-accepted":
    "Your supplier has the order, but Shopify didn't let Stockbridge accept the request. {explanation} Check the fulfillment in Shopify. Stockbridge tries again automatically.",
  "orders.reason.not-declined.label": "Not declined in Shopify",
  "orders.reason.not-declined":
    "This order is being canceled, but Shopify didn't let Stockbridge decline the request. {explanation} Check the fulfillment in Shopify. Stockbridge tries again automatically.",
  "orders.reason.part-not-requested.label": "Not requested in Shopify",
  "orders.reason.part-not-requested":
    "Stockbridge is sending part of this order, but Shopify doesn't let it request fulfillment again. {explanation} Check the order in Shopify. Stockbridge tries again automatically.",
  "orders.reason.request-rejected.label": "Request rejected in Shopify",
  "orders.reason.request-rejected":
    "Shopify shows that Stockbridge rejected this request, and Stockbridge has no record of why. Your supplier got nothing of it. If your customer still wants it, request fulfillment in Shopify again.",
  "orders.reason.request-gone.label": "Request canceled in Shopify",
  "orders.reason.request-gone":
    "The request was canceled in Shopify while your supplier accepted the order. Stockbridge cancels it with your supplier.",
  "orders.reason.gone.label": "Request canceled in Shopify",
  "orders.reason.gone":
    "The request was canceled in Shopify before anything was ordered. If your customer still wants the items, request fulfillment in Shopify again.",
  "orders.reason.not-ours.label": "Assigned to another location",
  "orders.reason.not-ours":
    "Shopify assigned this to another location, so Stockbridge doesn't fulfill it. Nothing was ordered.",
  "orders.reason.rejected-since-ended.label": "Ended, and request rejected",
  "orders.reason.rejected-since-ended":
    "Your supplier's order {number} has ended, and Stockbridge rejected the fulfillment request in Shopify. Nothing was ordered again. If your customer still wants the items, request fulfillment in Shopify again.",
  "orders.reason.not-ordered-again.label": "Not ordered again",
  "orders.reason.not-ordered-again":
    "Your supplier's order {number} has ended. Nothing was ordered again, because the new request was canceled or assigned to another location. If your customer still wants the items, request fulfillment in Shopify again.",

  "orders.reason.changed-in-shop.label": "Changed in Shopify",
  "orders.reason.changed-in-shop":
    "This order was changed in Shopify after your supplier got it: {changes}. Your supplier's order {number} stays as it was. Ask your supplier if they can still change it.",

  "orders.reason.address-changed-too-late.label": "Address changed too late",
  "orders.reason.address-changed-too-late":
    "The shipping address of this order was changed in Shopify, but its last package had already left for the former address. Tell your supplier the new address and their number {number} now, and ask if they or the carrier can redirect the package. Let your customer know where it is going.",

  "orders.reason.not-canceled.label": "Couldn't be canceled",
  "orders.reason.not-canceled": "{explanation}",
  "orders.reason.update-differs.label": "Update doesn't match",
  "orders.reason.update-differs":
    "Your supplier's update of their order {number} doesn't match this order: the reference or the items differ from what was ordered. Stockbridge ignores it. Compare the two on your supplier's site, and ask them if they differ.",
  "orders.reason.unknown-to-supplier.label": "No longer known to your supplier",
  "orders.reason.unknown-to-supplier":
    "Your supplier accepted this order, and now says that there is no order {number}. Ask them about it. If your shop is connected to another account than the one it was ordered with, connect that one again.",
  "orders.reason.other-account.label": "In your previous account",
  "orders.reason.other-account":
    "Your supplier has this order (their number {number}) in the account that your shop was connected to before. They don't show it to today's account, so Stockbridge can neither track nor cancel it. To look it up or cancel it, sign in to the previous account on your supplier's site. If you connect that account again, Stockbridge tracks the order again.",
  "orders.reason.update-unreadable.label": "Updates can't be read",
  "orders.reason.update-unreadable":
    "Your supplier's updates of their order {number} can't be read, so tracking doesn't reach Shopify. {explanation} Stockbridge keeps trying.",
  "orders.reason.rest-canceled.label": "Your supplier canceled the rest",
  "orders.reason.rest-canceled":
    "Your supplier sent part of their order {number} and canceled the rest. Refund your customer for what is missing, send it from elsewhere, or request fulfillment of the rest in Shopify, which orders it once more.",
  "orders.reason.canceled-after-shipping.label": "Canceled after it was reported as shipped",
  "orders.reason.canceled-after-shipping":
    "Your supplier reported their order {number} as shipped and canceled it later, without showing a package for all of its items. Ask your supplier if they sent anything. Refund your customer for what they didn't send, or send it from elsewhere.",
  "orders.reason.canceled-at-supplier.label": "Canceled by your supplier",
  "orders.reason.canceled-at-supplier":
    "Your supplier canceled their order {number}, so nothing will be sent. Refund your customer, send it from elsewhere, or request fulfillment in Shopify again, which orders it once more.",
  "orders.reason.rejected-at-supplier.label": "Rejected by your supplier",
  "orders.reason.rejected-at-supplier":
    "Your supplier rejected their order {number}, so nothing will be sent. Refund your customer, send it from elsewhere, or request fulfillment in Shopify again, which orders it once more.",
  "orders.reason.duplicate-at-supplier.label": "Ordered twice",
  "orders.reason.duplicate-at-supplier":
    "Your supplier has this order twice: their numbers {number} and {other}. Cancel one of them there. Stockbridge is tracking {number}.",
  "orders.reason.still-open-at-supplier.label": "Still open with your supplier",
  "orders.reason.still-open-at-supplier":
    "This order has ended here, but your supplier still has it (their number {number}). Cancel it there, or it ships and you pay for it.",
  "orders.reason.differs-at-supplier.label": "Differs from what was ordered",
  "orders.reason.differs-at-supplier":
    "Your supplier's order {number} differs from what was ordered: {differences}. Packages with your customer's items still reach Shopify. Ask your supplier why it differs.",
  "orders.reason.missing-ordered-again.label": "Missing items ordered again",
  "orders.reason.missing-ordered-again":
    "Your supplier's order {number} no longer lists some items. As you asked, Stockbridge requests them in Shopify again and orders them once more.",
  "orders.reason.missing-not-allowed.label": "Permission missing to order items again",
  "orders.reason.missing-not-allowed":
    "Stockbridge may not request fulfillment in your shop, so the items missing from your supplier's order {number} aren't ordered again yet. Switch on automatic ordering in the settings and allow it, then try again.",
  "orders.reason.missing-not-ordered.label": "Missing items not ordered again",
  "orders.reason.missing-not-ordered":
    "The items missing from your supplier's order {number} aren't ordered again. {explanation} Check the order in Shopify. If your customer still lacks them, request fulfillment there.",
  "orders.nothing-left-to-request": "Shopify has nothing left to request of this order.",
  "orders.reason.shipment-not-shown.label": "Package not in Shopify",
  "orders.reason.shipment-not-shown":
    "Shopify doesn't show {shipments, plural, one {a package} other {# packages}} of this order, so your customer wasn't told about it. See below why, then show it again.",
  "orders.reason.canceled.label": "Canceled as requested",
  "orders.reason.canceled":
    "Your supplier canceled their order {number}, as requested. If your customer still wants it, request fulfillment in Shopify again.",
  "orders.reason.canceled-unsent.label": "Canceled before it was ordered",
  "orders.reason.canceled-unsent":
    "Canceled before anything was ordered. If your customer still wants it, request fulfillment in Shopify again.",
} as const;
