import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { changeLocked, lockOrder } from "./store/order-store.server.ts";
import { reviewParcels } from "./updates/review-parcels.server.ts";

/**
 * Records that the merchant has acknowledged why an order needed their attention: it no longer does for that reason.
 *
 * @param reason what they have seen. About anything that has come up since, this says nothing.
 * @param version of the order as they saw it: what is new about the same reason counts as well.
 * @returns whether that is what the order still needed them for.
 */
export async function acknowledgeOrder(
  shop: ShopDomain,
  { orderId, version, reason }: { orderId: string; version: number; reason: string },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || order.reason !== reason) return false;
    await changeLocked(tx, order, { acknowledgedReason: reason });
    await reviewParcels(tx, { shop, id: orderId });
    return true;
  });
}
