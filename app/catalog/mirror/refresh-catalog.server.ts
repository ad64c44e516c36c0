import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginRun } from "./mirror-store.server.ts";

/** Reads the supplier's whole product list again, because the merchant wants to see it as it is now. */
export async function refreshCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => beginRun(tx, shop, now));
}
