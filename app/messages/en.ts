/**
 * Every word for people, in English: ICU MessageFormat, by area. Codes are kept in rows, so a code is never given another
 * meaning; wordings may change at any time. A message says what happened, what it means for the merchant's customer,
 * and what to do.
 */
export const en = {
  // ---- Everywhere

  /** A sentence from before messages had codes, kept as it was. Nothing writes it any more. */
  "earlier-message": "{text}",
  "unknown-message": "This happened in another version of Stockbridge, which this one has no words for.",
  "list-item": "“{item}”",

  // ---- Failures: the supplier's side

  "failure.supplier.write-not-confirmed":
    "Nothing was sent: ordering and branding aren't switched on yet. Contact Stockbridge support.",
  "failure.supplier.not-offered": "Your supplier has no way to do this from here. Do it on their site.",
  "failure.supplier.request-misfit":
    "Nothing was sent: your supplier wouldn't understand “{path}” as it is. Complete it, then try again.",
  "failure.supplier.unauthorized": "Your supplier didn't accept the sign-in or the key.",
  "failure.supplier.rate-limited":
    "Your supplier received too many requests and asks us to wait. Try again in a minute.",
  "failure.supplier.rejected": "Your supplier rejected the request (status {status}).",
  "failure.supplier.redirected":
    "Your supplier's address redirects somewhere else (status {status}). We didn't follow it, because your credentials would have gone along. Contact Stockbridge support.",
  "failure.supplier.server-error":
    "Your supplier's service has a problem (status {status}). Try again in a few minutes.",
  "failure.supplier.no-answer":
    "Your supplier didn't answer, or the connection broke. Try again in a few minutes.",
  "failure.supplier.down":
    "Your supplier's service isn't answering anyone right now. Stockbridge tries again automatically, and nothing is lost.",
  "failure.supplier.outcome-unknown": "Your supplier didn't say clearly whether they did what we asked.",
  "failure.supplier.unexpected-reply":
    "Your supplier's answer doesn't make sense to Stockbridge ({problem}).",
  "failure.supplier.product-list-stuck":
    "Your supplier's product list doesn't lead from one page to the next.",
  "failure.supplier.order-list-stuck": "Your supplier's order list doesn't lead from one page to the next.",

  // ---- Failures: the shop's side

  "failure.shop.not-installed": "Stockbridge isn't installed in this shop. Install it, then try again.",
  "failure.shop.access-lost":
    "Stockbridge has lost access to your shop. Open Stockbridge in your Shopify admin once, and everything that is waiting continues automatically.",
  "failure.shop.no-answer": "Shopify didn't answer. Stockbridge tries again automatically.",
  "failure.shop.rate-limited": "Your shop receives many requests right now, so Shopify asks us to wait.",
  "failure.shop.paused": "Shopify has paused your shop, so nothing in it can be changed right now.",
  "failure.shop.rejected": "Shopify rejected the request (status {status}).",
  "failure.shop.server-error":
    "Shopify has a problem (status {status}). Stockbridge tries again automatically.",
  "failure.shop.internal-error": "Shopify has a problem. Stockbridge tries again automatically.",
  "failure.shop.permission-missing":
    "Stockbridge is missing a permission in your shop. Open Stockbridge in your Shopify admin and accept its permissions.",
  "failure.shop.unexpected-reply": "Shopify didn't understand the request ({problem}).",
  "failure.shop.user-errors": "Shopify rejected it: {problem}.",
  "failure.shop.stock-keeps-changing":
    "The stock in your shop kept changing. Stockbridge tries again automatically.",

  // ---- Failures: ours

  "failure.ours": "Something went wrong on our side. Stockbridge tries again automatically.",
  "failure.ours.key-not-opened":
    "Stockbridge can no longer open the key it keeps for this shop. Replace the key in Settings.",

  // ---- Connection

  "connection.title": "Connection",

  /** Why the supplier's products could not be read: what a check of the key showed, and what the catalog's page says. */
  "connection.products.not-offered.title": "Your supplier's products aren't available",
  "connection.products.not-offered":
    "You're connected, but your supplier has no product list where Stockbridge looks for it (status {status}). Contact Stockbridge support.",
  "connection.products.unauthorized.title": "Your supplier doesn't accept your key",
  "connection.products.unauthorized":
    "If you deleted the key at your supplier, replace it in Settings. If you didn't, test the connection in Settings in a few minutes.",
  "connection.products.failed.title": "Your supplier's products couldn't be read",
  "connection.activity.connected": "Connected to your supplier with the key “{keyName}”.",
  "connection.activity.replaced":
    "Key replaced. Stockbridge now uses “{keyName}”. Delete “{oldKeyName}” at your supplier.",
  "connection.activity.unauthorized":
    "Your supplier no longer accepts the key “{keyName}”, so new orders wait. {why}",
  "connection.activity.accepted":
    "Your supplier accepts the key “{keyName}” again. Orders that were waiting continue automatically.",
  "connection.activity.disconnected":
    "Disconnected from your supplier. Stockbridge has forgotten the key “{keyName}”. It still works at your supplier until you delete it there.",
  "connection.activity.uninstalled":
    "Stockbridge was uninstalled and has forgotten the key “{keyName}”. It still works at your supplier until you delete it there.",
  "connection.check.not-tried": "The key hasn't been tried yet. Test the connection.",

  // ---- Catalog

  "catalog.title": "Catalog",

  // ---- Orders: reasons

  "orders.title": "Orders",

  // ---- Orders: outcomes of attempts

  // ---- Orders: what happens next

  // ---- Orders: activity

  // ---- Orders: answers in the shop

  // ---- Orders: pages

  // ---- Parcels

  "parcels.title": "Parcels",
  "parcels.numbered": "Parcel {number}",
  "parcels.unnumbered": "A parcel without a tracking number",
  "parcels.nothing-left":
    "{parcel} isn't shown in Shopify, because nothing of the order is left to fulfill there. To let your customer know about it, add it to the order in Shopify.",
  "parcels.cancelled-in-shop":
    "{parcel} isn't shown in Shopify, because its fulfillment was canceled there. To let your customer know about it, fulfill the order in Shopify.",
  "parcels.on-hold":
    "{parcel} isn't shown in Shopify yet, because the fulfillment is on hold there. Release the hold, and Stockbridge adds it automatically.",
  "parcels.rejected":
    "{parcel} isn't shown in Shopify. {problem} Add it to the order in Shopify, so that your customer knows about it.",
  "parcels.waits-for-acceptance":
    "{parcel} isn't shown in Shopify yet. Stockbridge accepts the fulfillment request there first.",
  "parcels.activity": "Order {order}: {problem}",

  // ---- Branding

  "branding.title": "Branding",
  "branding.activity.published":
    "Published your branding as version {number}. Parcels of new orders leave with it.",
  "branding.activity.in-doubt":
    "Your supplier didn't say whether they received your branding. Open Branding, and Stockbridge checks again.",

  // ---- Activity

  "activity.title": "Activity",

  // ---- Home and frame

  "home.title": "Stockbridge",
  "settings.title": "Settings",

  "access.lost":
    "Stockbridge has lost access to your shop. Orders, products and tracking wait, and nothing is lost. Open Stockbridge in your Shopify admin once, and everything continues automatically.",
  "access.restored": "Stockbridge has access to your shop again. Everything that waited continues.",
  "access.permissions-missing":
    "Stockbridge is missing permissions in your shop: {permissions}. What needs them fails until you open Stockbridge in your Shopify admin and accept its permissions.",
  "access.permissions-granted": "Stockbridge has all the permissions it needs again.",
} as const;
