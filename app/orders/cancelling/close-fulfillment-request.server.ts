import { inShop } from "../../lib/db.server.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { acceptFulfillment } from "../../shop/request-answers.server.ts";
import { changeClaimed, type ClaimedOrder } from "../store/order-store.server.ts";
import { declineFulfillmentRequest } from "./decline-fulfillment-request.server.ts";
import { endingOf } from "./ending.ts";

/** A parcel takes a few seconds to be shown in the shop. */
const WAIT_FOR_PARCEL_SECONDS = 30;

/**
 * Closes the shop's request, since the supplier will not send the order, or not the rest of it: then the merchant sees in
 * Shopify that it does not come, and can have it fulfilled from elsewhere. Asked twice, the shop rejects the second time,
 * and the next reading shows that it is done.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id.
 */
export async function closeFulfillmentRequest(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const { shop, id: orderId } = order;
  // An update may move the order meanwhile: then its ending is another one.
  const ending = { to: order.state, reason: endingOf(order) };
  const { reason } = ending;
  const wait = async (seconds: number) => {
    await inShop(shop, (tx, now) =>
      changeClaimed(tx, order, { ...ending, dueAt: after(now, seconds), retryCount: order.retryCount + 1 }),
    );
  };
  const parcels = await inShop(shop, (tx) => tx.shipment.findMany({ where: { shop, orderId } }));
  if (parcels.length > 0 && fulfillmentOrder?.request === "submitted") {
    // What has left can only be shown in a request that was accepted.
    await acceptFulfillment(shop, order.fulfillmentOrderId);
    return wait(WAIT_FOR_PARCEL_SECONDS);
  }
  // A closed fulfillment order takes no more parcels.
  if (parcels.some(({ state, dueAt }) => state === "due" && dueAt !== null))
    return wait(WAIT_FOR_PARCEL_SECONDS);
  const { code, number } = reason;
  const message = translator(DEFAULT_LOCALE)(`orders.in-shop.${code}`, { number });
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, message });
  if (declined.kind === "user-errors") return wait(backOffSeconds(order.retryCount));
  await inShop(shop, (tx) => changeClaimed(tx, order, { ...ending, acceptance: "closed", dueAt: null }));
}
