import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/**
 * Makes due what waits in a shop, because what it waited for has come: a connection, or the end of a pause. What the
 * platform has refused waits for a person.
 */
export async function wakeOrders(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({
      where: {
        shop,
        OR: [
          { state: "held", reason: { not: "refused" } },
          { state: "ready" },
          { state: "placed", acceptance: "due" },
          { state: "placed", cancelRequestedAt: { not: null } },
          { state: "in_doubt", nextAt: null },
        ],
      },
      data: { nextAt: now },
    }),
  );
}
