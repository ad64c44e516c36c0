import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { claimBatch } from "./claim-batch.server.ts";
import { compareAll } from "../compare/compare-all.server.ts";
import { compareBatch } from "../compare/compare-batch.server.ts";
import { followBatch } from "./follow-batch.server.ts";
import { findPriceOf } from "../price-of.server.ts";
import { claimSync, postponeSync, releaseSync } from "../sync-lease.server.ts";

/** Length of a batch, which then wakes the next one, so that no shop delays the others. */
const BATCH_MS = 10_000;

/**
 * Syncs a shop's due products: first compares those that the merchant may have changed, then updates product
 * by product.
 */
export async function syncProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const lease = await claimSync(shop);
  if (lease === null) return;
  try {
    await compareAll(lease);
    while (performance.now() < until && (await compareBatch(lease)));
    if (performance.now() < until) {
      const priceOf = await findPriceOf(shop);
      while (performance.now() < until) {
        const batch = await claimBatch(lease);
        if (batch === null) break;
        await followBatch(batch, { priceOf, until });
      }
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, err: error }, "catalog.sync-failed");
    await postponeSync(lease, error);
  }
  await releaseSync(lease);
}
