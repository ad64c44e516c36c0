import { findService } from "../catalog/location/find-service.server.ts";
import { checkKey } from "../connection/check-key.server.ts";
import { inShop } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { errorType, failCurrentSpan, inSpan } from "../lib/trace.server.ts";
import type { FulfillmentOrder, RequestStatus } from "../shop/fulfillment-order.ts";
import { readFulfillmentOrder, readRequestStatus } from "../shop/fulfillment-orders.server.ts";
import { cancelAtSupplier } from "./cancelling/cancel-at-supplier.server.ts";
import { cancelUnsent } from "./cancelling/cancel-unsent.server.ts";
import { closeFulfillmentRequest } from "./cancelling/close-fulfillment-request.server.ts";
import { abandonAttempt } from "./doubt/abandon-attempt.server.ts";
import { resolveDoubt } from "./doubt/resolve-doubt.server.ts";
import { hasArrived } from "./states/order-state.ts";
import { failsForLong } from "./states/reason.ts";
import { clearNotShown, isGoneForLong } from "./store/not-shown.server.ts";
import { changeClaimed, claimOrder, type ClaimedOrder } from "./store/order-store.server.ts";
import { acceptRequest, postponeAcceptance } from "./placing/accept-request.server.ts";
import { placeOrder } from "./placing/place-order.server.ts";
import { waitAfterFailure } from "./placing/wait-after-failure.server.ts";
import { waitForClearAnswers } from "./placing/wait-for-clear-answers.server.ts";

/** Does what is due for one order, if it is due and not claimed already. */
export async function processOrder({ shop, orderId }: { shop: ShopDomain; orderId: string }): Promise<void> {
  const order = await claimOrder(shop, orderId);
  if (order === null) return;
  const attributes = { "stockbridge.order.name": order.orderName, "stockbridge.order.state": order.state };
  await inSpan("orders.process", { parent: order.traceparent, attributes }, () => processInTrace(order));
}

async function processInTrace(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId } = order;
  try {
    await processClaimed(order);
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

async function processClaimed(order: ClaimedOrder): Promise<void> {
  switch (order.state) {
    case "held":
    case "ready": {
      if (order.cancelRequestedAt !== null) return withRequest(order, cancelUnsent);
      // Before anything is read: of a thousand that wait, one is tried.
      if (await waitForClearAnswers(order)) return;
      const fulfillmentOrder = await readToPlace(order);
      if (fulfillmentOrder !== null) await clearNotShown(order);
      else if (!(await isGoneForLong(order))) return;
      return fulfillmentOrder?.request === "cancellation_requested"
        ? cancelUnsent(order, fulfillmentOrder)
        : placeOrder(order, fulfillmentOrder, () => readToPlace(order));
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
      return rest(order);
    case "cancelled":
    case "rejected":
      return order.acceptance === "closing" ? withRequest(order, closeFulfillmentRequest) : rest(order);
  }
}

/** The fulfillment order as the shop shows it at this moment. */
async function readToPlace({
  shop,
  fulfillmentOrderId: id,
  shopOrderId,
}: ClaimedOrder): Promise<FulfillmentOrder | null> {
  const service = await findService(shop);
  return readFulfillmentOrder(shop, { id, shopOrderId, ourLocationId: service?.locationId ?? null });
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
async function rest(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, (tx) => changeClaimed(tx, order, { nextAt: null }));
}
