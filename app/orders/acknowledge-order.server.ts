import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/**
 * Records that the merchant has acknowledged why an order needed their attention: it no longer does for that reason.
 *
 * @param reason what they have seen. About anything that has come up since, this says nothing.
 * @returns whether that is what the order still needed them for.
 */
export async function acknowledgeOrder(
  shop: ShopDomain,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<boolean> {
  const { count } = await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({ where: { id: orderId, reason }, data: { acknowledgedReason: reason } }),
  );
  return count > 0;
}
