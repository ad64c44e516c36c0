import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { claimOrCreate, release, renew } from "../../queue/lease.server.ts";

/**
 * Longer than most batches. A batch that outlasts it runs beside the next one, since each product has its own
 * lease.
 */
const LEASE_SECONDS = 120;

/** Claims the shop's imports for one worker; null while another worker has them. */
export async function claimLease(shop: ShopDomain): Promise<Date | null> {
  const claimed = await inShop(shop, (tx) =>
    claimOrCreate(tx, "ImportLease", { shop, seconds: LEASE_SECONDS }),
  );
  return claimed && claimed.leasedUntil;
}

/** @returns the renewed lease; null if another worker has claimed it meanwhile. */
export async function renewLease(shop: ShopDomain, leasedUntil: Date): Promise<Date | null> {
  return inShop(shop, (tx) => renew(tx, "ImportLease", { shop, leasedUntil }, LEASE_SECONDS));
}

/** Releases the shop's imports. */
export async function releaseLease(shop: ShopDomain, leasedUntil: Date): Promise<void> {
  await inShop(shop, (tx) => release(tx, "ImportLease", { shop, leasedUntil }, {}));
}
