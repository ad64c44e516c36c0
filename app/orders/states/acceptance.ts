import { after } from "../../queue/back-off.ts";
import { isOver, REPLICA_LAGS_SECONDS, type RequestStatus } from "../../shop/orders/fulfillment-order.ts";

/**
 * Our answer to the shop's fulfillment request once the supplier has the order; null before that.
 *
 * - `due`: to be accepted.
 * - `accepted`: accepted.
 * - `gone`: the request was gone before we could accept it.
 * - `closing`: to be closed, because the supplier will not ship the order, or the rest of it.
 * - `closed`: closed.
 */
export const acceptances = ["due", "accepted", "gone", "closing", "closed"] as const;

export type Acceptance = (typeof acceptances)[number];

/** Possible transitions. An order that starts over has no acceptance at first. */
const ways: Record<Acceptance | "none", readonly Acceptance[]> = {
  none: ["due"],
  due: ["accepted", "gone", "closing"],
  accepted: ["closing"],
  // Shopify may show a missing request again. The request is then accepted after all, or closed.
  gone: ["due", "closing", "closed"],
  closing: ["closed"],
  closed: [],
};

/** Returns true if the acceptance may change to `to`, or stay there. */
export function mayBecome(from: Acceptance | null, to: Acceptance): boolean {
  return from === to || ways[from ?? "none"].includes(to);
}

/** States of an open request. Includes accepted requests, because accepting may be repeated. */
const STANDING: readonly RequestStatus["request"][] = [
  "submitted",
  "accepted",
  "cancellation_requested",
  "cancellation_rejected",
];

/**
 * Returns true if the merchant's request is open. It is not open if it was canceled or closed (Shopify opens a new
 * fulfillment order in its place), or if it was moved to another location.
 */
export function stands(fulfillmentOrder: RequestStatus | null): fulfillmentOrder is RequestStatus {
  if (!fulfillmentOrder?.ours || !STANDING.includes(fulfillmentOrder.request)) return false;
  return !isOver(fulfillmentOrder.status);
}

/**
 * Returns true if the merchant has withdrawn the request. A closed fulfillment order does not prove that, because
 * Shopify also closes it once everything has shipped. A canceled fulfillment order at another location proves nothing
 * either: Shopify may have replaced it when our service was deleted.
 */
export function isWithdrawn({ status, request, ours }: RequestStatus): boolean {
  return request === "cancellation_accepted" || (ours && status === "cancelled");
}

/**
 * Returns true if the shop shows a fulfillment order at our location as it was before its request. Such an answer comes
 * from a lagging replica: if a merchant withdraws a request, Shopify opens another fulfillment order.
 */
export function isBeforeRequest({ status, request }: Pick<RequestStatus, "status" | "request">): boolean {
  return request === "unsubmitted" && !isOver(status);
}

/** Returns true if we once accepted the request: a merchant can request a cancellation only after that. */
export function wasAccepted({ request }: Pick<RequestStatus, "request">): boolean {
  return ["accepted", "cancellation_requested", "cancellation_rejected"].includes(request);
}

/**
 * Returns true if a request is gone: Shopify's replies have not shown it for ten minutes.
 *
 * @param notShownSince time of the first such reply since Shopify last showed the fulfillment order.
 */
export function isGone({
  notShownSince,
  claimedAt,
}: {
  notShownSince: Date | null;
  claimedAt: Date;
}): boolean {
  return notShownSince !== null && claimedAt >= after(notShownSince, REPLICA_LAGS_SECONDS);
}
