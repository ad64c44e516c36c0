import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { claimOrCreate, release, renew } from "../../queue/lease.server.ts";

/** Longer than a batch takes as a rule. One that outlasts it goes on beside the next: each product has its own lease. */
const LEASE_SECONDS = 120;

/** Claims the shop's imports for one worker; null while another one has them. */
export async function claimLease(shop: ShopDomain): Promise<Date | null> {
  const claimed = await inShop(shop, (tx) =>
    claimOrCreate(tx, "ImportLease", { shop, seconds: LEASE_SECONDS }),
  );
  return claimed && claimed.leasedUntil;
}

/** @returns the lease from now on; null where another worker has claimed it meanwhile. */
export async function renewLease(shop: ShopDomain, leasedUntil: Date): Promise<Date | null> {
  return inShop(shop, (tx) => renew(tx, "ImportLease", { shop, leasedUntil }, LEASE_SECONDS));
}

/** Lets the next worker have them. */
export async function releaseLease(shop: ShopDomain, leasedUntil: Date): Promise<void> {
  await inShop(shop, (tx) => release(tx, "ImportLease", { shop, leasedUntil }, {}));
}
