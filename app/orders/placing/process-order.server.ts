import { checkKey } from "../../connection/check-key.server.ts";
import { isOutage } from "../../connection/supplier-outage.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { isAfterFailover } from "../../lib/database/failover.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { errorType, failCurrentSpan, inSpan } from "../../lib/telemetry/trace.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import type { ReadFulfillmentOrder, RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { cancelAtSupplier, cancelUnsent } from "../canceling/cancel-order.server.ts";
import { closeFulfillmentRequest } from "../canceling/close-fulfillment-request.server.ts";
import { compareWithShop } from "../changes/compare-with-shop.server.ts";
import { abandonAttempt, resolveDoubt } from "../doubt/resolve-doubt.server.ts";
import { wasAccepted, isBeforeRequest, isGone } from "../states/acceptance.ts";
import { groupOf } from "../states/order-group.ts";
import { hasArrived, isUnsent } from "../states/order-state.ts";
import { failsForLong, reasonOf, stillWaiting } from "../reasons/failure-reason.ts";
import { isAboutWaiting } from "../reasons/reason.ts";
import { findNextProbe, nextProbeOf } from "../store/doubt-pause.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  claimOrder,
  LEASE_SECONDS,
  lockClaimed,
  postponeOrder,
  releaseOrder,
  toClaimedOrder,
} from "../store/order-store.server.ts";
import { acceptRequest, postponeAcceptance } from "./accept-request.server.ts";
import type { Facts } from "./evaluate-order.server.ts";
import { mayDivide, placeOrder } from "./place-order.server.ts";
import { requestPart } from "./request-part.server.ts";
import { findService } from "../../catalog/location/our-location.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { after } from "../../queue/back-off.ts";
import { readRequestStatus, readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";

/** Processes an order if it is due and not claimed already. */
export async function processOrder({ shop, orderId }: { shop: ShopDomain; orderId: string }): Promise<void> {
  const order = await claimOrder(shop, orderId);
  if (order !== null) await processClaimed(order);
}

/**
 * Processes a claimed order. A failure postpones the order, and is not thrown.
 *
 * @param opened the request and the facts, if the caller has just read them to open the order.
 */
export async function processClaimed(order: ClaimedOrder, opened: Opened | null = null): Promise<void> {
  const attributes = { "stockbridge.order.name": order.orderName, "stockbridge.order.state": order.state };
  await inSpan("orders.process", { parent: order.traceparent, attributes }, () =>
    processInTrace(order, opened),
  );
}

/** Processes every due order: those whose job was lost, and those that waited for their time. */
export async function sweepOrders(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "SupplierOrder",
    seconds: LEASE_SECONDS,
    process: (claimed) => processClaimed(toClaimedOrder(claimed)),
  });
}

/**
 * The request and the facts that opened an order. They suffice to place the order. If the order would have to wait,
 * they are read once more: they are older than the order's row, so a wake-up may have missed the row.
 */
type Opened = { request: ReadFulfillmentOrder; facts: Facts };

async function processInTrace(order: ClaimedOrder, opened: Opened | null): Promise<void> {
  const { shop, id: orderId } = order;
  try {
    await processByState(order, opened);
  } catch (error) {
    failCurrentSpan(errorType(error));
    log.warn({ err: error, shop, orderId, state: order.state }, "orders.process-failed");
    if (isLastingRefusal(order, error)) await postponeAcceptance(order, error.explanation);
    // Both calls below write nothing if another process has begun an attempt: the attempt has set its own due time.
    else if (opened !== null && isAboutKey(error)) await releaseOrder(order);
    else await waitAfterFailure(order, error);
    // A 401 may concern one operation only. If `checkKey` gets a 401 too, the key is unauthorized, and all orders of
    // the shop wait.
    if (error instanceof Failure && error.code === "unauthorized") await checkKey(shop);
  }
}

/** Returns true if accepting the request has failed at the shop for so long that the merchant must know. */
function isLastingRefusal(order: ClaimedOrder, error: unknown): error is Failure {
  const isAccepting =
    hasArrived(order.state) && order.acceptance === "due" && order.cancelRequestedAt === null;
  return (
    isAccepting &&
    failsForLong(order) &&
    error instanceof Failure &&
    error.side === "shop" &&
    !error.isAboutAccess
  );
}

/**
 * Returns true if the failure is about the key, because the key may have been replaced before the order's row existed.
 * Other failures need no second read: after an outage, the wake-up comes later than the failed call.
 */
function isAboutKey(error: unknown): boolean {
  return error instanceof Failure && error.code === "unauthorized";
}

async function processByState(order: ClaimedOrder, opened: Opened | null): Promise<void> {
  switch (order.state) {
    case "held":
    case "ready": {
      if (order.cancelRequestedAt !== null) return withRequest(order, cancelUnlessForgotten);
      // After doubtful replies only one of a thousand waiting orders is tried. Therefore this check comes before all
      // other reads.
      const probe = opened === null ? await findNextProbe(order.shop) : nextProbeOf(opened.facts);
      if (probe !== null && opened !== null) return releaseOrder(order);
      if (probe !== null)
        return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: probe.nextTryAt });
      const readAgain = () => readToPlace(order);
      const request = opened === null ? await readAgain() : opened.request;
      if (request !== null) await clearNotShown(order);
      else if (!(await isGoneForLong(order))) return;
      if (order.partWantedAt !== null && !(await divide(order, request))) return;
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
      // An order to cancel needs no acceptance.
      if (order.cancelRequestedAt !== null) return cancelAtSupplier(order, await readRequest(order));
      // Shipped orders need the acceptance as well, because the shop shows no package of a request that we have not
      // accepted.
      if (order.acceptance === "due") return withRequest(order, acceptRequest);
      if (order.shopChangedAt !== null) await compareWithShop(order.shop, order);
      return clearDue(order);
    case "canceled":
    case "rejected":
      return order.acceptance === "closing" ? withRequest(order, closeFulfillmentRequest) : clearDue(order);
  }
}

