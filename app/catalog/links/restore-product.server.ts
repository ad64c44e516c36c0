import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { stockOf } from "../import/plan-import.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";

/**
 * Gives a linked product the stock that the supplier has of it. Nothing else about it is touched: a draft stays one.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function restoreProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, variants }: LinkRunItem,
): Promise<ItemOutcome> {
  const product = shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, variants);
  if (product === null) return { kind: "gone" };
  const service = await ensureService(shop);
  if (service.kind === "refused") return { kind: "user-errors", said: service.said };
  const found = await findSupplierProduct(shop, supplierProductId);
  const sold = found !== null && !found.gone && !found.product.discontinued;
  const stock = sold ? stockOf(found.product) : new Map<string, number>();
  const settled = await setStock(shop, { product, locationId: service.locationId, stock });
  return settled.kind === "settled" ? { kind: "done" } : settled;
}
