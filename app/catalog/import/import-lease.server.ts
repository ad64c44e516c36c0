import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";

/** Longer than a batch takes as a rule. One that outlasts it goes on beside the next: each product has its own lease. */
const LEASE_SECONDS = 120;

/** Claims the shop's imports for one worker; null while another one has them. */
export async function claimLease(shop: ShopDomain): Promise<Date | null> {
  return inShop(shop, async (tx, now) => {
    const leasedUntil = after(now, LEASE_SECONDS);
    const claimed = await tx.$executeRaw`
      insert into import_lease (shop, leased_until) values (${shop}, ${leasedUntil})
      on conflict (shop) do update set leased_until = excluded.leased_until
      where import_lease.leased_until <= ${now}`;
    return claimed > 0 ? leasedUntil : null;
  });
}

/** @returns the lease from now on; null where another worker has claimed it meanwhile. */
export async function renewLease(shop: ShopDomain, leasedUntil: Date): Promise<Date | null> {
  return inShop(shop, async (tx, now) => {
    const renewed = after(now, LEASE_SECONDS);
    const { count } = await tx.importLease.updateMany({
      where: { shop, leasedUntil },
      data: { leasedUntil: renewed },
    });
    return count > 0 ? renewed : null;
  });
}

/** Lets the next worker have them. */
export async function releaseLease(shop: ShopDomain, leasedUntil: Date): Promise<void> {
  await inShop(shop, (tx) => tx.importLease.deleteMany({ where: { shop, leasedUntil } }));
}
