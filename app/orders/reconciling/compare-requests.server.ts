import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Assigned } from "../../shop/orders/fulfillment-orders.server.ts";
import { listAccepted } from "../../shop/orders/fulfillment-requests.server.ts";
import { findCanceled } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { openOrder } from "../ingest/open-order.server.ts";

/**
 * Compares the requests that the shop shows as accepted with our rows. Opens an order for a request without a
 * row: an earlier installation accepted it, or a backup was restored since. Processing looks it up, and sends
 * it only after a person has said that it was not ordered.
 */
export async function compareRequests(shop: ShopDomain): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { accepted, next } = await listAccepted(shop, after);
    for (const each of await findUnknown(shop, accepted)) await openOrder(shop, each);
    if (next === null) return;
    after = next;
  }
}

async function findUnknown(shop: ShopDomain, accepted: Assigned[]): Promise<Assigned[]> {
  const ids = accepted.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids } },
      select: { fulfillmentOrderId: true },
    }),
  );
  const known = new Set(rows.map(({ fulfillmentOrderId }) => fulfillmentOrderId));
  return accepted.filter(({ fulfillmentOrderId: id }) => !known.has(id));
}

/** The oldest come first, because unknown requests are older than our records. */
const PAGES_AT_MOST = 40;

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
    const canceled = new Set(await findCanceled(shop, [...shopOrderIds]));
    for (const { id, shopOrderId } of rows) {
      if (canceled.has(shopOrderId)) await requestCancellation(shop, { orderId: id });
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
        OR: [{ reason: null }, { reason: { not: "not-canceled" } }],
        ...(beyond !== null && { id: { gt: beyond } }),
      },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, shopOrderId: true },
    }),
  );
}

const BATCH = 100;
