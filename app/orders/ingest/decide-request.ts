import type { RequestableOrder } from "../../shop/fulfillment-requests.server.ts";

type Part = RequestableOrder["fulfillmentOrders"][number];

/**
 * Which of an order's fulfillment orders automatic ordering requests. A request that was rejected or canceled leaves a part
 * that looks like a new one: from then on the order is in a person's hands, as requesting it again would never end. A test
 * order of Shopify's is requested only by a person: no customer pays for it.
 */
export function decideRequest({ cancelled, paid, test, fulfillmentOrders }: RequestableOrder): string[] {
  const ours = fulfillmentOrders.filter(({ ours }) => ours);
  if (cancelled || !paid || test || ours.some(isInHand)) return [];
  return ours
    .filter(({ status, request }) => status === "open" && request === "unsubmitted")
    .map(({ id }) => id);
}

/** Requested before, and neither on its way nor done. */
function isInHand({ status, request, wasRequested }: Part): boolean {
  if (request === "unsubmitted") return wasRequested;
  if (request === "submitted") return ["closed", "cancelled", "incomplete"].includes(status);
  return request !== "accepted" && request !== "cancellation_rejected";
}
