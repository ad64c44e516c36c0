import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { OrderState } from "../order-state.ts";
import { wakeOrder } from "../order-store.server.ts";

/** Where a wish to cancel leads to something at once. */
const atOnce: readonly OrderState[] = ["held", "ready", "placed"];
/** It comes too late here. Whoever wished it, be it in the shop, has to be told. */
const tooLate: readonly OrderState[] = ["partially_shipped", "shipped", "delivered"];
/** It waits for what the attempt brings. */
const later: readonly OrderState[] = ["placing", "in_doubt"];

/**
 * Notes that the order is to be cancelled: a wish, not a state. The outcome of an attempt that is under way is written
 * down first, whatever it is. Of what has been taken back in the shop already nobody waits for an answer.
 *
 * @returns whether there was anything to cancel.
 */
export async function requestCancellation(
  shop: ShopDomain,
  { orderId, now }: { orderId: string; now: Date },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const wished = { cancelRequestedAt: now };
    const { count } = await tx.supplierOrder.updateMany({
      where: {
        ...{ id: orderId, cancelRequestedAt: null },
        OR: [
          { state: { in: [...atOnce] } },
          { state: { in: [...tooLate] }, acceptance: { in: ["due", "accepted", "gone"] } },
        ],
      },
      data: { ...wished, nextAt: now, retryCount: 0 },
    });
    if (count > 0) {
      await wakeOrder(tx, { shop, id: orderId });
      return true;
    }
    const waiting = await tx.supplierOrder.updateMany({
      where: { id: orderId, cancelRequestedAt: null, state: { in: [...later] } },
      data: wished,
    });
    return waiting.count > 0;
  });
}
