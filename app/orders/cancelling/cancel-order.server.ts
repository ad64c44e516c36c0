import { findKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import {
  acceptCancellation,
  rejectCancellation,
  rejectFulfillment,
} from "../../shop/fulfillment-orders.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import { findLatestAttempt } from "../attempt-store.server.ts";
import { changeClaimed, type ClaimedOrder, postpone, tell, wakeOrder } from "../order-store.server.ts";
import { backOffSeconds, isDead } from "../outcome.ts";
import { declineRequest } from "./decline-request.server.ts";

/** How often an unclear answer is asked again. */
const ASK_AT_MOST = 5;

/**
 * Cancels an order of which nothing has been sent: the request is taken back in the shop, where it still stands. One
 * that is to be ordered again had been accepted before.
 */
export async function cancelUnsent(
  order: ClaimedOrder,
  asked: FulfillmentOrder | null,
  now: Date,
): Promise<void> {
  // While the request stands, the order must not end: it would be taken for a new one.
  const message = "Cancelled in Stockbridge before anything was ordered.";
  const back = await declineRequest(order, { asked, message });
  if (back.kind === "user-errors") return waitForShop(order, translator(DEFAULT_LOCALE)(back.problem), now);
  await end(order, "It was cancelled here before anything was ordered.", now);
}

/**
 * Cancels an order at the supplier. What the order is there is read first, and again after an unclear answer: to ask
 * twice does no harm, to believe a wrong answer does.
 */
export async function cancelPlaced(
  order: ClaimedOrder,
  asked: FulfillmentOrder | null,
  now: Date,
): Promise<void> {
  const ended = await tryToCancel(order);
  const { shop, fulfillmentOrderId: id } = order;
  if (asked?.request === "submitted" && ended.cancelled && !(await turnDown(order, ended.said, now))) return;
  // The shop waits for an answer only where the merchant asked there. Told twice, it says so, and nothing is lost.
  if (asked?.request === "cancellation_requested") {
    if (ended.cancelled) await acceptCancellation(shop, id);
    else await rejectCancellation(shop, { id, message: ended.said });
  }
  if (!ended.cancelled) return refuse(order, ended.said, now);
  const stands = asked?.request === "accepted" || asked?.request === "cancellation_rejected";
  return end(order, ended.said, now, { withdraw: stands });
}

/** Turns the request down; where the shop does not take it, the order is looked at again later. */
async function turnDown(order: ClaimedOrder, message: string, now: Date): Promise<boolean> {
  const turned = await rejectFulfillment(order.shop, { id: order.fulfillmentOrderId, message });
  if (turned.kind === "done") return true;
  await waitForShop(order, translator(DEFAULT_LOCALE)(turned.problem), now);
  return false;
}

async function waitForShop(order: ClaimedOrder, said: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + backOffSeconds(order.retryCount) * 1000);
  await postpone(order, { reason: "not-declined", said, until });
}

type Ended = { cancelled: boolean; said: string };

async function tryToCancel(order: ClaimedOrder): Promise<Ended> {
  const cancelled = (said: string) => ({ cancelled: true, said });
  const kept = (said: string) => ({ cancelled: false, said });
  const number = (order.supplierOrderId ?? "") as SupplierOrderId;
  if (order.state === "partially_shipped")
    return kept(`Part of the supplier's order ${number} has left already. Ask the supplier about the rest.`);
  if (order.state !== "placed")
    return kept(`The supplier's order ${number} has left already. Have the customer send it back.`);
  const key = await findKey(order.shop);
  if (key === null) return kept("The shop is not connected, so nothing could be cancelled at the supplier.");
  const call = { input: { id: number }, credential: key.apiKey };
  let before: Order;
  try {
    before = await callWholesale("getOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isRefused = error.code === "rejected" || error.code === "unexpected-reply";
    if (!isRefused || order.retryCount < ASK_AT_MOST) throw error;
    return kept(
      `The supplier does not show its order ${number}, so nothing was cancelled. Look for it there, and cancel it there.`,
    );
  }
  // Connected to another account, it may be somebody else's of the same number.
  const { reference } = await findLatestAttempt(order.shop, order.id);
  if (before.reference !== reference) {
    return kept(
      `What the supplier shows as its order ${number} is another one than this, so nothing was cancelled. Look for this one there (our reference ${reference}), and cancel it there.`,
    );
  }
  if (isDead(before)) return cancelled(`The supplier has cancelled it (its number ${number}).`);
  if (!abilities.cancelOrder) {
    return kept(`The supplier offers no way to cancel from here. Cancel its order ${number} there, now.`);
  }
  let after: Order;
  try {
    after = await callWholesale("cancelOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const unclear = error.code === "outcome-unknown" && error.status !== 409;
    if (error.code !== "rejected" && error.status !== 409 && !unclear) throw error;
    // It may be cancelled in a moment: better to look again than to say that it is not.
    if (unclear && order.retryCount < ASK_AT_MOST) throw error;
    after = await callWholesale("getOrder", call);
  }
  if (isDead(after)) return cancelled(`The supplier has cancelled it (its number ${number}).`);
  return kept(
    `The supplier did not cancel its order ${number}: there it is “${after.status}”. It may be on its way. Ask the supplier, or have the customer send it back.`,
  );
}

/** @param withdraw whether the shop still waits for it, because the merchant has asked for the end here and not there. */
async function end(
  order: ClaimedOrder,
  said: string,
  now: Date,
  { withdraw = false }: { withdraw?: boolean } = {},
): Promise<void> {
  await inShop(order.shop, async (tx) => {
    const change = { to: "cancelled", reason: "cancelled", said, nextAt: withdraw ? now : null } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    if (withdraw) {
      await tx.supplierOrder.update({ where: { id: order.id }, data: { acceptance: "closing" } });
      await wakeOrder(tx, order);
    }
    const told = `Order ${order.orderName}: ${said}`;
    await tell(tx, order, { kind: "orders.cancelled", tone: "info", said: told, at: now });
  });
}

/** The wish ends here, and can be made again. */
async function refuse(order: ClaimedOrder, said: string, now: Date): Promise<void> {
  await inShop(order.shop, async (tx) => {
    // What was not cancelled is still to be accepted.
    const nextAt = order.acceptance === "due" ? now : null;
    const change = { to: order.state, reason: "not-cancelled", said, nextAt };
    if (!(await changeClaimed(tx, order, change))) return;
    await tx.supplierOrder.update({ where: { id: order.id }, data: { cancelRequestedAt: null } });
    const told = `Order ${order.orderName} could not be cancelled. ${said}`;
    await tell(tx, order, { kind: "orders.not-cancelled", tone: "critical", said: told, at: now });
  });
}
