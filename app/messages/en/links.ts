/** Links between products that the shop already sells and the supplier's products. */
export const links = {
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
  "links.found":
    "Last compared on {at, date, long}: {read, plural, =0 {no variants} one {# variant} other {# variants}} of your shop, and {open, plural, =0 {no matches} one {# match} other {# matches}} to review.",
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
  "links.skip": "Not the same",
  "links.unskip": "Review again",
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
  "links.unlink.title": "Unlink {product}?",
  "links.unlink.effect":
    "The product stays in your shop as it is. Its stock and price no longer follow your supplier, and new orders for it are held until you link it again or fulfill them yourself. Orders your supplier already has continue.",
  "links.unlink.stock":
    "The stock that was last set for your supplier stays on sale. Change it in your Shopify admin if you can't deliver it yourself.",
  "links.open-in-shop": "Open in your shop",
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
} as const;
