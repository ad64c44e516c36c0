import type { RequestStatus } from "../../shop/fulfillment-order.ts";

/**
 * How the shop's request for fulfillment is answered, once the supplier has the order; null before that.
 *
 * - `due`: it is to be accepted.
 * - `accepted`: it is.
 * - `gone`: it was no longer there to be accepted.
 * - `closing`: the supplier will not send the order, or the rest of it, so the request is to be closed.
 * - `closed`: it is.
 */
export const acceptances = ["due", "accepted", "gone", "closing", "closed"] as const;

export type Acceptance = (typeof acceptances)[number];

/** The transitions. An order that starts over has no acceptance again. */
const ways: Record<Acceptance | "none", readonly Acceptance[]> = {
  none: ["due"],
  due: ["accepted", "gone", "closing"],
  accepted: ["closing"],
  // Shopify may show again what it did not: then the request is accepted after all, or closed.
  gone: ["due", "closing", "closed"],
  closing: ["closed"],
  closed: [],
};

/** Whether the answer may become another one, or stay. */
export function mayBecome(from: Acceptance | null, to: Acceptance): boolean {
  return from === to || ways[from ?? "none"].includes(to);
}

/** What the merchant has not canceled. Accepted already counts as well: this may be the second time. */
const STANDING: readonly RequestStatus["request"][] = [
  "submitted",
  "accepted",
  "cancellation_requested",
  "cancellation_rejected",
];

/**
 * Returns true if the merchant's request is open. Not open: canceled or closed (Shopify opens a new fulfillment order in its
 * place), or moved to another location.
 */
export function stands(fulfillmentOrder: RequestStatus | null): fulfillmentOrder is RequestStatus {
  if (!fulfillmentOrder?.ours || !STANDING.includes(fulfillmentOrder.request)) return false;
  return !["cancelled", "closed", "incomplete"].includes(fulfillmentOrder.status);
}
