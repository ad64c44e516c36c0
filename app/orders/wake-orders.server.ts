import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepOrdersJob } from "./jobs.ts";

/**
 * Makes due what waits in a shop, because what it waited for has come: a connection, or the end of a pause. What the
 * supplier has refused waits for a person.
 */
export async function wakeOrders(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      where: {
        shop,
        OR: [
          { state: "held", reason: { not: "rejected" } },
          { state: "ready" },
          { state: { in: ["placed", "partially_shipped", "shipped", "delivered"] }, acceptance: "due" },
          { acceptance: "closing" },
          {
            state: { in: ["placed", "partially_shipped", "shipped", "delivered"] },
            ...{ cancelRequestedAt: { not: null }, acceptance: { in: ["due", "accepted", "gone"] } },
          },
          { state: "in_doubt", nextAt: null },
        ],
      },
      data: { nextAt: now },
    });
    await enqueue(tx, sweepOrdersJob, {});
  });
}
