/** Orders in doubt: questions on their page, and reasons why Stockbridge cannot tell if they were placed. */
export const orderDoubts = {
  "orders.doubt.title": "Does your supplier have it?",
  "orders.doubt":
    "Stockbridge can't tell whether your supplier has this order, and orders nothing until that's clear. If you don't want to wait, check yourself:",
  "orders.doubt.sign-in": "Sign in to {supplier} and open your orders.",
  "orders.doubt.search":
    "Search for this reference. If your supplier doesn't show references, look for these items around the time in the history below.",
  "orders.doubt.confirm": "Confirm here what you found.",
  "orders.doubt.keep": "Not yet",
  "orders.doubt.ordered.title": "Which number does your supplier show?",
  "orders.doubt.ordered":
    "Stockbridge continues with that order and sends no other. If it's the wrong one, this order never ships.",
  "orders.doubt.not-ordered.wait":
    "{minutes, plural, one {You can mark it as not ordered in about a minute} other {You can mark it as not ordered in about # minutes}}.",
  "orders.doubt.not-ordered.on-its-way": "Until then it may still be on its way to your supplier.",
  "orders.doubt.not-ordered.title": "Are you sure {order} wasn't ordered?",
  "orders.doubt.not-ordered.orders":
    "Stockbridge orders it right away. If your supplier has these items on another order after all, you pay twice, and your customer gets two packages.",
  "orders.doubt.not-ordered.cancels":
    "A cancellation was requested, so nothing is ordered again and this order ends. If your supplier has it after all, it ships anyway and you pay for it.",
  "orders.doubt.not-ordered.search": "Search {supplier}'s site first for this reference:",
  "orders.unclear.ours": "Something went wrong on our side while ordering.",
  "orders.not-found.unproven":
    "Your supplier doesn't know this order so far. That proves nothing: it may still appear.",
  "orders.not-found.early":
    "Your supplier doesn't know this order so far. It may still appear, so Stockbridge checks again.",
  "orders.not-found.no-control":
    "Your supplier doesn't know this order, but your shop has no other order there yet that would prove that the search works.",
  "orders.cannot-tell.not-offered": "Your supplier has no way to find an order by its reference.",
  "orders.cannot-tell.no-key":
    "Stockbridge has no working key for your supplier, so it can't look for this order. Check the connection in Settings.",
  "orders.cannot-tell.other-account":
    "Your shop was connected again since, perhaps to another account, so looking for this order there would prove nothing.",
  "orders.cannot-tell.reference-ignored":
    "Your supplier answered with other orders, so looking for this one proves nothing.",
  "orders.cannot-tell.unreadable":
    "Your supplier answered with an order that Stockbridge can't read, which may be this one.",
  "orders.cannot-tell.control-failed":
    "Your supplier doesn't show this order, but doesn't show orders that it definitely has either.",
  "orders.cannot-tell.same-pieces":
    "No order has our reference. But your supplier has order {number} (reference {reference}) with items of this order, which Stockbridge doesn't know.",
  "orders.cannot-tell.failed": "Looking this order up with your supplier didn't work. {explanation}",
} as const;
