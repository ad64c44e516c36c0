import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Returns our fulfillment service with its location; null if the shop has none. */
export async function findService(
  shop: ShopDomain,
): Promise<{ serviceId: string; locationId: string } | null> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (row?.serviceId == null || row.locationId === null) return null;
  return { serviceId: row.serviceId, locationId: row.locationId };
}
