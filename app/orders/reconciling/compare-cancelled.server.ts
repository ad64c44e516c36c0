import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findCancelled } from "../../shop/orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";

const AT_ONCE = 100;

/**
 * The backstop for lost webhooks: has cancelled at the supplier what it has not sent yet, and what is cancelled in the
 * shop. What could not be cancelled once, the merchant has been told of.
 */
export async function compareCancelled(shop: ShopDomain, now: Date): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await findUnsent(shop, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    const cancelled = new Set(
      await findCancelled(shop, [...new Set(rows.map(({ shopOrderId }) => shopOrderId))]),
    );
    for (const { id, shopOrderId } of rows) {
      if (cancelled.has(shopOrderId)) await requestCancellation(shop, { orderId: id, now });
    }
    after = last.id;
  }
}

async function findUnsent(shop: ShopDomain, after: string | null) {
  return inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: {
        ...{ shop, state: "placed", cancelRequestedAt: null },
        OR: [{ reason: null }, { reason: { not: "not-cancelled" } }],
        ...(after !== null && { id: { gt: after } }),
      },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true, shopOrderId: true },
    }),
  );
}
