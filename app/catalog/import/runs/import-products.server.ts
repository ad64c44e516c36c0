import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { continueBulk } from "../bulk/continue-bulk.server.ts";
import { checkImages } from "../check-images.server.ts";
import { importBatch } from "../import-batch.server.ts";
import { claimImageChecks, claimImports, wakeImports } from "../import-claims.server.ts";
import { claimLease, releaseLease, renewLease } from "../import-lease.server.ts";

/** Length of a job, which then wakes the next one, so that no shop delays the others. */
const JOB_MS = 10_000;

/** Imports the due products, batch by batch, with one worker per shop. */
export async function importProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + JOB_MS;
  let lease = await claimLease(shop);
  // If another worker holds the lease, it wakes the next job on release.
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
