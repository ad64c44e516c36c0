import type { ShopDomain } from "../../lib/shop-domain.ts";
import { importBatch } from "./import-batch.server.ts";
import { claimLease, releaseLease, renewLease } from "./import-lease.server.ts";
import { claimImports, wakeImports } from "./import-store.server.ts";

/** A job ends after so long and wakes the next one: no shop's imports keep the others waiting. */
const JOB_MS = 10_000;

/** Imports the products that are due, batch by batch. One worker at a time does it for a shop. */
export async function importProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + JOB_MS;
  let lease = await claimLease(shop);
  // Its holder wakes the next job when it releases it.
  while (lease !== null) {
    const claimed = await claimImports(shop);
    if (claimed.length > 0) await importBatch(shop, claimed);
    if (claimed.length === 0 || performance.now() > until) {
      await releaseLease(shop, lease);
      await wakeImports(shop);
      return;
    }
    lease = await renewLease(shop, lease);
  }
}
