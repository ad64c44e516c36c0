/** Reasons for failures: the supplier's, the shop's, and our own. Other messages quote them. */
export const failures = {
  // The supplier's side
  "failure.supplier.write-not-confirmed":
    "Nothing was sent: ordering and branding aren't switched on yet. Contact Stockbridge support.",
  "failure.supplier.not-offered": "Your supplier has no way to do this from here. Do it on their site.",
  "failure.supplier.request-misfit":
    "Nothing was sent: your supplier wouldn't understand “{path}” as it is. Complete it, then try again.",
  "failure.supplier.unauthorized": "Your supplier didn't accept the sign-in or the key.",
  "failure.supplier.rate-limited": "Your supplier received too many requests and asks us to wait a little.",
  "failure.supplier.rejected": "Your supplier rejected the request (status {status}).",
  "failure.supplier.rejected.says": "Your supplier rejected the request and says: “{sentence}”.",
  "failure.supplier.rejected.silent": "Your supplier rejected the request, and doesn't say why.",
  "failure.supplier.redirected":
    "Your supplier's address redirects somewhere else (status {status}). We didn't follow it, because your credentials would have gone along. Contact Stockbridge support.",
  "failure.supplier.server-error":
    "Your supplier's service has a problem (status {status}). This usually passes within minutes.",
  "failure.supplier.no-answer":
    "Your supplier didn't answer, or the connection broke. This usually passes within minutes.",
  "failure.supplier.never-sent":
    "Nothing was sent. {obstacle, select, host {Your supplier's address isn't known. This usually passes within minutes.} refused {Nothing accepts connections at your supplier's address. This usually passes within minutes.} certificate {The certificate at your supplier's address isn't a valid one for it. Contact Stockbridge support.} tls {Your supplier's address has no secure connection. Contact Stockbridge support.} network {This server has no network connection. This usually passes within minutes.} forbidden {This server isn't allowed to connect to your supplier's address, so nothing left it. Contact Stockbridge support.} other {No connection to your supplier's address could be made. This usually passes within minutes.}}",
  "failure.supplier.down":
    "Your supplier's service isn't answering anyone right now. Stockbridge tries again automatically, and nothing is lost.",
  "failure.supplier.outcome-unknown": "Your supplier didn't say clearly whether they did what we asked.",
  "failure.supplier.outcome-unknown.says":
    "Your supplier didn't say clearly whether they did what we asked. They say: “{sentence}”.",
  "failure.supplier.unexpected-reply":
    "Your supplier's answer doesn't make sense to Stockbridge. If this continues, contact Stockbridge support.",
  "failure.supplier.unexpected-reply.at":
    "Your supplier's answer doesn't make sense to Stockbridge at “{path}”. If this continues, contact Stockbridge support.",
  "failure.supplier.product-list-stuck":
    "Your supplier's product list doesn't lead from one page to the next, so Stockbridge can't read all of it. If this continues, contact Stockbridge support.",
  "failure.supplier.order-list-endless":
    "Your supplier's order list doesn't end, so Stockbridge can't check that your supplier has each of your orders once. If this continues, contact Stockbridge support.",
  "failure.supplier.order-list-stuck":
    "Your supplier's order list doesn't lead from one page to the next, so Stockbridge can't read all of it. If this continues, contact Stockbridge support.",

  // The shop's side

  "failure.shop.not-installed": "Stockbridge isn't installed in this shop. Install it, then try again.",
  "failure.shop.access-lost":
    "Stockbridge has lost access to your shop. Open Stockbridge in your Shopify admin once, and everything that is waiting continues automatically.",
  "failure.shop.no-answer": "Shopify didn't answer. Stockbridge tries again automatically.",
  "failure.shop.rate-limited": "Your shop receives many requests right now, so Shopify asks us to wait.",
  "failure.shop.closed":
    "Shopify has paused or closed your shop. Everything waits, and continues automatically once the shop is open again.",
  "failure.shop.daily-variants":
    "Shopify accepts 1,000 new variants per day from a shop with 50,000 or more. Stockbridge continues tomorrow.",
  "failure.shop.still-creating":
    "Shopify is still creating this product's variants. Stockbridge continues automatically.",
  "failure.shop.rejected": "Shopify rejected the request (status {status}).",
  "failure.shop.server-error":
    "Shopify has a problem (status {status}). Stockbridge tries again automatically.",
  "failure.shop.internal-error": "Shopify has a problem. Stockbridge tries again automatically.",
  "failure.shop.permission-missing":
    "Stockbridge is missing a permission in your shop. Open Stockbridge in your Shopify admin and accept its permissions.",
  "failure.shop.bulk-denied":
    "Shopify doesn't let Stockbridge run bulk operations right now, so the work goes page by page and takes longer.",
  "failure.shop.address-denied":
    "Shopify refuses requests from Stockbridge's server. Contact Stockbridge support. Everything waits, and continues once they've fixed it.",
  "failure.shop.service-gone":
    "The Stockbridge fulfillment service was deleted in Shopify. Open Home to create it again.",
  "failure.shop.unexpected-reply":
    "Shopify's answer doesn't make sense to Stockbridge. If this continues, contact Stockbridge support.",
  "failure.shop.unexpected-reply.says":
    "Shopify's answer doesn't make sense to Stockbridge. Shopify says: “{problem}”.",
  "failure.shop.user-errors": "Shopify rejected it: {problem}.",
  "failure.shop.stock-keeps-changing":
    "The stock in your shop kept changing. Stockbridge tries again automatically.",

  // Our own failures

  "failure.ours": "Something went wrong on our side. Stockbridge tries again automatically.",
  "failure.ours.product-list-too-long":
    "Your supplier's product list is longer than {limit, number} products, which is more than Stockbridge can read. The products read so far stay as they are. Contact Stockbridge support.",
  "failure.ours.key-not-opened":
    "Stockbridge can no longer open the key it keeps for this shop. Replace the key in Settings.",
} as const;
