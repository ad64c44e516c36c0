import { findService } from "../../catalog/location/our-location.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Assigned, listRequested, readAssigned } from "../../shop/orders/fulfillment-orders.server.ts";
import { acceptCancellation } from "../../shop/orders/request-answers.server.ts";
import { adminOrderUrl, fulfillmentOrderId } from "../../shop/ids.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { isEnded } from "../states/order-state.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { recordMismatch } from "../store/mismatch-store.server.ts";
import { openOrder } from "./open-order.server.ts";

/**
 * Opens an order for every fulfillment request in the shop, and ingests every cancellation request. A webhook
 * only says when to look: we read requests from the shop with its own token.
 */
export async function ingestRequests(shop: ShopDomain): Promise<void> {
  for await (const each of requestsFor(shop, "fulfillment")) await openOrder(shop, each);
  for await (const each of requestsFor(shop, "cancellation")) await ingestCancellation(shop, each);
}

/** Ingests the cancellation request of one fulfillment order, if the shop confirms it. */
export async function ingestCancellationRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null) return ingestRequests(shop);
  const service = await findService(shop);
  const assigned = await readAssigned(shop, { id, ourLocationId: service?.locationId ?? null });
  if (assigned?.ours === true && assigned.request === "cancellation_requested")
    await ingestCancellation(shop, assigned);
}

/** Requests the cancellation of our order. Answers the shop at once if the order has ended or is unknown. */
async function ingestCancellation(shop: ShopDomain, assigned: Assigned): Promise<void> {
  const { fulfillmentOrderId } = assigned;
  const row = await inShop(shop, (tx) =>
    tx.supplierOrder.findUnique({ where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } } }),
  );
  const order = row && toOrderRow(row);
  // Closing the request answers the cancellation as well.
  if (order?.acceptance === "closing") return;
  if (order !== null && !isEnded(order.state) && order.acceptance !== "closed") {
    await requestCancellation(shop, { orderId: order.id });
    return;
  }
  if (order === null) await recordUnknown(shop, assigned);
  await acceptCancellation(shop, fulfillmentOrderId);
}

/** Records a cancellation of an order that an earlier installation accepted, whose rows are gone. */
async function recordUnknown(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId, orderName: order }: Assigned,
): Promise<void> {
  await recordMismatch(shop, {
    id: `cancelled:${fulfillmentOrderId}`,
    about: { label: order, url: adminOrderUrl(shopOrderId) },
    message: { code: "orders.mismatch.cancelled-unknown", order },
  });
}

async function* requestsFor(
  shop: ShopDomain,
  what: "fulfillment" | "cancellation",
): AsyncGenerator<Assigned> {
  for (let after: string | null = null; ;) {
    const { requested, next } = await listRequested(shop, { what, after });
    yield* requested;
    if (next === null) return;
    after = next;
  }
}
