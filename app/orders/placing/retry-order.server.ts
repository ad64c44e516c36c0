import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { endedStates, unsentStates } from "../order-state.ts";
import { resetOrder, wakeOrder } from "../order-store.server.ts";

/**
 * A person's "Try again": an order that waits, is held, or ended without the supplier having it, is due at once. Pressed
 * twice, the second finds it due, and a worker processes it once.
 *
 * @returns whether there was something to try again.
 */
export async function retryOrder(shop: ShopDomain, orderId: string): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // A worker that is reading for it at this moment loses it by that, and can begin no attempt any more. Once an attempt
    // has begun, the state is another one, and this finds nothing.
    const { count } = await tx.supplierOrder.updateMany({
      where: { id: orderId, state: { in: [...unsentStates, ...endedStates] } },
      data: resetOrder(now),
    });
    if (count === 0) return false;
    await wakeOrder(tx, { shop, id: orderId });
    return true;
  });
}
