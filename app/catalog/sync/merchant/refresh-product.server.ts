import { findUsableKey } from "../../../connection/connection-store.server.ts";
import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { Progress } from "../../../queue/progress.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import type { SupplierProductId } from "../../../wholesale/resources.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";
import { readOneProduct } from "../../mirror/read-pages.server.ts";
import { storeProduct } from "../../mirror/store-page.server.ts";

/**
 * Reads one product from the supplier, and makes it due for a sync.
 *
 * @returns `not-linked` if the product is not linked, is delisted, or was deleted or archived; `not-connected`
 * if the shop has no usable key; `not-shown` if the supplier's reply has another product's id.
 * @throws Failure as `readOneProduct`.
 */
export async function refreshProduct(
  shop: ShopDomain,
  id: ShopProductId,
): Promise<"refreshing" | "not-linked" | "not-connected" | "not-shown"> {
  const link = await findLinkOf(shop, id);
  if (link === null || link.delisted !== null || link.shopState !== null) return "not-linked";
  const key = await findUsableKey(shop);
  if (key === null) return "not-connected";
  const supplierProductId = link.supplierProductId as SupplierProductId;
  const changes = await readOneProduct({ shop, key }, supplierProductId);
  if (changes === null) return "not-shown";
  await storeProduct(shop, changes);
  // Makes the product due even if the supplier's values have not changed, because an earlier write to the shop
  // may have failed.
  await inShop(shop, (tx) => markForSync(tx, shop, [supplierProductId]));
  return "refreshing";
}

/** Returns the progress of a product's refresh. */
export async function findRefresh(shop: ShopDomain, id: ShopProductId): Promise<Progress> {
  const link = await findLinkOf(shop, id);
  if (link === null || link.syncProblem !== null) return "stopped";
  return link.syncDueAt === null ? "done" : "under-way";
}

/** Returns the link of a product of the shop; null if it is not linked. */
export async function findLinkOf(shop: ShopDomain, shopProductId: ShopProductId) {
  return inShop(shop, (tx) => tx.productLink.findFirst({ where: { shop, shopProductId } }));
}
