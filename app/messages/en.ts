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

  // ---- Catalog

  "catalog.title": "Catalog",

  "catalog.subtitle": "Your supplier's products",
  "catalog.reading": "Reading your supplier's products…",
  "catalog.read": "Last updated on {moment}",
  "catalog.read-and-reading": "Last updated on {moment}, updating now",
  "catalog.connect-first": "Your supplier shows its products to connected shops only.",
  "catalog.last-read": "{problem} Until that works, you see the products as they were last read.",
  "catalog.no-location.title": "Your shop has no location for your supplier's stock",
  "catalog.no-location":
    "{problem} Products can't be imported until there is one. Stockbridge tries again with each import.",

  "catalog.refresh": "Refresh",
  "catalog.import-selected": "Import into your shop",
  "catalog.import": "Import",
  "catalog.import-product": "Import {product}",
  "catalog.try-again": "Try again",
  "catalog.try-product-again": "Try again to import {product}",

  "catalog.search": "Search products",
  "catalog.search-by": "Name, brand, or SKU",
  "catalog.category": "Category",
  "catalog.all-categories": "All categories",
  "catalog.show": "Show",
  "catalog.show.all": "All products",

  "catalog.product": "product",
  "catalog.products": "products",
  "catalog.column.image": "Image",
  "catalog.column.product": "Product",
  "catalog.column.cost": "Your cost",
  "catalog.column.stock": "Stock",
  "catalog.column.variants": "Variants",
  "catalog.column.brand": "Brand",
  "catalog.cost-from": "from {cost}",
  "catalog.stock": "Stock: {stock}",
  "catalog.no-stock": "None",
  "catalog.gone": "No longer offered",
  "catalog.discontinued": "Discontinued",
  "catalog.importing": "Importing",
  "catalog.imported": "In your shop",
  "catalog.skipped": "Not imported",
  "catalog.nothing-found": "No products found",
  "catalog.nothing-found.help": "Change your search, or show all products.",
  "catalog.nothing-read": "Reading your supplier's products",
  "catalog.nothing-read.help": "The first ones appear here in a moment.",
  "catalog.nothing-offered": "No products",
  "catalog.nothing-offered.help": "Your supplier offers no products to your account.",

  "catalog.prices": "Prices",
  "catalog.prices.title": "Prices in your shop",
  "catalog.prices.save": "Save",
  "catalog.prices.cancel": "Cancel",
  "catalog.prices.markup": "Markup on your cost",
  "catalog.prices.help":
    "Applies to products that you import from now on. With 50%, a product that costs you €10.00 sells for €15.00.",
  "catalog.prices.misfit": "Enter a whole number from 0 to {highest}.",

  /** Why a product was not imported. */
  "catalog.skip.not-listed": "Your supplier no longer lists this product.",
  "catalog.skip.discontinued": "Your supplier no longer sells this product.",
  "catalog.skip.no-variants": "Your supplier lists no variants of this product, so there is nothing to sell.",
  "catalog.skip.too-many-variants":
    "This product has {count, number} variants. Shopify allows at most {limit, number}.",
  "catalog.skip.too-many-options":
    "The variants differ in these options: {options}. Shopify allows at most {limit}.",
  "catalog.skip.currency-differs":
    "Your supplier's price is in {supplierCurrency}, but your shop sells in {shopCurrency}. Stockbridge doesn't convert prices.",
  "catalog.skip.no-price": "Your supplier gives no usable price for {variant}.",
  "catalog.skip.variant": "the variant {id}",
  "catalog.skip.same-options":
    "{sku} and {otherSku} have the same options, so your customers couldn't tell them apart.",
  "catalog.skip.no-location": "Your shop has no location for your supplier's stock. {problem}",
  "catalog.skip.deleted-meanwhile": "This product was deleted in your shop while it was being imported.",
  "catalog.product-not-created": "Shopify didn't create the product.",
  "catalog.location-not-created": "Shopify created no location for your supplier's stock.",

  "catalog.activity.imported":
    "{imported, plural, one {# product was imported.} other {# products were imported.}}",
  "catalog.activity.skipped":
    "{skipped, plural, one {# product couldn't be imported.} other {# products couldn't be imported.}} Open the catalog to see why.",
  "catalog.activity.imported-and-skipped":
    "{imported, plural, one {# product was imported,} other {# products were imported,}} but {skipped, number} couldn't be. Open the catalog to see why.",
  "catalog.activity.stock-zeroed":
    "The shop was disconnected, so the stock of {count, plural, one {# product} other {# products}} from your supplier was set to zero.",
  "catalog.activity.drafted":
    "The shop was disconnected, so {count, plural, one {# product from your supplier is now a draft.} other {# products from your supplier are now drafts.}}",
  "catalog.activity.restored":
    "The stock of {count, plural, one {# product} other {# products}} matches your supplier's again.",
  "catalog.activity.restored-drafts":
    "The stock of {count, plural, one {# product} other {# products}} matches your supplier's again. {drafts, plural, one {# of them is still a draft: publish it in your Shopify admin to sell it again.} other {# of them are still drafts: publish them in your Shopify admin to sell them again.}}",
  "catalog.activity.unlinked":
    "{count, plural, one {# product in your shop is no longer linked to your supplier.} other {# products in your shop are no longer linked to your supplier.}} Nothing else has changed.",
  "catalog.activity.rejected":
    "Shopify rejected the change to {count, plural, one {# product: check it in your Shopify admin.} other {# products: check them in your Shopify admin.}}",
  "catalog.activity.partly-done": "{done} {rejected}",
  "catalog.activity.links-kept":
    "You said that the products of your previous account are the same in this one. They stay linked to your supplier.",
  "catalog.activity.links-dropped":
    "You started fresh with this account. The products of your previous account stay in your shop, but are no longer linked to your supplier.",

  // ---- Orders: reasons

  "orders.title": "Orders",

  // ---- Orders: outcomes of attempts

  // ---- Orders: what happens next

  // ---- Orders: activity

  // ---- Orders: answers in the shop

  // ---- Orders: pages

  // ---- Parcels

  "parcels.title": "Parcels",

  // ---- Branding

  "branding.title": "Branding",

  // ---- Activity

  "activity.title": "Activity",

  // ---- Home and frame

  "home.title": "Stockbridge",
} as const;
