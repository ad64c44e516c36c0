import { Prisma } from "@prisma/client";

import type { Tx } from "../../../lib/database/db.server.ts";
import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { claim, claimable } from "../../../queue/lease.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import { compareAll } from "../compare/compare-all.server.ts";
import { compareBatch } from "../compare/compare-batch.server.ts";
import { findPriceOf, loadProducts } from "../load-products.server.ts";
import type { PriceOf } from "../plan-sync.ts";
import {
  claimSync,
  postponeComparison,
  postponeSync,
  releaseSync,
  AFTER_IMPORT_SECONDS,
  type SyncBatch,
  type SyncLease,
  whileLeased,
} from "../sync-lease.server.ts";
import { followBatch } from "./follow-batch.server.ts";

/** Time limit of a batch. The job then enqueues the shop's next batch, so that other shops get their turn. */
const BATCH_MS = 10_000;
/** Minimum time for updates, even if the comparison before them took all of the batch's time. */
const FOLLOW_AT_LEAST_MS = 5000;

/**
 * Syncs a shop's due products: compares products that the merchant may have changed, and updates products that
 * must follow the supplier. Alternates between both, so that a comparison of all products does not delay prices
 * and stock.
 */
export async function syncProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const lease = await claimSync(shop);
  if (lease === null) return;
  await releaseSync(lease, await failureOfBatch(lease, until));
}

/** Compares and updates until `until`. After a failure, postpones all due products and returns the failure. */
async function failureOfBatch(lease: SyncLease, until: number): Promise<Failure | null> {
  const { shop } = lease;
  try {
    await compareAllOrPostpone(lease);
    let isMore = true;
    let priceOf: PriceOf | null = null;
    do {
      const isMoreToCompare = await compareBatch(lease);
      // Judges prices before loading products: after a change of the shop's currency, judging drops waiting
      // prices in the old currency.
      priceOf ??= await findPriceOf(shop, { untilJudged: true });
      const batch = await claimBatch(lease);
      if (batch !== null) {
        // The comparison may have taken all of the batch's time.
        await followBatch(batch, { priceOf, until: Math.max(until, performance.now() + FOLLOW_AT_LEAST_MS) });
      }
      isMore = isMoreToCompare || batch !== null;
    } while (isMore && performance.now() < until);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, err: error }, "catalog.sync-failed");
    await postponeSync(lease, error);
    return error;
  }
}

/**
 * Compares all products if that is due. After a failure, postpones only this comparison. Updates are still
 * safe, because `followBatch` checks each product for the merchant's changes right before it writes.
 */
async function compareAllOrPostpone(lease: SyncLease): Promise<void> {
  try {
    await compareAll(lease);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop: lease.shop, err: error }, "catalog.comparison-failed");
    await postponeComparison(lease, error);
  }
}

/** Number of products per batch. With five variants per product, the stock takes twenty calls. */
const PRODUCTS_AT_ONCE = 1000;

/** Claims the products that have been due longest. If none is due, ends the shop's run and returns null. */
export async function claimBatch(lease: SyncLease): Promise<SyncBatch | null> {
  const { shop, leasedUntil } = lease;
  return whileLeased(lease, async (tx, now) => {
    await clearDueOfOthers(tx, shop, now);
    const claimed = await claim(tx, "ProductLink.sync", {
      where: Prisma.sql`shop = ${shop}`,
      limit: PRODUCTS_AT_ONCE,
      until: leasedUntil,
      set: { syncRetryCount: { increment: 1 } },
    });
    if (claimed.length === 0) {
      await endRun(tx, shop, now);
      return null;
    }
    return {
      lease,
      runId: await ensureRun(tx, shop, now),
      settings: await findSyncSettings(tx, shop),
      products: await loadProducts(
        tx,
        shop,
        claimed.map(({ supplierProductId }) => supplierProductId),
      ),
      retryCounts: new Map(claimed.map((each) => [each.supplierProductId, each.syncRetryCount - 1])),
    };
  });
}

/**
 * Clears the due time of products that must not follow now: delisted, of another account, deleted or archived
 * in the shop, or waiting until the merchant starts their sync. Products without `last_written` (imported by an
 * early version) become due for a comparison. Products that are being imported are postponed.
 */
async function clearDueOfOthers(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await execute(tx)`
    update product_link link set
      compare_due_at = case when state <> 'importing' and last_written = '{}' then ${now} else compare_due_at end,
      sync_due_at = case when state = 'importing' and due_at is not null
        then ${now}::timestamptz + make_interval(secs => ${AFTER_IMPORT_SECONDS}) end
    where shop = ${shop} and ${claimable("ProductLink.sync")} and (
      state = 'importing' or last_written = '{}' or awaits_start or delisted is not null or shop_product_id is null
      or shop_state is not null or not exists (
        select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account))`;
}

async function ensureRun(tx: Tx, shop: ShopDomain, now: Date): Promise<string> {
  const { runId } = await tx.catalogSync.findUniqueOrThrow({ where: { shop } });
  if (runId !== null) return runId;
  const { id } = await tx.syncRun.create({ data: { shop, startedAt: now } });
  await tx.catalogSync.update({ where: { shop }, data: { runId: id } });
  return id;
}

async function endRun(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const { runId } = await tx.catalogSync.findUniqueOrThrow({ where: { shop } });
  if (runId === null) return;
  await tx.catalogSync.update({ where: { shop }, data: { runId: null } });
  await tx.syncRun.updateMany({ where: { shop, id: runId }, data: { endedAt: now } });
}
