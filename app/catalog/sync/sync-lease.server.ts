import { jobs } from "../../queue/jobs.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import type { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { endDuty } from "../../queue/end-duty.server.ts";
import { claimable, claimOrCreate, release } from "../../queue/lease.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { COMPARE_SECONDS } from "../links/mark-for-sync.server.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import type { LinkedProduct } from "./linked-product.ts";

/** A worker's lease on a shop's sync. Only one worker holds it. */
export type SyncLease = { shop: ShopDomain; leasedUntil: Date };

/** Products of a shop that a worker has claimed together. `runId`: the sync run that writes them. */
export type SyncBatch = {
  lease: SyncLease;
  runId: string;
  settings: SyncSettings;
  products: LinkedProduct[];
  /** Failures in a row, by the supplier's product id. */
  retryCounts: Map<string, number>;
};

/**
 * Lease in seconds. After a batch's time limit, a call for stock and a call for a product may still run (90 s
 * each, see app/shop/call.server.ts), and the results are stored. After a crash, the next worker continues when
 * the lease ends.
 */
export const LEASE_SECONDS = 600;

/** Time for which a product is postponed while its import is running. */
export const AFTER_IMPORT_SECONDS = 60;

/** Claims the shop's sync; null if nothing is due, or if another worker has claimed it. */
export async function claimSync(shop: ShopDomain): Promise<SyncLease | null> {
  return inShop(shop, async (tx, now) => {
    if (!(await isDue(tx, shop, now))) return null;
    return claimOrCreate(tx, "CatalogSync", { shop, seconds: LEASE_SECONDS });
  });
}

/** Returns true if this worker still holds the lease. Locks the lease until the transaction ends. */
export async function holdsLease(tx: Tx, { shop, leasedUntil }: SyncLease): Promise<boolean> {
  const held = await queryRows<unknown>(tx)`
    select 1 from catalog_sync where shop = ${shop} and leased_until = ${leasedUntil} for update`;
  return held.length > 0;
}

/**
 * Runs `work` in a transaction if this worker still holds the lease; if not, returns null. Takes the lock of
 * the shop's imports.
 */
export function whileLeased<T>(lease: SyncLease, work: (tx: Tx, now: Date) => Promise<T>): Promise<T | null> {
  const { shop } = lease;
  return inShop(
    shop,
    async (tx, now) => {
      if (!(await holdsLease(tx, lease))) return null;
      await lockImports(tx, shop);
      return work(tx, now);
    },
    LONG_WORK,
  );
}

/**
 * Releases the shop's sync, and enqueues the next batch if anything is due.
 * @param failure null if the batch had no failure that concerns all products
 */
export async function releaseSync(lease: SyncLease, failure: Failure | null): Promise<void> {
  const { shop } = lease;
  await inShop(shop, async (tx, now) => {
    const duty = await tx.catalogSync.findUnique({ where: { shop } });
    const isReleased =
      duty !== null &&
      (await endDuty(tx, { shop, duty, what: "products-synced", now, failure }, (columns) =>
        release(tx, "CatalogSync", lease, columns),
      ));
    if (isReleased)
      await tx.catalogSync.updateMany({
        where: { shop, compareDueAt: null },
        data: { compareDueAt: after(now, COMPARE_SECONDS) },
      });
    if (await isDue(tx, shop, now)) await enqueue(tx, jobs["catalog.sync"], { shop });
  });
}

/** Postpones all due syncs and comparisons of a shop after a failure that would also fail the others. */
export async function postponeSync(lease: SyncLease, failure: Failure): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    const [failed] = await queryRows<{ retryCount: number }>(tx)`
        select coalesce(max(sync_retry_count), 0) as "retryCount" from product_link
        where shop = ${shop} and sync_due_at is not null`;
    const until = after(now, backOffSeconds(failed?.retryCount ?? 0, { failure }));
    await execute(tx)`
        update product_link set sync_due_at = ${until}, sync_retry_count = sync_retry_count + 1
        where shop = ${shop} and ${claimable("ProductLink.sync")}`;
    await execute(tx)`
        update product_link set compare_due_at = ${until} where shop = ${shop} and compare_due_at <= ${now}`;
    await execute(tx)`
        update catalog_sync set compare_due_at = ${until} where shop = ${shop} and compare_due_at <= ${now}`;
  });
}

const COMPARE_AGAIN_SECONDS = 600;

/** Postpones only the comparison of all products. Updates stay due. */
export async function postponeComparison(lease: SyncLease, failure: Failure): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    const seconds = backOffSeconds(0, { failure, firstSeconds: COMPARE_AGAIN_SECONDS });
    await tx.catalogSync.updateMany({
      where: { shop, compareDueAt: { lte: now } },
      data: { compareDueAt: after(now, seconds) },
    });
  });
}

async function isDue(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  const [found] = await queryRows<{ due: boolean }>(tx)`
    select exists (select from product_link where shop = ${shop} and ${claimable("ProductLink.sync")})
      or exists (select from product_link where shop = ${shop} and compare_due_at <= ${now})
      or exists (select from catalog_sync where shop = ${shop} and compare_due_at <= ${now}) as due`;
  return found?.due ?? false;
}
