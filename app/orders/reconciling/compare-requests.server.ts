import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Assigned } from "../../shop/fulfillment-orders.server.ts";
import { listAccepted } from "../../shop/fulfillment-requests.server.ts";
import { findRecorded, recordMismatch } from "./record-mismatch.server.ts";

/** The oldest come first: what we do not know is from before our time. */
const PAGES_AT_MOST = 40;

/**
 * Compares the requests that the shop takes for accepted with our rows. One without a row was accepted by an earlier
 * installation, whose rows are gone: whether it was ordered, only the merchant can find out.
 */
export async function compareRequests(shop: ShopDomain, now: Date): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { accepted, next } = await listAccepted(shop, after);
    for (const each of await findStrange(shop, accepted)) await tellStrange(shop, each, now);
    if (next === null) return;
    after = next;
  }
}

async function findStrange(shop: ShopDomain, accepted: Assigned[]): Promise<Assigned[]> {
  const ids = accepted.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids } },
      select: { fulfillmentOrderId: true },
    }),
  );
  const known = new Set(rows.map(({ fulfillmentOrderId }) => fulfillmentOrderId));
  const told = await findRecorded(shop, ids);
  return accepted.filter(({ fulfillmentOrderId: id }) => !known.has(id) && !told.has(id));
}

async function tellStrange(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId, orderName }: Assigned,
  now: Date,
): Promise<void> {
  const number = /\d+$/.exec(shopOrderId)?.[0] ?? "";
  const about = { label: orderName, url: `shopify:admin/orders/${number}` } as const;
  const said = `Shopify takes the fulfilment of order ${orderName} for accepted by Stockbridge, which knows nothing of it: an earlier installation has accepted it. Look on the supplier whether it was ordered. If it was not, cancel the fulfilment in Shopify and request it again.`;
  await recordMismatch(shop, { subject: fulfillmentOrderId, about, said }, now);
}
