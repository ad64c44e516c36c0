import { startRestoring } from "../../catalog/links/begin-link-run.server.ts";
import { startCatalog } from "../../catalog/start-catalog.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wakeOrders } from "../../orders/store/wake-orders.server.ts";
import { wakeTracking } from "../../tracking/updates/wake-tracking.server.ts";

/**
 * A shop was connected, or its key was replaced: the catalog is read, products that a disconnection delisted are
 * restored, and orders and parcels that waited for a key continue.
 */
export async function startShop({ shop }: { shop: ShopDomain }): Promise<void> {
  await startCatalog(shop);
  await startRestoring(shop);
  await wakeOrders(shop, "connected");
  await wakeTracking(shop);
}
