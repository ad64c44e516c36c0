import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginRun } from "./mirror-store.server.ts";

/** Starts a full run, because the merchant wants the present list. */
export async function refreshCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => beginRun(tx, shop, now));
}
