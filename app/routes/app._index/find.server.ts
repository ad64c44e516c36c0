import { listProducts } from "../../catalog/search/list-products.server.ts";
import { parseProductFilter, productParameters } from "../../catalog/search/product-filter.ts";
import { productUrl } from "../../components/product.tsx";
import { readInShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findByNumber } from "../../orders/views/list-all.server.ts";

/**
 * Finds orders or products for the search field on Home. Returns the address of the page if there is one match, of a
 * list if there are several, and null if there is none. Orders come before products.
 */
export async function addressOfFound(shop: ShopDomain, query: string): Promise<string | null> {
  const orders = new URLSearchParams({ query });
  const { ids, waiting } = await readInShop(shop, (tx) => findByNumber(tx, { shop, query }));
  if (ids.length === 1 && waiting === 0) return `/app/orders/${ids[0]}`;
  if (ids.length === 0 && waiting > 0) return `/app/orders?show=to-send&${orders.toString()}`;
  if (ids.length > 0) return `/app/orders?${orders.toString()}`;
  const { filter, sort } = parseProductFilter(new URLSearchParams({ q: query }));
  const listed = await listProducts(shop, { filter, sort, after: null, before: null });
  const [product, ...others] = listed.kind === "page" ? listed.products : [];
  if (product === undefined) return null;
  return others.length === 0
    ? productUrl(product.id)
    : `/app/catalog?${productParameters(filter).toString()}`;
}
