import { newId } from "../ids.ts";
import type { Occasion, RequestKind } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Payload } from "../webhook-payloads.ts";
import { replace, splitOff } from "./fulfillment-orders.ts";
import { fulfillmentOrderPayload, fulfillmentOrderSummary } from "./news.ts";
import type { FulfillmentOrder, FulfillmentOrderLine, RequestStatus, ServiceAnswer } from "./order.ts";

/**
 * Requests of merchants to a fulfillment service, and its answers (Admin schema, FulfillmentOrder, lifecycle at a
 * location which is managed by a fulfillment service). Transitions as recorded in airhorns/shopify-draft-proxy,
 * fulfillment-order-request-lifecycle and -close-state. Shopify's sentences for a step that does not fit the state
 * are not recorded; those here are the sandbox's.
 */

interface Submitted {
  submitted: FulfillmentOrder;
  unsubmitted: FulfillmentOrder | null;
}

/**
 * The merchant requests a whole fulfillment order, or these quantities. The requested pieces keep the fulfillment
 * order, its id and the ids of its lines. The other pieces go to a new one, open and unsubmitted, with new ids of
 * lines (airhorns/shopify-draft-proxy, fulfillment-order-request-lifecycle, partialSubmit). No recording shows that a
 * rejected one is split in the same way.
 */
export function submitRequest(
  occasion: Occasion,
  original: FulfillmentOrder,
  {
    lines,
    message,
    notifyCustomer,
  }: {
    lines?: { line: FulfillmentOrderLine; quantity: number }[];
    message: string | null;
    notifyCustomer: boolean | null;
  },
): Submitted | UserError[] {
  const { shop, now } = occasion;
  if (!original.location.service) return [NO_SERVICE];
  const may = ["OPEN", "INCOMPLETE"].includes(original.status);
  if (!may || !["UNSUBMITTED", "REJECTED", "CLOSED"].includes(original.requestStatus))
    return [wrongState(original, "cannot be requested")];
  if (lines?.some(({ line, quantity }) => quantity < 1 || quantity > line.remaining))
    return [userError(null, "Invalid fulfillment order line item quantity requested.")];

  const kept = lines && new Map(lines.map(({ line, quantity }) => [line, quantity]));
  const unsubmitted = kept ? splitOff(shop, original, { kept, now }) : null;
  // A new request of a fulfillment order that the service has closed makes a new one (Admin schema, the
  // payload's words).
  const submitted = (original.status === "INCOMPLETE" && replace(shop, original, now)) || original;
  move(occasion, submitted, "OPEN", "SUBMITTED");
  const options = { notify_customer: notifyCustomer };
  ask(occasion, submitted, { kind: "FULFILLMENT_REQUEST", message, options });
  announce(occasion, "fulfillment_request_submitted", submitted, {
    original_fulfillment_order: fulfillmentOrderSummary(original),
  });
  return { submitted, unsubmitted };
}

export function acceptRequest(
  occasion: Occasion,
  order: FulfillmentOrder,
  { message = null, estimatedShippedAt = null }: Partial<ServiceAnswer> = {},
) {
  const refused = answer(occasion, order, {
    from: ["SUBMITTED"],
    // A hold outlasts the answer.
    to: [order.status === "ON_HOLD" ? "ON_HOLD" : "IN_PROGRESS", "ACCEPTED"],
    event: "fulfillment_request_accepted",
    message,
  });
  if (refused.length === 0) order.answer = { message, reason: null, lineItems: [], estimatedShippedAt };
  return refused;
}

/**
 * Rejects the request as a whole, whichever lines the answer names: "after the fulfillment request has been rejected, none of
 * the line items will be able to be fulfilled" (Admin schema).
 */
export function rejectRequest(
  occasion: Occasion,
  order: FulfillmentOrder,
  { message = null, reason = null, lineItems = [] }: Partial<ServiceAnswer> = {},
) {
  const refused = answer(occasion, order, {
    from: ["SUBMITTED"],
    to: ["OPEN", "REJECTED"],
    event: "fulfillment_request_rejected",
    message,
  });
  if (refused.length === 0) order.answer = { message, reason, lineItems, estimatedShippedAt: null };
  return refused;
}

/** Requests the cancellation of an accepted request, which the service has to answer. */
export function requestCancellation(
  occasion: Occasion,
  order: FulfillmentOrder,
  message: string | null,
): UserError[] {
  if (!order.location.service) return [NO_SERVICE];
  if (order.status !== "IN_PROGRESS" || !["ACCEPTED", "CANCELLATION_REJECTED"].includes(order.requestStatus))
    return [wrongState(order, "has no accepted request to cancel")];
  move(occasion, order, "IN_PROGRESS", "CANCELLATION_REQUESTED");
  ask(occasion, order, { kind: "CANCELLATION_REQUEST", message, options: {} });
  announce(occasion, "cancellation_request_submitted", order);
  return [];
}

