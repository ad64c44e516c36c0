/** The page Rules. Its name, and the reasons why a rule holds an order back, are in rules.ts. */
export const rulesPage = {
  "rules.subtitle": "Decide which paid orders go to your supplier automatically, and when.",
  "rules.intro":
    "These rules apply to automatic ordering only. Orders whose fulfillment you request yourself are never delayed or held by a rule. Each order is read again before it goes out: one that is canceled or refunded by then isn't bought.",
  "rules.off": "Automatic ordering is off. The rules apply once you switch it on.",
  "rules.off.action": "Open settings",
  "rules.saved.title": "Rules saved",
  "rules.saved": "Orders that wait are checked against them now.",
  "rules.stale.title": "Rules not saved",
  "rules.stale":
    "Someone else has saved other rules meanwhile. Reload the page to see them, then make your changes again.",
  "rules.problems.title": "Rules not saved",
  "rules.problems": "Fix the marked fields, then save again.",
  "rules.unreadable.title": "The rules can't be shown now",

  "rules.when.title": "When orders go out",
  "rules.ask": "Ask me before each order",
  "rules.ask.help": "Paid orders wait under Orders, To send, until you send them.",
  "rules.delay": "Delay",
  "rules.delay.help":
    "Time for you and your customer to change or cancel an order, and for Shopify and other apps to check and tag it.",
  "rules.delay.none": "No delay",
  "rules.delay.15": "15 minutes",
  "rules.delay.60": "1 hour",
  "rules.delay.1440": "24 hours",
  "rules.delay.daily": "Daily at a time",
  "rules.time": "Time",
  "rules.time.help": "In your shop's time zone ({zone}).",

  "rules.hold.title": "Orders that wait for you",
  "rules.hold.intro":
    "Held orders are under Orders, To send, with the reason and a button to send them anyway.",
  "rules.never-tags": "Hold orders with one of these tags",
  "rules.tags.help": "Separate tags with commas. Uppercase or lowercase doesn't matter.",
  "rules.only-tags": "Send only orders with one of these tags",
  "rules.only-tags.help": "Leave empty to send orders with any tags, or none.",
  "rules.hold-above": "Hold orders above",
  "rules.hold-above.help": "Compared with the order's total. Leave empty for no limit.",
  "rules.risk": "Fraud risk",
  "rules.risk.help":
    "As Shopify and your fraud apps assess the order. Orders without an assessment wait for it for up to 15 minutes, then go on. A longer delay gives slower fraud apps time.",
  "rules.risk.hold-medium": "Hold if medium or high",
  "rules.risk.hold-high": "Hold if high",
  "rules.risk.hold-off": "Never hold because of it",
  "rules.countries": "Countries",
  "rules.countries.all": "Send orders to all countries",
  "rules.countries.only": "Send only orders to these countries",
  "rules.countries.except": "Hold orders to these countries",
  "rules.test-orders": "Test orders are never sent automatically.",

  "rules.limits.title": "Daily limits",
  "rules.orders-per-day": "Orders per day",
  "rules.money-per-day": "Total of all orders per day",
  "rules.limits.help":
    "What your customers pay counts. Orders beyond a limit wait until the next day, and the activity tells you. Leave empty for no limit.",

  "rules.form.time": "Enter a time such as 17:00.",
  "rules.form.count": "Enter a whole number from 1 to 999,999.",
  "rules.form.no-countries": "Choose at least one country.",
  "rules.form.too-many-tags": "Enter at most {most, number} tags.",
  "rules.form.long-tag": "This tag is longer than Shopify allows: {tag}",

  "rules.preview.title": "Your last 50 orders by these rules",
  "rules.preview.hint":
    "As if these rules had applied, with the tags, totals, and fraud risk that the orders have now. Orders older than 60 days aren't shown.",
  "rules.preview.summary":
    "{count, plural, one {# order} other {# orders}}: {sent, number} sent automatically and ordered, {kept, number} held, waiting, or canceled.",
  "rules.preview.checking": "Checking stock and prices of the orders that aren't with your supplier yet…",
  "rules.preview.unchecked": "Stock and prices can't be checked now, so only your rules count here. {why}",
  "rules.preview.none": "There are no orders with your supplier's products from the last 60 days.",
  "rules.preview.problems": "Fix the marked or incomplete fields to see the preview.",
  "rules.preview.unreadable": "The orders can't be read now. {why}",
  "rules.preview.sent": "Sent",
  "rules.preview.kept": "Waits",
  "rules.preview.held": "Not ordered",
  "rules.preview.loss":
    "It loses {loss}. Stockbridge orders nothing at a loss automatically, so it would be held for you.",
  "rules.preview.unpaid":
    "{outstanding} of it wasn't paid when you sent it. Stockbridge sends only fully paid orders automatically, so it would wait for you.",
  "rules.preview.canceled": "It's canceled, so nothing would be ordered.",
  "rules.preview.rejected": "Your supplier rejected it.",
  "rules.preview.sent-at": "Sent {at, date, medium}",
} as const;
