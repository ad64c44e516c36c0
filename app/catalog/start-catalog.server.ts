import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { makeServiceDue } from "./location/ensure-service.server.ts";
import { beginRun } from "./mirror/mirror-run.server.ts";

/** Starts the work for a newly connected shop: the first mirror run, and its fulfillment service. */
export async function startCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await beginRun(tx, shop, now);
    await makeServiceDue(tx, shop, now);
  });
}
