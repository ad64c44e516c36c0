import type { Changed } from "../../shop/failures.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { submitRequest } from "../../shop/orders/fulfillment-requests.server.ts";
import { closeFulfillmentOrder } from "../../shop/orders/fulfillments.server.ts";
import {
  acceptCancellation,
  acceptFulfillment,
  rejectFulfillment,
} from "../../shop/orders/request-answers.server.ts";
import { endingOf } from "../states/ending.ts";
import { appendCancellation } from "../store/attempt-store.server.ts";
import { changeClaimed, type ClaimedOrder } from "../store/order-store.server.ts";

/**
 * Closes the shop's request because the supplier will not ship the order, or the rest of it. The merchant then sees that in
 * Shopify, and can fulfill it from elsewhere. If the merchant chose to order missing pieces again, requests them. If a crash
 * repeats this, Shopify rejects the second call, and the next read shows the closed request.
 *
 * @param fulfillmentOrder as the shop shows it now; null if the shop shows none of that id.
 */
export async function closeFulfillmentRequest(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const { shop, id: orderId } = order;
  // `to` makes `changeClaimed` write nothing if an update has moved the order meanwhile: then its ending is
  // another one.
  const ending = { to: order.state, reason: endingOf(order) };
  const { reason } = ending;
  const wait = async (seconds: number) => {
    await inShop(shop, (tx, now) =>
      changeClaimed(tx, order, { ...ending, dueAt: after(now, seconds), retryCount: order.retryCount + 1 }),
    );
  };
  const shipments = await inShop(shop, (tx) => tx.shipment.findMany({ where: { shop, orderId } }));
  if (shipments.length > 0 && fulfillmentOrder?.request === "submitted") {
    // Shopify records fulfillments only for an accepted request.
    await acceptFulfillment(shop, order.fulfillmentOrderId);
    return wait(WAIT_FOR_SHIPMENT_SECONDS);
  }
  // Shopify records no fulfillments for a closed fulfillment order.
  if (shipments.some(({ state, dueAt }) => state === "due" && dueAt !== null))
    return wait(WAIT_FOR_SHIPMENT_SECONDS);
  const { code, number } = reason;
  const message = translator(DEFAULT_LOCALE)(`orders.in-shop.${code}`, { number });
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, message });
  if (declined.kind === "user-errors") return wait(backOffSeconds(order.retryCount));
  if (code === "missing-ordered-again" && !(await requestReleased(order, fulfillmentOrder)))
    return wait(backOffSeconds(order.retryCount));
  // A wake-up meanwhile has the order processed again, which must not retry a cancellation that has ended.
  const cancellation = order.state === "canceled" ? {} : { cancelRequestedAt: null };
  await inShop(shop, async (tx) => {
    const change = { ...ending, ...cancellation, acceptance: "closed", dueAt: null } as const;
    if ((await changeClaimed(tx, order, change)) && order.state !== "canceled")
      await appendCancellation(tx, order);
  });
}

/**
 * Requests the pieces that the merchant chose to order again. Once the request is closed, only these are left in the fulfillment
 * order, and Shopify moves them to a new one. So a repeated call after a crash requests nothing.
 *
 * @returns false if Shopify does not accept the request.
 */
async function requestReleased(
  { shop, fulfillmentOrderId }: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<boolean> {
  if (fulfillmentOrder === null || ["cancelled", "closed"].includes(fulfillmentOrder.status)) return true;
  return (await submitRequest(shop, fulfillmentOrderId)).kind === "requested";
}

/** Rejects, cancels or closes the shop's request, whichever its state permits. */
export async function declineFulfillmentRequest(
  { shop, fulfillmentOrderId: id }: ClaimedOrder,
  { fulfillmentOrder, message }: { fulfillmentOrder: RequestStatus | null; message: string },
): Promise<Changed> {
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

/** Time for a shipment to become a fulfillment in the shop. */
const WAIT_FOR_SHIPMENT_SECONDS = 30;