/** Accepts a cancellation: the pieces that are left go to a new fulfillment order. */
export function acceptCancellation(occasion: Occasion, order: FulfillmentOrder, message: string | null) {
  const refused = answer(occasion, order, {
    from: ["CANCELLATION_REQUESTED"],
    to: ["CLOSED", "CANCELLATION_ACCEPTED"],
    event: "cancellation_request_accepted",
    message,
  });
  if (refused.length === 0) replace(occasion.shop, order, occasion.now);
  return refused;
}

export function rejectCancellation(occasion: Occasion, order: FulfillmentOrder, message: string | null) {
  return answer(occasion, order, {
    from: ["CANCELLATION_REQUESTED"],
    to: ["IN_PROGRESS", "CANCELLATION_REJECTED"],
    event: "cancellation_request_rejected",
    message,
  });
}

/** Closes a fulfillment order that the service had accepted and gives up. */
export function closeFulfillmentRequest(occasion: Occasion, order: FulfillmentOrder, message: string | null) {
  return answer(occasion, order, {
    from: ["ACCEPTED", "CANCELLATION_REQUESTED", "CANCELLATION_REJECTED"],
    to: ["INCOMPLETE", "CLOSED"],
    event: "fulfillment_service_failed_to_complete",
    message,
  });
}

/**
 * Cancels a fulfillment order that no service has accepted, or whose cancellation was requested. This takes effect at
 * once: the original closes without lines, and another fulfillment order takes its place. Recorded for unsubmitted
 * ones (airhorns/shopify-draft-proxy, fulfillment-order-lifecycle); for the others see the Admin schema,
 * fulfillmentOrderCancel.
 */
export function cancelFulfillmentOrder(
  occasion: Occasion,
  order: FulfillmentOrder,
): { replacement: FulfillmentOrder | null } | UserError[] {
  const cancelable = ["UNSUBMITTED", "SUBMITTED", "CANCELLATION_REQUESTED"].includes(order.requestStatus);
  if (!cancelable || order.status === "CLOSED")
    return [userError(null, "Fulfillment order is not in cancelable request state and can't be canceled.")];
  const replacement = replace(occasion.shop, order, occasion.now);
  order.lines = order.lines.filter(({ total }) => total > 0);
  if (order.requestStatus !== "UNSUBMITTED") order.requestStatus = "CANCELLATION_ACCEPTED";
  occasion.tell("fulfillment_orders/cancelled", {
    fulfillment_order: { ...fulfillmentOrderSummary(order), status: "cancelled" },
    replacement_fulfillment_order: replacement && fulfillmentOrderSummary(replacement),
  });
  return { replacement };
}

/** As recorded for `fulfillmentOrderClose`. */
const NO_SERVICE = userError(
  null,
  "The fulfillment order's assigned fulfillment service must be of api type",
);

function answer(
  occasion: Occasion,
  order: FulfillmentOrder,
  {
    from,
    to,
    event,
    message,
  }: {
    from: RequestStatus[];
    to: [FulfillmentOrder["status"], RequestStatus];
    event: string;
    message: string | null;
  },
): UserError[] {
  if (!order.location.service) return [NO_SERVICE];
  if (!from.includes(order.requestStatus) || order.status === "CLOSED")
    return [wrongState(order, "does not wait for this answer")];
  move(occasion, order, ...to);
  announce(occasion, event, order, { message });
  return [];
}

function ask(
  occasion: Occasion,
  order: FulfillmentOrder,
  request: { kind: RequestKind; message: string | null; options: Record<string, unknown> },
): void {
  order.merchantRequests.push({ id: newId(occasion.shop), ...request, sentAt: occasion.now });
  const callbackUrl = order.location.service?.callbackUrl;
  if (callbackUrl) occasion.ping(callbackUrl, request.kind);
}

function move(
  { now }: Occasion,
  order: FulfillmentOrder,
  status: FulfillmentOrder["status"],
  requestStatus: RequestStatus,
): void {
  Object.assign(order, { status, requestStatus, updatedAt: now });
}

function announce(occasion: Occasion, event: string, order: FulfillmentOrder, more: Payload = {}): void {
  occasion.tell(`fulfillment_orders/${event}`, fulfillmentOrderPayload(event, order, more));
}

function wrongState({ status, requestStatus }: FulfillmentOrder, what: string): UserError {
  const state = `${status.toLowerCase()}, ${requestStatus.toLowerCase()}`;
  return userError(null, `The fulfillment order ${what} (status: ${state}).`);
}
