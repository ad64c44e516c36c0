import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { readVersions } from "../../shop/placed-orders.server.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";
import { compareWithShop } from "./compare-with-shop.server.ts";
import { stillToSend } from "./still-to-send.ts";

const BATCH = 50;
/** What has not been compared by then is the next time. */
const COMPARE_MS = 120_000;
const SETTLED_SECONDS = 60;

/**
 * For lost webhooks, and for what no webhook tells: compares with the shop what has changed there since the last time. What
 * has not costs a part of one call. The latest orders come first: of those another address can still be passed on.
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
        // Something may change within the same second, and the version would not show it: then it is compared once more.
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
