import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt } from "../../queue/lease.server.ts";
import type { Acceptance } from "../states/acceptance.ts";
import { unclearStates, unsentStates } from "../states/order-state.ts";
import { lockOrder, wakeOrder } from "../store/order-store.server.ts";

/**
 * Notes that an order is to be canceled: a request, not a state. The outcome of an attempt that is under way is written down
 * first, whatever it is. Of shipped orders, those whose request is closed, or about to be, are left out: nobody in the shop waits for an answer.
 *
 * @param version of the order as a person saw it: about a later one their word says nothing.
 * @returns whether there was anything to cancel.
 */
export async function requestCancellation(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version?: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // The outcome of an attempt may be about to be committed: what state that leaves is known after it.
    const order = await lockOrder(tx, { shop, id: orderId });
    // Otherwise `cancelAtSupplier` would drop this cancellation when the request reappears.
    const acceptance = order?.acceptance === "gone" && ({ acceptance: "due" satisfies Acceptance } as const);
    const noted = { cancelRequestedAt: now, version: { increment: 1 }, ...acceptance };
    const id = { shop, id: orderId, ...(version !== undefined && { version }) };
    const { count } = await tx.supplierOrder.updateMany({
      where: {
        ...{ ...id, cancelRequestedAt: null },
        OR: [
          { state: { in: [...unsentStates, "placed"] } },
          // Too late, and the merchant has to learn that, here or in the shop.
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
