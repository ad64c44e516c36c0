import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginRun } from "./mirror-store.server.ts";

/**
 * Takes the merchant's word that their supplier really dropped so many products, as their page showed: the list is read
 * again, and they go. If even more are missing then, the merchant is asked again.
 */
export async function confirmShrunkCatalog(shop: ShopDomain, vanished: number): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const confirmed = await tx.$executeRaw`
      update catalog_mirror set vanish_at_most = least(${vanished}, (shrunk->>'vanished')::int), shrunk = null
      where shop = ${shop} and shrunk is not null`;
    if (confirmed > 0) await beginRun(tx, shop, now);
  });
}
