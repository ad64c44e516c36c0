import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** The location of our service, once the shop has products that are stocked there; null before. */
export async function findSellingLocation(shop: ShopDomain): Promise<string | null> {
  return inShop(shop, async (tx) => {
    const service = await tx.fulfillmentService.findUnique({ where: { shop } });
    if (service?.locationId == null) return null;
    const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
    return link === null ? null : service.locationId;
  });
}
