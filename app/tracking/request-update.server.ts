import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { readUpdateJob } from "./jobs.ts";
import { enqueue } from "../queue/boss.server.ts";

/**
 * A person's "ask for news now": the supplier is asked at once, also where nobody would have asked any more. Pressed
 * twice, whoever asks does so once more, and no harm comes of it.
 *
 * @returns whether there is anything to ask about.
 */
export async function requestUpdate(shop: ShopDomain, orderId: string, now: Date): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const { count } = await tx.supplierOrder.updateMany({
      where: { id: orderId, state: { in: ["placed", "partially_shipped", "shipped"] } },
      data: { updateDueAt: now },
    });
    if (count === 0) return false;
    await enqueue(tx, readUpdateJob, { shop, orderId });
    return true;
  });
}
