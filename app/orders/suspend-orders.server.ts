import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { dueAt } from "../queue/lease.server.ts";

/**
 * Clears the due times of a shop that has uninstalled the app. Its rows stay until the shop is redacted:
 * after a reinstall they prevent buying an order twice. Attempts that may have reached the supplier are still
 * resolved.
 */
export async function suspendOrders(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({
      where: { shop, state: { notIn: ["placing", "in_doubt"] }, dueAt: { not: null } },
      data: dueAt(null),
    }),
  );
}
