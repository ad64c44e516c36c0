import { inShop, LONG_WORK } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Deletes a shop's order data. Lines, attempts and outcomes are deleted by cascade. */
export async function eraseOrders(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx) => {
      await tx.supplierOrder.deleteMany({ where: { shop } });
      await tx.shopOrderLine.deleteMany({ where: { shop } });
      await tx.orderingSettings.deleteMany({ where: { shop } });
      await tx.supportPause.deleteMany({ where: { shop } });
      await tx.orderReconciliation.deleteMany({ where: { shop } });
      await tx.orderUpdateRun.deleteMany({ where: { shop } });
      await tx.requestPoll.deleteMany({ where: { shop } });
      await tx.recordedMismatch.deleteMany({ where: { shop } });
    },
    LONG_WORK,
  );
}
