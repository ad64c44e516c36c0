import { Prisma } from "@prisma/client";

import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { dueAt, isPostponed } from "../queue/lease.server.ts";
import { lockImports } from "./links/lock-imports.server.ts";
import { jobs } from "../queue/jobs.ts";

/**
 * Makes postponed imports, syncs, comparisons, service checks and link runs due, whatever postponed them:
 * trying too early does no harm.
 */
export async function wakeCatalogAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const data = { ...dueAt(now), retryCount: 0 };
    const postponed = { shop, ...isPostponed(now) };
    await tx.productLink.updateMany({
      where: { ...postponed, state: "importing", problem: { not: Prisma.DbNull } },
      data,
    });
    await tx.importBulk.updateMany({ where: { ...postponed, retryCount: { gt: 0 } }, data });
    await tx.productLink.updateMany({
      where: { shop, syncDueAt: { not: null }, syncRetryCount: { gt: 0 } },
      data: { syncDueAt: now, syncLeasedUntil: null, syncRetryCount: 0 },
    });
    await tx.productLink.updateMany({
      where: { shop, compareDueAt: { gt: now } },
      data: { compareDueAt: now },
    });
    await tx.fulfillmentService.updateMany({ where: { ...postponed, retryCount: { gt: 0 } }, data });
    await tx.linkRun.updateMany({ where: { ...postponed, leasedUntil: null }, data });
    await enqueue(tx, jobs["catalog.sweep"], {});
  });
}
