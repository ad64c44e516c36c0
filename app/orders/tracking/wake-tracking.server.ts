import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { underWayStates } from "../states/order-state.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { dueAt, unleased } from "../../queue/lease.server.ts";
import { wakeList } from "./update-list-store.server.ts";

/**
 * Makes work due if it waits for a connection: updates of orders under way, and shipments that the shop has yet to
 * show.
 */
export async function wakeTracking(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await tx.supplierOrder.updateMany({
      where: { shop, state: { in: underWayStates } },
      data: { ...dueAt(now, "update") },
    });
    await enqueue(tx, jobs["tracking.sweep-updates"], {});
    await wakeList(tx, { shop, now });
    await wakeShipments(tx, shop, now);
  });
}

/** Makes shipments due if they waited for access to the shop. */
export async function wakeShipmentsAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => wakeShipments(tx, shop, now));
}

/** Clears the due times of updates and shipments, because the shop has uninstalled the app. The rows stay. */
export async function suspendTracking(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      where: { shop, updateDueAt: { not: null } },
      data: { ...dueAt(null, "update") },
    });
    await tx.orderUpdateRun.updateMany({ where: { shop }, data: dueAt(null) });
    await tx.shipment.updateMany({
      where: { shop, dueAt: { not: null } },
      data: dueAt(null),
    });
  });
}

async function wakeShipments(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.shipment.updateMany({
    // A worker keeps the shipments that it has claimed.
    where: { shop, state: "due", ...unleased(now) },
    data: dueAt(now),
  });
  await enqueue(tx, jobs["tracking.sweep-shipments"], {});
}
