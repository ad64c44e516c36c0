/** The catalog, a product's page, and activity of imported products. */
export const catalog = {
  "catalog.subtitle": "Your supplier's products",
  "catalog.reading": "Reading your supplier's products…",
  "catalog.read": "Last updated on {at, date, long}",
  "catalog.read-and-reading": "Last updated on {at, date, long}, updating now",
  "catalog.read-in-full": "{read}. Last read in full on {full, date, long}",
  "catalog.connect-first": "Your supplier shows its products to connected shops only.",
  "catalog.last-read": "{problem} Until that works, you see the products as they were last read.",
  "catalog.unreadable": "Can't be read",
  "catalog.unreadable.title":
    "{count, plural, one {# of your supplier's products can't be read} other {# of your supplier's products can't be read}}",
  "catalog.unreadable.help":
    "Stockbridge can't read the price, the stock, or the details that your supplier sends. Until it can, orders for {count, plural, one {this product} other {these products}} wait. If this lasts longer than a day, contact Stockbridge support.",
  "catalog.unreadable.nameless":
    "{count, plural, one {# product has no number that can be read, so it isn't shown.} other {# products have no number that can be read, so they aren't shown.}}",
  "catalog.unreadable.show": "Show products",
  "catalog.unreadable.setting": "Choose what happens to their stock",
  // Texts beside a product, and reasons why a product was not imported or linked
  "catalog.unreadable.price":
    "Your supplier's price can't be read. Until it can, orders for this product wait and it can't be imported.",
  "catalog.unreadable.stock":
    "Your supplier's stock can't be read. Until it can, orders for this product wait and it can't be imported.",
  "catalog.unreadable.product":
    "Your supplier's details of this product can't be read. Until they can, orders for this product wait and it can't be imported.",
  "catalog.shrunk.title":
    "{vanished, number} of {listed, number} products are missing from your supplier's list",
  "catalog.shrunk":
    "That may be your supplier's mistake, so nothing has changed in your catalog or your shop. If your supplier really dropped them, confirm it: Stockbridge reads the list again and marks the missing products as no longer offered. If you keep them, Stockbridge asks again if they are still missing the next time it reads the whole list.",
  "catalog.shrunk.keep": "Keep products",
  "catalog.shrunk.confirm": "Mark as no longer offered",
  "catalog.no-location.title": "Your shop has no location for your supplier's stock",
  "catalog.no-location":
    "{problem} Products can't be imported until there is one. Stockbridge tries again with each import.",

  "catalog.daily-limit.title":
    "{count, plural, one {# product continues tomorrow} other {# products continue tomorrow}}",
  "catalog.daily-limit":
    "Shopify accepts 1,000 new variants per day from a shop with 50,000 or more. You don't need to do anything.",
  "catalog.refresh": "Refresh",
  "catalog.import-selected": "Import…",
  "catalog.stop-selling": "Stop selling…",
  "catalog.resume-selling": "Resume selling",
  "sell.stop": "Stop selling",
  "sell.stop.title": "Stop selling in your shop?",
  "sell.stop.help":
    "The products stay in your shop and linked to your supplier. They are off sale until you resume, even if your supplier has new stock. Orders that customers have placed continue.",
  "sell.how": "How",
  "sell.how.draft": "Make them drafts",
  "sell.how.draft.help": "Customers don't see them. Resuming restores the status that they have now.",
  "sell.how.zero": "Set stock to zero",
  "sell.how.zero.help": "Customers see them as sold out. Resuming offers your supplier's stock.",
  "sell.badge.draft": "Off sale: draft",
  "sell.badge.zero": "Off sale: zero stock",
  "sell.stopped":
    "{count, plural, one {# product goes off sale in a moment} other {# products go off sale in a moment}}",
  "sell.resumed":
    "{count, plural, one {# product is back on sale in a moment} other {# products are back on sale in a moment}}",
  "sell.nothing": "Nothing to change",
  "sell.nothing.help":
    "They're off sale already, or not in your shop, or Stockbridge doesn't update them. To take the last ones off sale, change their status in Shopify.",
  "sell.nothing-off-sale":
    "You didn't take any of these products off sale in Stockbridge. Put products that you made drafts in Shopify on sale there.",
  "sell.skipped":
    "{count, plural, one {# other product was} other {# other products were}} left alone, because Stockbridge doesn't update {count, plural, one {its values} other {their values}}, or you manage the stock yourself. Change them in Shopify.",
  "catalog.select": "Select {product}",
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
  "catalog.draft": "A draft in Shopify, so customers don't see it",
  "catalog.unpublished": "Not published to any sales channel",
  "catalog.not-published": "It couldn't be published, so customers don't see it. {problem}",
  "catalog.no-online-store":
    "Your shop has no Online Store, so the product isn't published anywhere. Choose sales channels in Settings, then try again.",
  "catalog.own-stock":
    "Also stocked at your own locations. Shopify may assign orders to them, and those orders don't reach your supplier. If you use your supplier only, the stock at your own locations is removed, except where orders wait for it.",
  "catalog.own-stock.keep": "Keep my stock",
  "catalog.own-stock.leave": "Use supplier only",

  "catalog.search": "Search products",
  "catalog.search-by": "Name, brand, or start of a SKU",
  "catalog.search.cut":
    "Your search is too long, so only its first {limit, number} characters are searched for.",
  "catalog.filters": "Filters",
  "catalog.filters.chosen": "Filters ({count, number})",
  "catalog.sort": "Sort by",
  "catalog.sort.best": "Best match",
  "catalog.sort.name": "Name",
  "catalog.sort.cost": "Cost, lowest first",
  "catalog.sort.-cost": "Cost, highest first",
  "catalog.sort.newest": "Newest first",
  "catalog.since": "New",
  "catalog.changed": "Changed in your shop",
  "catalog.since.any": "Any time",
  "catalog.since.days": "{days, plural, one {In the last day} other {In the last # days}}",
  "catalog.cost.min": "Cost from",
  "catalog.cost.max": "Cost to",
  "catalog.cost.misfit": "Enter an amount such as 12.50.",
  "catalog.in-stock": "In stock only",
  "catalog.count": "{count, plural, one {# product} other {# products}}",
  "catalog.count.more": "More than {count, number} products",
  "catalog.corrected": "Nothing found for “{typed}”. Showing results for “{corrected}”.",
  "catalog.category": "Category",
  "catalog.all-categories": "All categories",
  "catalog.all-brands": "All brands",
  "catalog.show": "Show",
  "catalog.show.all": "All products",
  "catalog.show.not-imported": "Not in your shop",
  "catalog.show.imported": "In your shop",
  "catalog.show.importing": "Importing",
  "catalog.show.skipped": "Not imported because of a problem",
  "catalog.show.sold-out": "Sold out at your supplier",
  "catalog.show.off-sale": "Off sale",
  "catalog.show.own-price": "With your own price",
  "catalog.show.below-cost": "On sale at a loss",
  "catalog.show.discontinued": "Discontinued",
  "catalog.show.ended": "Discontinued and in your shop",
  "catalog.show.unreadable": "Can't be read",

  "catalog.product": "product",
  "catalog.products": "products",
  "catalog.images-left-out":
    "{count, plural, one {# image can't be imported, because its address isn't} other {# images can't be imported, because their addresses aren't}} on the web: {addresses}. You can add missing images in Shopify.",
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

  "export.products.download": "Download products (CSV)",
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
  "product.prices.title": "Prices in your shop",
  "product.prices.help":
    "A price that you change here is your own: it no longer follows your price rules until you let them set it again under “Your changes”.",
  "product.prices.of": "Price of {variant}",
  "product.prices.own": "Your own price. Your price rules would set {rule}.",
  "product.prices.own-only": "Your own price.",
  "product.prices.follows": "Follows your price rules.",
  "product.prices.present": "In your shop now: {price}.",
  "product.prices.saving": "Your price is being written to your shop.",
  "product.prices.save": "Save prices",
  "product.prices.below-cost.title": "Sell at a loss?",
  "product.prices.below-cost":
    "{count, plural, one {This price sells} other {# of these prices sell}} at a loss, after tax, your supplier's price and any known shipping.",
  "product.prices.loss": "{variant}: cost with shipping {cost}, profit {profit}",
  "product.prices.loss.no-shipping": "{variant}: cost {cost}, shipping not known, profit {profit}",
  "product.prices.saved":
    "{count, plural, one {# price changes in your shop in a moment. It's your own from now on} other {# prices change in your shop in a moment. They are your own from now on}}",
  "product.prices.changed-meanwhile":
    "{count, plural, one {# price was not saved} other {# prices were not saved}}",
  "product.prices.changed-meanwhile.help":
    "The price changed in Shopify meanwhile, or Stockbridge doesn't update this product. What you entered is still shown, with the present price below it: save it again, or change it in Shopify.",
  "product.prices.all": "Show all {count, number} variants",
  "product.no-price": "No usable price",
  "product.no-rate": "No exchange rate",
  // `missing` names the settings that the merchant has not entered under Prices
  "catalog.margin.hint":
    "{missing, select, none {Margins are without tax and after the shipping that you entered under Prices, for an order of one item.} tax {Margins are after the shipping that you entered under Prices, for an order of one item, but your shop's prices include tax and its rate isn't known: enter it under Prices.} shipping {Margins are without tax, but before your supplier's shipping: enter what it usually costs under Prices.} other {Margins are before your supplier's shipping, and your shop's prices include tax whose rate isn't known: enter both under Prices.}} Payment fees aren't known, so they aren't deducted. Shipping that your customers pay isn't counted. A margin below zero is a loss.",
  "catalog.margin":
    "{margin, number, ::.0}% margin{missing, select, tax { before tax} both { before tax} other {}}",
  "catalog.margin-from":
    "from {margin, number, ::.0}% margin{missing, select, tax { before tax} both { before tax} other {}}",
  "catalog.cost": "Cost: {cost}",
  "catalog.price": "Price: {price}",
  "product.last-known": "{value} (last known)",
  "product.variant-figures": "Your cost: {cost} · Selling price: {price} · Stock: {stock}",
  "product.description": "Description",
  "product.no-description": "Your supplier gives no description.",
  "product.pictures": "Images",
  "product.no-pictures": "Your supplier gives no images.",
  "product.details": "Details",
  "product.none": "None",
  "product.history": "History",
  "product.history.requested": "Import requested",
  "product.history.changed": "{cause}: {change}",
  "product.history.imported": "Imported into your shop",

  "catalog.prices": "Prices",

  // Reasons why a product was not imported
  "catalog.skip.not-listed": "Your supplier no longer lists this product.",
  "catalog.skip.discontinued": "Your supplier no longer sells this product.",
  "catalog.skip.no-variants": "Your supplier lists no variants of this product, so there is nothing to sell.",
  "catalog.skip.variants-deleted":
    "You deleted its variants in your shop. To sell them again, import the product and tick them.",
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
  "catalog.activity.service-gone":
    "The Stockbridge fulfillment service was deleted in Shopify. Shopify sends no new orders to Stockbridge until you create the service again on Home. Orders that your supplier already has continue.",
  "catalog.skip.no-location": "Your shop has no location for your supplier's stock. {problem}",
  "catalog.skip.deleted-meanwhile": "This product was deleted in your shop while it was being imported.",
  "catalog.skip.needs-linking":
    "None of the variants of this product in your shop can be recognized as your supplier's any more, so nothing was changed. Link it under “Links”. To import it as a new product instead, delete it in your shop first.",
  "catalog.skip.needs-linking-sku":
    "Your shop already has {skus}, not linked to your supplier, so nothing was imported. If it's the same product, link it under “Links”. To import this as a new product instead, delete that one in your shop or change its SKU.",
  "catalog.skip.variant-taken":
    "Your shop's product already has a variant with the options of {sku}, and it isn't linked to your supplier, so nothing was changed. Delete that variant in your shop, then try again.",
  "catalog.skip.linked-option":
    "New variants can't be added: you linked the option “{option}” to a metafield, and it has no value {values}. Add the value to the option in Shopify, then try again.",
  "catalog.skip.own-option":
    "New variants can't be added: your supplier doesn't know your option “{option}”, so {skus} would have no value for it. Remove the option in Shopify, or give all variants the same value, then try again.",
  "catalog.product-not-created": "Shopify didn't create the product.",
  "catalog.location-not-created": "Shopify created no location for your supplier's stock.",

  "catalog.activity.sale-stopped-draft":
    "You stopped selling {count, plural, one {# product: it becomes a draft} other {# products: they become drafts}} until you resume.",
  "catalog.activity.sale-stopped-zero":
    "You stopped selling {count, plural, one {# product: its stock stays} other {# products: their stock stays}} at zero until you resume.",
  "catalog.activity.sale-resumed":
    "You resumed selling {count, plural, one {# product.} other {# products.}}",
  "catalog.activity.not-synced":
    "For more than an hour, Stockbridge hasn't been able to update your products in Shopify. Their prices and stock may be out of date, so customers may order what your supplier no longer has. Stockbridge keeps trying. If this lasts until tomorrow, contact Stockbridge support.",
  "catalog.activity.synced-again": "Stockbridge can update your products in Shopify again.",
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
  // The offset is NAMES_AT_MOST: the message names as many products, and counts the others.
  "catalog.activity.deleted-in-shop":
    "{products}{count, plural, offset:3 =1 {} =2 {} =3 {} one { and # more} other { and # more}} {count, plural, one {was deleted in your shop, so it is no longer updated. To sell it again, import it from the catalog.} other {were deleted in your shop, so they are no longer updated. To sell them again, import them from the catalog.}}",
  "catalog.activity.archived-in-shop":
    "{products}{count, plural, offset:3 =1 {} =2 {} =3 {} one { and # more} other { and # more}} {count, plural, one {was archived in your shop, so it is not updated. Updates resume when you unarchive it.} other {were archived in your shop, so they are not updated. Updates resume when you unarchive them.}}",
  "catalog.activity.discontinued":
    "Your supplier no longer sells {count, plural, one {a product that your shop may still offer} other {# products that your shop may still offer}}: {products}. In the catalog, stop selling what you can't ship yourself.",
  "catalog.activity.off-sale":
    "Your supplier no longer sells {count, plural, one {a product in your shop, so its stock is zero now} other {# products in your shop, so their stock is zero now}}: {products}.",
  "catalog.activity.off-sale-as-drafts":
    "Your supplier no longer sells {count, plural, one {a product in your shop, so it is a draft now} other {# products in your shop, so they are drafts now}}: {products}.",
  "catalog.activity.off-sale-unreadable":
    "Your supplier's price, stock, or details can't be read for {count, plural, one {a product in your shop, so its stock is zero for now} other {# products in your shop, so their stock is zero for now}}: {products}.",
  "catalog.activity.price-moved":
    "{count, plural, one {The cost of a product has changed more than you allow, so its new price waits for your approval:} other {The costs of # products have changed more than you allow: their new prices wait for your approval. Among them are}} {products}.",
  "catalog.activity.sold-out":
    "{count, plural, one {Newly sold out, completely or in some variants, is a product in your shop:} other {Newly sold out, completely or in some variants, are # products in your shop, such as}} {products}.",
  "catalog.activity.below-cost":
    "{count, plural, one {A product in your shop now sells at a loss, which it didn't before:} other {# products in your shop now sell at a loss, which they didn't before, such as}} {products}. A loss is what is left below zero after tax, your supplier's price and any known shipping. Check the price. The catalog shows all products that sell at a loss.",
  "catalog.activity.links-kept":
    "You said that the products of your previous account are the same in this one. They stay linked to your supplier.",
  "catalog.activity.links-dropped":
    "You started fresh with this account. The products of your previous account stay in your shop, but are no longer linked to your supplier.",
  "catalog.activity.prices-applied":
    "You applied your price rules to {products, plural, one {# product} other {# products}} in your shop.",
  "catalog.activity.prices-undone":
    "You undid the prices of the update on {at, date, long}: {count, plural, one {# price is set back} other {# prices are set back}}.",
  "catalog.activity.prices-not-set":
    "When your shop's currency changed, {count, plural, one {# price in the former currency was} other {# prices in the former currency were}} still to be written to your shop. Stockbridge didn't write {count, plural, one {this price} other {these prices}}. Check the prices of your products, and set them again in the new currency if you need to.",
  "catalog.activity.own-kept":
    "You kept {count, plural, one {# value as it is} other {# values as they are}} in your shop.",
  "catalog.activity.own-handed-back":
    "You let {count, plural, one {# value} other {# values}} in your shop follow your supplier.",
  "links.title": "Links",
} as const;
