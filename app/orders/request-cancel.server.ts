import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { OrderState } from "./order-state.ts";
import { wakeOrder } from "./order-store.server.ts";

/** Where a wish to cancel leads to something at once. In the other two it waits for what the attempt brings. */
const atOnce: readonly OrderState[] = ["held", "ready", "placed"];
const later: readonly OrderState[] = ["placing", "in_doubt"];

/**
 * Notes that the order is to be cancelled: a wish, not a state. The outcome of an attempt that is under way is written
 * down first, whatever it is.
 *
 * @returns whether there was anything to cancel.
 */
export async function requestCancel(
  shop: ShopDomain,
  { orderId, now }: { orderId: string; now: Date },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const wished = { cancelRequestedAt: now };
    const { count } = await tx.supplierOrder.updateMany({
      where: { id: orderId, cancelRequestedAt: null, state: { in: [...atOnce] } },
      data: { ...wished, nextAt: now, tries: 0 },
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
