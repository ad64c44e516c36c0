import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { changeLocked, lockOrder, recordOrderActivity, wakeOrder } from "../store/order-store.server.ts";

/**
 * A person's "Send anyway": one of Shopify's test orders is due at once, and is bought although no customer pays for it.
 *
 * @param version of the order as the button was offered.
 * @returns true if it was approved.
 */
export async function approveTestOrder(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || order.state !== "held" || order.cancelRequestedAt !== null)
      return false;
    if (order.reason !== "test-order") return false;
    await changeLocked(tx, order, {
      ...({ to: "ready", reason: null } as const),
      ...{ testApprovedAt: now, nextAt: now, retryCount: 0 },
    });
    await wakeOrder(tx, order);
    const what = { code: "orders.test-order-approved" } as const;
    await recordOrderActivity(tx, order, { kind: "orders.test-order-approved", tone: "info", what, at: now });
    return true;
  });
}
