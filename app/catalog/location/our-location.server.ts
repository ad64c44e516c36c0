import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";

/** Returns our fulfillment service with its location; null if the shop has none, or the merchant has deleted it. */
export async function findService(
  shop: ShopDomain,
): Promise<{ serviceId: string; locationId: string } | null> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (row?.serviceId == null || row.locationId === null || row.state === "gone") return null;
  return { serviceId: row.serviceId, locationId: row.locationId };
}

/** Returns true if our service was deleted in Shopify and not created again. */
export async function isServiceMissing(shop: ShopDomain): Promise<boolean> {
  return inShop(shop, async (tx) => {
    return (await tx.fulfillmentService.count({ where: { shop, state: "gone" } })) > 0;
  });
}

/** Returns our former service's location, which may still have the supplier's stock; null if there is none. */
export async function findFormerLocation(shop: ShopDomain): Promise<string | null> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  return row === null || row.formerLocationId === row.locationId ? null : row.formerLocationId;
}

/** Returns our service's location once the shop has products there; null before, and while the service is gone. */
export async function findSellingLocation(shop: ShopDomain): Promise<string | null> {
  return inShop(shop, async (tx) => {
    const service = await tx.fulfillmentService.findUnique({ where: { shop } });
    if (service?.locationId == null || service.state === "gone") return null;
    const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
    return link === null ? null : service.locationId;
  });
}

/**
 * Announces links that the caller is about to store. If they are the shop's first links, also announces that the shop now sells
 * from our location.
 */
export async function announceLinks(tx: Tx, shop: ShopDomain): Promise<void> {
  const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
  if (link === null) await enqueue(tx, jobs["catalog.selling"], { shop });
  await enqueue(tx, jobs["catalog.links-changed"], { shop });
}
