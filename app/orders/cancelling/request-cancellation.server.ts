import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { unclearStates, unsentStates } from "../order-state.ts";
import { wakeOrder } from "../order-store.server.ts";

/**
 * Notes that an order is to be canceled: a request, not a state. The outcome of an attempt that is under way is written down
 * first, whatever it is. Of shipped orders, those whose request is closed, or about to be, are left out: nobody in the shop waits for an answer.
 *
 * @returns whether there was anything to cancel.
 */
export async function requestCancellation(shop: ShopDomain, orderId: string): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const cancelRequestedAt = now;
    const { count } = await tx.supplierOrder.updateMany({
      where: {
        ...{ id: orderId, cancelRequestedAt: null },
        OR: [
          { state: { in: [...unsentStates, "placed"] } },
          // Too late, and the merchant has to learn that, here or in the shop.
          {
            state: { in: ["partially_shipped", "shipped", "delivered"] },
            acceptance: { in: ["due", "accepted", "gone"] },
          },
        ],
      },
      data: { cancelRequestedAt, nextAt: now, retryCount: 0 },
    });
    if (count > 0) {
      await wakeOrder(tx, { shop, id: orderId });
      return true;
    }
    const waiting = await tx.supplierOrder.updateMany({
      where: { id: orderId, cancelRequestedAt: null, state: { in: unclearStates } },
      data: { cancelRequestedAt },
    });
    return waiting.count > 0;
  });
}
