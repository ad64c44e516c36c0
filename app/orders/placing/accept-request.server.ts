import { inShop, inShops } from "../../lib/db.server.ts";
import { gather } from "../../lib/gather.ts";
import { log } from "../../lib/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { acceptFulfillment } from "../../shop/request-answers.server.ts";
import {
  changeAllClaimed,
  changeClaimed,
  type ClaimedOrder,
  lookAgainNow,
  postponeOrder,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { inWords, isAboutWaiting } from "../states/reason.ts";
import { reviewParcels } from "../updates/review-parcels.server.ts";

/** What the shop no longer shows is looked for so often again, for about a minute: canceling by one wrong answer loses an order. */
const LOOKS_AGAIN = 3;

/**
 * Accepts the shop's request once the supplier has the order. Whether the request still stands was read just now: if it
 * has gone meanwhile, the order is to be canceled at the supplier, and the merchant learns of it.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id.
 */
export async function acceptRequest(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  if (isGone(fulfillmentOrder) && !(await isShown(order)))
    return fulfillmentOrder === null && order.retryCount < LOOKS_AGAIN ? lookLater(order) : cancelGone(order);
  if (fulfillmentOrder?.request === "submitted") {
    const accepted = await acceptFulfillment(order.shop, order.fulfillmentOrderId);
    // The merchant may have been quicker: the next reading shows what holds.
    if (accepted.kind === "user-errors") {
      return postponeAcceptance(order, accepted.problem);
    }
  }
  const isOver = order.reason !== null && isAboutWaiting(order.reason);
  await inShop(order.shop, async (tx, now) => {
    const changed = await changeClaimed(tx, order, {
      acceptance: "accepted",
      nextAt: order.cancelRequestedAt === null ? null : now,
      ...(isOver && { reason: null }),
    });
    if (changed && isOver) await reviewParcels(tx, order.id);
  });
}

/**
 * Accepts the request of an order that has just been placed, without reading it first: Shopify accepts only what still
 * stands. After any other answer than yes, the order is due as an acceptance is.
 */
export async function acceptAtOnce(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId, fulfillmentOrderId } = order;
  const accepted = await acceptFulfillment(shop, fulfillmentOrderId).catch((error: unknown) => {
    log.warn({ err: error, shop, orderId }, "orders.not-accepted-at-once");
    return null;
  });
  if (accepted?.kind === "done") await storeAccepted(order);
  else await lookAgainNow(order);
}

/** Orders that are accepted at the same time share a commit. */
const storeAccepted = gather(async (orders: ClaimedOrder[]) => {
  const shops = [...new Set(orders.map(({ shop }) => shop))];
  await inShops(shops, (tx) => changeAllClaimed(tx, orders, { acceptance: "accepted", nextAt: null }));
  return orders;
});

/** Lets an acceptance wait, and tells the merchant, once, that it does not get through. */
export async function postponeAcceptance(order: ClaimedOrder, explanation: Message): Promise<void> {
  const reason = { code: "not-accepted", explanation } as const;
  const event = { kind: "orders.not-accepted", tone: "warning" } as const;
  await postponeOrder(order, reason, order.reason === reason.code ? {} : { event });
}

/** What the merchant has not canceled. Accepted already counts as well: this may be the second time. */
const STANDING: readonly RequestStatus["request"][] = [
  "submitted",
  "accepted",
  "cancellation_requested",
  "cancellation_rejected",
];

/** A request that was canceled closes its fulfillment order, and another one takes its place; moved, it is another location's. */
function isGone(fulfillmentOrder: RequestStatus | null): boolean {
  if (!fulfillmentOrder?.ours || !STANDING.includes(fulfillmentOrder.request)) return true;
  return ["cancelled", "closed", "incomplete"].includes(fulfillmentOrder.status);
}

/** A parcel is shown only of what was accepted: all of them shown close the fulfillment order as well. */
async function isShown({ shop, id }: ClaimedOrder): Promise<boolean> {
  const where = { orderId: id, fulfillmentId: { not: null } };
  return (await inShop(shop, (tx) => tx.shipment.count({ where }))) > 0;
}

async function lookLater(order: ClaimedOrder): Promise<void> {
  const { shop, retryCount } = order;
  await inShop(shop, async (tx, now) => {
    const nextAt = after(now, backOffSeconds(retryCount));
    await changeClaimed(tx, order, { nextAt, retryCount: retryCount + 1 });
  });
}

async function cancelGone(order: ClaimedOrder): Promise<void> {
  const reason = { code: "request-gone" } as const;
  await inShop(order.shop, async (tx, now) => {
    const cancelRequestedAt = order.cancelRequestedAt ?? now;
    const change = { reason, acceptance: "gone", cancelRequestedAt, nextAt: now } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    await wakeOrder(tx, order);
    const event = { kind: "orders.request-gone", tone: "warning", what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}
