import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { startOver, wakeOrder } from "../order-store.server.ts";

/**
 * A person's "try again": an order that waits, is held, or ended without the supplier having it, is due at once. Pressed
 * twice, the second finds it due, and whoever works it off does so once.
 *
 * @returns whether there was something to try again.
 */
export async function retryOrder(
  shop: ShopDomain,
  { orderId, now }: { orderId: string; now: Date },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    // Whoever is reading for it at this moment loses it by that, and can begin no attempt any more. Once an attempt
    // has begun, the state is another one, and this finds nothing.
    const { count } = await tx.supplierOrder.updateMany({
      where: { id: orderId, state: { in: ["held", "ready", "cancelled", "rejected"] } },
      data: startOver(now),
    });
    if (count === 0) return false;
    await wakeOrder(tx, { shop, id: orderId });
    return true;
  });
}
