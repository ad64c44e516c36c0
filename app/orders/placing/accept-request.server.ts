import { wasServiceLost } from "../../catalog/location/ensure-service.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { isOver, type RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { acceptFulfillment } from "../../shop/orders/request-answers.server.ts";
import { trySubmitRequest } from "../../shop/orders/submit-request.server.ts";
import { readLiveness } from "../canceling/try-to-cancel.server.ts";
import { compareWithShop, recordChanges } from "../changes/compare-with-shop.server.ts";
import { isBeforeRequest, isWithdrawn, stands } from "../states/acceptance.ts";
import { hasArrived } from "../states/order-state.ts";
import { isAboutWaiting } from "../reasons/reason.ts";
import { inWords } from "../reasons/reason-words.ts";
import { type OrderWrites, stepOfOrders } from "../store/order-batch.server.ts";
import {
  changeClaimed,
  changeLocked,
  type ClaimedOrder,
  isStillClaimed,
  lockOrder,
  postponeOrder,
  recordOrderActivity,
  releaseOrder,
  wakeOrder,
} from "../store/order-store.server.ts";
import { reviewFindings } from "../updates/review-findings.server.ts";

/**
 * Accepts the shop's request once the supplier has the order. If the merchant has withdrawn the request, cancels the
 * order at the supplier and reports it. If the request has moved to another location, keeps the order and reports that.
 * Does the same if the request is no longer shown as ours, because our service was deleted. If a late rejection of ours
 * has ended the request, requests fulfillment again.
 *
 * @param fulfillmentOrder as just read; null if the shop has not shown that id for a long time.
 */
export async function acceptRequest(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  if (fulfillmentOrder !== null && isMoved(fulfillmentOrder)) return keepMoved(order);
  if (fulfillmentOrder !== null && isRejected(fulfillmentOrder) && (await readLiveness(order)) !== "ended")
    return requestAgain(order);
  if (!stands(fulfillmentOrder) && !(await isShown(order)))
    return (await isLeftBehind(order, fulfillmentOrder)) ? keepMoved(order) : cancelGone(order);
  if (fulfillmentOrder?.request === "submitted") {
    const accepted = await acceptWithDate(order);
    // The merchant may have closed the request before we could accept it. The next read shows the request's state.
    if (accepted.kind === "user-errors") {
      return postponeAcceptance(order, accepted.problem);
    }
  }
  await storeAccepted(order);
}

/**
 * Accepts the request of an order that has just been placed, without reading it first: Shopify accepts only an open
 * request. After any other reply the order is due again, and its request is read.
 */
export async function acceptPlaced(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId } = order;
  const accepted = await acceptWithDate(order).catch((error: unknown) => {
    log.warn({ err: error, shop, orderId }, "orders.not-accepted-at-once");
    return null;
  });
  if (accepted?.kind !== "done") return releaseOrder(order);
  await storeAccepted(order);
}

/** Accepts the request, with the date at which the supplier expects to ship. A date that has passed is left out. */
function acceptWithDate({ shop, fulfillmentOrderId: id, expectedShipAt, claimedAt }: ClaimedOrder) {
  const isAhead = expectedShipAt !== null && expectedShipAt > claimedAt;
  return acceptFulfillment(shop, { id, estimatedShippedAt: isAhead ? expectedShipAt : null });
}

async function storeAccepted(claimed: ClaimedOrder): Promise<void> {
  const { shop, id: orderId } = claimed;
  if (await accept({ shop, orderId, claimed })) log.info({ shop, orderId }, "orders.accepted");
}

const accept = stepOfOrders({
  read: () => Promise.resolve(null),
  decide: (
    { claimed }: { shop: ShopDomain; orderId: string; claimed: ClaimedOrder },
    { order, now },
  ): { writes: OrderWrites; result: () => boolean } => {
    // Also true if an earlier run has committed the acceptance, but lost the reply to its COMMIT.
    const isAccepted = order.acceptance === "accepted";
    if (!isStillClaimed(order, claimed)) return { writes: {}, result: () => isAccepted };
    const { reason, cancelRequestedAt, shopChangedAt } = order;
    const wasWaiting = reason !== null && isAboutWaiting(reason);
    const isChanged = shopChangedAt !== null && cancelRequestedAt === null;
    const dueAt = isChanged ? now : cancelRequestedAt && now;
    const accepted = { acceptance: "accepted", dueAt, retryCount: 0 } as const;
    const to = wasWaiting ? { ...accepted, reason: null } : accepted;
    const also = wasWaiting ? (tx: Tx) => reviewFindings(tx, order, { now }) : undefined;
    return { writes: { change: { order, to }, also, wakes: isChanged }, result: () => true };
  },
  gone: false,
});

