import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { findRefunded } from "../../shop/orders/refunds.server.ts";
import { recordRefundsOf } from "../changes/record-refunds.server.ts";

/** Age in days up to which Shopify shows orders to apps. */
const DAYS = 60;

const BATCH = 100;

/** Limits a run to 50 calls, besides one per order that was refunded. */
const BATCHES_AT_MOST = 50;

/**
 * Records refunds whose webhooks were lost. Begins with the newest orders.
 *
 * @param since time of the last run; null if there was none. Omits orders that have not changed in the shop since then.
 */
export async function recordLostRefunds(shop: ShopDomain, { since }: { since: Date | null }): Promise<void> {
  let beyond: string | null = null;
  for (let batch = 0; batch < BATCHES_AT_MOST; batch += 1) {
    const sold = await findSold(shop, beyond);
    const last = sold.at(-1);
    if (last === undefined) return;
    const ids = [...new Set(sold.map(({ shopOrderId: id }) => id))];
    for (const id of await findRefunded(shop, { ids, since: since && after(since, -OVERLAP_SECONDS) }))
      await recordRefundsOf(shop, id);
    beyond = last.id;
  }
}

/** Each run begins this long before the last run, because Shopify's replicas lag and clocks differ. */
const OVERLAP_SECONDS = 3600;

async function findSold(shop: ShopDomain, beyond: string | null) {
  return inShop(shop, (tx, now) =>
    tx.supplierOrder.findMany({
      where: {
        shop,
        revenue: { not: null },
        requestedAt: { gt: after(now, -DAYS * 86_400) },
        ...(beyond !== null && { id: { lt: beyond } }),
      },
      orderBy: { id: "desc" },
      take: BATCH,
      select: { id: true, shopOrderId: true },
    }),
  );
}
