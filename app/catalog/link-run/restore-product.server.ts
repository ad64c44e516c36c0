import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products.server.ts";
import { stockOf } from "../import/plan-import.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { findBuffer } from "../sync/sync-settings.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/**
 * Sets a linked product's stock to what the supplier has, and writes the metafields that it lacks. Nothing else about it
 * changes: a draft stays a draft.
 *
 * @throws Failure when the shop gives no clear answer, or its stock keeps changing.
 */
export async function restoreProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, variants }: LinkRunItem,
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  const service = await ensureService(shop);
  if (service.kind === "failed") return { kind: "user-errors", problem: service.problem };
  const { locationId } = service;
  const there = await findProduct(shop, { id: shopProductId }, { locationId, expected: variants });
  if (there === null) return { kind: "gone" };
  const product = await recognizeProduct(shop, there, supplierProductId);
  if (!isRecognized(product)) return { kind: "needs-linking" };
  const marked = await restoreMarks(shop, { found: there, recognized: product }, supplierProductId);
  if (marked.kind === "user-errors") return marked;
  const found = await findSupplierProduct(shop, supplierProductId);
  const sold = found !== null && !found.gone && !found.product.discontinued;
  const stock = sold ? stockOf(found.product, await findBuffer(shop)) : new Map<string, number>();
  return setStock(shop, { product, locationId, stock });
}
