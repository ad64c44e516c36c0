import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import {
  acceptCancellation,
  rejectFulfillment,
  type RequestChange,
} from "../../shop/orders/request-answers.server.ts";
import { closeFulfillmentOrder } from "../../shop/orders/fulfillments.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";

/** Rejects, cancels or closes the shop's request, whichever its state permits. */
export async function declineFulfillmentRequest(
  { shop, fulfillmentOrderId: id }: ClaimedOrder,
  { fulfillmentOrder, message }: { fulfillmentOrder: RequestStatus | null; message: string },
): Promise<RequestChange> {
  if (fulfillmentOrder === null || ["cancelled", "closed", "incomplete"].includes(fulfillmentOrder.status))
    return { kind: "done" };
  switch (fulfillmentOrder.request) {
    case "submitted":
      return rejectFulfillment(shop, { id, message });
    case "cancellation_requested":
      return acceptCancellation(shop, id);
    case "accepted":
    case "cancellation_rejected":
      return closeFulfillmentOrder(shop, { id, message });
    case "unsubmitted":
    case "rejected":
    case "cancellation_accepted":
    case "closed":
      return { kind: "done" };
  }
}
