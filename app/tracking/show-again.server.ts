import { Prisma } from "@prisma/client";

import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { lockOrder } from "../orders/store/order-store.server.ts";
import { reviewParcels } from "../orders/updates/review-parcels.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../jobs.ts";

/**
 * Makes a shipment due that Shopify has rejected, because a person has fixed the cause. The worker reads the
 * shop first, so a second click does no harm.
 *
 * @param version version of the order on the person's page.
 * @returns true if the shipment had been given up.
 */
export async function showAgain(
  shop: ShopDomain,
  { orderId, version, shipmentId }: { orderId: string; version: number; shipmentId: string },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return false;
    const { count } = await tx.shipment.updateMany({
      where: { shop, id: shipmentId, orderId, state: "failed" },
      data: { state: "due", problem: Prisma.DbNull, dueAt: now, retryCount: 0 },
    });
    if (count === 0) return false;
    await reviewParcels(tx, { shop, id: orderId });
    await enqueue(tx, jobs["tracking.push-shipments"], { shop, orderId });
    return true;
  });
}
