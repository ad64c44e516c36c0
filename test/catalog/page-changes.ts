import { toMirrorRows } from "../../app/catalog/mirror/mirror-rows.ts";
import type { PageChanges } from "../../app/catalog/mirror/read-pages.server.ts";
import { toProductLists } from "../../app/catalog/mirror/write-products.server.ts";
import { toSearchLists } from "../../app/catalog/search/search-store.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { Product, SupplierProductId, SupplierVariantId } from "../../app/wholesale/resources.ts";

/** Returns the changes that a page of products makes to the mirror. */
export async function changesOf(shop: ShopDomain, products: Product[]): Promise<PageChanges> {
  const rows = toMirrorRows(products, (id) => `hash of ${id}`);
  return {
    hash: "page",
    returned: [],
    unreadable: [],
    nameless: 0,
    newest: null,
    allNew: false,
    products: await toProductLists(rows),
    search: toSearchLists(shop, rows),
  };
}

/** A product of the stand-in in our words. */
export function ourProduct(id: string, changed: Partial<Product> = {}): Product {
  return {
    id: id as SupplierProductId,
    name: `Product ${id}`,
    descriptionHtml: "<p>Fine.</p>",
    brand: "Nordwind",
    category: "Küche",
    images: [],
    options: [],
    updatedAt: new Date("2026-11-01T00:00:00Z"),
    discontinued: false,
    variants: [
      {
        id: `${id}-1` as SupplierVariantId,
        sku: `SKU-${id}-1`,
        barcode: null,
        options: {},
        price: { amount: "10.00", currency: "EUR" },
        stock: 5,
        weightGrams: 100,
        imageUrl: null,
      },
    ],
    ...changed,
  };
}
