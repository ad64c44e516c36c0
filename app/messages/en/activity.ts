/** The Activity page, and entries about access to the shop. */
export const activity = {
  "export.activity.download": "Download activity (CSV)",
  "activity.subtitle": "What Stockbridge did for your shop, kept for 90 days",
  "activity.show.all": "All",
  "activity.show.new": "Since your last visit",
  "activity.show.needs-attention": "Open warnings",
  "activity.last-visit": "Your last visit ended {at}.",
  "activity.search": "Search by order, product, or word",
  "activity.search.submit": "Search",
  "activity.type": "Type",
  "activity.type.all": "All types",
  "activity.chip.query": "Search: {words}",
  "activity.type.orders": "Orders and packages",
  "activity.type.products": "Products and prices",
  "activity.type.connection": "Connection",
  "activity.type.branding": "Branding",
  "activity.type.shop": "Your shop",
  "activity.not-found.title": "No entry matches",
  "activity.not-found": "Change the search or the type. Entries are kept for 90 days.",
  "activity.nothing-new.title": "Nothing has happened since your last visit",
  "activity.nothing-new": "Everything that happened before is under All.",
  "activity.empty.title": "Nothing has happened yet",
  "activity.empty": "Connect your reseller account in Settings, and this page shows what Stockbridge does.",
  "activity.no-warnings.title": "No open warnings",
  "activity.no-warnings":
    "This list shows warnings and urgent entries that aren't settled, with what you can do. Once one is settled, it's only under All.",
  "activity.pages": "Pages of activity",
  "activity.newer": "Newer",
  "activity.older": "Older",
  "activity.today": "Today",
  "activity.yesterday": "Yesterday",
  "activity.day": "{date, date, day}",
  "activity.tone.info": "For your information",
  "activity.tone.success": "Done",
  "activity.tone.warning": "Warning",
  "activity.tone.critical": "Urgent",

  // Access to the shop
  "access.lost":
    "Stockbridge has lost access to your shop. Orders, products and tracking wait, and nothing is lost. Open Stockbridge in your Shopify admin once, and everything continues automatically.",
  "access.restored": "Stockbridge has access to your shop again. Everything that waited continues.",
  "shop.activity.webhook-given-up":
    "Your shop reported a change ({topic}), and Stockbridge couldn't process it for a week, so it has stopped trying. Orders and products are compared with your shop regularly, so little is likely to be missing. If something looks wrong, contact Stockbridge support.",
  "shop.activity.currency-changed":
    "Your shop's currency changed from {before} to {now}. Orders in progress keep their amounts. Check the amounts and exchange rates of your price rules: products whose rules don't fit the new currency keep their prices until you have.",
  "shop.activity.time-zone-changed":
    "Your shop's time zone changed from {before} to {now}. Days and times on these pages now follow it. Orders aren't affected.",
  "shop.activity.taxes-included":
    "Prices in your shop now include tax. Stockbridge deducts that tax from margins at the rate that you enter under Prices, so check that rate. Where a price rule has a lowest margin, prices may rise. Orders in progress keep their amounts.",
  "shop.activity.taxes-excluded":
    "Prices in your shop no longer include tax, so none is deducted from margins. Where a price rule has a lowest margin, prices may fall. Orders in progress keep their amounts.",
  "access.permissions-missing":
    "Stockbridge is missing permissions in your shop: {permissions}. What needs them fails until you open Stockbridge in your Shopify admin and accept its permissions.",
  "access.permissions-granted": "Stockbridge has all the permissions it needs again.",

  // Entries about branding. They are not in branding.ts, which only the Branding page loads
  "branding.not-connected": "Your supplier keeps the branding with your account.",
  "branding.not-offered":
    "Your supplier has no branding settings where Stockbridge looks for them (status {status}). Packages ship the way your supplier packs them. Contact Stockbridge support.",
  "branding.unauthorized": "Your supplier doesn't accept your key. Test the connection in Settings.",
  "branding.not-arrived":
    "Your supplier didn't say whether they received it, and when we checked, they had other settings. Publish it again.",
  "branding.activity.published": "Published your branding as version {number}. New orders ship with it.",
  "branding.activity.unpublished":
    "You published your branding (version {number}) with another account of your supplier. Packages of new orders ship without it until you publish it again on the Branding page.",
  "branding.activity.rejected": "Your branding wasn't published. {why} Your draft is kept.",
  "branding.activity.in-doubt":
    "Your supplier didn't say whether they received your branding. Open Branding, and Stockbridge checks again.",
  "links.activity.linked":
    "{linked, plural, =0 {No product was linked.} one {# product in your shop was linked to your supplier.} other {# products in your shop were linked to your supplier.}}{failed, plural, =0 {} one { # couldn't be linked. Open Links to see why.} other { # couldn't be linked. Open Links to see why.}}",
  "links.activity.unlinked":
    "You unlinked {count, plural, one {# product} other {# products}} from your supplier. Nothing else has changed in your shop, and new orders for {count, plural, one {this product} other {these products}} are held.",
} as const;
