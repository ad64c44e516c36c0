import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hasArrived } from "../states/order-state.ts";
import { changeLocked, lockOrder, wakeOrder } from "../store/order-store.server.ts";

/**
 * Makes acceptance due again for a request that reappeared: the shop takes no fulfillment before acceptance. Does nothing if
 * a cancellation is requested: the cancellation reads the request itself.
 */
export async function reopenAcceptance(shop: ShopDomain, orderId: string): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.acceptance !== "gone" || order.cancelRequestedAt !== null || !hasArrived(order.state)) return;
    await changeLocked(tx, order, { acceptance: "due", nextAt: now, retryCount: 0 });
    await wakeOrder(tx, order);
  });
}
