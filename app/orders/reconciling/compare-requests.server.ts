import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Assigned } from "../../shop/fulfillment-orders.server.ts";
import { listAccepted } from "../../shop/fulfillment-requests.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import { findRecorded, recordMismatch } from "./record-mismatch.server.ts";

/** The oldest come first: what we do not know is from before our time. */
const PAGES_AT_MOST = 40;

/**
 * Compares the requests that the shop shows as accepted with our rows. One without a row was accepted by an earlier
 * installation, whose rows are gone: whether it was ordered, only the merchant can find out.
 */
export async function compareRequests(shop: ShopDomain): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { accepted, next } = await listAccepted(shop, after);
    for (const { fulfillmentOrderId: id, shopOrderId, orderName: order } of await findUnknown(
      shop,
      accepted,
    )) {
      const about = { label: order, url: adminOrderUrl(shopOrderId) };
      await recordMismatch(shop, { id, about, message: { code: "orders.mismatch.accepted-unknown", order } });
    }
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
  const recorded = await findRecorded(shop, ids);
  return accepted.filter(({ fulfillmentOrderId: id }) => !known.has(id) && !recorded.has(id));
}
