/** Texts of lists, times, numbers and the menu, texts that every page may show, and texts of pages that fail. */
export const general = {
  /** A sentence of an old row that has no code. New rows never have one. */
  "earlier-message": "{text}",
  "action.cancel": "Cancel",
  /** Label that a screen reader reads for a button, if several buttons of a page show the same words. */
  "action.about": "{action}: {subject}",
  "unknown-message": "This happened in another version of Stockbridge, which this one has no words for.",
  "form.stale.title": "These settings were changed somewhere else",
  "form.stale":
    "Someone saved other values after you opened this page, perhaps in another window, so nothing was saved here. What you entered is still shown. Save again to replace those values, or reload the page to see them.",
  "list-item": "“{item}”",
  "list.pages": "Pages of the list",
  "list.filter": "{name}: {value}",
  "list.filters.clear": "Clear filters",
  "moment.long": "{at, date, long}",
  "moment.medium": "{at, date, medium}",
  "moment.time": "{at, time, short}",
  "moment.exact": "{at, date, exact}",
  // Times within a sentence. If one stands alone, `Moment` capitalizes it.
  "moment.now": "just now",
  "moment.minutes": "{minutes, plural, one {# minute ago} other {# minutes ago}}",
  "moment.today": "today at {at, time, short}",
  "moment.yesterday": "yesterday at {at, time, short}",

  "number.missing": "Enter a number.",
  "number.negative": "Enter a number of zero or more.",
  "number.unreadable": "“{text}” isn't a number Stockbridge can read. Enter one such as 12.50.",
  "number.ambiguous": "“{text}” could mean {one} or {other}. Enter {one} or {instead}.",
  "number.too-precise":
    "{decimals, plural, =0 {Enter a whole number.} one {Enter at most # decimal.} other {Enter at most # decimals.}}",
  "number.too-high": "Enter at most {most}.",

  "home.menu": "Home",
  "catalog.title": "Catalog",
  "orders.title": "Orders",
  "profit.title": "Profit",
  "shipping.title": "Shipping rates",
  "branding.title": "Branding",
  "activity.title": "Activity",
  "notifications.title": "Notifications",
  "settings.title": "Settings",

  "support.help": "Questions about Stockbridge?",
  "support.write": "Write to {address}",
  "outage.title": "Your supplier isn't answering right now",
  outage:
    "Since {since, time, short}, your supplier hasn't answered any shop. Your orders wait and nothing is lost. Stockbridge continues automatically once your supplier is back.",
  "home.count": "{count, number}",
  "home.count.more": "{count, number}+",
  "dry-run.title": "Dry run",
  "reconciliation.title": "Reconciliation",
  "profit.download.failed": "The file couldn't be downloaded. Reload the page and try again.",
  "channels.title": "Sales channels",
  "to-send.select-all": "Select all on this page",
  "bulk.selected": "{count, plural, one {# selected} other {# selected}}",

  "page.title": "Stockbridge",
  "page.not-found.title": "Page not found",
  "page.not-found": "Choose a page from the menu.",
  "page.too-often.title": "Wait a minute before you try again",
  "page.too-often":
    "Your shop asked your supplier for something thirty times within a minute. Nothing was sent this time. Wait a minute, then reload the page and try again.",
  "page.outdated.title": "This page is out of date",
  "page.outdated": "Nothing was changed. Reload the page, then try again.",
  "editor.save": "Save",
  "editor.discard": "Discard",
  "page.failed.title": "Something went wrong on our side",
  "page.failed":
    "Everything you saved is still there. Reload the page. If that doesn't help, contact Stockbridge support.",
  "page.outside-admin.title": "There is nothing here",
  "page.outside-admin": "Stockbridge works in your Shopify admin. Open it there, under Apps.",
} as const;
