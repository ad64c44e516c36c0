import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { renewService } from "./location/ensure-service.server.ts";
import { beginRun } from "./mirror/mirror-store.server.ts";

/** Begins the work of a shop that has just been connected: read the catalogue, and have a fulfilment service. */
export async function startCatalog(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    await beginRun(tx, shop, now);
    await renewService(tx, shop, now);
  });
}

/** Reads the whole list anew, because the merchant asks for it. */
export async function readAgain(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, (tx) => beginRun(tx, shop, now));
}
