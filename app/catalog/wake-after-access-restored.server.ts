import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepCatalogJob } from "./jobs.ts";

/**
 * Makes due what was put off and goes into the shop: it lets us in again. Why each was put off is not looked at: trying
 * one of them too early does no harm.
 */
export async function wakeCatalogAfterAccessRestored(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    const data = { nextAt: now, retryCount: 0 };
    const putOff = { shop, nextAt: { gt: now } };
    await tx.productLink.updateMany({
      where: { ...putOff, state: "importing", said: { not: null } },
      data,
    });
    await tx.fulfillmentService.updateMany({ where: { ...putOff, retryCount: { gt: 0 } }, data });
    await tx.linkRun.updateMany({ where: { ...putOff, leasedUntil: null }, data });
    await enqueue(tx, sweepCatalogJob, {});
  });
}
