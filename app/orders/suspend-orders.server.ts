import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { dueAt } from "../queue/lease.server.ts";

/**
 * Puts a shop's orders to rest: it has uninstalled the app. The rows stay until the shop is redacted: after a reinstall they
 * are what keeps an order from being bought twice. An attempt that may have reached the supplier is still resolved.
 */
export async function suspendOrders(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({
      where: { shop, state: { notIn: ["placing", "in_doubt"] }, dueAt: { not: null } },
      data: dueAt(null),
    }),
  );
}
