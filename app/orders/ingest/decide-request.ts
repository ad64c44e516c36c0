import type { RequestableOrder } from "../../shop/orders/fulfillment-requests.server.ts";

type Part = RequestableOrder["fulfillmentOrders"][number];

/**
 * Returns the ids of an order's fulfillment orders that automatic ordering requests. After a rejected or
 * canceled request a person decides: the part then looks like a new one, and requesting it again would never
 * end. Only a person requests Shopify's test orders, since no customer pays for them.
 */
export function decideRequest({ cancelled, paid, test, fulfillmentOrders }: RequestableOrder): string[] {
  const ours = fulfillmentOrders.filter(({ ours }) => ours);
  if (cancelled || !paid || test || ours.some(isInHand)) return [];
  return ours
    .filter(({ status, request }) => status === "open" && request === "unsubmitted")
    .map(({ id }) => id);
}

/** Returns true if the part was requested before, and that request is neither under way nor done. */
function isInHand({ status, request, wasRequested }: Part): boolean {
  if (request === "unsubmitted") return wasRequested;
  if (request === "submitted") return ["closed", "cancelled", "incomplete"].includes(status);
  return request !== "accepted" && request !== "cancellation_rejected";
}
