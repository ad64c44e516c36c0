import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginAnew } from "../store/begin-anew.server.ts";
import { hasArrived, isEnded, isUnsent } from "../states/order-state.ts";
import { changeLocked, lockOrder, wakeOrder } from "../store/order-store.server.ts";

/**
 * A person's "Try again": an order that waits, is held, or ended without the supplier having it, begins anew at once. Pressed
 * twice, the second finds it changed, and a worker processes it once. Of one that the supplier has, what did not get
 * through is tried again now.
 *
 * @param version of the order as the button was offered: about a later one it says nothing.
 * @returns whether there was something to try again.
 */
export async function retryOrder(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // A worker that is reading for it at this moment loses it by that, and can begin no attempt any more. Once an attempt
    // has begun, the state is another one, and this finds nothing.
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return false;
    const isClosing = order.acceptance === "closing";
    if (isUnsent(order.state) || (isEnded(order.state) && !isClosing)) {
      await beginAnew(tx, order, { now });
      return true;
    }
    // What is due for it and has failed is done now; nothing is ordered by that.
    const fails = (hasArrived(order.state) || isClosing) && order.retryCount > 0;
    if (!fails || order.nextAt === null) return false;
    if (order.nextAt.getTime() === order.leasedUntil?.getTime() && order.nextAt > now) return true;
    await changeLocked(tx, order, { nextAt: now });
    await wakeOrder(tx, order);
    return true;
  });
}
