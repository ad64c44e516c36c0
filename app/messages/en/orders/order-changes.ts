/** Changes of an order in the shop, differences at the supplier, and reasons why it was not canceled. */
export const orderChanges = {
  "orders.change.removed": "“{title}” was reduced from {ordered} to {left}",
  "orders.change.address": "the shipping address has changed",
  "orders.change.closed": "the fulfillment was closed",
  "orders.change.moved": "the fulfillment was assigned to another location",
  "orders.change.on-hold": "the fulfillment was put on hold",
  "orders.not-canceled.partially-shipped":
    "Part of your supplier's order {number} has already shipped. Ask your supplier about the rest.",
  "orders.not-canceled.shipped":
    "Your supplier's order {number} has already shipped. Ask your customer to send it back.",
  "orders.not-canceled.both": "{first} Your supplier also has this order a second time. {second}",
  "orders.not-canceled.not-connected":
    "Your shop isn't connected, so nothing was canceled with your supplier. Cancel their order {number} on their site.",
  "orders.not-canceled.not-shown":
    "Your supplier doesn't show their order {number}, so nothing was canceled. Find it on your supplier's site, and cancel it there.",
  "orders.not-canceled.other-order":
    "Your supplier's order {number} is another one than this, so nothing was canceled. Find this one there (our reference {reference}), and cancel it there.",
  "orders.not-canceled.other-account":
    "Your supplier has their order {number} in the account that your shop was connected to before, so nothing was canceled. Sign in to that account on their site, and cancel it there.",
  "orders.not-canceled.not-offered":
    "Your supplier has no way to cancel from here. Cancel their order {number} there now.",
  "orders.not-canceled.rejected":
    "Your supplier didn't cancel their order {number}: it {status, select, shipped {has shipped} partially_shipped {has partly shipped} delivered {has been delivered} other {is still open}}. Ask your supplier, or ask your customer to send it back.",
  "orders.difference.missing": "{quantity} × “{title}” is no longer in it",
  "orders.difference.ordered-again":
    "{quantity} × “{title}” is no longer in it, and you chose to order it again",
  "orders.difference.back": "{quantity} × “{title}” is in it after all, although you chose to order it again",
  "orders.difference.extra": "{quantity} × “{title}” is in it, but wasn't ordered",
  "orders.difference.unpacked": "no package shows {quantity} × “{title}”",
  "orders.difference.cost": "it costs {charged} before shipping instead of {decided}",
  "orders.difference.total":
    "shipping costs more than expected, so that the order costs {charged} instead of about {decided}",
  "orders.difference.unreadable":
    "{packages, plural, one {a package} other {# packages}} of it can't be read, so Shopify doesn't show {packages, plural, one {it} other {them}}",
} as const;
