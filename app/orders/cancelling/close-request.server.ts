import { inShop } from "../../lib/db.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { acceptFulfillment } from "../../shop/fulfillment-orders.server.ts";
import { changeClaimed, type ClaimedOrder, postpone } from "../order-store.server.ts";
import { backOffSeconds } from "../outcome.ts";
import { sayEnding } from "./say-ending.ts";
import { declineRequest } from "./decline-request.server.ts";

/** A parcel takes a few seconds to be shown in the shop. */
const WAIT_FOR_PARCEL_MS = 30_000;

/**
 * Takes the shop's request back, since the supplier will not send the order, or not the rest of it: then the merchant
 * sees in Shopify that it does not come, and can have it fulfilled from elsewhere. How the request stands was read just
 * now (`asked`). Asked twice, the shop says no the second time, and the next reading shows that it is done.
 */
export async function closeRequest(
  order: ClaimedOrder,
  asked: FulfillmentOrder | null,
  now: Date,
): Promise<void> {
  const { shop, id, state } = order;
  const ending = sayEnding({ ...order, wished: order.cancelRequestedAt !== null });
  const wait = (ms: number) => postpone(order, { ...ending, until: new Date(now.getTime() + ms) });
  const parcels = await inShop(shop, (tx) => tx.shipment.findMany({ where: { orderId: id } }));
  if (parcels.length > 0 && asked?.request === "submitted") {
    // What has left can only be shown in a request that was accepted.
    await acceptFulfillment(shop, order.fulfillmentOrderId);
    return wait(WAIT_FOR_PARCEL_MS);
  }
  // A fulfilment order that is closed shows no parcel any more.
  if (parcels.some(({ state, nextAt }) => state === "due" && nextAt !== null))
    return wait(WAIT_FOR_PARCEL_MS);
  const back = await declineRequest(order, { asked, message: ending.what });
  if (back.kind === "user-errors") return wait(backOffSeconds(order.retryCount) * 1000);
  await inShop(shop, async (tx) => {
    const { reason, said } = ending;
    if (!(await changeClaimed(tx, order, { to: state, reason, said, nextAt: null }))) return;
    await tx.supplierOrder.update({ where: { id }, data: { acceptance: "closed" } });
  });
}
