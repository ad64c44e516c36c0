import { Prisma } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { lockOrder } from "../store/order-store.server.ts";
import { reviewFindings } from "../updates/review-findings.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { unleased } from "../../queue/lease.server.ts";

/**
 * Makes a shipment due again after a worker has given it up and a person has fixed the cause. The worker reads the
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
    const [failed] = await tx.shipment.findMany({
      where: { shop, id: shipmentId, orderId, state: "failed" },
    });
    if (failed === undefined) return false;
    // If the fulfillment was canceled in the shop, a new fulfillment has to replace it.
    const isCanceled = storedMessage(failed.problem)?.code === CANCELED;
    await tx.shipment.updateMany({
      where: { shop, id: shipmentId, state: "failed" },
      data: {
        state: "due",
        problem: Prisma.DbNull,
        dueAt: now,
        retryCount: 0,
        ...(isCanceled && { fulfillmentId: null, earlierIds: [], requested: Prisma.DbNull }),
      },
    });
    await reviewFindings(tx, { shop, id: orderId }, { now });
    await enqueue(tx, jobs["tracking.push-shipments"], { shop, orderId });
    return true;
  });
}

const CANCELED = "shipments.canceled-in-shop" satisfies Message["code"];

/**
 * Makes an order's waiting shipments due now, so that a worker shows them in the shop. Skips shipments that a worker
 * has claimed, and shipments that a worker has given up, which only the merchant retries.
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
