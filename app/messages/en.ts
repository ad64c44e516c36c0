/**
 * Every word for people, in English: ICU MessageFormat, by area. Codes are kept in rows, so a code is never given another
 * meaning; wordings may change at any time. A message says what happened, what it means for the merchant's customer,
 * and what to do.
 */
export const en = {
  // ---- Everywhere

  /** A sentence from before messages had codes, kept as it was. No longer written. */
  "earlier-message": "{text}",
  "action.cancel": "Cancel",
  "unknown-message": "This happened in another version of Stockbridge, which this one has no words for.",
  "list-item": "“{item}”",
  "list.pages": "Pages of the list",
  "moment.long": "{at, date, long}",
  "moment.medium": "{at, date, medium}",

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
  "failure.supplier.rejected.says": "Your supplier rejected the request and says: “{sentence}”.",
  "failure.supplier.rejected.silent": "Your supplier rejected the request, and doesn't say why.",
  "failure.supplier.redirected":
    "Your supplier's address redirects somewhere else (status {status}). We didn't follow it, because your credentials would have gone along. Contact Stockbridge support.",
  "failure.supplier.server-error":
    "Your supplier's service has a problem (status {status}). Try again in a few minutes.",
  "failure.supplier.no-answer":
    "Your supplier didn't answer, or the connection broke. Try again in a few minutes.",
  "failure.supplier.never-sent":
    "Nothing was sent. {obstacle, select, host {Your supplier's address isn't known. Try again in a few minutes.} refused {Nothing accepts connections at your supplier's address. Try again in a few minutes.} certificate {The certificate at your supplier's address isn't a valid one for it. Contact Stockbridge support.} tls {Your supplier's address has no secure connection. Contact Stockbridge support.} network {This server has no network connection. Try again in a few minutes.} forbidden {This server isn't allowed to connect to your supplier's address, so nothing left it. Contact Stockbridge support.} other {No connection to your supplier's address could be made. Try again in a few minutes.}}",
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
    "Your supplier's product list doesn't lead from one page to the next.",
  "failure.supplier.order-list-stuck": "Your supplier's order list doesn't lead from one page to the next.",

  // ---- Failures: the shop's side

  "failure.shop.not-installed": "Stockbridge isn't installed in this shop. Install it, then try again.",
  "failure.shop.access-lost":
    "Stockbridge has lost access to your shop. Open Stockbridge in your Shopify admin once, and everything that is waiting continues automatically.",
  "failure.shop.no-answer": "Shopify didn't answer. Stockbridge tries again automatically.",
  "failure.shop.rate-limited": "Your shop receives many requests right now, so Shopify asks us to wait.",
  "failure.shop.closed":
    "Shopify has paused or closed your shop. Everything waits, and continues automatically once the shop is open again.",
  "failure.shop.daily-variants":
    "Shopify takes 1,000 new variants a day from a shop with 50,000 or more. Stockbridge continues tomorrow.",
  "failure.shop.still-creating":
    "Shopify is still creating this product's variants. Stockbridge continues automatically.",
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
  "failure.ours.product-list-too-long":
    "Your supplier's product list is longer than {limit, number} products, which is more than Stockbridge can read. The products read so far stay as they are. Contact Stockbridge support.",
  "failure.ours.key-not-opened":
    "Stockbridge can no longer open the key it keeps for this shop. Replace the key in Settings.",

  // ---- Connection

  "connection.title": "Connection",

  // Signing in
  "connection.email": "Email",
  "connection.password": "Password",
  "connection.email.missing": "Enter the email address of your reseller account.",
  "connection.password.missing": "Enter the password of your reseller account.",
  "connection.connect.title": "Connect your reseller account",
  "connection.connect":
    "Sign in once with your account at {supplier}. Stockbridge creates an API key for this shop, stores it encrypted, and forgets your password.",
  "connection.connect.again":
    "{why, select, uninstalled {Stockbridge was uninstalled} other {This shop was disconnected}} on {at, date, long}. Your history and product links are kept: connect the same account again, and everything continues. {connect}",
  "connection.connect.submit": "Connect",
  "connection.reconnect.title": "Reconnect",
  "connection.reconnect":
    "Sign in again with your account at {supplier}. Stockbridge creates a new key, tests it, and then uses it in place of this one. Everything that is waiting continues right away.",
  "connection.reconnect.submit": "Reconnect",
  "connection.replace.title": "Replace key",
  "connection.replace":
    "Sign in again with your account at {supplier}. Stockbridge creates a new key, tests it, and then uses it in place of this one. Nothing stops in the meantime, and if anything goes wrong, this key stays in use.",
  "connection.replace.submit": "Replace key",
  "connection.connecting.title": "Connecting your shop",
  "connection.replacing.title": "Replacing the key",
  "connection.in-progress": "This takes less than a minute. The page updates automatically.",
  "connection.in-progress.label": "In progress",

  // Why there is no key: see app/connection/connect-problem.ts
  "connection.nothing-connected": "Nothing was connected.",
  "connection.nothing-changed": "Nothing was changed.",
  "connection.problem.cannot-store.title": "Stockbridge can't store a key right now",
  "connection.problem.cannot-store":
    "So it didn't ask your supplier for one, and nothing was sent. {outcome} Try again in a few minutes. If that doesn't help, contact Stockbridge support.",
  "connection.problem.too-many.title":
    "Wait {waitSeconds, plural, one {# second} other {# seconds}} before you try again",
  "connection.problem.too-many":
    "There were five sign-in attempts within a minute. Suppliers may lock an account after too many, so this pause protects yours. Nothing was sent. {outcome}",
  "connection.problem.sign-ins-paused.title":
    "Signing in is paused for {waitSeconds, plural, one {# second} other {# seconds}}",
  "connection.problem.sign-ins-paused":
    "Too many sign-ins were tried in a short time, to this account or by all shops together. Suppliers may lock an account for that, so this pause protects yours. Nothing was sent. {outcome}",
  "connection.problem.other-account.title": "This isn't the account that your shop is connected to",
  "connection.problem.other-account":
    "Nothing was sent. {outcome} Enter the email you connected with. To switch accounts, or if your account's email has changed, disconnect first and then connect again: your products stay linked.",
  "connection.problem.sign-in-rejected.title": "Your supplier didn't accept this email and password",
  "connection.problem.sign-in-rejected":
    "{outcome} Check both, then try again. Use the ones you sign in with on your supplier's own site, not your Shopify ones.",
  "connection.problem.no-token.title": "Your supplier's answer to the sign-in is incomplete",
  "connection.problem.no-token":
    "Its session token is missing. {outcome} Check that you can sign in on your supplier's own site. If you can, contact Stockbridge support.",
  "connection.problem.no-sign-in.title": "Your supplier has no sign-in at its address",
  "connection.problem.no-sign-in": "It answered with status {status}. {outcome} Contact Stockbridge support.",
  "connection.problem.sign-in-failed.title": "The sign-in didn't work",
  "connection.problem.sign-in-failed": "{why} {outcome}",
  "connection.problem.not-allowed.title":
    "You're signed in, but your supplier doesn't let this account create a key",
  "connection.problem.not-allowed":
    "{outcome} Check in your profile at your supplier that your account may create API keys.",
  "connection.problem.key-later.title": "You're signed in, but your supplier hasn't created a key yet",
  "connection.problem.key-later": "{why} {outcome}",
  "connection.problem.key-rejected.title": "You're signed in, but your supplier didn't create a key",
  "connection.problem.key-rejected": "{why} {outcome}",
  "connection.problem.key-in-doubt.title": "We couldn't tell whether your supplier created a key",
  "connection.problem.key-in-doubt":
    "{why} {outcome} If there is a key named “{keyName}” under API keys in your profile at your supplier, delete it. Then try again: that creates a new one.",
  "connection.problem.changed-name.title": "Your supplier created a key under a different name",
  "connection.problem.changed-name":
    "We asked for “{keyName}” and got “{cameBackAs}”. Such a key could belong to someone else, so we didn't keep it. {outcome} Delete it under API keys in your profile at your supplier.",
  "connection.problem.key-unusable.title": "Your supplier created a new key but doesn't accept it",
  "connection.problem.key-unusable":
    "Your shop keeps the key it has. {outcome} Delete the key named “{keyName}” under API keys in your profile at your supplier, then try again later.",
  "connection.problem.not-stored.title": "The key was created but couldn't be stored",
  "connection.problem.not-stored":
    "Delete the key named “{keyName}” under API keys in your profile at your supplier. Then reload this page and {purpose, select, connect {connect again if your shop isn't connected} other {replace the key again}}.",

  // Why the supplier's products could not be read: what a check of the key showed, and what the catalog's page says
  "connection.products.not-offered.title": "Your supplier's products aren't available",
  "connection.products.not-offered":
    "You're connected, but your supplier has no product list where Stockbridge looks for it (status {status}). Contact Stockbridge support.",
  "connection.products.unauthorized.title": "Your supplier doesn't accept your key",
  "connection.products.unauthorized":
    "If you deleted the key at your supplier, replace it in Settings. If you didn't, test the connection in Settings in a few minutes.",
  "connection.products.failed.title": "Your supplier's products couldn't be read",

  // What came of a button
  "connection.already.title": "This shop is already connected",
  "connection.already":
    "The email and password you entered weren't used. To connect a different account, disconnect first.",
  "connection.running.title": "Another attempt is in progress",
  "connection.gone.title": "This shop is no longer connected",
  "connection.gone": "It was disconnected in another window or by someone else.",
  "connection.replaced.title": "Key replaced",
  "connection.replaced":
    "Stockbridge now uses the new key. Delete the old one at your supplier: its name is listed below.",
  "connection.tested.verified.title": "The connection works",
  "connection.tested.verified": "Your supplier showed its products with this key.",
  "connection.tested.unverified.title": "The key couldn't be verified",
  "connection.disconnected.title": "Disconnected",
  "connection.disconnected.zero-stock":
    "Stockbridge has forgotten the key and is setting the stock of your supplier's products in your shop to zero. Activity shows when that's done.",
  "connection.disconnected.draft":
    "Stockbridge has forgotten the key and is turning your supplier's products in your shop into drafts. Activity shows when that's done.",
  "connection.disconnected.keep":
    "Stockbridge has forgotten the key. Your products stay as they are: fulfill or refund new orders for them yourself.",

  // The connection on its page
  "connection.card.title": "Connected to {supplier}",
  "connection.state.connected": "Connected",
  "connection.state.unverified": "Connected, not verified yet",
  "connection.state.other-account": "Connected to a different account",
  "connection.state.needs-reconnecting": "Key doesn't work",
  "connection.check.not-tried": "The key hasn't been tried yet. Test the connection.",
  "connection.needs-reconnecting":
    "{why} Your supplier hasn't accepted the key since {since, date, long}. Nothing is lost: orders wait, and your products stay as they are.",
  "connection.key-name": "Key name",
  "connection.key": "Key",
  "connection.connected-since": "Connected since",
  "connection.last-checked": "Last checked",
  "connection.test": "Test connection",
  "connection.shared.title": "Another shop uses this account",
  "connection.shared":
    "Orders stay separate. Branding doesn't: your supplier keeps one branding per account, so what one shop publishes applies to the parcels of both.",

  // Disconnecting
  "connection.disconnect": "Disconnect",
  "connection.disconnect.title": "Disconnect this shop?",
  "connection.disconnect.effect":
    "Stockbridge forgets the key right away and stops working with your supplier for this shop. The key “{keyName}” still works at your supplier until you delete it there. Your history and product links are kept in case you connect again.",
  "connection.disconnect.orders":
    "{count, plural, one {# order is} other {# orders are}} in progress. What isn't ordered yet waits until you connect the same account again. What your supplier has, they still send, but until then no tracking reaches Shopify.",
  "connection.disconnect.orders.more":
    "More than {count, number} orders are in progress. What isn't ordered yet waits until you connect the same account again. What your supplier has, they still send, but until then no tracking reaches Shopify.",
  "connection.disconnect.attention":
    "{count, plural, one {# order needs} other {# orders need}} your attention. If one is in doubt, check with your supplier first: until you connect the same account again, Stockbridge can't tell whether they have it.",
  "connection.disconnect.attention.more":
    "More than {count, number} orders need your attention. If one is in doubt, check with your supplier first: until you connect the same account again, Stockbridge can't tell whether they have it.",
  "connection.disconnect.products": "What should happen to your supplier's products in your shop?",
  "connection.disconnect.zero-stock": "Set their stock to zero",
  "connection.disconnect.zero-stock.help":
    "They stay in your shop, but customers can't order what nobody would ship. Connecting again restores their stock.",
  "connection.disconnect.draft": "Turn them into drafts",
  "connection.disconnect.draft.help":
    "Customers no longer see them. After you connect again, they stay drafts until you publish them in Shopify.",
  "connection.disconnect.keep": "Leave them as they are",
  "connection.disconnect.keep.help":
    "Customers can still order them, but nothing is sent to your supplier. You fulfill or refund those orders yourself.",
  "connection.disconnect.cancel": "Stay connected",

  // Keys that no shop uses
  "connection.orphaned-keys.title": "Keys to delete at your supplier",
  "connection.orphaned-keys":
    "Stockbridge doesn't use these keys and can't delete them for you. Sign in to {supplier}, open API keys in your profile, and delete the ones with exactly these names.",
  "connection.orphaned-key.lost":
    "May exist: we couldn't tell whether your supplier created it on {since, date, long}.",
  "connection.orphaned-key.disconnected": "Used until you disconnected. Created on {since, date, long}.",
  "connection.orphaned-key.uninstalled":
    "Used until Stockbridge was uninstalled. Created on {since, date, long}.",
  "connection.orphaned-key.replaced": "Used until you replaced it. Created on {since, date, long}.",
  "connection.orphaned-key.unusable":
    "Never used, because your supplier didn't accept it. Created on {since, date, long}.",
  "connection.orphaned-key.acknowledge": "Mark as deleted",
  "connection.orphaned-key.acknowledge.label": "Mark {keyName} as deleted",
  "connection.orphaned-key.acknowledge.title": "Did you delete this key at your supplier?",
  "connection.orphaned-key.acknowledge.effect":
    "Stockbridge removes the name “{keyName}” from the list, and won't be able to show it again.",
  "connection.orphaned-key.acknowledge.submit": "Remove from list",
  "connection.orphaned-key.acknowledge.cancel": "Keep on list",

  // Another account than before
  "connection.other-account.title": "This shop is connected to a different account than before",
  "connection.other-account":
    "{count, plural, one {# product} other {# products}} in your shop came from the previous account. Does this account have the same products? Until you decide, orders for them wait and their stock isn't updated.",
  "connection.other-account.not-read":
    "Stockbridge is still reading this account's products. Soon you'll see here how many of them it has.",
  "connection.other-account.found-none": "This account has none of them under the same number.",
  "connection.other-account.found-all": "This account has all of them under the same numbers.",
  "connection.other-account.found-some": "This account has {found, number} of them under the same numbers.",
  "connection.other-account.same": "Keep links",
  "connection.other-account.fresh": "Start fresh",
  "connection.other-account.fresh.title": "Start fresh with this account?",
  "connection.other-account.fresh.effect":
    "Stockbridge forgets that {count, plural, one {# product} other {# products}} came from your supplier. They stay in your shop as they are, but nothing is ordered for them anymore, and the links can't be restored. Import what you want to sell from this account.",
  "connection.other-account.fresh.cancel": "Not now",

  // Above pages that need a connection
  "connection.banner.needs-reconnecting.title": "Your supplier no longer accepts this shop's key",
  "connection.banner.needs-reconnecting":
    "This began on {since, date, long}. Nothing is lost: orders wait, and your products stay as they are. Everything continues once you reconnect.",
  "connection.banner.reconnect": "Reconnect",
  "connection.banner.other-account":
    "Decide whether the products you have are the same in this account. Until then, orders for them wait.",
  "connection.banner.decide": "Decide",
  "connection.connect-first.title": "Connect your reseller account first",
  "connection.connect-first.disconnected":
    "This shop was disconnected on {at, date, long}. Its history and product links are kept.",
  "connection.view-progress": "View progress",

  // Activity
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

  // ---- Catalog

  "catalog.title": "Catalog",

  "catalog.subtitle": "Your supplier's products",
  "catalog.reading": "Reading your supplier's products…",
  "catalog.read": "Last updated on {at, date, long}",
  "catalog.read-and-reading": "Last updated on {at, date, long}, updating now",
  "catalog.read-in-full": "{read}. Last read in full on {full, date, long}",
  "catalog.connect-first": "Your supplier shows its products to connected shops only.",
  "catalog.last-read": "{problem} Until that works, you see the products as they were last read.",
  "catalog.products-skipped.title":
    "{count, plural, one {# of your supplier's products can't be read} other {# of your supplier's products can't be read}}",
  "catalog.products-skipped":
    "Stockbridge doesn't understand how your supplier describes {count, plural, one {this product} other {these products}}. Products that you saw before stay as they were last read; the others aren't shown. If this lasts longer than a day, contact Stockbridge support.",
  "catalog.shrunk.title":
    "{vanished, number} of {listed, number} products are missing from your supplier's list",
  "catalog.shrunk":
    "That may be a mistake at your supplier, so nothing has changed in your catalog or your shop. If your supplier really dropped them, confirm it: the list is read again, and the missing products are marked as no longer offered. If you keep them, you are asked again when they are still missing the next time the whole list is read.",
  "catalog.shrunk.keep": "Keep products",
  "catalog.shrunk.confirm": "Mark as no longer offered",
  "catalog.no-location.title": "Your shop has no location for your supplier's stock",
  "catalog.no-location":
    "{problem} Products can't be imported until there is one. Stockbridge tries again with each import.",

  "catalog.daily-limit.title":
    "{count, plural, one {# product continues tomorrow} other {# products continue tomorrow}}",
  "catalog.daily-limit":
    "Shopify takes 1,000 new variants a day from a shop with 50,000 or more. You don't need to do anything.",
  "catalog.refresh": "Refresh",
  "catalog.import-selected": "Import…",
  "catalog.select-all": "Select all {count, number} that match",
  "catalog.select-all.more": "Select all that match",
  "catalog.all-selected": "All products that match are selected.",
  "catalog.import-all": "Import all…",
  "catalog.import": "Import",
  "catalog.import-product": "Import {product}",
  "catalog.try-again": "Try again",
  "catalog.try-product-again": "Try again to import {product}",

  "catalog.failed-images":
    "{count, plural, one {# image} other {# images}} couldn't be loaded by Shopify. {problem}",
  "catalog.published": "Published to {channels}",
  "catalog.unpublished": "Not published to any sales channel",
  "catalog.not-published": "It couldn't be published, so customers don't see it. {problem}",
  "catalog.no-online-store":
    "Your shop has no Online Store, so the product isn't published anywhere. Choose sales channels in Settings, then try again.",
  "catalog.own-stock":
    "Also stocked at your own locations. Shopify may assign orders to them, and those orders don't reach your supplier. If you use your supplier only, the stock at your own locations is removed, except where orders wait for it.",
  "catalog.own-stock.keep": "Keep my stock",
  "catalog.own-stock.keep-product": "Keep my own stock of {product}",
  "catalog.own-stock.leave": "Use supplier only",
  "catalog.own-stock.leave-product": "Stock {product} at the supplier only",

  "channels.title": "Sales channels",
  "channels.help":
    "New products are published to these channels when they are first imported. After that, you choose a product's channels in Shopify.",
  "channels.online-store": "Online Store",
  "channels.none": "None: new products stay hidden until you publish them.",
  "channels.choose": "Choose channels",
  "channels.save": "Save",
  "channels.cancel": "Cancel",
  "channels.unreadable": "The sales channels of your shop couldn't be read. {problem}",

  "catalog.search": "Search products",
  "catalog.search-by": "Name, brand, or start of a SKU",
  "catalog.search.cut":
    "Your search is too long, so only its first {limit, number} characters are searched for.",
  "catalog.filters": "Filters",
  "catalog.filters.chosen": "Filters ({count, number})",
  "catalog.filters.clear": "Clear filters",
  "catalog.sort": "Sort by",
  "catalog.sort.best": "Best match",
  "catalog.sort.name": "Name",
  "catalog.sort.cost": "Cost, lowest first",
  "catalog.sort.-cost": "Cost, highest first",
  "catalog.sort.newest": "Newest first",
  "catalog.since": "New",
  "catalog.since.any": "Any time",
  "catalog.since.days": "{days, plural, one {In the last day} other {In the last # days}}",
  "catalog.cost.min": "Cost from",
  "catalog.cost.max": "Cost to",
  "catalog.cost.misfit": "Enter an amount such as 12.50.",
  "catalog.in-stock": "In stock only",
  "catalog.count": "{count, plural, one {# product} other {# products}}",
  "catalog.count.more": "More than {count, number} products",
  "catalog.corrected": "Nothing found for “{typed}”. Showing results for “{corrected}”.",
  "catalog.open-in-shopify": "Open {product} in Shopify",
  "catalog.category": "Category",
  "catalog.all-categories": "All categories",
  "catalog.all-brands": "All brands",
  "catalog.show": "Show",
  "catalog.show.all": "All products",
  "catalog.show.not-imported": "Not in your shop",
  "catalog.show.imported": "In your shop",
  "catalog.show.importing": "Importing",
  "catalog.show.skipped": "Not imported because of a problem",
  "catalog.show.discontinued": "Discontinued",

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
  "catalog.needs-linking": "Needs linking",
  "catalog.nothing-found": "No products found",
  "catalog.nothing-found.help": "Change your search, or show all products.",
  "catalog.clear-search": "Clear search",
  "catalog.nothing-read": "Reading your supplier's products",
  "catalog.nothing-read.help": "The first ones appear here in a moment.",
  "catalog.nothing-offered": "No products",
  "catalog.nothing-offered.help": "Your supplier offers no products to your account.",

  "product.one": "Product",
  "product.import-again": "Import again",
  "product.open-in-shopify": "Open in Shopify",
  "product.in-shop": "In your shop",
  "product.variant": "variant",
  "product.variants": "variants",
  "product.column.variant": "Variant",
  "product.column.sku": "SKU and barcode",
  "product.column.price": "Selling price",
  "product.own-price": "Your own price",
  "product.no-price": "No usable price",
  "product.no-rate": "No exchange rate",
  "catalog.margin": "{margin}% margin",
  "catalog.cost": "Cost: {cost}",
  "catalog.price": "Price: {price}",
  "product.variant-figures": "Your cost: {cost} · Selling price: {price} · Stock: {stock}",
  "product.description": "Description",
  "product.no-description": "Your supplier gives no description.",
  "product.pictures": "Images",
  "product.no-pictures": "Your supplier gives no images.",
  "product.details": "Details",
  "product.none": "None",
  "product.history": "History",
  "product.history.requested": "Import requested",
  "product.history.by-you": "In your shop: {change}",
  "product.history.by-us": "Updated automatically: {change}",
  "product.history.undone": "You undid an update: {change}",
  "product.history.imported": "Imported into your shop",

  "catalog.prices": "Prices",

  /** Why a product was not imported. */
  "catalog.skip.not-listed": "Your supplier no longer lists this product.",
  "catalog.skip.discontinued": "Your supplier no longer sells this product.",
  "catalog.skip.no-variants": "Your supplier lists no variants of this product, so there is nothing to sell.",
  "catalog.skip.too-many-variants":
    "This product has {count, number} variants. Shopify allows at most {limit, number}.",
  "catalog.skip.too-many-options":
    "The variants differ in these options: {options}. Shopify allows at most {limit}.",
  "catalog.skip.currency-differs":
    "Your supplier's price is in {supplierCurrency}, but your shop sells in {shopCurrency}. Enter an exchange rate on the Prices page of the catalog, then try again.",
  "catalog.skip.no-price": "Your supplier gives no usable price for {variant}.",
  "catalog.skip.variant": "the variant {id}",
  "catalog.skip.same-options":
    "{sku} and {otherSku} have the same options, so your customers couldn't tell them apart.",
  "catalog.skip.no-location": "Your shop has no location for your supplier's stock. {problem}",
  "catalog.skip.deleted-meanwhile": "This product was deleted in your shop while it was being imported.",
  "catalog.skip.needs-linking":
    "None of the variants of this product in your shop can be recognized as your supplier's any more, so nothing was changed. Link it under “Links”. To import it as a new product instead, delete it in your shop first.",
  "catalog.skip.needs-linking-sku":
    "Your shop already has {skus}, not linked to your supplier, so nothing was imported. If it's the same product, link it under “Links”. To import this as a new product instead, delete that one in your shop or change its SKU.",
  "catalog.skip.variant-taken":
    "Your shop's product already has a variant with the options of {sku}, and it isn't linked to your supplier, so nothing was changed. Delete that variant in your shop, then try again.",
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
  "catalog.activity.needs-linking":
    "{count, plural, one {# product in your shop needs linking: none of its variants can be recognized as your supplier's, so its stock isn't updated.} other {# products in your shop need linking: none of their variants can be recognized as your supplier's, so their stock isn't updated.}} Link them under “Links”.",
  "catalog.activity.partly-done": "{done} {rejected}",
  "catalog.activity.deleted-in-shop":
    "{products} {count, plural, one {was deleted in your shop, so it is no longer updated.} other {and more were deleted in your shop: # products are no longer updated.}} To sell it again, import it from the catalog.",
  "catalog.activity.archived-in-shop":
    "{products} {count, plural, one {was archived in your shop, so it is not updated.} other {and more were archived in your shop: # products are not updated.}} Updates resume when you unarchive it.",
  "catalog.activity.off-sale":
    "Your supplier no longer sells {count, plural, one {a product in your shop, so its stock is zero now} other {# products in your shop, so their stock is zero now}}: {products}.",
  "catalog.activity.off-sale-as-drafts":
    "Your supplier no longer sells {count, plural, one {a product in your shop, so it is a draft now} other {# products in your shop, so they are drafts now}}: {products}.",
  "catalog.activity.links-kept":
    "You said that the products of your previous account are the same in this one. They stay linked to your supplier.",
  "catalog.activity.links-dropped":
    "You started fresh with this account. The products of your previous account stay in your shop, but are no longer linked to your supplier.",
  "catalog.activity.prices-applied":
    "You applied your price rules to {products, plural, one {# product} other {# products}} in your shop.",

  // ---- Prices

  "number.missing": "Enter a number.",
  "number.negative": "Enter a number of zero or more.",
  "number.unreadable": "“{text}” isn't a number Stockbridge can read. Enter one such as 12.50.",
  "number.ambiguous": "“{text}” could mean {one} or {other}. Enter {one} or {instead}.",
  "number.too-precise":
    "{decimals, plural, =0 {Enter a whole number.} one {Enter at most # decimal.} other {Enter at most # decimals.}}",
  "number.too-high": "Enter at most {most}.",

  "prices.title": "Prices",
  "prices.subtitle": "How your shop's prices are made from what your supplier charges you.",
  "prices.save": "Save",
  "prices.discard": "Discard",
  "prices.catalog": "Catalog",
  "prices.default.title": "Default rule",
  "prices.default.help": "For every product whose category has no rule of its own.",
  "prices.by": "How the price is made",
  "prices.by.percent": "Percentage on top of your cost",
  "prices.by.amount": "Fixed amount on top of your cost",
  "prices.by.ranges": "Ranges by cost",
  "prices.value.percent": "Percentage on top",
  "prices.value.amount": "Amount on top",
  "prices.kind": "Kind",
  "prices.kind.percent": "Percent",
  "prices.kind.amount": "Amount",
  "prices.range.up-to": "Costs up to",
  "prices.range.above": "and above",
  "prices.range.help":
    "A range begins where the one above it ends. Costs that are exactly at an end belong to the range that ends there. Leave the last end empty.",
  "prices.range.add": "Add range",
  "prices.range.remove": "Remove range {number}",
  "prices.rounding": "Round up to",
  "prices.rounding.none": "Don't round",
  "prices.rounding.99": "Ends in .99",
  "prices.rounding.95": "Ends in .95",
  "prices.rounding.whole": "Whole amount",
  "prices.margin-floor": "Lowest margin",
  "prices.margin-floor.help":
    "In percent of the price, after your supplier's cost without shipping. Where the rule makes less, the price is raised. Leave it empty for none.",
  "prices.compare-at": "Compare-at price",
  "prices.compare-at.help": "In percent above the price, shown crossed out. Leave it empty for none.",
  "prices.categories.title": "Rules by category",
  "prices.categories.help": "Products of these categories follow their own rule instead of the default rule.",
  "prices.categories.add": "Add rule",
  "prices.categories.choose": "Choose a category",
  "prices.categories.remove": "Remove rule",
  "prices.categories.remove-one": "Remove the rule for {category}",
  "prices.rates.title": "Exchange rates",
  "prices.rates.help":
    "Your supplier's prices are in another currency than your shop's. Prices are made with the rate that you enter here, and orders are checked for losses with the same one.",
  "prices.rates.rate": "1 {from} in {to}",
  "prices.rates.date": "As of",
  "prices.rates.missing.title": "Enter an exchange rate",
  "prices.rates.missing":
    "Your supplier's prices are in {currencies}, and your shop sells in {shopCurrency}. Until you enter an exchange rate below, these products can't be imported, and Stockbridge can't tell whether their orders lose money.",
  "prices.rates.old.title": "Your exchange rate is old",
  "prices.rates.old":
    "You entered your rate for {currencies} more than {days, number} days ago. Stockbridge still uses it. If the currency has moved since, your prices may be too low: update it below.",
  "prices.other-currency.title": "Your shop's currency has changed",
  "prices.other-currency":
    "The amounts in your rules were entered in {currency}, and your shop now sells in {shopCurrency}. Until you have checked the amounts and saved, products that follow these rules can't be imported.",
  "prices.unreadable.title": "Prices can't be shown",
  "prices.unreadable": "{problem} Then open this page again.",

  "prices.problem.category-twice": "“{category}” has a rule already. Remove one of them.",
  "prices.problem.no-ranges": "Add at least one range.",
  "prices.problem.range-open": "Enter where this range ends. Only the last range can be without an end.",
  "prices.problem.range-empty": "A range can't end at zero.",
  "prices.problem.range-overlaps":
    "This range overlaps the one before it, which goes up to {before}. Enter a higher end.",
  "prices.problem.range-gap":
    "Costs above {end} have no range. Leave the end of the last range empty, or add a range.",
  "prices.problem.rate-zero": "Enter a rate above zero.",
  "prices.problem.date": "Enter a date.",
  "prices.problem.date-ahead": "Enter a date that isn't in the future.",
  "prices.problems.title": "Not saved yet",
  "prices.problems": "Check the fields marked below, then save again.",
  "prices.stale.title": "The rules were changed somewhere else",
  "prices.stale":
    "They were saved in another window or by somebody else meanwhile, so nothing was changed here. What you entered is still shown: save it in place of theirs, or discard it to see theirs. Then try again.",
  "prices.saved.title": "Saved",
  "prices.saved": "Products that you import from now on follow these rules.",

  "prices.hint.falling":
    "A product that costs {cost} sells for {price}, but one that costs {above} sells for less: {lower}.",

  "prices.preview.title": "Preview",
  "prices.preview.rule": "Rule",
  "prices.preview.cost": "Try a cost",
  "prices.preview.none": "No products to show yet. Try a cost above.",
  "prices.preview.problems": "Fix the fields that are marked to see prices.",
  "prices.preview.price": "Sells for {price}",
  "prices.preview.cost-of": "Costs {cost}",
  "prices.preview.margin": "Margin {margin}%",
  "prices.preview.compare-at": "Compare at {price}",
  "prices.preview.no-price": "No usable cost, so no price.",
  "prices.preview.currency-differs": "No exchange rate from {supplierCurrency} to {shopCurrency}.",

  "prices.apply.title": "Products in your shop",
  "prices.apply.help":
    "{followers, plural, one {# product} other {# products}} in your shop still follow earlier rules. They keep their prices, and when your supplier's prices change, the earlier rules apply, until you apply the new ones.",
  "prices.apply.none":
    "All products in your shop follow these rules. If you change the rules, they keep their prices until you apply the new rules here.",
  "prices.apply.save-first": "Save your changes to see what they do to products in your shop.",
  "prices.apply.review": "Preview new prices",
  "prices.apply.changes":
    "{variants, plural, =0 {None of the prices that Stockbridge knows would change.} one {# variant in {products, plural, one {# product} other {# products}} gets a new price.} other {# variants in {products, plural, one {# product} other {# products}} get a new price.}}",
  "prices.apply.incomplete":
    "Only the first {variants, number} variants were looked at. The others follow the new rules too once you apply them.",
  "prices.apply.own":
    "{count, plural, one {# variant has a price that you set yourself. It stays.} other {# variants have prices that you set yourself. They stay.}}",
  "prices.apply.off":
    "No price in your shop changes: you have turned off price updates under Product updates. The new rules count from when you turn them on.",
  "prices.apply.waiting":
    "{count, plural, one {# variant has a cost that has changed a lot. Its new price waits for your approval.} other {# variants have costs that have changed a lot. Their new prices wait for your approval.}}",
  "prices.apply.ended":
    "{count, plural, one {# variant is no longer sold by your supplier. Its price stays.} other {# variants are no longer sold by your supplier. Their prices stay.}}",
  "prices.apply.unknown":
    "{count, plural, one {For # variant, Stockbridge doesn't know the price in your shop yet. It is compared when you apply the rules.} other {For # variants, Stockbridge doesn't know the prices in your shop yet. They are compared when you apply the rules.}}",
  "prices.apply.unpriced":
    "{count, plural, one {There is no price for # variant, so what it has stays.} other {There are no prices for # variants, so what they have stays.}}",
  "prices.apply.largest": "Largest changes",
  "prices.apply.change": "{before} → {after} ({percent}%)",
  "prices.apply.submit": "Apply to {followers, plural, one {# product} other {# products}}",
  "prices.apply.background":
    "Prices change in your shop in the background. With many products that takes a while.",
  "prices.applied.title": "The new rules apply",
  "prices.applied":
    "Products in your shop follow them now. Their prices change in the background; prices that you set yourself stay.",

  // ---- Imports

  "imports.import": "Import",
  "imports.title": "Imports",
  "imports.open-catalog": "Open the catalog",
  "imports.back": "Back to the catalog",
  "imports.first-page": "First page",
  "imports.next-page": "Next page",

  "imports.new.title": "Import products",
  "imports.nothing-selected.title": "No products selected",
  "imports.nothing-selected": "Select products in the catalog to import them into your shop.",
  "imports.nothing-left.title": "Nothing to import",
  "imports.nothing-left":
    "These products are being imported already, are being unlinked, or are no longer in your supplier's list.",
  "imports.unreadable.title": "The preview can't be shown",
  "imports.unreadable": "{problem} Nothing was imported.",
  "imports.start": "{count, plural, =0 {Nothing to import} one {Import # product} other {Import # products}}",
  "imports.preview.title": "What will happen",
  "imports.preview.creates":
    "{count, plural, =0 {No new products} one {# new product will be created} other {# new products will be created}}",
  "imports.preview.updates":
    "{count, plural, =0 {No products in your shop will be updated} one {# product in your shop will be updated} other {# products in your shop will be updated}}",
  "imports.preview.skips":
    "{count, plural, one {# product will be skipped} other {# products will be skipped}}",
  "imports.preview.problems":
    "{count, plural, one {# product has a problem} other {# products have problems}}",
  "imports.preview.keeps":
    "What you changed in your shop stays as it is, unless you choose to overwrite it. Stock always follows your supplier.",
  "imports.variants.title": "Variants to import",
  "imports.variants.in-shop": "In your shop · Stock: {stock}",
  "imports.prices.title": "Prices",
  "imports.prices": "Made by your price rules. The preview shows them beside your cost.",
  "imports.prices.change": "View price rules",
  "imports.overwrite.title": "Overwrite in your shop",
  "imports.overwrite.help":
    "For products that are in your shop already. The preview shows your shop's side and your supplier's.",
  "imports.new-products.title": "New products",
  "imports.status.title": "Status",
  "imports.status.active": "Active",
  "imports.status.active.help": "On sale at once",
  "imports.status.draft": "Draft",
  "imports.status.draft.help": "Hidden until you activate it in Shopify",
  "imports.fields.title": "Include",
  "imports.collection.title": "Collection",
  "imports.collection.none": "None",
  "imports.tags.title": "Tags",
  "imports.tags.help": "Separated by commas. Added to new products, and to others if you overwrite tags.",

  "imports.field.title": "Title",
  "imports.field.descriptionHtml": "Description",
  "imports.field.vendor": "Brand",
  "imports.field.productType": "Product type",
  "imports.field.tags": "Tags",
  "imports.field.images": "Images",
  "imports.field.status": "Status",
  "imports.field.price": "Price",
  "imports.field.compareAtPrice": "Compare-at price",
  "imports.field.cost": "Cost",
  "imports.field.barcode": "Barcode",
  "imports.field.weight": "Weight",
  "imports.field.stock": "Stock",
  "imports.field.variant": "New variant",

  "imports.group.create": "New ({count, number})",
  "imports.group.update": "Updated ({count, number})",
  "imports.group.skip": "Skipped ({count, number})",
  "imports.group.problem": "Problems ({count, number})",
  "imports.badge.problem": "Problem",
  "imports.product": "{price} · your cost {cost} · {variants, plural, one {# variant} other {# variants}}",
  "imports.product.from":
    "from {price} · your cost from {cost} · {variants, plural, one {# variant} other {# variants}}",
  "imports.forecast.needs-linking": "Couldn't be linked the last time. It will be tried again.",
  "imports.forecast.importing": "Is being imported already.",
  "imports.forecast.linking": "Is being linked to a product in your shop.",
  "imports.forecast.unlinked": "Is being unlinked from your supplier. Try again in a few minutes.",
  "imports.forecast.not-listed": "Your supplier no longer lists this product.",
  "imports.forecast.discontinued": "Your supplier no longer sells this product.",
  "imports.forecast.no-variants":
    "Your supplier lists no variants of this product, so there is nothing to sell.",
  "imports.forecast.too-many-variants": "Has more variants than Shopify allows.",
  "imports.forecast.currency-differs": "Your supplier's price is in another currency than your shop's.",
  "imports.forecast.no-price": "Your supplier gives no usable price for one of its variants.",
  "imports.differences.none": "Nothing to change but the stock.",
  "imports.differences.more": "{count, plural, one {# more difference} other {# more differences}}",
  "imports.differences.of": "{field} of {variant}",
  "imports.differences.added": "Added",
  "imports.differences.changes": "Changes",
  "imports.differences.stays": "Stays",
  "imports.differences.shop": "Your shop:",
  "imports.differences.supplier": "Your supplier:",
  "imports.differences.rules": "By your price rules:",
  "imports.differences.nothing": "nothing",

  "imports.progress.title": "Import of {at, date, long}",
  "imports.progress.bar": "{done, number} of {total, number} products done",
  "imports.progress.imported": "{count, plural, one {# imported} other {# imported}}",
  "imports.progress.skipped": "{count, plural, one {# not imported} other {# not imported}}",
  "imports.progress.left": "{count, plural, one {# to go} other {# to go}}",
  "imports.progress.bulk":
    "Shopify is creating {count, plural, one {# product} other {# products}}, {created, number} so far. Large imports take Shopify several minutes; these products count as done once it reports back.",
  "imports.completed-at": "Completed on {at, date, long}",
  "imports.cancelled-at": "Canceled on {at, date, long}",
  "imports.show-imported": "Show imported products",
  "imports.state.running": "In progress",
  "imports.state.cancelling": "Canceling",
  "imports.state.ended": "Completed",
  "imports.state.partly": "Partly imported",
  "imports.state.none": "Nothing imported",
  "imports.state.cancelled": "Canceled",
  "imports.leave": "You can leave this page. The import continues.",
  "imports.cancel": "Cancel import",
  "imports.cancel.title": "Cancel this import?",
  "imports.cancel.text":
    "Products that are already in your shop stay there. The others stay as they were before this import.",
  "imports.cancel.keep": "Keep importing",
  "imports.cancelled.title": "Import canceled",
  "imports.cancelled":
    "{count, plural, =0 {No product was left to take back.} one {# product stays as it was before.} other {# products stay as they were before.}}",
  "imports.not-running.title": "This import is no longer in progress",
  "imports.retry": "Try again",
  "imports.retry-product": "Try again to import {product}",
  "imports.retry-all": "Try all again",
  "imports.retry-now": "Try now",
  "imports.retried.title":
    "{count, plural, =0 {Nothing left to try again} one {Trying # product again} other {Trying # products again}}",
  "imports.disconnected.title":
    "{count, plural, one {# product waits for your supplier} other {# products wait for your supplier}}",
  "imports.disconnected":
    "Your shop isn't connected to the account that these products come from. Connect it in Settings, and the import continues automatically.",
  "imports.waiting.title": "{count, plural, one {# product waits} other {# products wait}}",
  "imports.waiting": "{problem} Tried again automatically on {until, date, long}.",
  "imports.waiting.now": "{problem} Tried again automatically in a moment.",
  "imports.refused.title": "Not imported",
  "imports.refused.images":
    "{count, plural, one {# image couldn't be loaded by Shopify.} other {# images couldn't be loaded by Shopify.}}",
  "imports.none.title": "No imports yet",
  "imports.none": "Select products in the catalog to import them into your shop.",
  "imports.older": "Older",
  "imports.newer": "Newer",
  "imports.pages": "Pages of imports",

  // ---- Links: the shop's own products that are the supplier's

  "links.title": "Links",
  "links.subtitle": "Products you already sell that your supplier has too",
  "links.connect-first": "Your supplier shows its products to connected shops only.",
  "links.review": "To review",
  "links.linked": "Linked",
  "links.skipped": "Skipped",
  "links.find": "Find matches",
  "links.find.help":
    "Stockbridge compares the SKUs, barcodes, and titles in your shop with your supplier's. Nothing changes until you confirm.",
  "links.finding.title": "Comparing your shop with your supplier's catalog",
  "links.finding":
    "{read, plural, one {# variant of your shop read so far.} other {# variants of your shop read so far.}}",
  "links.finding.waits": "The comparison waits. {problem} It continues automatically.",
  "links.find-failed.title": "The comparison stopped",
  "links.found": "Last compared on {at, date, long}",
  "links.working":
    "{count, plural, one {# product is being linked or unlinked.} other {# products are being linked or unlinked.}}",
  "links.needs-linking.title":
    "{count, plural, one {# product waits to be linked} other {# products wait to be linked}}",
  "links.needs-linking":
    "Your shop may already sell {count, plural, one {this product,} other {these products,}} so nothing was imported, and the stock isn't updated. Find the matches, then confirm them here.",
  "links.clear":
    "{count, plural, one {# product has only one match, by SKU or barcode.} other {# products have only one match each, by SKU or barcode.}}",
  "links.clear.confirm": "{count, plural, one {Link this product} other {Link all #}}",
  "links.clear.confirm.title": "{count, plural, one {Link this product?} other {Link these # products?}}",
  "links.effect":
    "A linked product keeps its title, description, images, and tags. From then on its stock and cost follow your supplier, and new orders for it can be sent to your supplier.",
  "links.price": "Price",
  "links.price.keep": "Keep my price",
  "links.price.follow": "Use your supplier's cost and my price rules",
  "links.confirm": "Link",
  "links.confirm-product": "Link {product}",
  "links.skip": "Not the same",
  "links.skip-product": "{product} isn't the same",
  "links.unskip": "Review again",
  "links.unskip-product": "Review {product} again",
  "links.linking": "Linking",
  "links.failed": "Not linked",
  "links.only-match": "Only match",
  "links.choose": "Your choice",
  "links.needs-check": "Please check",
  "links.left-by-import": "Not imported, because your shop may already sell it. Find matches to link it.",
  "links.nothing-like-it":
    "No product in your shop has the same SKU, barcode, or title. If you have it, give it your supplier's SKU, then find matches again.",
  "links.at-supplier": "Your supplier",
  "links.in-shop": "Your shop",
  "links.in-shop-product": "Product in your shop",
  "links.draft": "Draft",
  "links.archived": "Archived",
  "links.variants": "{count, plural, one {# variant} other {# variants}}",
  "links.whole-product": "Whole product",
  "links.sku": "SKU {sku}",
  "links.barcode": "Barcode {barcode}",
  "links.cost": "Cost {cost}",
  "links.your-price": "Price {price}",
  "links.not-this": "None of these",
  "links.pick-variant": "Which of your variants is {variant}?",
  "links.more-lines": "{count, plural, one {and # more variant} other {and # more variants}}",
  "links.by.sku": "Same SKU",
  "links.by.sku-folded": "Same SKU but for capitals or spaces",
  "links.by.barcode": "Same barcode",
  "links.by.barcode-folded": "Same barcode but for spaces or zeros",
  "links.by.title": "Same title and options",
  "links.unlink": "Unlink",
  "links.unlink-product": "Unlink {product}",
  "links.unlink.title": "Unlink {product}?",
  "links.unlink.effect":
    "The product stays in your shop as it is. Its stock and price no longer follow your supplier, and new orders for it are held until you link it again or fulfill them yourself. Orders your supplier already has continue.",
  "links.unlink.stock":
    "The stock that was last set for your supplier stays on sale. Change it in your Shopify admin if you can't deliver it yourself.",
  "links.open-in-shop": "Open in your shop",
  "links.open-product": "Open {product} in your shop",
  "links.linked-variants":
    "{linked, number} of {variants, plural, one {# variant linked} other {# variants linked}}",
  "links.none-to-review": "Nothing to review",
  "links.none-to-review.help": "Find matches if your shop already sells products that your supplier has.",
  "links.none-linked": "No linked products",
  "links.none-linked.help": "Products you import or link appear here.",
  "links.none-skipped": "No skipped products",
  "links.none-skipped.help": "Products you mark as “Not the same” appear here.",
  "links.confirmed.title":
    "{count, plural, =0 {Nothing was linked} one {# product is being linked} other {# products are being linked}}",
  "links.confirmed.none": "It has changed since this page was opened. Check it again.",
  "links.unlinked.title":
    "{count, plural, =0 {Nothing was unlinked} one {# product is being unlinked} other {# products are being unlinked}}",
  "links.unlinked.none": "It is being imported right now. Try again in a minute.",
  "links.problem.deleted": "Your shop no longer has this product. Find matches again.",
  "links.problem.variant-deleted":
    "Your shop no longer has one of these variants. Find matches again, then choose.",
  "links.problem.variant-gone":
    "Your supplier no longer has one of these variants. Find matches again, then choose.",
  "links.problem.importing": "This product is being imported right now. Try again in a minute.",
  "links.problem.taken":
    "This product in your shop is already linked to another product of your supplier. Unlink that one first.",
  "links.problem.linked-elsewhere":
    "Your supplier's product is already linked to another product in your shop. Unlink that one first.",
  "links.activity.linked":
    "{linked, plural, =0 {No product was linked.} one {# product in your shop was linked to your supplier.} other {# products in your shop were linked to your supplier.}}{failed, plural, =0 {} one { # couldn't be linked. Open Links to see why.} other { # couldn't be linked. Open Links to see why.}}",
  "links.activity.unlinked":
    "You unlinked {count, plural, one {# product} other {# products}} from your supplier. Nothing else has changed in your shop, and new orders for {count, plural, one {this product} other {these products}} are held.",

  // Keeping products up to date
  "prices.open": "Open prices",
  "sync.title": "Product updates",
  "sync.subtitle":
    "Prices, stock, and availability follow your supplier. What you change in your shop stays yours.",
  "sync.connect-first": "Once you are connected, your imported products follow your supplier.",
  "sync.now": "Update now",
  "sync.try-again": "Try again",
  "sync.tab.overview": "Overview",
  "sync.tab.preview": "Preview",
  "sync.tab.approvals": "Approvals",
  "sync.tab.yours": "Your changes",
  "sync.tab.history": "History",
  "sync.tab.settings": "Settings",

  "sync.state.up-to-date": "Everything is up to date. There is nothing to change.",
  "sync.state.needs-you": "Up to date, except for what is listed here",
  "sync.state.reading": "Reading your supplier's products…",
  "sync.state.writing": "Updating your shop: {due, plural, one {# product} other {# products}} to go…",
  "sync.state.awaiting": "Ready to begin",
  "sync.state.nothing-imported": "Nothing to keep up to date yet. Import products from the catalog first.",
  "sync.state.unavailable": "Your supplier's products can't be read, so there is nothing to update",
  "sync.state.nothing-to-read": "{problem} Your shop stays as it is.",
  "sync.following": "{count, plural, one {# product follows} other {# products follow}} your supplier.",
  "sync.last-run":
    "The last update checked {products, plural, one {# product} other {# products}} and changed {changed, number}, on",
  "sync.read": "Your supplier's list was read on {at, date, long}.",
  "sync.sends-all":
    "Your supplier can't say which products have changed, so the whole list is read once an hour. To read it sooner, select Update now.",
  "sync.compared": "All products were compared with your shop on {at, date, long}.",
  "sync.awaiting.title":
    "{count, plural, one {# product is} other {# products are}} ready to follow your supplier",
  "sync.awaiting":
    "They were in your shop before Stockbridge kept products up to date. See what would change, then begin.",
  "sync.awaiting.action": "See what would change",
  "sync.approvals.title": "{count, plural, one {# price waits} other {# prices wait}} for your approval",
  "sync.approvals.action": "Review prices",
  "sync.approvals.help":
    "Your supplier changed these costs by more than you allow without asking. Until you decide, the prices in your shop stay as they are. Stock is updated all the same.",
  "sync.approvals.none.title": "No prices to approve",
  "sync.approvals.none": "When a cost changes by more than you allow, its price waits here.",
  "sync.approvals.name": "{product} ({sku})",
  "sync.approve": "Approve",
  "sync.approve-of": "Approve the new price of {name}",
  "sync.leave": "Keep price",
  "sync.leave-of": "Keep the price of {name}",
  "sync.approve-page": "Approve all {count, number} on this page",
  "sync.leave-page": "Keep all {count, number} prices",
  "sync.approved": "{count, plural, one {The new price is} other {# new prices are}} on the way to your shop",
  "sync.left":
    "{count, plural, one {The price stays as it is} other {# prices stay as they are}} until your supplier changes the cost again",
  "sync.price-changed-again":
    "{count, plural, one {One price has changed again, so nothing was decided about it.} other {# prices have changed again, so nothing was decided about them.}} Look at the list once more.",
  "sync.failed.title": "{count, plural, one {# product couldn't} other {# products couldn't}} be updated",

  "sync.preview.help":
    "Nothing has changed yet. This is what will change in your shop once you begin. To keep the prices of a product as they are, select Keep prices beside it first.",
  "sync.preview.none": "Nothing is waiting to begin.",
  "sync.preview.unchanged":
    "{count, plural, one {# more product on this page needs} other {# more products on this page need}} no change.",
  "sync.preview.all-unchanged":
    "{count, plural, one {The product on this page needs} other {The # products on this page need}} no change.",
  "sync.preview.more": "{count, plural, one {# more change} other {# more changes}}",
  "sync.preview.unreadable": "The preview can't be shown now",
  "sync.keep-price": "Keep prices",
  "sync.keep-price-of": "Keep the prices of {product}",
  "sync.start": "Begin updating {count, plural, one {# product} other {# products}}",
  "sync.started": "Your products follow your supplier now",

  "sync.yours.help":
    "You changed these in your shop, so they stay as you set them. If you let one follow your supplier again, your supplier's value replaces yours.",
  "sync.yours.none.title": "No changes of yours",
  "sync.yours.none": "When you change a price or a status in your shop, it stays yours and is listed here.",
  "sync.follow": "{field}: follow supplier",
  "sync.follow-of": "Let your supplier set this of {product} again: {field}",
  "sync.follow.confirm.title": "Let your supplier set this of {product} again?",
  "sync.follow.confirm":
    "{field}: what you set in your shop is overwritten with your supplier's within minutes, and follows it from then on. To keep yours, cancel.",
  "sync.follow.confirm.action": "Overwrite mine",
  "sync.follows": "It follows your supplier again",
  "sync.shop-state.deleted": "Deleted in your shop",
  "sync.shop-state.archived": "Archived in your shop",
  "sync.shop-state.deleted.help": "It's no longer updated. To sell it again, import it again.",
  "sync.shop-state.archived.help": "It isn't updated until you unarchive it in Shopify.",

  "sync.field.price": "Price",
  "sync.field.compareAtPrice": "Compare-at price",
  "sync.field.cost": "Cost",
  "sync.field.stock": "Stock",
  "sync.field.status": "Status",
  "sync.field.title": "Title",
  "sync.field.descriptionHtml": "Description",
  "sync.field.vendor": "Vendor",
  "sync.field.productType": "Product type",
  "sync.field.other": "{field}",
  "sync.pieces": "{count, number}",
  "sync.status.active": "Active",
  "sync.status.draft": "Draft",
  "sync.status.archived": "Archived",
  "sync.status.unlisted": "Unlisted",
  "sync.change": "{of}: from {old} to {now}",
  "sync.change.set": "{of}: set to {now}",
  "sync.change.removed": "{of}: {old} removed",
  "sync.change.edited": "{of} changed",
  "sync.change.of-variant": "{field} of {sku}",
  "sync.change.variant-added": "Variant {sku} added",
  "sync.change.variant-deleted": "Variant {sku} deleted in your shop",

  "sync.history.title": "All changes",
  "sync.history.of-run": "Changes of this update",
  "sync.history.all": "Show all changes",
  "sync.history.by-you": "Changed in your shop",
  "sync.history.by-us": "Updated automatically",
  "sync.history.undone": "You undid an update",
  "sync.history.none.title": "No changes yet",
  "sync.history.none": "Every change in your shop is listed here with its old and new value.",
  "sync.runs.title": "Updates",
  "sync.runs.changed": "{count, plural, one {# product changed} other {# products changed}}",
  "sync.runs.show": "Show changes",
  "sync.runs.undo": "Undo prices",
  "sync.runs.undone": "Prices undone",
  "sync.runs.undo-title": "Undo the prices of this update?",
  "sync.runs.undo-cancel": "Cancel",
  "sync.runs.undo-help":
    "{count, plural, one {# price goes back to what it was} other {# prices go back to what they were}} before this update. A price that has changed since stays as it is. The prices are yours from then on and no longer follow your supplier, until you let them under Your changes. Costs stay up to date.",
  "sync.undone":
    "{count, plural, one {# price is set back and is} other {# prices are set back and are}} yours from now on",
  "sync.nothing-to-undo": "There is no price left to set back",

  "sync.settings.price": "Update prices and costs",
  "sync.settings.price.help":
    "Prices are made by your price rules. A price that you change in your shop stays yours.",
  "sync.settings.approve-above": "Ask me when a cost changes by more than",
  "sync.settings.approve-above.help":
    "100% means that it doubles or halves. Leave it empty to never be asked.",
  "sync.settings.stock": "Update stock",
  "sync.settings.stock.help": "Shopify takes off what your customers ordered and you haven't shipped yet.",
  "sync.settings.buffer": "Safety buffer, in pieces",
  "sync.settings.buffer.help": "This many of each variant are held back, in case others buy them first.",
  "sync.settings.availability": "Take products off sale that your supplier no longer sells",
  "sync.settings.availability.help": "They are sold again as soon as your supplier sells them again.",
  "sync.settings.discontinued": "What happens to them",
  "sync.discontinued.zero-stock": "Set their stock to zero",
  "sync.discontinued.draft": "Set their stock to zero and make them drafts",
  "sync.discontinued.leave": "Leave them as they are",
  "sync.settings.save": "Save",
  "sync.settings.saved": "Settings saved",
  "sync.settings.misfit": "Enter a whole number from 0 to {highest}.",
  "sync.problem.no-price": "Your supplier gives no usable price, so the price in your shop stays as it is.",
  "sync.problem.currency-differs":
    "Your supplier’s price is in {supplierCurrency}, and your shop sells in {shopCurrency}, so the price in your shop stays as it is.",

  // ---- Orders: reasons

  "orders.title": "Orders",

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
    "Your supplier didn't say clearly whether they took the last orders, so Stockbridge tries one order at a time. This order continues automatically once one goes through.",
  "orders.reason.not-confirmed.label": "Ordering isn't switched on yet",
  "orders.reason.not-confirmed":
    "Ordering isn't switched on yet, so nothing was ordered. Contact Stockbridge support. The order continues automatically once it's on.",
  "orders.reason.unpaid.label": "Not paid",
  "orders.reason.unpaid":
    "The order isn't paid. Collect the payment or mark the order as paid in Shopify, and it continues automatically.",
  "orders.reason.test-order.label": "Test order",
  "orders.reason.test-order":
    "This is a test order: no customer pays for it, so nothing was ordered. Send it anyway and your supplier ships and bills it like any other order, or cancel it here.",
  "orders.reason.on-hold.label": "On hold in Shopify",
  "orders.reason.on-hold":
    "The fulfillment is on hold in Shopify. Release the hold there, and the order continues automatically.",
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
    "Every line of this request was removed, or fulfilled in another way. Cancel this order here, or request fulfillment again in Shopify.",
  "orders.reason.no-address.label": "No shipping address",
  "orders.reason.no-address":
    "The order has no shipping address. Add one to the order in Shopify, then try again.",
  "orders.reason.address-not-shown.label": "Shopify hides the address",
  "orders.reason.address-not-shown":
    "Shopify doesn't show Stockbridge your customers' names and addresses, so nothing can be shipped. Contact Stockbridge support: Shopify has to approve its access to customer data. Then the order continues automatically.",
  "orders.reason.no-name.label": "No name in the address",
  "orders.reason.no-name":
    "The shipping address has no name. Add it to the order in Shopify, then try again.",
  "orders.reason.no-street.label": "No street in the address",
  "orders.reason.no-street":
    "The shipping address has no street. Add it to the order in Shopify, then try again.",
  "orders.reason.no-city.label": "No city in the address",
  "orders.reason.no-city":
    "The shipping address has no city. Add it to the order in Shopify, then try again.",
  "orders.reason.no-postcode.label": "No postal code in the address",
  "orders.reason.no-postcode":
    "The shipping address has no postal code. Add it to the order in Shopify, then try again.",
  "orders.reason.no-country.label": "No country in the address",
  "orders.reason.no-country":
    "The shipping address has no country. Add it to the order in Shopify, then try again.",
  "orders.reason.discontinued.label": "No longer sold by your supplier",
  "orders.reason.discontinued":
    "{lines}: your supplier no longer sells this. Refund your customer, or fulfill the order yourself.",
  "orders.reason.out-of-stock.label": "Out of stock",
  "orders.reason.out-of-stock":
    "{lines}: your supplier doesn't have enough in stock. The order continues automatically once they do, or you can cancel it here.",
  "orders.reason.price-unreadable.label": "Supplier's price can't be read",
  "orders.reason.price-unreadable":
    "{lines}: the supplier's price can't be read, so nothing was ordered. Ask your supplier to correct it. The order continues automatically once the price can be read, or you can cancel it here.",
  "orders.reason.stock-unreadable.label": "Supplier's stock can't be read",
  "orders.reason.stock-unreadable":
    "{lines}: the supplier's stock can't be read, so nothing was ordered. Ask your supplier to correct it. The order continues automatically once the stock can be read, or you can cancel it here.",
  "orders.reason.product-unreadable.label": "Supplier's product can't be read",
  "orders.reason.product-unreadable":
    "{lines}: what your supplier sends about this product can't be read, so nothing was ordered at a price that may be out of date. The order continues automatically once it can be read, or you can cancel it here.",
  "orders.reason.other-currency.label": "Cost in another currency",
  "orders.reason.other-currency":
    "Your supplier's price is in another currency than your shop's, so Stockbridge can't tell whether this order loses money, and nothing was ordered: {lines}. Enter an exchange rate on the Prices page of the catalog and it's checked again within the hour, or order it anyway, or cancel it here.",
  "orders.reason.below-cost.label": "Costs more than it sells for",
  "orders.reason.below-cost":
    "This order would lose money, so nothing was ordered: {lines}. Order it anyway, or cancel it here. It continues automatically if the cost falls.",
  "orders.reason.cost-rose.label": "The cost rose",
  "orders.reason.cost-rose":
    "Your cost has risen by more than a fifth, so nothing was ordered: {lines}. Order it anyway, or cancel it here. It continues automatically if the cost falls.",
  /** What a piece of a line costs, and what that is held against. */
  "orders.cost-line.other-currency": "{quantity} × “{title}” costs {cost} each and sells for {against} each",
  "orders.cost-line.below-cost": "{quantity} × “{title}” costs {cost} each and sells for {against} each",
  "orders.cost-line.cost-rose": "{quantity} × “{title}” costs {cost} each instead of {against}",
  "orders.request-back": "Shopify shows the request again, so the order at your supplier isn't canceled.",
  "orders.test-order-approved": "You chose to send this test order to your supplier.",
  "orders.cost-approved": "You chose to order it anyway: {lines}.",
  "orders.reason.already-ordered.label": "Already ordered",
  "orders.reason.already-ordered":
    "{lines}: your supplier already has as many pieces as your customer ordered, so nothing more was ordered. Check the other fulfillment requests of this order. If one of them is canceled, this one continues automatically.",
  "orders.reason.key-unauthorized.label": "Key not accepted",
  "orders.reason.key-unauthorized":
    "Your supplier doesn't accept your shop's key, so this order waits. Test the connection in Settings. If you deleted the key at your supplier, replace it in Settings.",
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
    "Your supplier took the order (their number {number}) and {status, select, rejected {rejected it} other {canceled it}} right away, so nothing will be sent. Ask your supplier why, then try again.",
  "orders.reason.proven-not-ordered.label": "Ordering again",
  "orders.reason.proven-not-ordered":
    "Your supplier doesn't have this order, so Stockbridge orders it again.",
  "orders.reason.confirmed-not-ordered.label": "Ordering",
  "orders.reason.confirmed-not-ordered":
    "You confirmed that your supplier doesn't have this order, so Stockbridge orders it.",

  "orders.reason.unclear.label": "No clear answer",
  "orders.reason.unclear": "{explanation} Your supplier may have this order.",
  "orders.unclear.ours": "Something went wrong on our side while ordering.",
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
    "Your supplier has this order more than once (their numbers {numbers}). Cancel all but one at your supplier.",
  "orders.reason.found-unreadable.label": "Found, perhaps more than once",
  "orders.reason.found-unreadable":
    "Your supplier has this order (their number {number}), and under the same reference another one that Stockbridge can't read. Compare the two at your supplier.",
  "orders.reason.not-found.label": "Not found so far",
  "orders.reason.not-found": "{explanation}",
  "orders.not-found.unproven":
    "Your supplier doesn't know this order so far. That proves nothing: it may still appear.",
  "orders.not-found.early":
    "Your supplier doesn't know this order so far. It may still appear, so Stockbridge checks again.",
  "orders.not-found.no-control":
    "Your supplier doesn't know this order, but your shop has no other order there yet that would prove that the search works.",
  "orders.reason.accepted-before-records.label": "Accepted before our records begin",
  "orders.reason.accepted-before-records":
    "Shopify shows this request as accepted, but it was accepted before our records begin, so Stockbridge doesn't know whether your supplier has it. Check at your supplier, and confirm below what you found. Until then nothing is ordered.",
  "orders.reason.found-for-earlier-request.label": "Found for an earlier request",
  "orders.reason.found-for-earlier-request":
    "Your supplier has an order (their number {number}, our reference {reference}) for an earlier request of the same order in Shopify, and our records don't know it. If that order is for these items, confirm its number below, and nothing else is ordered. If it isn't, or you cancel it there, confirm that this one wasn't ordered.",
  "orders.reason.unreadable-for-earlier-request.label": "Perhaps ordered for an earlier request",
  "orders.reason.unreadable-for-earlier-request":
    "For an earlier request of the same order in Shopify (our reference {reference}), your supplier answers with something that Stockbridge can't read, and our records don't know of it. Look there for that reference. If you find an order for these items, confirm its number below, and nothing else is ordered. If you don't, or you cancel it there, confirm that this one wasn't ordered.",
  "orders.reason.cannot-tell.label": "Couldn't be checked",
  "orders.reason.cannot-tell": "{explanation}",
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
    "Your supplier doesn't show this order, but doesn't show orders that it surely has either.",
  "orders.cannot-tell.failed": "Looking for this order at your supplier didn't work. {explanation}",

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
    "Stockbridge has tried several times to order this, and keeps trying. The last time: {explanation} If your customer can't wait, cancel it here and order it from your supplier yourself.",

  "orders.reason.not-accepted.label": "Not accepted in Shopify",
  "orders.reason.not-accepted":
    "Your supplier has the order, but Shopify didn't let Stockbridge accept the request. {explanation} Check the fulfillment in Shopify. Stockbridge tries again automatically.",
  "orders.reason.not-declined.label": "Not declined in Shopify",
  "orders.reason.not-declined":
    "This order is being canceled, but Shopify didn't let Stockbridge decline the request. {explanation} Check the fulfillment in Shopify. Stockbridge tries again automatically.",
  "orders.reason.request-gone.label": "Request canceled in Shopify",
  "orders.reason.request-gone":
    "The request was canceled in Shopify while your supplier took the order. Stockbridge cancels it at your supplier.",
  "orders.reason.gone.label": "Request canceled in Shopify",
  "orders.reason.gone": "The request was canceled in Shopify before anything was ordered.",
  "orders.reason.not-ours.label": "Assigned to another location",
  "orders.reason.not-ours":
    "Shopify assigned this to another location, so Stockbridge doesn't fulfill it. Nothing was ordered.",
  "orders.reason.not-ordered-again.label": "Not ordered again",
  "orders.reason.not-ordered-again":
    "Your supplier's order {number} ended earlier, and it wasn't ordered again, because the request no longer stands in Shopify.",

  "orders.reason.changed-in-shop.label": "Changed in Shopify",
  "orders.reason.changed-in-shop":
    "This order was changed in Shopify after your supplier got it: {changes}. Your supplier's order {number} stays as it was. As long as it hasn't shipped, you can cancel it here, and request fulfillment again in Shopify if your customer still wants it. Otherwise ask your supplier.",
  "orders.change.removed": "“{title}” was reduced from {ordered} to {left}",
  "orders.change.address": "the shipping address has changed",
  "orders.change.closed": "the fulfillment was closed",
  "orders.change.moved": "the fulfillment was assigned to another location",

  "orders.reason.not-cancelled.label": "Couldn't be canceled",
  "orders.reason.not-cancelled": "{explanation}",
  "orders.not-cancelled.partially-shipped":
    "Part of your supplier's order {number} has already shipped. Ask your supplier about the rest.",
  "orders.not-cancelled.shipped":
    "Your supplier's order {number} has already shipped. Ask your customer to send it back.",
  "orders.not-cancelled.not-connected":
    "Your shop isn't connected, so nothing was canceled at your supplier. Cancel their order {number} there.",
  "orders.not-cancelled.not-shown":
    "Your supplier doesn't show their order {number}, so nothing was canceled. Find it at your supplier, and cancel it there.",
  "orders.not-cancelled.other-order":
    "Your supplier's order {number} is another one than this, so nothing was canceled. Find this one there (our reference {reference}), and cancel it there.",
  "orders.not-cancelled.not-offered":
    "Your supplier has no way to cancel from here. Cancel their order {number} there now.",
  "orders.not-cancelled.rejected":
    "Your supplier didn't cancel their order {number}: it {status, select, shipped {has shipped} partially_shipped {has partly shipped} delivered {has been delivered} other {is still open}}. Ask your supplier, or ask your customer to send it back.",
  "orders.reason.update-differs.label": "Update doesn't match",
  "orders.reason.update-differs":
    "Your supplier's update of their order {number} doesn't match this order: the reference or the items differ from what was ordered. Stockbridge ignores it. Compare the two at your supplier, and ask them if they differ.",
  "orders.reason.unknown-to-supplier.label": "No longer known to your supplier",
  "orders.reason.unknown-to-supplier":
    "Your supplier took this order, and now says that there is no order {number}. Ask them about it. If your shop is connected to another account than the one it was ordered with, connect that one again.",
  "orders.reason.update-unreadable.label": "Updates can't be read",
  "orders.reason.update-unreadable":
    "Your supplier's updates of their order {number} can't be read, so tracking doesn't reach Shopify. {explanation} Stockbridge keeps trying.",
  "orders.reason.rest-cancelled.label": "Your supplier canceled the rest",
  "orders.reason.rest-cancelled":
    "Your supplier sent part of their order {number} and canceled the rest. Refund your customer for what is missing, send it from elsewhere, or request fulfillment of the rest in Shopify, which orders it once more.",
  "orders.reason.cancelled-there.label": "Canceled by your supplier",
  "orders.reason.cancelled-there":
    "Your supplier canceled their order {number}, so nothing will be sent. Refund your customer, send it from elsewhere, or request fulfillment in Shopify again, which orders it once more.",
  "orders.reason.rejected-there.label": "Rejected by your supplier",
  "orders.reason.rejected-there":
    "Your supplier rejected their order {number}, so nothing will be sent. Refund your customer, send it from elsewhere, or request fulfillment in Shopify again, which orders it once more.",
  "orders.reason.second-there.label": "Ordered twice",
  "orders.reason.second-there":
    "Your supplier has this order twice: their numbers {number} and {other}. Cancel one of them there, then mark this as resolved. Stockbridge follows {number}.",
  "orders.reason.alive-there.label": "Still at your supplier",
  "orders.reason.alive-there":
    "This order has ended here, but your supplier still has it (their number {number}). Cancel it there, or it ships and you pay for it. Then mark this as resolved.",
  "orders.reason.parcel-not-shown.label": "Parcel not in Shopify",
  "orders.reason.parcel-not-shown":
    "Shopify doesn't show {parcels, plural, one {a parcel} other {# parcels}} of this order, so your customer wasn't told about it. See below why, then show it again. If you've told your customer yourself, mark this as resolved.",
  "orders.reason.cancelled.label": "Canceled",
  "orders.reason.cancelled": "Your supplier canceled their order {number}, as requested.",
  "orders.reason.cancelled-unsent.label": "Canceled",
  "orders.reason.cancelled-unsent": "Canceled before anything was ordered.",

  // ---- Orders: states, for orders without a reason

  "orders.badge.needs-attention": "Needs attention",
  "orders.badge.waiting": "Waiting",
  "orders.badge.ready": "Ready to order",
  "orders.badge.placing": "Ordering",
  "orders.badge.in-doubt": "Checking with your supplier",
  "orders.badge.cancelling": "Canceling",
  "orders.badge.placed": "Ordered",
  "orders.badge.partially-shipped": "Partially shipped",
  "orders.badge.shipped": "Shipped",
  "orders.badge.delivered": "Delivered",
  "orders.badge.cancelled": "Canceled",
  "orders.badge.rejected": "Rejected",
  "orders.state.held": "This order waits.",
  "orders.state.ready": "Stockbridge is about to order it.",
  "orders.state.placing": "Stockbridge is sending the order to your supplier.",
  "orders.state.in-doubt": "Your supplier didn't say whether they took the order.",
  "orders.state.placed": "Your supplier has the order.",
  "orders.state.partially-shipped": "Part of it has shipped. The rest follows.",
  "orders.state.shipped": "Everything has shipped.",
  "orders.state.delivered": "Everything has been delivered.",
  "orders.state.cancelled": "The order was canceled.",
  "orders.state.rejected": "Your supplier rejected the order.",

  // ---- Orders: outcomes of attempts

  "orders.outcome.placed": "Your supplier took the order (their number {number}).",
  "orders.outcome.found": "Found at your supplier (their number {number}).",
  "orders.outcome.confirmed-ordered":
    "You confirmed that your supplier has the order (their number {number}).",
  "orders.contradicted.number-in-use":
    "Your supplier's number {number} already belongs to order {order}. Check the number.",
  "orders.contradicted.other-order":
    "Your supplier's order {number} is another one: its reference or its items differ from what Stockbridge sent ({reference}).",
  "orders.contradicted.found":
    "Your supplier has it: see their order {number}. If that's the one, enter its number here. If you don't want it, cancel it at your supplier first.",

  // ---- Orders: what happens next

  "orders.next.placing": "This takes a minute at most.",
  "orders.next.closes": "Stockbridge closes the request in Shopify {when}.",
  "orders.next.cancels-unsent": "Stockbridge cancels it {when}.",
  "orders.next.cancels": "Stockbridge cancels it at your supplier {when}.",
  "orders.next.checks": "Stockbridge checks again {when}.",
  "orders.next.retries": "Stockbridge tries again {when}.",
  "orders.next.orders": "Stockbridge orders it {when}.",
  "orders.next.looks-up": "Stockbridge looks for it at your supplier again {when}.",
  "orders.next.accepts": "Stockbridge accepts the request in Shopify {when}.",
  "orders.next.shows-parcel": "Shopify gets a parcel's tracking {when}.",
  "orders.next.reads-update": "Stockbridge asks your supplier for an update {when}.",
  "orders.next.rests": "Nothing more happens automatically.",
  "orders.next.your-decision": "Stockbridge waits for your decision.",
  "orders.next.decision": "Stockbridge has stopped looking for it and waits for your decision.",
  "orders.when.moment": "in a moment",
  "orders.when.minutes": "{minutes, plural, one {in about a minute} other {in about # minutes}}",
  "orders.when.hours": "{hours, plural, one {in about an hour} other {in about # hours}}",

  // ---- Orders: activity

  "orders.activity.changed": "Order {order}: {what}",
  "orders.activity.held": "Order {order} is waiting. {what}",
  "orders.activity.in-doubt":
    "Order {order}: {what} Stockbridge checks with your supplier, and doesn't order again until that's clear.",
  "orders.activity.not-cancelled": "Order {order} couldn't be canceled. {what}",
  "orders.activity.request-failed":
    "Order {order} is paid, but Stockbridge couldn't request its fulfillment. {explanation} Request it on the order's page in Shopify.",
  "orders.activity.paused":
    "You paused ordering. Orders wait until you resume it in Settings, and none is lost.",
  "orders.activity.resumed": "You resumed ordering. Orders that waited continue.",
  "orders.activity.paused-by-support":
    "Stockbridge support has paused ordering. Orders wait, and continue automatically when they resume it. None are lost.",
  "orders.activity.resumed-by-support":
    "Stockbridge support has resumed ordering. Orders that waited continue.",
  "orders.activity.paused-by-doubts":
    "Ordering is paused: three times in a row, your supplier didn't say clearly whether they took an order. Stockbridge tries one order at a time, and the others continue automatically once one goes through. Check the orders that are in doubt.",
  "orders.activity.resumed-after-doubts": "Your supplier answers clearly again. Orders that waited continue.",
  "orders.activity.automatic-ordering-on":
    "Automatic ordering is on. Stockbridge requests fulfillment for every order that's paid from now on. Older orders aren't affected.",
  "orders.activity.automatic-ordering-off":
    "Automatic ordering is off. Request fulfillment for each order in Shopify.",
  "orders.mismatch.unknown":
    "Your supplier has an order of your shop that Stockbridge doesn't know (their number {number}, our reference {reference}). Check it at your supplier, and cancel it there if you don't want it.",
  "orders.mismatch.over-here":
    "Order {order} has ended here, but your supplier still has it (their number {number}). Cancel it there if you don't want it.",
  "orders.mismatch.waits-here":
    "Order {order} waits here as if it had not been ordered, but your supplier has it (their number {number}). To keep that one, cancel the order here. To order again, cancel theirs first. Otherwise it's bought twice.",
  "orders.mismatch.second":
    "Your supplier has order {order} twice: their numbers {number} and {other}. Cancel one of them there.",
  "orders.mismatch.beside":
    "Your supplier took order {order} in an earlier attempt (their number {number}) while a later one is under way. If they take that one too, cancel one of the two there.",
  "orders.mismatch.reopened":
    "Your supplier has order {order} (their number {number}), although it had ended here. Stockbridge is canceling it there.",
  "orders.mismatch.cancelled-unknown":
    "You canceled the fulfillment of order {order} in Shopify. An earlier installation of Stockbridge had accepted it, and what became of it isn't known here. Check at your supplier, and cancel it there if it was ordered.",

  // ---- Orders: answers in the shop

  "orders.in-shop.cancelled-unsent": "Canceled in Stockbridge before anything was ordered.",
  "orders.in-shop.cancelled": "The supplier canceled their order {number}, as requested.",
  "orders.in-shop.cancelled-there": "The supplier canceled their order {number}. Nothing will be sent.",
  "orders.in-shop.rejected-there": "The supplier rejected their order {number}. Nothing will be sent.",
  "orders.in-shop.rest-cancelled": "The supplier sent part of their order {number} and canceled the rest.",

  // ---- Orders: pages

  "orders.subtitle": "Orders that Stockbridge places with your supplier for your customers",
  "orders.one.title": "Order",
  "orders.one.connect-first":
    "While no account is connected, nothing is sent to your supplier, and no updates or tracking arrive. This order continues once you connect the same account again.",
  "orders.one": "order",
  "orders.many": "orders",
  "orders.name": "Order {order}",
  "orders.connect-first": "Orders go to your supplier through your account there.",
  "orders.group.all": "All",
  "orders.group.needs-attention": "Needs attention",
  "orders.group.in-progress": "In progress",
  "orders.group.completed": "Completed",
  "orders.column.order": "Order",
  "orders.column.status": "Status",
  "orders.column.why": "Reason",
  "orders.column.ordered": "Ordered",
  "orders.column.cost": "Cost",
  "orders.requested": "Requested {at, date, medium}",
  "orders.requested.long": "Requested on {at, date, long}",
  "orders.pages": "Pages of orders",
  "orders.pages.newer": "Newer",
  "orders.pages.older": "Older",
  "orders.search": "Search orders",
  "orders.search.submit": "Search",
  "orders.search.placeholder": "#1001, or your supplier's number",
  "orders.empty.query.title": "No orders found",
  "orders.empty.query":
    "No order here matches “{query}”. {show, select, all {Clear the search to see all orders.} other {Try another tab, or clear the search.}}",
  "orders.empty.all.title": "No orders yet",
  "orders.empty.all":
    "Request fulfillment in Shopify for an order with your supplier's products, and it appears here. In Settings, you can have Stockbridge request it for every paid order.",
  "orders.empty.needs-attention.title": "Nothing needs your attention",
  "orders.empty.needs-attention": "When an order does, it appears here with what you can do.",
  "orders.empty.in-progress.title": "No orders in progress",
  "orders.empty.in-progress": "Orders appear here from the request until they've been delivered.",
  "orders.empty.completed.title": "No completed orders yet",
  "orders.empty.completed": "Delivered and canceled orders appear here.",

  "orders.status": "Status",
  "orders.ordered-before":
    "It was ordered before: your supplier's order {number} has ended, as the history below shows.",
  "orders.cancellation-requested": "Cancellation requested on {at, date, long}.",
  "orders.button.retry": "Try again",
  "orders.button.acknowledge": "Mark as resolved",
  "orders.button.update": "Get update",
  "orders.button.order-again": "Order again",
  "orders.button.cancel": "Cancel fulfillment",
  "orders.button.ordered": "Mark as ordered",
  "orders.button.correct-number": "Correct number",
  "orders.button.show-parcel": "Show it again",
  "orders.button.use-number": "Use {number} anyway",
  "orders.button.not-ordered": "Mark as not ordered",
  "orders.button.order-now": "Order now",
  "orders.button.mark-number": "Mark {number} as ordered",
  "orders.button.order-anyway": "Order anyway",
  "orders.button.send-test-order": "Send anyway",
  "orders.button.settings": "Open Settings",
  "orders.button.links": "Open Links",
  "orders.button.shop-order": "Open order in Shopify",
  "orders.order-anyway.title": "Order {order} anyway?",
  "orders.order-anyway.keep": "Leave it waiting",
  "orders.order-anyway":
    "{lines}. Stockbridge orders it at this cost, and asks you again if the cost rises further.",
  "orders.send-test-order.title": "Send test order {order} to your supplier?",
  "orders.send-test-order.keep": "Leave it waiting",
  "orders.send-test-order":
    "No customer pays for this order. Your supplier ships it to the address on the order and bills you for it.",
  "orders.order-again.title": "Order {order} again?",
  "orders.order-again.keep": "Leave it canceled",
  "orders.order-again":
    "Stockbridge checks whether the request still stands in Shopify. If it does, the order goes to your supplier as a new one.",
  "orders.cancel.title": "Cancel the fulfillment of {order}?",
  "orders.cancel.keep": "Keep it",
  "orders.cancel.unsent":
    "Nothing has been ordered yet. Stockbridge declines the fulfillment request in Shopify. Your customer's order itself doesn't change.",
  "orders.cancel.unsent-again":
    "It hasn't been ordered again yet. Stockbridge declines the fulfillment request in Shopify. Your customer's order itself doesn't change.",
  "orders.cancel.unclear":
    "Your supplier may already have it. Stockbridge finds that out first, then cancels it. Your customer's order itself doesn't change.",
  "orders.cancel.placed":
    "Stockbridge asks your supplier to cancel their order {number}. If it's too late, this page says so. Your customer's order itself doesn't change.",
  "orders.cancel.one-of-two":
    "Your supplier has this order twice. Stockbridge asks them to cancel both, {number} and then {other}. To keep one of them, cancel the other one at your supplier instead.",

  "orders.doubt.title": "Does your supplier have it?",
  "orders.doubt":
    "Stockbridge can't tell whether your supplier has this order, and orders nothing until that's clear. If you don't want to wait, check yourself:",
  "orders.doubt.sign-in": "Sign in at {supplier} and open your orders.",
  "orders.doubt.search":
    "Search for this reference. If your supplier doesn't show references, look for these items around the time in the history below.",
  "orders.doubt.confirm": "Confirm here what you found.",
  "orders.doubt.keep": "Not yet",
  "orders.doubt.ordered.title": "Which number does your supplier show?",
  "orders.doubt.ordered":
    "Stockbridge continues with that order and sends no other. If it's the wrong one, this order never ships.",
  "orders.correct-number":
    "Enter the number that your supplier shows for this order. Stockbridge checks it with them and follows that order from now on. Nothing is ordered.",
  "orders.correct-number.keep": "Keep the number",
  "orders.doubt.not-ordered.wait":
    "{minutes, plural, one {You can mark it as not ordered in about a minute} other {You can mark it as not ordered in about # minutes}}.",
  "orders.doubt.not-ordered.on-its-way": "Until then it may still be on its way to your supplier.",
  "orders.doubt.not-ordered.title": "Are you sure {order} wasn't ordered?",
  "orders.doubt.not-ordered.orders":
    "Stockbridge orders it right away. If your supplier has these items on another order after all, you pay twice, and your customer gets two parcels.",
  "orders.doubt.not-ordered.cancels":
    "A cancellation was requested, so nothing is ordered again and this order ends. If your supplier has it after all, it ships anyway and you pay for it.",
  "orders.doubt.not-ordered.search": "Search at {supplier} first for this reference:",

  "orders.details": "Details",
  "orders.in-shopify": "In Shopify",
  "orders.supplier-number": "Your supplier's number",
  "orders.supplier-number.none": "None yet",
  "orders.supplier-number.earlier": "Their number before",
  "orders.reference": "Our reference",
  "orders.cost": "Cost with shipping",
  "orders.branding.none": "None",
  "orders.branding": "Your branding, version {version}",
  "orders.items": "Ordered items",
  "orders.items.none": "Nothing has been ordered so far.",
  "orders.items.see": "See the order in Shopify",
  "orders.item": "{quantity, number} × {title}",
  "orders.item.unknown": "Variant {id}",
  "orders.parcel.unnumbered": "No tracking number",
  "orders.parcel.track": "Track parcel",
  "orders.parcel.shipped": "Shipped on {at, date, long}",
  "orders.parcel.due": "Not in Shopify yet",
  "orders.parcel.shown": "In Shopify",
  "orders.parcel.failed": "Not in Shopify",
  "orders.history": "History",
  "orders.history.earlier":
    "{count, plural, one {# earlier attempt isn't shown.} other {# earlier attempts aren't shown.}}",
  "orders.history.requested": "Fulfillment was requested in Shopify.",
  "orders.history.began": "Stockbridge started to order it, with the reference {reference}.",
  "orders.history.cancellation-requested": "Cancellation was requested.",
  "orders.history.shipped": "A parcel shipped.",
  "orders.history.shipped-with": "A parcel shipped with {carrier}.",

  "orders.notice.see-here": "The result appears on this page in a moment.",
  "orders.notice.stale": "Nothing was changed",
  "orders.notice.stale.text":
    "The order has changed since you opened this page, perhaps in another tab. Check its status below, then decide again.",
  "orders.notice.changed": "The order has changed in the meantime. Check its status below.",
  "orders.notice.retried": "Trying again",
  "orders.notice.not-retried": "Nothing to try again",
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
    "Nothing was sent. Your supplier didn't say clearly whether they took the last orders, so Stockbridge tries one order at a time, the next one {when}. This one continues automatically once one goes through.",
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
  "orders.notice.shows-parcel": "Adding the parcel to Shopify",
  "orders.notice.no-parcel": "Nothing to show again",
  "orders.notice.found": "Found at your supplier",
  "orders.notice.found.text":
    "Your supplier has this order under their number {number}, by our reference and with the same items, so Stockbridge uses that number.",
  "orders.notice.unverified": "Your supplier doesn't show an order {number}",
  "orders.notice.unverified.text":
    "Nothing was changed. Check the number for typing errors. With a wrong number this order never ships, and tracking doesn't reach Shopify.",
  "orders.notice.other-reference": "Your supplier's order {number} has another reference",
  "orders.notice.other-reference.text":
    "Nothing was changed. Its reference is {reference}, so Stockbridge can't tell whether it's for this order. Check the customer's name and address at your supplier. If it's for somebody else, this order never ships.",
  "orders.notice.no-reference": "Your supplier's order {number} has no reference",
  "orders.notice.no-reference.text":
    "Nothing was changed. Without a reference Stockbridge can't tell whether it's for this order. Check the customer's name and address at your supplier. If it's for somebody else, this order never ships.",
  "orders.notice.unreadable": "Your supplier may have this order",
  "orders.notice.unreadable.text":
    "Nothing was changed. Asked for {reference}, your supplier answers with something that Stockbridge can't read, which may be this order. Look there once more. If you find it, mark it as ordered with its number. Go on only if it isn't there: otherwise you pay twice.",
  "orders.notice.stands": "Your supplier's order {number} may still come",
  "orders.notice.stands.text":
    "Nothing was changed. {number} is for an earlier request of this order and isn't canceled. If it brings these items, mark it as ordered. If you don't want it, cancel it at your supplier first. Go on only if nothing else brings these items: otherwise you pay twice.",
  "orders.notice.too-early": "Too early to tell",
  "orders.notice.too-early.text":
    "The order may still be on its way to your supplier. Wait three minutes after it was sent, look again, then decide.",
  "orders.notice.not-in-doubt": "Nothing to confirm",
  "orders.notice.contradicted": "That doesn't match, so nothing was changed",

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
    "{parcel} isn't shown in Shopify. {problem} Fix that in Shopify and show it again here, so that your customer knows about it.",
  "parcels.waits-for-acceptance":
    "{parcel} isn't shown in Shopify yet. Stockbridge accepts the fulfillment request there first.",
  "parcels.not-found-yet":
    "{parcel} isn't shown in Shopify yet, because Shopify doesn't show the fulfillment order at the moment. Stockbridge looks again in a minute.",
  "parcels.activity": "Order {order}: {problem}",

  // ---- Branding

  "branding.title": "Branding",
  "branding.subtitle": "What your customers find in the parcel",
  "branding.not-connected": "Your supplier keeps the branding with your account.",

  // The form
  "branding.card.brand": "Your brand",
  "branding.card.slip": "Packing slip",
  "branding.card.support": "Help for your customers",
  "branding.field.brandName": "Brand name",
  "branding.field.logo": "Logo",
  "branding.field.primaryColor": "Primary color",
  "branding.field.packingSlipMessage": "Packing slip message",
  "branding.field.returnAddress": "Return address",
  "branding.field.supportEmail": "Support email",
  "branding.field.supportPhone": "Support phone",
  "branding.help.logo": "PNG, JPEG, or SVG, up to {kilobytes, number} KB.",
  "branding.help.packingSlipMessage": "A few words to the person who opens the parcel.",
  "branding.help.returnAddress": "Where parcels are returned to, as written on a label.",
  "branding.problem.brandName":
    "Enter the name that your customers know, on one line of at most {max, number} characters.",
  "branding.problem.logo.too-large": "This file is larger than {kilobytes, number} KB. Choose a smaller one.",
  "branding.problem.logo.not-an-image": "This isn't a PNG, JPEG, or SVG image. Choose another file.",
  "branding.problem.logo.not-drawn":
    "This SVG can't be drawn: it is empty, damaged, or too complex. Save it again with plain shapes, or choose a PNG.",
  "branding.problem.logo.text":
    "This SVG contains text, and its font isn't part of the file. Convert the text to paths, or choose a PNG.",
  "branding.problem.logo.linked":
    "This SVG shows a picture that isn't part of the file. Embed it as PNG or JPEG, or choose a PNG.",
  "branding.problem.logo.busy": "Other logos are being prepared right now. Wait a minute, then save again.",
  "branding.problem.logo": "Choose the logo file again.",
  "branding.problem.primaryColor": "Enter a color such as #1a2b3c.",
  "branding.problem.packingSlipMessage": "Enter at most {max, number} characters.",
  "branding.problem.returnAddress": "Enter at most {max, number} characters.",
  "branding.problem.supportEmail": "Enter an email address such as help@example.com.",
  "branding.problem.supportPhone": "Enter a phone number in digits, such as +1 212 555 0123.",
  "branding.color.choose": "Choose primary color",
  "branding.logo.alt": "Your logo",
  "branding.logo.choose": "Choose file",
  "branding.logo.remove": "Remove logo",
  "branding.publish": "Publish",
  "branding.stale.title": "Your branding was changed somewhere else",
  "branding.stale":
    "It was saved in another window or by somebody else meanwhile, so nothing was saved or published here. What you entered is still shown: save it in place of theirs, or discard it to see theirs.",
  "branding.save": "Save",
  "branding.discard": "Discard",
  "branding.discard-draft": "Discard draft",

  // The preview
  "branding.preview.title": "Preview",
  "branding.preview.brand": "Your brand",
  "branding.preview.slip": "Packing slip · Order #1001",
  "branding.preview.returns": "Returns to",
  "branding.preview.contact": "Questions? {contact}",
  "branding.preview.note": "Your supplier decides how it looks in print.",

  // Where it stands
  "branding.state.draft": "Draft, not published",
  "branding.state.unpublished": "Not published yet",
  "branding.state.changed-elsewhere": "Changed elsewhere",
  "branding.state.published": "Version {number}",
  "branding.published.title": "Published as version {number}",
  "branding.published": "Parcels of new orders leave with it.",
  "branding.published-differently.title": "Published as version {number}, with differences",
  "branding.published-differently":
    "Your supplier accepted it but shows something else for: {fields}. Check these on your supplier's own site.",
  "branding.running.title": "Your branding is already being published",
  "branding.running": "This takes less than a minute. Reload the page then. What you entered is kept.",
  "branding.gone": "What you entered is kept. Connect in Settings, then publish.",
  "branding.rejected.title": "Your branding wasn't published",
  "branding.rejected": "{why} What you entered is kept as a draft.",
  "branding.in-doubt.title": "We couldn't tell whether your supplier received your branding",
  "branding.in-doubt":
    "Reload this page in a minute, and Stockbridge checks again. You can also publish once more: that does no harm.",
  "branding.publishing.title": "Publishing your branding",
  "branding.publishing": "This takes less than a minute. Reload the page then.",
  "branding.unread.title": "Your supplier's current settings couldn't be read",
  "branding.unread": "{why} You can continue here: what you save is kept.",
  "branding.changed-elsewhere.title": "Your supplier has different settings than you published",
  "branding.changed-elsewhere": "These differ: {fields}. Publish the ones your parcels should leave with.",
  "branding.shared":
    "Your supplier keeps one branding per account. What you publish applies to the parcels of both shops.",
  "branding.unconfirmed.title": "Publishing isn't switched on yet",
  "branding.unconfirmed":
    "Your supplier doesn't document its branding settings, so Stockbridge assumes where they are. Contact Stockbridge support to switch on publishing. What you save is kept.",
  "branding.confirmed":
    "Your supplier doesn't document its branding settings. Stockbridge support has confirmed the ones used here.",

  // Why it was not read or published
  "branding.not-offered.title": "Branding isn't available at your supplier",
  "branding.not-offered":
    "Your supplier has no branding settings where Stockbridge looks for them (status {status}). Parcels leave as your supplier packs them. Contact Stockbridge support.",
  "branding.unauthorized": "Your supplier doesn't accept your key. Test the connection in Settings.",
  "branding.not-arrived":
    "Your supplier didn't say whether they received it, and when we checked, they had other settings. Publish it again.",

  // Activity
  "branding.activity.published":
    "Published your branding as version {number}. Parcels of new orders leave with it.",
  "branding.activity.rejected": "Your branding wasn't published. {why} Your draft is kept.",
  "branding.activity.in-doubt":
    "Your supplier didn't say whether they received your branding. Open Branding, and Stockbridge checks again.",

  // ---- Activity

  "activity.title": "Activity",
  "activity.subtitle": "What Stockbridge did for your shop, kept for 90 days",
  "activity.all": "All",
  "activity.warnings": "Warnings",
  "activity.empty.title": "Nothing has happened yet",
  "activity.empty": "Connect your reseller account in Settings, and this page shows what Stockbridge does.",
  "activity.no-warnings.title": "No warnings",
  "activity.no-warnings": "When there is one, it appears here with what you can do.",
  "activity.pages": "Pages of activity",
  "activity.newer": "Newer",
  "activity.older": "Older",
  "activity.today": "Today",
  "activity.yesterday": "Yesterday",
  "activity.day": "{date, date, day}",
  "activity.time": "{at, time, short}",
  "activity.tone.info": "For your information",
  "activity.tone.success": "Done",
  "activity.tone.warning": "Warning",
  "activity.tone.critical": "Urgent",

  // ---- Home and frame

  "home.title": "Stockbridge",
  "home.menu": "Home",
  "home.connect.title": "Connect your reseller account",
  "home.connect":
    "Enter the email and password of your reseller account once. Stockbridge creates an API key for this shop at your supplier and forgets the password.",
  "home.connect.action": "Connect",
  "home.disconnected.title": "Your shop is disconnected",
  "home.disconnected":
    "It was connected until {at, date, long}. Your history and product links are kept: connect the same account again, and everything continues.",
  "home.disconnected.action": "Connect again",
  "home.connected.title": "Your shop is connected",
  "home.connected": "Browse your supplier's products and add them to your shop.",
  "home.connected.action": "Open catalog",
  "home.unverified.action": "View connection",
  "home.manage": "Manage connection",
  "home.needs-attention": "Need attention",
  "home.needs-attention.label": "{count, plural, one {# order needs} other {# orders need}} your attention",
  "home.needs-attention.label.more": "More than {count, number} orders need your attention",
  "home.in-progress": "In progress",
  "home.in-progress.label": "{count, plural, one {# order is} other {# orders are}} in progress",
  "home.in-progress.label.more": "More than {count, number} orders are in progress",
  "home.concerns": "Product updates",
  "home.approvals": "Prices to approve",
  "home.approvals.label": "{count, plural, one {# price waits} other {# prices wait}} for your approval",
  "home.approvals.label.more": "More than {count, number} prices wait for your approval",
  "home.awaiting-start": "Ready to follow your supplier",
  "home.awaiting-start.label":
    "{count, plural, one {# product is} other {# products are}} ready to follow your supplier",
  "home.awaiting-start.label.more": "More than {count, number} products are ready to follow your supplier",
  "home.failed": "Couldn't be updated",
  "home.failed.label": "{count, plural, one {# product} other {# products}} couldn't be updated",
  "home.failed.label.more": "More than {count, number} products couldn't be updated",
  "home.count": "{count, number}",
  "home.count.more": "{count, number}+",

  // What the checks of app/setup/ find, listed on Home
  "setup.title": "Setup needs attention",
  "setup.checked": "Checked {at, date, long}",
  "setup.check": "Check again",
  "setup.not-repaired.title": "That didn't work",
  "setup.scopes-missing": "Stockbridge is missing permissions in your shop: {permissions}.",
  "setup.scopes-missing.action": "Grant permissions",
  "setup.permission-declined": "Shopify didn't grant this permission.",
  "setup.automatic-ordering.permission":
    "Automatic ordering is on, but Stockbridge no longer has permission to request fulfillment in your shop. Paid orders aren't sent to your supplier until you allow it again or request their fulfillment yourself.",
  "setup.automatic-ordering.permission.action": "Allow requesting fulfillment",
  "setup.customer-data":
    "Shopify doesn't show Stockbridge your customers' names and addresses, so orders can't be sent to your supplier. Stockbridge needs Shopify's approval for protected customer data. Contact Stockbridge support. Orders wait and continue automatically once Shopify has approved it.",
  "setup.customer-data.action": "About protected customer data",
  "setup.webhooks-outdated":
    "Shopify sends Stockbridge its notifications in version {found} instead of {expected}, so an older configuration is active. Deploy the app's configuration again.",
  "setup.webhooks-outdated.action": "How to deploy",
  "setup.definitions-missing":
    "Your shop lacks the fields that link its products to your supplier's: {names}. Products can't be imported without them.",
  "setup.definitions-missing.action": "Create fields",
  "setup.warehouse-unknown":
    "Stockbridge doesn't know where your supplier ships from, so Shopify calculates shipping and duties from your shop's address. If your supplier ships from another country or region, contact Stockbridge support.",
  "setup.warehouse-unknown.action": "View your locations",
  "setup.location-address":
    "Shopify didn't accept your supplier's address for the Stockbridge location, so shipping and duties are calculated from your shop's address. {problem}",
  "setup.location-address.action": "Send the address again",
  "setup.shipping-rates":
    "Your shop has no shipping rates for the Stockbridge location, so your customers can't buy your supplier's products. Add the location to your shipping profile.",
  "setup.shipping-rates.action": "Open shipping settings",
  "setup.shipping-rates.permission":
    "Your customers can buy your supplier's products only if your shop has shipping rates for the Stockbridge location. To check that, Stockbridge needs permission to view your shipping settings.",
  "setup.shipping-rates.permission.action": "Allow viewing shipping settings",
  "setup.orders-elsewhere":
    "{order} is paid and contains your supplier's products, but Shopify assigned it to {location}, so it isn't sent to your supplier. If your supplier should ship it, move it to the Stockbridge location.",
  "setup.orders-elsewhere.action": "Open {order}",
  "setup.orders-elsewhere.more":
    "{count, plural, one {# more paid order with your supplier's products is} other {# more paid orders with your supplier's products are}} assigned to another location.",
  "setup.orders-elsewhere.more.action": "Open orders",
  "setup.orders-elsewhere.permission":
    "Shopify may assign a paid order with your supplier's products to one of your own locations, and it would never reach your supplier. To find such orders, Stockbridge needs permission to view the orders that you fulfill yourself.",
  "setup.orders-elsewhere.permission.action": "Allow viewing these orders",

  "settings.title": "Settings",
  "settings.stale": "Nothing was changed",
  "settings.stale.text":
    "These settings have changed since you opened this page, perhaps in another tab. Check them below, then decide again.",

  "page.not-found.title": "Page not found",
  "page.not-found": "Choose a page from the menu.",
  "page.too-often.title": "Wait a minute before you try again",
  "page.too-often":
    "Your shop asked your supplier for something thirty times within a minute. Nothing was sent this time. Wait a minute, then reload the page and try again.",
  "page.outdated.title": "This page is out of date",
  "page.outdated": "Nothing was changed. Reload the page, then try again.",
  "page.failed.title": "Something went wrong on our side",
  "page.failed":
    "Everything you saved is still there. Reload the page. If that doesn't help, contact Stockbridge support.",
  "page.outside-admin.title": "There is nothing here",
  "page.outside-admin": "Stockbridge works in your Shopify admin. Open it there, under Apps.",

  "outage.title": "Your supplier isn't answering right now",
  outage:
    "Since {since, time, short}, your supplier hasn't answered any shop. Your orders wait and nothing is lost. Stockbridge continues automatically once your supplier is back.",

  // Ordering: paused or on, and automatic ordering
  "ordering.title": "Orders",
  "ordering.state.on": "On",
  "ordering.state.paused": "Paused",
  "ordering.on": "When you request fulfillment in Shopify, the order goes to your supplier right away.",
  "ordering.pause": "Pause ordering",
  "ordering.resume": "Resume ordering",
  "ordering.paused.title": "Ordering is paused",
  "ordering.paused": "You paused it. Orders wait until you resume ordering in Settings. None are lost.",
  "ordering.paused.action": "Open Settings",
  "ordering.paused.since":
    "You paused ordering on {at, date, long}. Orders wait and none are lost. Updates on earlier orders still come in.",
  "ordering.paused-by-support.title": "Ordering is paused by Stockbridge support",
  "ordering.paused-by-support":
    "Stockbridge support has paused ordering for your shop. Orders wait and continue automatically once it is resumed. None are lost.",
  "ordering.paused-for-all.title": "Ordering is paused for all shops",
  "ordering.paused-for-all":
    "Stockbridge support has paused it. Orders wait and continue automatically once it is resumed.",
  "ordering.doubtful.title": "Ordering is paused because your supplier's answers are unclear",
  "ordering.doubtful":
    "Your supplier didn't say clearly whether they took your last orders. So that nothing is bought twice, Stockbridge tries one order at a time. The others wait, and continue automatically once one goes through.{needAttention, plural, =0 {} other { Meanwhile, check the orders that are in doubt.}}",
  "ordering.doubtful-for-all":
    "Your supplier doesn't say clearly whether they take the orders of several shops. So that nothing is bought twice, Stockbridge tries one order at a time. The others wait, and continue automatically once one goes through.",
  "ordering.doubtful.action": "See orders that need attention",
  "ordering.automatic.title": "Automatic ordering",
  "ordering.automatic": "Request fulfillment for every paid order",
  "ordering.automatic.declined":
    "Stockbridge can't request fulfillment without this permission. Switch it on again to grant it.",
  "ordering.automatic.help":
    "Orders with your supplier's products that are paid from now on go to your supplier without your review. Earlier orders aren't affected. While ordering is paused, all of them wait.",
  "ordering.automatic.since": "On since {at, date, long}",

  // Access to the shop
  "access.lost":
    "Stockbridge has lost access to your shop. Orders, products and tracking wait, and nothing is lost. Open Stockbridge in your Shopify admin once, and everything continues automatically.",
  "access.restored": "Stockbridge has access to your shop again. Everything that waited continues.",
  "shop.activity.webhook-given-up":
    "Your shop reported a change ({topic}), and Stockbridge couldn't process it for a week, so it has stopped trying. Orders and products are compared with your shop regularly, so little is likely to be missing. If something looks wrong, contact Stockbridge support.",
  "access.permissions-missing":
    "Stockbridge is missing permissions in your shop: {permissions}. What needs them fails until you open Stockbridge in your Shopify admin and accept its permissions.",
  "access.permissions-granted": "Stockbridge has all the permissions it needs again.",
} as const;
