import { translator, DEFAULT_LOCALE } from "../../messages/translate.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";
import { declineFulfillmentRequest } from "./decline-fulfillment-request.server.ts";
import { unsentReason } from "./ending.ts";
import { endCancelled } from "./end-cancelled.server.ts";

/**
 * Cancels an order of which nothing has been sent: the shop's request is declined, where it still stands. One that is to be
 * ordered again had been accepted before.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id.
 */
export async function cancelUnsent(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const message = translator(DEFAULT_LOCALE)("orders.in-shop.cancelled-unsent");
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, message });
  // While the request stands, the order must not end: it would be mistaken for a new one.
  if (declined.kind === "user-errors")
    return postponeOrder(order, { code: "not-declined", explanation: declined.problem });
  await endCancelled(order, { reason: unsentReason(order, { code: "cancelled-unsent" }), closes: false });
}
