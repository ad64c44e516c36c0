import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hasArrived } from "../states/order-state.ts";
import { changeLocked, lockOrder, wakeOrder } from "../store/order-store.server.ts";

/**
 * Makes the acceptance of a request due that seemed gone and that the shop shows again: without it the shop takes no
 * package. If the order is to be canceled, the cancellation reads the request itself.
 */
export async function reopenAcceptance(shop: ShopDomain, orderId: string): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.acceptance !== "gone" || order.cancelRequestedAt !== null || !hasArrived(order.state)) return;
    await changeLocked(tx, order, { acceptance: "due", nextAt: now, retryCount: 0 });
    await wakeOrder(tx, order);
  });
}
