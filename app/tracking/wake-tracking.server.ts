import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepUpdatesJob, sweepShipmentsJob } from "./jobs.ts";

/** Makes due what waits in a shop for a connection: news of every order that may have some, and parcels to be shown. */
export async function wakeTracking(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      where: { shop, state: { in: ["placed", "partially_shipped", "shipped"] } },
      data: { updateDueAt: now },
    });
    await enqueue(tx, sweepUpdatesJob, {});
    await wakeShipments(tx, shop, now);
  });
}

/** Makes due what could not be told to the shop, because it did not let us in: it does again. */
export async function wakeShipmentsAfterAccessRestored(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, (tx) => wakeShipments(tx, shop, now));
}

async function wakeShipments(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.shipment.updateMany({
    // Whoever is at one of them keeps it.
    where: { shop, state: "due", OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
    data: { nextAt: now, leasedUntil: null },
  });
  await enqueue(tx, sweepShipmentsJob, {});
}
