import type { Tx } from "../../../lib/database/db.server.ts";
import type { Change } from "../changes-store.server.ts";
import type { SyncBatch } from "../sync-lease.server.ts";
import { recordGone, recordOffSale } from "../record-gone.server.ts";
import { storeKnown } from "../store-known.server.ts";
import { whileLeased } from "../sync-lease.server.ts";
import type { SyncResult } from "../sync-result.ts";

/** Stores a batch's results with their history, in one transaction. Stores nothing if the lease was lost. */
export async function storeResults(batch: SyncBatch, results: SyncResult[]): Promise<void> {
  const { lease } = batch;
  await whileLeased(lease, async (tx, now) => {
    const written = await storeKnown(tx, { lease, batch }, { results, now });
    await recordGone(tx, lease.shop, { results, now });
    await recordOffSale(tx, lease.shop, { results, now });
    await endItems(tx, batch, { results, written });
  });
}

async function endItems(
  tx: Tx,
  { lease, runId, retryCounts }: SyncBatch,
  { results, written }: { results: SyncResult[]; written: Change[] },
): Promise<void> {
  const { shop, leasedUntil } = lease;
  const known = new Set<string>(results.map(({ product }) => product.supplierProductId));
  // The mirror does not have these products.
  const left = [...retryCounts.keys()].filter((id) => !known.has(id));
  if (left.length > 0)
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: left }, syncLeasedUntil: leasedUntil },
      data: { syncDueAt: null, syncLeasedUntil: null },
    });
  const changed = new Set(written.map(({ supplierProductId }) => supplierProductId));
  await tx.syncRun.updateMany({
    where: { shop, id: runId },
    data: {
      products: { increment: results.filter(({ dueInSeconds }) => dueInSeconds === null).length },
      changed: { increment: changed.size },
      failed: { increment: results.filter(({ problem }) => problem !== null).length },
    },
  });
}
