import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { readUpdateJob } from "./jobs.ts";

/**
 * Makes an order's update due now, because a person wants it, even where it would never be read again. Pressing twice
 * reads twice, which does no harm.
 *
 * @returns whether there may be any update.
 */
export async function requestUpdate(shop: ShopDomain, orderId: string): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const { count } = await tx.supplierOrder.updateMany({
      where: { id: orderId, state: { in: ["placed", "partially_shipped", "shipped"] } },
      data: { updateDueAt: now },
    });
    if (count === 0) return false;
    await enqueue(tx, readUpdateJob, { shop, orderId });
    return true;
  });
}
