import { recordActivity } from "../../activity/record-activity.server.ts";
import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Change } from "./changes-store.server.ts";
import type { SyncBatch } from "./claim-batch.server.ts";
import { storeKnown } from "./store-known.server.ts";
import { type SyncLease, whileLeased } from "./sync-lease.server.ts";
import type { SyncResult } from "./sync-result.ts";

/**
 * Stores what became of products, with their history, in one transaction; nothing once another worker has the shop.
 *
 * @param batch with the run and all that were claimed for it; without, values were only compared.
 */
export async function storeResults(
  { lease, batch }: { lease: SyncLease; batch: SyncBatch | null },
  results: SyncResult[],
): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    const changes = await storeKnown(tx, { lease, batch }, { results, now });
    await recordGone(tx, shop, { results, now });
    if (batch !== null) await endItems(tx, batch, { results, changes });
  });
}

async function endItems(
  tx: Tx,
  { lease, runId, retryCounts }: SyncBatch,
  { results, changes }: { results: SyncResult[]; changes: Change[] },
): Promise<void> {
  const { shop, leasedUntil } = lease;
  const known = new Set<string>(results.map(({ product }) => product.supplierProductId));
  // The supplier never listed them.
  const left = [...retryCounts.keys()].filter((id) => !known.has(id));
  if (left.length > 0)
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: left }, syncDueAt: leasedUntil },
      data: { syncDueAt: null },
    });
  const changed = new Set(
    changes.flatMap((change) => (change.runId === null ? [] : [change.supplierProductId])),
  );
  await tx.syncRun.updateMany({
    where: { shop, id: runId },
    data: {
      products: { increment: results.filter(({ dueInSeconds }) => dueInSeconds === null).length },
      changed: { increment: changed.size },
      failed: { increment: results.filter(({ problem }) => problem !== null).length },
    },
  });
}

/** The merchant learns that products are no longer kept up to date, once for those that are found together. */
async function recordGone(
  tx: Tx,
  shop: ShopDomain,
  { results, now }: { results: SyncResult[]; now: Date },
): Promise<void> {
  for (const state of ["deleted", "archived"] as const) {
    const gone = results.filter(({ shopState }) => shopState === state);
    if (gone.length === 0) continue;
    await recordActivity(tx, {
      shop,
      kind: `catalog.${state}-in-shop`,
      tone: "info",
      message: {
        code: `catalog.activity.${state}-in-shop`,
        count: gone.length,
        products: gone.slice(0, NAMES_AT_MOST).map(({ product }) => product.name),
      },
      subject: { label: { code: "sync.title" }, url: "/app/sync" },
      at: now,
    });
  }
}

const NAMES_AT_MOST = 3;
