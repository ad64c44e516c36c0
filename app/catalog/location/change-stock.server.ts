import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { StockChange } from "../../shop/location/inventory.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { recognize } from "../links/recognize.ts";

const MAX_TRIES = 3;

/**
 * Changes a product's stock. Sales go on meanwhile, so if the stock has changed since it was read, reads it
 * again and retries.
 * @throws Failure if the shop gives no clear answer, or its stock keeps changing.
 */
export async function changeStock(
  shop: ShopDomain,
  { product, locationId }: { product: ShopProduct; locationId: string },
  change: (product: ShopProduct) => Promise<StockChange>,
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const links = new Map(
    product.variants.map(({ id, supplierVariantId }) => [id, supplierVariantId ?? undefined]),
  );
  let current = product;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changed = await change(current);
    if (changed.kind !== "stale") return changed;
    const expected = current.variants.length;
    const again = await findProduct(shop, { id: product.id }, { locationId, expected });
    if (again !== null) current = recognize(again, links);
  }
  throw new Failure({
    code: "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.stock-keeps-changing" },
  });
}
