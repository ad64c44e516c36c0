import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { StockChange } from "../../shop/inventory.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products.server.ts";

const MAX_TRIES = 3;

/**
 * Changes a product's stock. Sales go on meanwhile: where the stock is no longer what was read, it is read again.
 *
 * @throws Failure when the shop gives no clear answer, or its stock keeps changing.
 */
export async function changeStock(
  shop: ShopDomain,
  { product, locationId }: { product: ShopProduct; locationId: string },
  change: (product: ShopProduct) => Promise<StockChange>,
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  let current = product;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changed = await change(current);
    if (changed.kind !== "stale") return changed;
    const expected = current.variants.length;
    current = (await findProduct(shop, { id: product.id }, { locationId, expected })) ?? current;
  }
  throw new Failure({
    code: "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.stock-keeps-changing" },
  });
}
