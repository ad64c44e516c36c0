/** Notices after the buttons of an order's page. */
export const orderNotices = {
  "orders.notice.see-here": "The result appears on this page in a moment.",
  "orders.notice.stale": "Nothing was changed",
  "orders.notice.stale.text":
    "This order changed after you opened the page. Check its status below. If the button is still there, you can press it again.",
  "orders.notice.changed": "The order has changed in the meantime. Check its status below.",
  "orders.notice.retried": "Trying again",
  "orders.notice.not-retried": "Nothing to try again",
  "orders.notice.sends-unpaid": "Sending the unpaid order",
  "orders.notice.not-sends-unpaid": "Not sent",
  "orders.notice.orders-missing": "The missing items will be ordered again",
  "orders.notice.orders-missing.text":
    "They are requested once the rest of this order has shipped and Shopify shows it.",
  "orders.notice.sends-part": "Sending what can be sent",
  "orders.notice.not-sends-part": "“Send what can be sent” had no effect",
  "orders.notice.no-permission-for-part": "“Send what can be sent” needs a permission",
  "orders.notice.no-permission-for-missing": "“Order missing pieces” needs a permission",
  "orders.notice.no-permission-for-missing.text":
    "Stockbridge may not request fulfillment in your shop. Press the button again and allow it, or switch on automatic ordering in the settings.",
  "orders.notice.no-missing": "“Order missing pieces” had no effect",
  "orders.notice.sends-test": "Sending the test order",
  "orders.notice.not-sends-test": "“Send anyway” had no effect",
  "orders.notice.approved": "Ordering anyway",
  "orders.notice.not-approved": "“Order anyway” had no effect",
  "orders.notice.cancels": "Cancellation requested",
  "orders.notice.not-cancels": "Nothing to cancel",
  "orders.notice.not-cancels.text":
    "It's being canceled already, or the order has changed in the meantime. Check its status below.",
  "orders.notice.waits": "Waiting for clear answers",
  "orders.notice.waits.text":
    "Nothing was sent. Your supplier didn't say clearly whether they accepted the last orders, so Stockbridge tries one order at a time, the next one {when}. This one continues automatically once one goes through.",
  "orders.notice.update": "Updated",
  "orders.notice.update.text": "Below is what your supplier says now.",
  "orders.notice.no-news": "No news from your supplier",
  "orders.notice.no-news.text": "Stockbridge asked them just now, and nothing has changed.",
  "orders.notice.update-failed": "Couldn't get an update",
  "orders.notice.update-skipped":
    "Stockbridge has no working key for your supplier. Check the connection in Settings.",
  "orders.notice.update-under-way": "Asking your supplier already",
  "orders.notice.no-update": "No update to get",
  "orders.notice.acknowledged": "Done",
  "orders.notice.acknowledged.text": "This order no longer needs your attention.",
  "orders.notice.not-acknowledged": "Something else has come up",
  "orders.notice.confirmed": "Confirmed",
  "orders.notice.shows-shipment": "Adding the package to Shopify",
  "orders.notice.no-shipment": "Nothing to show again",
  "orders.notice.found": "Your supplier has this order",
  "orders.notice.found.text":
    "It has our reference and the same items under their number {number}, so Stockbridge uses that number.",
  "orders.notice.unverified": "Your supplier doesn't show an order {number}",
  "orders.notice.unverified.text":
    "Nothing was changed. Check the number for typing errors. With a wrong number this order never ships, and tracking doesn't reach Shopify.",
  "orders.notice.other-reference": "Your supplier's order {number} has another reference",
  "orders.notice.other-reference.text":
    "Nothing was changed. Its reference is {reference}, so Stockbridge can't tell whether it's for this order. Check the customer's name and address on your supplier's site. If it's for someone else, this order never ships.",
  "orders.notice.no-reference": "Your supplier's order {number} has no reference",
  "orders.notice.no-reference.text":
    "Nothing was changed. Without a reference Stockbridge can't tell whether it's for this order. Check the customer's name and address on your supplier's site. If it's for someone else, this order never ships.",
  "orders.notice.unreadable": "Your supplier may have this order",
  "orders.notice.unreadable.text":
    "Nothing was changed. Asked for {reference}, your supplier answers with something that Stockbridge can't read, which may be this order. Look there once more. If you find it, mark it as ordered with its number. Go on only if it isn't there: otherwise you pay twice.",
  "orders.notice.stands": "Your supplier's order {number} may still come",
  "orders.notice.stands.text":
    "Nothing was changed. {number} is for an earlier request of this order and isn't canceled. If it brings these items, mark it as ordered. If you don't want it, cancel it with your supplier first. Go on only if nothing else brings these items: otherwise you pay twice.",
  "orders.notice.too-early": "Too early to tell",
  "orders.notice.too-early.text":
    "The order may still be on its way to your supplier. Wait three minutes, look again, then decide.",
  "orders.notice.not-in-doubt": "Nothing to confirm",
  "orders.notice.contradicted": "That doesn't match, so nothing was changed",
} as const;
