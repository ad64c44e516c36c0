import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginAnew } from "../begin-anew.server.ts";
import { isEnded, isUnsent } from "../order-state.ts";
import { lockOrder } from "../order-store.server.ts";

/**
 * A person's "Try again": an order that waits, is held, or ended without the supplier having it, is due at once. Pressed
 * twice, the second finds it changed, and a worker processes it once.
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
    const order = await lockOrder(tx, orderId);
    if (order?.version !== version || !(isUnsent(order.state) || isEnded(order.state))) return false;
    await beginAnew(tx, order, { now });
    return true;
  });
}
