import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";
import { enqueue } from "../queue/boss.server.ts";
import { dueAt, unleased } from "../queue/lease.server.ts";
import { LOOK_SECONDS } from "../shop/bulk/bulk-operations.server.ts";
import { bulkOperationId } from "../shop/ids.ts";
import { jobs } from "../queue/jobs.ts";

/**
 * Makes work due that waits for a bulk operation, since Shopify reports its end. Skips imports and match runs
 * that a worker has claimed.
 */
export async function wakeBulkOperation(shop: ShopDomain, subjectId: string | null): Promise<void> {
  const operationId = bulkOperationId(subjectId);
  if (operationId === null) return;
  await inShop(shop, async (tx, now) => {
    const where = { shop, operationId };
    const waiting = { ...where, dueAt: { lte: after(now, LOOK_SECONDS) }, ...unleased(now) };
    const imports = await tx.importBulk.updateMany({
      where: waiting,
      data: dueAt(now),
    });
    if (imports.count > 0) await enqueue(tx, jobs["catalog.import"], { shop });
    const comparisons = await tx.catalogSync.updateMany({ where, data: { compareDueAt: now } });
    if (comparisons.count > 0) await enqueue(tx, jobs["catalog.sync"], { shop });
    const matchings = await tx.matchRun.updateMany({
      where: waiting,
      data: dueAt(now),
    });
    if (matchings.count > 0) await enqueue(tx, jobs["catalog.match"], { shop });
  });
}
