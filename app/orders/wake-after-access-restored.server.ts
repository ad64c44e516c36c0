import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepOrdersJob } from "./jobs.ts";

/** Makes due what could not ask or tell the shop anything, because it did not let us in: it does again. */
export async function wakeOrdersAfterAccessRestored(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      // An attempt that is under way has a time of its own.
      where: { shop, reason: "access-lost", state: { notIn: ["placing"] }, nextAt: { gt: now } },
      data: { nextAt: now },
    });
    await enqueue(tx, sweepOrdersJob, {});
  });
}
