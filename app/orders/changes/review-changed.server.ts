import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { readVersions } from "../../shop/orders/orders.server.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";
import { compareWithShop } from "./compare-with-shop.server.ts";
import { stillToSend } from "./still-to-send.ts";

const BATCH = 50;
/** Time limit of a run. The next run compares the rest. */
const COMPARE_MS = 120_000;
const SETTLED_SECONDS = 60;

/**
 * Compares orders that have changed in the shop since the last run, because webhooks get lost, and none
 * reports some changes. Unchanged orders cost a share of one call. The latest orders come first, while the
 * supplier can still correct an address.
 */
export async function reviewChanged(shop: ShopDomain): Promise<void> {
  const until = performance.now() + COMPARE_MS;
  for (let beyond: string | null = null; ;) {
    const orders = await findBatch(shop, beyond);
    const last = orders.at(-1);
    if (last === undefined) return;
    const versions = await readVersions(shop, orders);
    for (const order of orders) {
      const { version, since = null } = versions.get(order.fulfillmentOrderId) ?? {};
      if (version === order.shopVersion) continue;
      if (performance.now() > until) return;
      await compareWithShop(shop, order);
      await inShop(shop, async (tx, now) => {
        // A second change within the same second would not alter the version, so a recent order is compared
        // once more.
        const shopVersion = since !== null && after(since, SETTLED_SECONDS) > now ? null : (version ?? null);
        await tx.supplierOrder.updateMany({ where: { shop, id: order.id }, data: { shopVersion } });
      });
    }
    beyond = last.id;
  }
}

async function findBatch(shop: ShopDomain, beyond: string | null): Promise<OrderRow[]> {
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, ...stillToSend, ...(beyond !== null && { id: { lt: beyond } }) },
      orderBy: { id: "desc" },
      take: BATCH,
    }),
  );
  return rows.map(toOrderRow);
}
