import { findService } from "../../catalog/location/our-location.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { adminOrderUrl, fulfillmentOrderId, shopOrderId } from "../../shop/ids.ts";
import { isOver, type RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import {
  type Assigned,
  type AssignedRequest,
  listRequested,
  readAssigned,
  readWithLocation,
} from "../../shop/orders/fulfillment-orders.server.ts";
import { isOrderCanceled } from "../../shop/orders/orders.server.ts";
import { acceptCancellation } from "../../shop/orders/request-answers.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { processClaimed } from "../placing/process-order.server.ts";
import { isBeforeRequest } from "../states/acceptance.ts";
import { endedStates, isEnded } from "../states/order-state.ts";
import { recordMismatch } from "../store/mismatch-store.server.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { openClaimed, openOrder } from "./open-order.server.ts";

/**
 * Maximum age of a read of the shop that is used to process a new order. A refund webhook that comes before the order
 * has a row changes nothing, so after this time the request is read again.
 */
const READ_HOLDS_MS = 5000;

/**
 * Ingests the one fulfillment order that a webhook names: if the shop shows that the merchant requests its fulfillment
 * from us, opens an order for it and processes the order at once. Reads nothing else, and ignores requests to other apps.
 *
 * @returns `not-yet` if the shop does not show the request yet.
 */
export async function ingestRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<NotYet> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null) {
    await ingestRequests(shop);
    return undefined;
  }
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const request = await readWithLocation(shop, { id, shopOrderId: null }).catch(notShown);
  if (request === "not-shown") return openUnseen(shop, id);
  if (request === null || isBeforeRequest(request)) return "not-yet";
  if (!isRequested(request)) return request.request === "rejected" ? "not-yet" : undefined;
  const opened = await openClaimed(shop, request);
  if (opened === "known")
    await openOrder(shop, { ...request, fulfillmentOrderId: id, sentAt: request.requestedAt });
  else if (opened !== "not-ours")
    await processClaimed(opened.order, readHolds.hasPassed() ? null : { request, facts: opened.facts });
  return undefined;
}

type NotYet = "not-yet" | undefined;

/**
 * Opens an order for every fulfillment request in the shop, and ingests every cancellation request. A webhook
 * only says when to look: we read requests from the shop with its own token.
 */
export async function ingestRequests(shop: ShopDomain): Promise<void> {
  for await (const each of requestsFor(shop, "fulfillment")) await openOrder(shop, each);
  for await (const each of requestsFor(shop, "cancellation")) await ingestCancellation(shop, each);
}

/**
 * Ingests the cancellation request of one fulfillment order, if the shop confirms it.
 *
 * @returns `not-yet` if the shop does not show the request yet.
 */
export async function ingestCancellationRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<NotYet> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null) {
    await ingestRequests(shop);
    return undefined;
  }
  const service = await findService(shop);
  const assigned = await readAssigned(shop, { id, ourLocationId: service?.locationId ?? null });
  if (assigned === null) return "not-yet";
  if (!assigned.ours) return undefined;
  if (assigned.request === "cancellation_requested") await ingestCancellation(shop, assigned);
  // The merchant can request a cancellation only after we have accepted the request. In these states, the shop may show
  // the cancellation later.
  const mayChange = assigned.request === "accepted" || isRequested(assigned) || isBeforeRequest(assigned);
  return mayChange ? "not-yet" : undefined;
}

/**
 * Requests the cancellation of all our orders for a customer's order, if the shop confirms that the customer's order is
 * canceled.
 *
 * @returns `not-yet` if the shop does not show that yet.
 */
export async function ingestCanceledOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<NotYet> {
  const id = shopOrderId(subjectId);
  if (id === null) return undefined;
  const orders = await findOngoing({ shop, id });
  if (orders.length === 0) return undefined;
  if (!(await isOrderCanceled(shop, id))) return "not-yet";
  for (const order of orders) await requestCancellation(shop, { orderId: order.id });
  return undefined;
}

const findOngoing = ourOrders("shopOrderId", { state: { notIn: endedStates } });

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

/** Records the cancellation of an order that an earlier installation accepted. The rows of that order are gone. */
async function recordUnknown(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId, orderName: order }: Assigned,
): Promise<void> {
  await recordMismatch(shop, {
    id: `canceled:${fulfillmentOrderId}`,
    about: { label: order, url: adminOrderUrl(shopOrderId) },
    message: { code: "orders.mismatch.canceled-unknown", order },
  });
}

async function* requestsFor(
  shop: ShopDomain,
  what: "fulfillment" | "cancellation",
): AsyncGenerator<AssignedRequest> {
  for (let after: string | null = null; ;) {
    const { requested, next } = await listRequested(shop, { what, after });
    yield* requested;
    if (next === null) return;
    after = next;
  }
}

/**
 * Returns "not-shown" if the shop no longer shows the customer's order, or hides it from the app. Throws all other
 * errors.
 */
function notShown(error: unknown): "not-shown" {
  if (error instanceof Failure && error.code === "rejected") return "not-shown";
  throw error;
}

/**
 * Opens an order for a request whose customer's order the shop does not show. Processing reports that to the merchant.
 */
async function openUnseen(shop: ShopDomain, id: string): Promise<NotYet> {
  const service = await findService(shop);
  const assigned = await readAssigned(shop, { id, ourLocationId: service?.locationId ?? null });
  if (assigned === null || isBeforeRequest(assigned)) return "not-yet";
  if (assigned.ours && isRequested(assigned)) await openOrder(shop, assigned);
  return undefined;
}

function isRequested({ status, request }: Pick<RequestStatus, "status" | "request">): boolean {
  return request === "submitted" && !isOver(status);
}
