import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt } from "../../queue/lease.server.ts";
import type { Acceptance } from "../states/acceptance.ts";
import { unclearStates, unsentStates } from "../states/order-state.ts";
import { lockOrder, wakeOrder } from "../store/order-store.server.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { holdOrder } from "../holding/hold-order.server.ts";

/**
 * Requests the cancellation of an order. The request does not change the order's state: an attempt that is under way
 * records its outcome first. Skips shipped orders whose request is closed or closing, because the shop then expects
 * no answer.
 *
 * @param version version of the order that a person saw; a later version is not canceled.
 * @returns true if there was anything to cancel.
 */
export async function requestCancellation(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version?: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // An attempt may be about to commit its outcome. The lock waits for that commit.
    const order = await lockOrder(tx, { shop, id: orderId });
    // With `gone`, `cancelAtSupplier` would drop this cancellation once the request reappears.
    const acceptance = order?.acceptance === "gone" && ({ acceptance: "due" satisfies Acceptance } as const);
    const noted = { cancelRequestedAt: now, version: { increment: 1 }, ...acceptance };
    const id = { shop, id: orderId, ...(version !== undefined && { version }) };
    const { count } = await tx.supplierOrder.updateMany({
      where: {
        ...id,
        cancelRequestedAt: null,
        OR: [
          { state: { in: [...unsentStates, "placed"] } },
          // It is too late to cancel these orders, but the merchant has to learn that.
          {
            state: { in: ["partially_shipped", "shipped", "delivered"] },
            acceptance: { in: ["due", "accepted", "gone"] },
          },
        ],
      },
      data: { ...noted, ...dueAt(now), retryCount: 0 },
    });
    if (count > 0) {
      await wakeOrder(tx, { shop, id: orderId });
      return true;
    }
    const waiting = await tx.supplierOrder.updateMany({
      where: { ...id, cancelRequestedAt: null, state: { in: unclearStates } },
      data: noted,
    });
    return waiting.count > 0;
  });
}

/**
 * Cancels a customer's order with the supplier. Requests the cancellation of each part that the supplier has or will
 * have. Holds the parts that are not requested yet.
 */
export async function cancelShopOrder(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<void> {
  await holdOrder(shop, shopOrderId);
  const orders = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({ where: { shop, shopOrderId }, select: { id: true } }),
  );
  for (const { id: orderId } of orders) await requestCancellation(shop, { orderId });
}