/** Postpones an acceptance that failed, and reports it to the merchant once. */
export async function postponeAcceptance(order: ClaimedOrder, explanation: Message): Promise<void> {
  const reason = { code: "not-accepted", explanation } as const;
  const event = { kind: "orders.not-accepted", tone: "warning" } as const;
  await postponeOrder(order, reason, order.reason === reason.code ? {} : { event });
}

/**
 * Returns true if the shop has a fulfillment of the order. The request was accepted then, and may have closed because
 * everything is fulfilled.
 */
async function isShown({ shop, id }: ClaimedOrder): Promise<boolean> {
  const where = { shop, orderId: id, fulfillmentId: { not: null } };
  return (await inShop(shop, (tx) => tx.shipment.count({ where }))) > 0;
}

/**
 * Returns true if the request was rejected. We never reject the request of a placed order, so our rejection of an
 * earlier request has arrived late: a rejection names no request.
 */
function isRejected({ ours, status, request }: RequestStatus): boolean {
  return ours && request === "rejected" && !isOver(status);
}

/**
 * Requests fulfillment again in place of the merchant's request. The order is due at once, so that the new request is
 * accepted.
 */
async function requestAgain(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId, fulfillmentOrderId } = order;
  const submitted = await trySubmitRequest(shop, fulfillmentOrderId);
  if (submitted.kind === "user-errors") return postponeAcceptance(order, submitted.problem);
  log.warn({ shop, orderId, fulfillmentOrderId }, "orders.requested-again-after-late-rejection");
  await releaseOrder(order);
}

/**
 * Returns true if an open fulfillment order is at another location. Shopify moves no fulfillment order that was
 * requested, unless our service was deleted (airhorns/shopify-draft-proxy, fulfillment-order-move-validation).
 */
function isMoved(fulfillmentOrder: RequestStatus): boolean {
  return !fulfillmentOrder.ours && isBeforeRequest(fulfillmentOrder);
}

/**
 * Returns true if a fulfillment order may have moved away because our service was deleted since its request. Shopify then shows
 * it at the former location, at another one, or not at all: reading the merchant's locations takes an optional scope.
 */
async function isLeftBehind(
  { shop, requestedAt }: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<boolean> {
  if (fulfillmentOrder !== null && (fulfillmentOrder.ours || isWithdrawn(fulfillmentOrder))) return false;
  return wasServiceLost(shop, requestedAt);
}

/** Keeps an order that the supplier has, and reports that its fulfillment order moved away. */
async function keepMoved(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId, reason } = order;
  const cleared = reason !== null && isAboutWaiting(reason) && ({ reason: null } as const);
  const isKept = await inShop(shop, async (tx, now) => {
    const change = { acceptance: "gone", dueAt: null, retryCount: 0, ...cleared } as const;
    if (!(await changeClaimed(tx, order, change))) return false;
    await recordChanges(tx, { shop, orderId, changes: [{ code: "orders.change.moved" }], now });
    return true;
  });
  if (isKept) await compareWithShop(shop, { ...order, acceptance: "gone" });
}

async function cancelGone(order: ClaimedOrder): Promise<void> {
  const reason = { code: "request-gone" } as const;
  await inShop(order.shop, async (tx, now) => {
    const cancelRequestedAt = order.cancelRequestedAt ?? now;
    const change = { reason, acceptance: "gone", cancelRequestedAt, dueAt: now } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    await wakeOrder(tx, order);
    const event = { kind: "orders.request-gone", tone: "warning", what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}

/**
 * Makes acceptance due again for a request that reappeared: Shopify records no fulfillment before acceptance.
 * Does nothing if a cancellation is requested: the cancellation reads the request itself.
 */
export async function reopenAcceptance(shop: ShopDomain, orderId: string): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.acceptance !== "gone" || order.cancelRequestedAt !== null || !hasArrived(order.state)) return;
    await changeLocked(tx, order, { acceptance: "due", dueAt: now, retryCount: 0 });
    await wakeOrder(tx, order);
  });
}
