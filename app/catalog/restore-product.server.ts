import type { ShopDomain } from "../lib/shop-domain.ts";
import { findProduct } from "../shop/products.server.ts";
import { ensureService } from "./ensure-service.server.ts";
import { stockOf } from "./plan-import.ts";
import type { ItemOutcome, RoundItem } from "./round-store.server.ts";
import { settleStock } from "./settle-stock.server.ts";
import { findSupplierProduct } from "./supplier-product.server.ts";

/**
 * Gives a listed product the stock that the platform has of it. Nothing else about it is touched: a draft stays one.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function restoreProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, variants }: RoundItem,
): Promise<ItemOutcome> {
  const product = shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, variants);
  if (product === null) return { kind: "gone" };
  const service = await ensureService(shop);
  if (service.kind === "refused") return service;
  const found = await findSupplierProduct(shop, supplierProductId);
  const sold = found !== null && !found.gone && !found.product.discontinued;
  const stock = sold ? stockOf(found.product) : new Map<string, number>();
  const settled = await settleStock(shop, { product, locationId: service.locationId, stock });
  return settled.kind === "settled" ? { kind: "done" } : settled;
}
