import { translator, DEFAULT_LOCALE } from "../../messages/translate.ts";
import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";
import { declineFulfillmentRequest } from "./decline-fulfillment-request.server.ts";
import { unsentReason } from "./ending.ts";
import { endCancelled } from "./end-cancelled.server.ts";

/**
 * Cancels an order before it is sent, and declines the shop's request. If the order was to be sent again, the
 * shop's request is already accepted, and is closed instead.
 *
 * @param fulfillmentOrder as the shop shows it now; null if the shop shows none of that id.
 */
export async function cancelUnsent(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const message = translator(DEFAULT_LOCALE)("orders.in-shop.cancelled-unsent");
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, message });
  // The order must not end before its request: ingestion would mistake that for a new request.
  if (declined.kind === "user-errors")
    return postponeOrder(order, { code: "not-declined", explanation: declined.problem });
  await endCancelled(order, { reason: unsentReason(order, { code: "cancelled-unsent" }), closes: false });
}
