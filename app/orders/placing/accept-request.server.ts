import { inShop } from "../../lib/db.server.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { acceptFulfillment } from "../../shop/fulfillment-orders.server.ts";
import { updateProblems } from "../updates/update-problem.server.ts";
import { changeClaimed, type ClaimedOrder, postpone, tell, wakeOrder } from "../order-store.server.ts";
import { backOffSeconds } from "../outcome.ts";

/**
 * Answers the shop's request once the supplier has the order. Whether the request still stands was read just now
 * (`asked`): if it has gone meanwhile, the order is to be cancelled at the supplier, and the merchant is told.
 */
export async function acceptRequest(
  order: ClaimedOrder,
  asked: FulfillmentOrder | null,
  now: Date,
): Promise<void> {
  if (isGone(asked) && !(await isShown(order))) return wishCancelled(order, now);
  if (asked?.request === "submitted") {
    const accepted = await acceptFulfillment(order.shop, order.fulfillmentOrderId);
    if (accepted.kind === "user-errors") {
      // The merchant may have been quicker: the next reading shows what holds.
      const until = new Date(now.getTime() + backOffSeconds(order.retryCount) * 1000);
      return postpone(order, {
        reason: "not-accepted",
        said: translator(DEFAULT_LOCALE)(accepted.problem),
        until,
      });
    }
  }
  await inShop(order.shop, async (tx) => {
    const nextAt = order.cancelRequestedAt === null ? null : now;
    const { state: to, reason, said } = order;
    const kept = KEPT.includes(reason ?? "") ? { reason, said } : {};
    if (!(await changeClaimed(tx, order, { to, nextAt, ...kept }))) return;
    await tx.supplierOrder.update({ where: { id: order.id }, data: { acceptance: "accepted" } });
  });
}

/** What has nothing to do with accepting. All else says why it could not be accepted before. */
const KEPT: readonly string[] = ["not-cancelled", ...updateProblems];

/** What the merchant has not taken back. Accepted already counts as well: this may be the second time that we come by. */
const STANDING: readonly FulfillmentOrder["request"][] = [
  "submitted",
  "accepted",
  "cancellation_requested",
  "cancellation_rejected",
];

/** A request that was taken back closes its fulfilment order; another one takes its place. */
function isGone(asked: FulfillmentOrder | null): boolean {
  if (asked === null || !STANDING.includes(asked.request)) return true;
  return asked.status === "cancelled" || asked.status === "closed" || asked.status === "incomplete";
}

/** A parcel is shown only of what was accepted: all of them shown close the fulfilment order as well. */
async function isShown({ shop, id }: ClaimedOrder): Promise<boolean> {
  const where = { orderId: id, fulfillmentId: { not: null } };
  return (await inShop(shop, (tx) => tx.shipment.count({ where }))) > 0;
}

async function wishCancelled(order: ClaimedOrder, now: Date): Promise<void> {
  const said =
    "The request was taken back in Shopify while the supplier took the order. Stockbridge cancels it at the supplier.";
  await inShop(order.shop, async (tx) => {
    const change = { to: order.state, reason: "request-gone", said, nextAt: now };
    if (!(await changeClaimed(tx, order, change))) return;
    const cancelRequestedAt = order.cancelRequestedAt ?? now;
    await tx.supplierOrder.update({
      where: { id: order.id },
      data: { acceptance: "gone", cancelRequestedAt },
    });
    await wakeOrder(tx, order);
    const told = `Order ${order.orderName}: ${said}`;
    await tell(tx, order, { kind: "orders.request-gone", tone: "warning", said: told, at: now });
  });
}