/**
 * Takes the next step of dividing an order. Returns true if no step is left. The order then stays claimed, to be
 * placed.
 */
async function divide(order: ClaimedOrder, request: ReadFulfillmentOrder | null): Promise<boolean> {
  return (await mayDivide(order, request)) && requestPart(order, request);
}

/**
 * Cancels an order that was never sent. If the shop shows that we once accepted its request, or the database has just failed over,
 * our records may have lost an order at the supplier. That order is looked up first.
 */
async function cancelUnlessForgotten(order: ClaimedOrder, request: RequestStatus | null): Promise<void> {
  const mayBeForgotten = request !== null && (wasAccepted(request) || isAfterFailover());
  if (!mayBeForgotten) return cancelUnsent(order, request);
  const readAgain = () => readToPlace(order);
  const fulfillmentOrder = await readAgain();
  // The shop has just shown the request. An answer without it comes from a lagging replica, and proves nothing.
  if (fulfillmentOrder === null) return waitUntilShown(order, null);
  return placeOrder(order, { request: fulfillmentOrder, readAgain });
}

/**
 * Calls `answer` with the request, or with null once the request is certainly gone. Until that is certain, the order
 * waits.
 */
async function withRequest(
  order: ClaimedOrder,
  answer: (order: ClaimedOrder, request: RequestStatus | null) => Promise<void>,
): Promise<void> {
  const request = await readRequest(order);
  if (request !== null || (await isGoneForLong(order))) await answer(order, request);
}

/**
 * Clears the due time and the mark of a change in the shop, if nothing more is to be done for an order. If a change was
 * marked, also clears a reason that only says why the order waited.
 */
async function clearDue(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx) => {
    const { reason } = (await lockClaimed(tx, order)) ?? order;
    const isOver = order.shopChangedAt !== null && reason !== null && isAboutWaiting(reason);
    await changeClaimed(tx, order, { dueAt: null, shopChangedAt: null, ...(isOver && { reason: null }) });
  });
}

/**
 * Postpones an order after an exception. If the order has failed for long, and the merchant does not know yet, reports
 * it once, because the customer may not want to wait.
 */
async function waitAfterFailure(order: ClaimedOrder, error: unknown): Promise<void> {
  const failure = error instanceof Failure ? error : null;
  if (mustReportWait(order, error) && !(await isOutage(failure))) {
    const event = { kind: "orders.still-waiting", tone: "warning" } as const;
    await postponeOrder(order, stillWaiting(failure?.explanation), { failure, event });
  } else await postponeOrder(order, reasonOf(error), { failure });
}

function mustReportWait(order: ClaimedOrder, error: unknown): boolean {
  if (!isUnsent(order.state) || order.cancelRequestedAt !== null || !failsForLong(order)) return false;
  const { code: reason } = reasonOf(error);
  const isReported = [order, { ...order, reason }].some((each) => groupOf(each) === "needs-attention");
  return !isReported && isAboutWaiting(reason);
}

/** Reads the current fulfillment order from the shop; null if the shop shows no such request. */
async function readToPlace({
  shop,
  fulfillmentOrderId: id,
  shopOrderId,
}: ClaimedOrder): Promise<ReadFulfillmentOrder | null> {
  const read = await readWithLocation(shop, { id, shopOrderId });
  if (read === null || !isBeforeRequest(read)) return read;
  const service = await findService(shop);
  return read.locationId === service?.locationId ? null : read;
}

/** Reads the current status of the order's request; null if the shop shows no such request. */
async function readRequest(order: ClaimedOrder): Promise<RequestStatus | null> {
  const { shop, fulfillmentOrderId: id } = order;
  const service = await findService(shop);
  const request = await readRequestStatus(shop, { id, ourLocationId: service?.locationId ?? null });
  if (request === null || (request.ours && isBeforeRequest(request))) return null;
  await clearNotShown(order);
  return request;
}

const FIRST_LOOK_AFTER_SECONDS = 10;

const LOOK_AFTER_SECONDS = 60;

/**
 * Returns true once Shopify has replied for ten minutes, at least twice, that the request does not exist. Until then,
 * stores the time of the first such reply, and postpones the order. Counts minutes, not replies, because several
 * webhooks can cause several reads within a second. A failed call is no reply.
 */
async function isGoneForLong(order: ClaimedOrder): Promise<boolean> {
  if (isGone(order) && !hasClockJumped()) return true;
  await waitUntilShown(order, order.notShownSince);
  return false;
}

/**
 * Postpones the order until the next look for its request.
 *
 * @param notShownSince time of the first reply without the request since Shopify last showed it; null if the latest reply is that
 *   first one.
 */
async function waitUntilShown(order: ClaimedOrder, notShownSince: Date | null): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const seconds = notShownSince === null ? FIRST_LOOK_AFTER_SECONDS : LOOK_AFTER_SECONDS;
    await changeClaimed(tx, order, { notShownSince: notShownSince ?? now, dueAt: after(now, seconds) });
  });
}

/** Clears the time of the first reply without the fulfillment order, because Shopify shows it now. The order stays claimed. */
async function clearNotShown(order: ClaimedOrder): Promise<void> {
  if (order.notShownSince === null) return;
  const { shop, retryCount } = order;
  await inShop(shop, (tx) => changeClaimed(tx, order, { notShownSince: null, retryCount }));
}
