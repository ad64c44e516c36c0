import { bulkhead } from "cockatiel";

import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { claimOrCreate, release, renew } from "../../../queue/lease.server.ts";
import { continueBulk } from "../bulk/import-in-bulk.server.ts";
import { checkImages } from "../check-images.server.ts";
import { endImport, failImport, tryImport } from "../end-import.server.ts";
import { claimImageChecks, claimImports, wakeImports, type ClaimedImport } from "../import-claims.server.ts";
import { importProduct } from "../import-product.server.ts";
import { type PlannedImport, planBatch } from "../plan-batch.server.ts";
import { type FinishedImport, publishAndEnd } from "../publish-products.server.ts";

/** Imports the shop's due products in batches. Only one worker per shop does this at a time. */
export async function importProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + JOB_MS;
  let lease = await claimLease(shop);
  // If another worker holds the lease, this job ends: that worker enqueues the next job when it releases the
  // lease.
  while (lease !== null) {
    const imports = await claimImports(shop);
    if (imports.length > 0) await importBatch(shop, imports);
    const checks = await claimImageChecks(shop);
    if (checks.length > 0) await checkImages(shop, checks);
    const isDone = imports.length + checks.length === 0 && !(await continueBulk(shop));
    if (isDone || performance.now() > until) {
      await releaseLease(shop, lease);
      await wakeImports(shop);
      return;
    }
    lease = await renewLease(shop, lease);
  }
}

/** Time limit of a job. The job then enqueues the shop's next job, so that other shops get their turn. */
const JOB_MS = 10_000;

/** Claims the lease of the shop's imports; null if another worker holds it. */
export async function claimLease(shop: ShopDomain): Promise<Date | null> {
  const claimed = await inShop(shop, (tx) =>
    claimOrCreate(tx, "ImportLease", { shop, seconds: LEASE_SECONDS }),
  );
  return claimed && claimed.leasedUntil;
}

/**
 * Lease in seconds, longer than most batches take. If a batch outlasts it, another worker's batch may run at
 * the same time. That is safe, because each product has its own lease.
 */
const LEASE_SECONDS = 120;

/** @returns the renewed lease; null if another worker has claimed it meanwhile. */
async function renewLease(shop: ShopDomain, leasedUntil: Date): Promise<Date | null> {
  return inShop(shop, (tx) => renew(tx, "ImportLease", { shop, leasedUntil }, LEASE_SECONDS));
}

/** Releases the lease of the shop's imports. */
async function releaseLease(shop: ShopDomain, leasedUntil: Date): Promise<void> {
  await inShop(shop, (tx) => release(tx, "ImportLease", { shop, leasedUntil }, {}));
}

/** Maximum number of products imported at once. Each import mostly waits for Shopify. */
const CONCURRENCY = 4;

/**
 * Imports products that were claimed together. Loading the pricing, searching for SKUs and publishing happen
 * once for all of them.
 */
async function importBatch(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const planned: PlannedImport[] = [];
  try {
    for (const plan of await planBatch(shop, claimed)) {
      if (plan.kind === "planned") planned.push(plan);
      else await tryImport(shop, plan.claimed, () => endImport(shop, plan.claimed, plan.outcome));
    }
  } catch (error) {
    for (const each of claimed) await failImport(shop, each, error);
    return;
  }
  await publishAndEnd(shop, await importAll(shop, planned));
}

/**
 * First imports one new product alone, to find out if Shopify stocks new variants at other locations, too.
 * Shopify treats all products of a shop in the same way, so the other imports skip that check if it does not.
 */
async function importAll(shop: ShopDomain, planned: PlannedImport[]): Promise<FinishedImport[]> {
  const made: FinishedImport[] = [];
  let withPlaces = true;
  const importOne = (each: PlannedImport) =>
    tryImport(shop, each.claimed, async () => {
      const { claimed, options } = each;
      const outcome = await importProduct(shop, each, { withPlaces });
      if (outcome.kind === "imported") made.push({ claimed, channels: options.channels, product: outcome });
      else await endImport(shop, claimed, outcome);
    });
  const first = planned.findIndex(({ fresh }) => fresh);
  const [alone] = first === -1 ? [] : planned.splice(first, 1);
  if (alone) {
    await importOne(alone);
    withPlaces = made[0]?.product.mayStockElsewhere ?? true;
  }
  const slots = bulkhead(CONCURRENCY, Infinity);
  await Promise.all(planned.map((each) => slots.execute(() => importOne(each))));
  return made;
}
