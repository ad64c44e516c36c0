import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";

/**
 * Returns our fulfillment service and its location; null if the shop has no service, or the merchant has
 * deleted it.
 */
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

/**
 * Returns the location of our former, deleted service; null if there is none. The merchant may have kept that
 * location with the supplier's stock.
 */
export async function findFormerLocation(shop: ShopDomain): Promise<string | null> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  return row === null || row.formerLocationId === row.locationId ? null : row.formerLocationId;
}

/** Returns our service's location; null if the service is gone, or if the shop has no linked products yet. */
export async function findSellingLocation(shop: ShopDomain): Promise<string | null> {
  return inShop(shop, async (tx) => {
    const service = await tx.fulfillmentService.findUnique({ where: { shop } });
    if (service?.locationId == null || service.state === "gone") return null;
    const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
    return link === null ? null : service.locationId;
  });
}

/**
 * Enqueues the jobs that follow new links. Call it before storing the links: if the shop has none yet, it also
 * enqueues the job for a shop that starts to sell.
 */
export async function announceLinks(tx: Tx, shop: ShopDomain): Promise<void> {
  const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
  if (link === null) await enqueue(tx, jobs["catalog.selling"], { shop });
  await enqueue(tx, jobs["catalog.links-changed"], { shop });
}
