import type { Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { unleased } from "../queue/lease.server.ts";
import { jobs } from "../jobs.ts";

/**
 * Makes an order's waiting shipments due now, so that a worker shows them in the shop. Skips those that a
 * worker has claimed, and those that Shopify has rejected: the merchant retries those.
 *
 * @returns the number of shipments.
 */
export async function makeShipmentsDue(
  tx: Tx,
  { shop, orderId, now }: { shop: ShopDomain; orderId: string; now: Date },
): Promise<number> {
  const { count } = await tx.shipment.updateMany({
    where: {
      shop,
      orderId,
      state: "due",
      dueAt: { gt: now },
      ...unleased(now),
    },
    data: { dueAt: now },
  });
  if (count > 0) await enqueue(tx, jobs["tracking.push-shipments"], { shop, orderId });
  return count;
}
