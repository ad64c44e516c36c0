import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Returns our service's location once the shop has products there; null before. */
export async function findSellingLocation(shop: ShopDomain): Promise<string | null> {
  return inShop(shop, async (tx) => {
    const service = await tx.fulfillmentService.findUnique({ where: { shop } });
    if (service?.locationId == null) return null;
    const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
    return link === null ? null : service.locationId;
  });
}
