import { findService } from "../../catalog/location/find-service.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { findOutage } from "../../connection/supplier-outage.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { errorType, failCurrentSpan, inSpan } from "../../lib/trace.server.ts";
import type { ReadFulfillmentOrder, RequestStatus } from "../../shop/fulfillment-order.ts";
import { readRequestStatus, readWithLocation } from "../../shop/fulfillment-orders.server.ts";
import { cancelAtSupplier } from "../cancelling/cancel-at-supplier.server.ts";
import { cancelUnsent } from "../cancelling/cancel-unsent.server.ts";
import { closeFulfillmentRequest } from "../cancelling/close-fulfillment-request.server.ts";
import { abandonAttempt } from "../doubt/abandon-attempt.server.ts";
import { resolveDoubt } from "../doubt/resolve-doubt.server.ts";
import { acceptRequest, postponeAcceptance } from "./accept-request.server.ts";
import type { Facts } from "./evaluate-order.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { groupOf } from "../states/order-group.ts";
import { hasArrived, isUnsent } from "../states/order-state.ts";
import { failsForLong, isAboutWaiting, reasonOf, stillWaiting } from "../states/reason.ts";
import { findTurn, turnOf } from "../store/doubt-pause.server.ts";
import { clearNotShown, isGoneForLong } from "../store/not-shown.server.ts";
import { changeClaimed, claimOrder, type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";

/** Does what is due for one order, if it is due and not claimed already. */
export async function processOrder({ shop, orderId }: { shop: ShopDomain; orderId: string }): Promise<void> {
  const order = await claimOrder(shop, orderId);
  if (order !== null) await processClaimed(order);
}

/**
 * Does what is due for a claimed order. A failure postpones the order, and is not thrown.
 *
 * @param opened what was read just now, if the order has just been opened for it.
 */
export async function processClaimed(order: ClaimedOrder, opened: Opened | null = null): Promise<void> {
  const attributes = { "stockbridge.order.name": order.orderName, "stockbridge.order.state": order.state };
  await inSpan("orders.process", { parent: order.traceparent, attributes }, () =>
    processInTrace(order, opened),
  );
}

type Opened = { request: ReadFulfillmentOrder; facts: Facts };

async function processInTrace(order: ClaimedOrder, opened: Opened | null): Promise<void> {
  const { shop, id: orderId } = order;
  try {
    await processByState(order, opened);
  } catch (error) {
    failCurrentSpan(errorType(error));
    log.warn({ err: error, shop, orderId, state: order.state }, "orders.process-failed");
    if (isLastingRefusal(order, error)) await postponeAcceptance(order, error.explanation);
    // Where an attempt has begun meanwhile, this writes nothing: the attempt's own time decides.
    else await waitAfterFailure(order, error);
    // Only a read tells whether it is the key as such that is unauthorized; if so, the whole shop waits.
    if (error instanceof Failure && error.code === "unauthorized") await checkKey(shop);
  }
}

/** Whether the shop has answered nothing better for so long, about an acceptance, that the merchant must know. */
function isLastingRefusal(order: ClaimedOrder, error: unknown): error is Failure {
  const isAccepting =
    hasArrived(order.state) && order.acceptance === "due" && order.cancelRequestedAt === null;
  return (
    isAccepting &&
    failsForLong(order) &&
    error instanceof Failure &&
    error.side === "shop" &&
    !isAboutAccess(error)
  );
}

/** That access is lost is told once, for the whole shop. */
function isAboutAccess({ code }: Failure): boolean {
  return code === "access-lost" || code === "shop-gone";
}

async function processByState(order: ClaimedOrder, opened: Opened | null): Promise<void> {
  switch (order.state) {
    case "held":
    case "ready": {
      if (order.cancelRequestedAt !== null) return withRequest(order, cancelUnsent);
      // Before anything else is read: of a thousand that wait, one is tried.
      const turn = opened === null ? await findTurn(order.shop) : turnOf(opened.facts);
      if (turn !== null)
        return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: turn.nextTryAt });
      const readAgain = () => readToPlace(order);
      const request = opened === null ? await readAgain() : opened.request;
      if (request !== null) await clearNotShown(order);
      else if (!(await isGoneForLong(order))) return;
      return placeOrder(order, { request, readAgain, ...(opened && { facts: opened.facts }) });
    }
    case "placing":
      return abandonAttempt(order);
    case "in_doubt":
      return resolveDoubt(order);
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
      if (order.acceptance === "closing") return withRequest(order, closeFulfillmentRequest);
      // What is to be canceled need not be accepted.
      if (order.cancelRequestedAt !== null) return cancelAtSupplier(order, await readRequest(order));
      // Also where all has left already: without an answer the shop shows no parcel.
      if (order.acceptance === "due") return withRequest(order, acceptRequest);
      return clearDue(order);
    case "cancelled":
    case "rejected":
      return order.acceptance === "closing" ? withRequest(order, closeFulfillmentRequest) : clearDue(order);
  }
}

/** The fulfillment order as the shop shows it at this moment. */
function readToPlace({ shop, fulfillmentOrderId: id, shopOrderId }: ClaimedOrder) {
  return readWithLocation(shop, { id, shopOrderId });
}

/** How its request stands at this moment; null when the shop shows none of that id. */
async function readRequest(order: ClaimedOrder): Promise<RequestStatus | null> {
  const { shop, fulfillmentOrderId: id } = order;
  const service = await findService(shop);
  const request = await readRequestStatus(shop, { id, ourLocationId: service?.locationId ?? null });
  if (request !== null) await clearNotShown(order);
  return request;
}

/** Answers the request as the shop shows it, or as one that is gone. Until that is certain, the order waits. */
async function withRequest(
  order: ClaimedOrder,
  answer: (order: ClaimedOrder, request: RequestStatus | null) => Promise<void>,
): Promise<void> {
  const request = await readRequest(order);
  if (request !== null || (await isGoneForLong(order))) await answer(order, request);
}

/** Nothing is due after all. */
async function clearDue(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, (tx) => changeClaimed(tx, order, { dueAt: null }));
}

/**
 * Lets an order wait for its next try after an exception. Where it could not be placed again and again, and nothing else tells
 * the merchant, it says so, once: their customer may not wait for as long as a supplier's limit does.
 */
async function waitAfterFailure(order: ClaimedOrder, error: unknown): Promise<void> {
  const failure = error instanceof Failure ? error : null;
  if (isUntoldForLong(order, error) && !(await isOutage(failure))) {
    const event = { kind: "orders.still-waiting", tone: "warning" } as const;
    await postponeOrder(order, stillWaiting(failure?.explanation), { failure, event });
  } else await postponeOrder(order, reasonOf(error), { failure });
}

function isUntoldForLong(order: ClaimedOrder, error: unknown): boolean {
  if (!isUnsent(order.state) || order.cancelRequestedAt !== null || !failsForLong(order)) return false;
  const { code: reason } = reasonOf(error);
  const isTold = [order, { ...order, reason }].some((each) => groupOf(each) === "needs-attention");
  return !isTold && isAboutWaiting(reason);
}

/** That the supplier answers no shop is told once, on every page. */
async function isOutage(failure: Failure | null): Promise<boolean> {
  return failure?.side === "supplier" && (await findOutage()) !== null;
}
