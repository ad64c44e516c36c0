import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Channel } from "../../shop/products/publications.server.ts";
import type { ClaimedImport } from "./import-claims.server.ts";
import { endImport, type ImportedProduct } from "./import-store.server.ts";
import { publishNewProducts } from "./publish-new-products.server.ts";
import { failImport, tryImport } from "./try-import.server.ts";

/** An imported product, and its sales channels; null means the default channels. */
export type Made = { claimed: ClaimedImport; channels: Channel[] | null; product: ImportedProduct };

/**
 * Publishes the new ones among imported products, and ends their imports. An unpublished product does not
 * count as imported, so after a crash the next try publishes it.
 */
export async function publishAndEnd(shop: ShopDomain, made: Made[]): Promise<void> {
  const failed = new Set<Made>();
  const unpublished = made.filter(({ product }) => product.isNew);
  for (const group of Map.groupBy(unpublished, ({ channels }) => JSON.stringify(channels)).values()) {
    const ids = group.map(({ product }) => product.shopProductId);
    try {
      const published = await publishNewProducts(shop, ids, group[0]?.channels ?? null);
      for (const { product } of group) Object.assign(product, published.get(product.shopProductId));
    } catch (error) {
      for (const each of group) {
        failed.add(each);
        await failImport(shop, each.claimed, error);
      }
    }
  }
  for (const each of made) {
    if (failed.has(each)) continue;
    await tryImport(shop, each.claimed, () => endImport(shop, each.claimed, each.product));
  }
}
