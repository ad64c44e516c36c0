import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findCancelled } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";

const BATCH = 100;

/**
 * Requests the cancellation of unshipped orders whose customer's order the shop shows as canceled, because
 * webhooks get lost. Skips orders whose cancellation has failed before: the merchant knows.
 */
export async function cancelMissed(shop: ShopDomain): Promise<void> {
  for (let beyond: string | null = null; ;) {
    const rows = await findUnsent(shop, beyond);
    const last = rows.at(-1);
    if (last === undefined) return;
    const shopOrderIds = new Set(rows.map(({ shopOrderId }) => shopOrderId));
    const cancelled = new Set(await findCancelled(shop, [...shopOrderIds]));
    for (const { id, shopOrderId } of rows) {
      if (cancelled.has(shopOrderId)) await requestCancellation(shop, { orderId: id });
    }
    beyond = last.id;
  }
}

async function findUnsent(shop: ShopDomain, beyond: string | null) {
  return inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: {
        shop,
        state: "placed",
        cancelRequestedAt: null,
        OR: [{ reason: null }, { reason: { not: "not-cancelled" } }],
        ...(beyond !== null && { id: { gt: beyond } }),
      },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, shopOrderId: true },
    }),
  );
}
