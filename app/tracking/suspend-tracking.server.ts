import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { dueAt } from "../queue/lease.server.ts";

/** Clears the due times of updates and shipments, because the shop has uninstalled the app. The rows stay. */
export async function suspendTracking(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      where: { shop, updateDueAt: { not: null } },
      data: { updateDueAt: null, updateLeasedUntil: null },
    });
    await tx.orderUpdateRun.updateMany({ where: { shop }, data: dueAt(null) });
    await tx.shipment.updateMany({
      where: { shop, dueAt: { not: null } },
      data: dueAt(null),
    });
  });
}
