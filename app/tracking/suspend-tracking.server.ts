import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Reads no more updates and shows no more parcels, because the shop has uninstalled the app. The rows stay. */
export async function suspendTracking(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.supplierOrder.updateMany({
      where: { shop, updateDueAt: { not: null } },
      data: { updateDueAt: null },
    });
    await tx.orderUpdateRun.updateMany({ where: { shop }, data: { nextAt: null, leasedUntil: null } });
    await tx.shipment.updateMany({
      where: { shop, nextAt: { not: null } },
      data: { nextAt: null, leasedUntil: null },
    });
  });
}
