import type { RequestStatus } from "../../shop/fulfillment-order.ts";

/** Whether nobody asks us for it any more. Closed says nothing: that is what shipping all of it leads to. */
export function isWithdrawn(request: RequestStatus | null): boolean {
  return (
    request === null ||
    !request.ours ||
    request.status === "cancelled" ||
    request.request === "cancellation_accepted"
  );
}
