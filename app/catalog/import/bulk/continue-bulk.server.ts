import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { claimForBulk } from "../import-claims.server.ts";
import { claimBulk } from "./bulk-store.server.ts";
import { prepareBulk } from "./prepare-bulk.server.ts";
import { processBulk } from "./process-bulk.server.ts";

/**
 * Continues the due bulk operation of an import, or else prepares the next one. A bulk operation changes only
 * how products reach the shop, not what an import sends or stores.
 * @returns false if there was nothing to do.
 */
export async function continueBulk(shop: ShopDomain): Promise<boolean> {
  const bulk = await claimBulk(shop);
  if (bulk !== null) {
    await processBulk(shop, bulk);
    return true;
  }
  const claimed = await claimForBulk(shop);
  if (claimed.length > 0) await prepareBulk(shop, claimed);
  return claimed.length > 0;
}
