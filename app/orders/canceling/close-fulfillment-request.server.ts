import type { Changed } from "../../shop/failures.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { findService } from "../../catalog/location/our-location.server.ts";
import type { Message } from "../../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { hasScope, readScopes } from "../../shop/access-scopes.server.ts";
import { isOver, REQUESTING_SCOPE, type RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { readRequestable } from "../../shop/orders/fulfillment-requests.server.ts";
import { submitRequest } from "../../shop/orders/submit-request.server.ts";
import { closeFulfillmentOrder } from "../../shop/orders/fulfillments.server.ts";
import {
  acceptCancellation,
  acceptFulfillment,
  rejectFulfillment,
  type Rejection,
} from "../../shop/orders/request-answers.server.ts";
import { stands } from "../states/acceptance.ts";
import { differencesOf } from "../states/difference.ts";
import { endingOf } from "../states/ending.ts";
import { inWords } from "../reasons/reason-words.ts";
import { appendCancellation, appendToHistory } from "../store/attempt-store.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  postponeOrder,
  recordOrderActivity,
} from "../store/order-store.server.ts";

/**
 * Closes the shop's request because the supplier will not ship the order, or the rest of it. The merchant sees the
 * closed request in Shopify, and can fulfill the pieces from elsewhere. Requests missing pieces again if the merchant
 * chose that. Safe to repeat after a crash: Shopify rejects a second closing.
 *
 * @param fulfillmentOrder as the shop shows it now; null if the shop does not show it.
 */
export async function closeFulfillmentRequest(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const { shop, id: orderId } = order;
  // With `to`, `changeClaimed` writes nothing if an update has changed the order's state meanwhile. The order then ends
  // for another reason.
  const reason = endingOf(order);
  // Keeps this reason, because it warns the merchant that the supplier has a second order open.
  const isSecondOpen = order.reason === "still-open-at-supplier";
  const ending = { to: order.state, ...(!isSecondOpen && { reason }) };
  const wait = async (seconds: number) => {
    await inShop(shop, (tx, now) =>
      changeClaimed(tx, order, { ...ending, dueAt: after(now, seconds), retryCount: order.retryCount + 1 }),
    );
  };
  const shipments = await inShop(shop, (tx) => tx.shipment.findMany({ where: { shop, orderId } }));
  if (shipments.length > 0 && fulfillmentOrder?.ours === true && fulfillmentOrder.request === "submitted") {
    // Shopify records fulfillments only for an accepted request.
    await acceptFulfillment(shop, { id: order.fulfillmentOrderId });
    return wait(WAIT_FOR_SHIPMENT_SECONDS);
  }
  // Shopify records no fulfillments for a closed fulfillment order, so the packages must be shown first.
  if (shipments.some(({ state, dueAt }) => state === "due" && dueAt !== null))
    return wait(WAIT_FOR_SHIPMENT_SECONDS);
  const { code, number } = reason;
  // Without this scope, the pieces of a closed fulfillment order could not be requested again.
  if (code === "missing-ordered-again" && !hasScope(await readScopes(shop), REQUESTING_SCOPE))
    return postponeOrder(order, { code: "missing-not-allowed", number });
  const message = translator(DEFAULT_LOCALE)(`orders.in-shop.${code}`, { number });
  const rejection: Rejection = { reason: "OTHER", message, lines: [] };
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, rejection });
  if (declined.kind === "user-errors") return wait(backOffSeconds(order.retryCount));
  const problem = code === "missing-ordered-again" ? await requestReleased(order, fulfillmentOrder) : null;
  const end =
    problem === null ? reason : ({ code: "missing-not-ordered", number, explanation: problem } as const);
  // Clears the request of a cancellation that has ended. After a wake-up, a worker processes the order again, and must
  // not retry the cancellation.
  const cancellation = order.state === "canceled" ? {} : { cancelRequestedAt: null };
  await inShop(shop, async (tx, now) => {
    const reported = (!isSecondOpen || problem !== null) && { reason: end };
    const change = { ...ending, ...reported, ...cancellation, acceptance: "closed", dueAt: null } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    if (order.state !== "canceled") await appendCancellation(tx, order);
    if (end.code !== "missing-not-ordered") return;
    await appendToHistory(tx, order, { what: end, at: now });
    const kind = "orders.missing-not-ordered";
    await recordOrderActivity(tx, order, { kind, tone: "warning", what: inWords(end), at: now });
  });
}

/**
 * Requests the pieces that the merchant chose to order again. Once the request is closed, only these pieces are left in
 * the fulfillment order, and Shopify moves them to a new fulfillment order. A repeated call after a crash therefore
 * requests nothing.
 *
 * @returns the problem if the pieces could not be requested; otherwise null.
 */
async function requestReleased(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<Message | null> {
  const isOver =
    fulfillmentOrder === null ||
    ["cancelled", "closed"].includes(fulfillmentOrder.status) ||
    fulfillmentOrder.request === "cancellation_requested";
  if (isOver) return (await isRequestedElsewhere(order)) ? null : { code: "orders.nothing-left-to-request" };
  const submitted = await submitRequest(order.shop, order.fulfillmentOrderId);
  return submitted.kind === "requested" ? null : submitted.problem;
}

/** Returns true if another fulfillment order of the same customer's order has the pieces and an open request. */
async function isRequestedElsewhere(order: ClaimedOrder): Promise<boolean> {
  const { shop, shopOrderId, fulfillmentOrderId } = order;
  const released = differencesOf(order.differences, "orders.difference.ordered-again");
  const service = await findService(shop);
  if (service === null) return false;
  const read = await readRequestable(shop, { id: shopOrderId, ourLocationId: service.locationId });
  for (const other of read?.fulfillmentOrders ?? []) {
    if (other.id === fulfillmentOrderId || !stands(other)) continue;
    const { lines = [] } = (await readWithLocation(shop, { id: other.id, shopOrderId })) ?? {};
    if (lines.some((line) => released.some(({ lineItemId }) => lineItemId === line.lineItemId))) return true;
  }
  return false;
}

/**
 * Rejects or closes the shop's request, or accepts its cancellation, depending on the state of the request. Does
 * nothing if the request is at another location, because Shopify lets only that location answer.
 */
export async function declineFulfillmentRequest(
  { shop, fulfillmentOrderId: id }: ClaimedOrder,
  { fulfillmentOrder, rejection }: { fulfillmentOrder: RequestStatus | null; rejection: Rejection },
): Promise<Changed> {
  if (!fulfillmentOrder?.ours || isOver(fulfillmentOrder.status)) return { kind: "done" };
  switch (fulfillmentOrder.request) {
    case "submitted":
      return rejectFulfillment(shop, { id, ...rejection });
    case "cancellation_requested":
      return acceptCancellation(shop, id);
    case "accepted":
    case "cancellation_rejected":
      return closeFulfillmentOrder(shop, { id, message: rejection.message });
    case "unsubmitted":
    case "rejected":
    case "cancellation_accepted":
    case "closed":
      return { kind: "done" };
  }
}

/** Pause before the next try, in which shipments become fulfillments in the shop. */
const WAIT_FOR_SHIPMENT_SECONDS = 30;
