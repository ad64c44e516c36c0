import { findConnection, findUsableKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { findCancelled } from "../../shop/orders.server.ts";
import {
  acceptCancellation,
  rejectCancellation,
  rejectFulfillment,
} from "../../shop/request-answers.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import { appendToHistory, findLatestAttempt } from "../store/attempt-store.server.ts";
import {
  announceUpdate,
  changeClaimed,
  type ClaimedOrder,
  lockOrder,
  postponeOrder,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { isSameAccount } from "../doubt/look-up-order.server.ts";
import { stands } from "../states/acceptance.ts";
import { hasEnded, isKnownByNumber, knownAs } from "../states/outcome.ts";
import { inWords, type Reason } from "../states/reason.ts";
import { changeToSecond } from "../states/second-order.ts";
import { endCancelled } from "./end-cancelled.server.ts";

/** How often an unclear answer is asked again. */
const RETRIES_AT_MOST = 5;

/**
 * Cancels an order at the supplier, and answers the shop's request. What the order is at the supplier is read first, and
 * again after an unclear answer: to ask twice does no harm, to believe a wrong answer does. Where a part has left, its
 * update says what, and what becomes of the order.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id.
 * @throws Failure where the next try may know more.
 */
export async function cancelAtSupplier(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const { shop, fulfillmentOrderId: id } = order;
  const request = fulfillmentOrder?.request;
  if (order.acceptance === "gone" && (await isBack(order, fulfillmentOrder)) && (await isAlive(order)))
    return acceptAfterAll(order);
  const result = await tryToCancel(order);
  if (result.kind === "no-key") return postponeOrder(order, { code: "key-unauthorized" });
  if (result.kind === "rest-cancelled") return waitForUpdate(order);
  // The shop waits for an answer only where the merchant asked there. Answered twice, it says so, and nothing is lost.
  if (result.kind === "kept") {
    const { why } = result;
    if (mayBeRequested(request)) await rejectCancellation(shop, { id, message: say(why) });
    return keep(order, why);
  }
  const reason: Reason = { code: "cancelled", number: order.supplierOrderId ?? "" };
  if (await turnsToSecond(order, reason)) return;
  const accepted = mayBeRequested(request) && (await acceptCancellation(shop, id)).kind === "done";
  if (request === "submitted") {
    const rejected = await rejectFulfillment(shop, { id, message: say(inWords(reason)) });
    if (rejected.kind === "user-errors")
      return postponeOrder(order, { code: "not-declined", explanation: rejected.problem });
  }
  // A request that the shop does not show may still be open, so it is closed as well.
  const isOpen = request === "accepted" || (request === "cancellation_rejected" && !accepted);
  const closes = isOpen || fulfillmentOrder === null;
  return endCancelled(order, { reason, closes });
}

/** Returns true if the request that seemed gone stands, and nobody has canceled the customer's order meanwhile. */
async function isBack(order: ClaimedOrder, fulfillmentOrder: RequestStatus | null): Promise<boolean> {
  if (!stands(fulfillmentOrder) || fulfillmentOrder.request === "cancellation_requested") return false;
  return (await findCancelled(order.shop, [order.shopOrderId])).length === 0;
}

/** Returns true if the supplier shows the order as open: an earlier try may have canceled it although its reply was lost. */
async function isAlive({ shop, supplierOrderId }: ClaimedOrder): Promise<boolean> {
  const key = await findUsableKey(shop);
  if (key === null) return false;
  const input = { id: (supplierOrderId ?? "") as SupplierOrderId };
  return !hasEnded(await callWholesale("getOrder", { input, credential: key.apiKey }));
}

async function acceptAfterAll(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const change = { acceptance: "due", reason: null, cancelRequestedAt: null, dueAt: now } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    await wakeOrder(tx, order);
    const what = { code: "orders.request-back" } as const;
    await recordOrderActivity(tx, order, { kind: "orders.request-back", tone: "info", what, at: now });
  });
}

/** Where the supplier has the order twice, the other one is canceled as well, and then the shop is answered. */
async function turnsToSecond(order: ClaimedOrder, first: Reason): Promise<boolean> {
  return inShop(order.shop, async (tx, now) => {
    // The second may have been found since the order was claimed.
    const locked = await lockOrder(tx, order);
    const second = locked && changeToSecond(locked);
    if (second === null) return false;
    if (!(await changeClaimed(tx, order, { ...second, dueAt: now }))) return true;
    await wakeOrder(tx, order);
    await appendToHistory(tx, order, { what: first, at: now });
    const event = { kind: "orders.cancelled", tone: "info", what: inWords(first), at: now } as const;
    await recordOrderActivity(tx, order, event);
    return true;
  });
}

/** Asked for again, a cancellation may show as the rejection of before. Answered without being asked, the shop says so. */
function mayBeRequested(request: RequestStatus["request"] | undefined): boolean {
  return request === "cancellation_requested" || request === "cancellation_rejected";
}

/** What the shop shows to everybody is in one language. */
const say = translator(DEFAULT_LOCALE);

type Cancelled =
  | { kind: "cancelled" }
  /** A part had left by then. */
  | { kind: "rest-cancelled" }
  /** It is not, and will not be, for the reason given. */
  | { kind: "kept"; why: Message }
  /** The supplier does not accept the key, so the outcome is unknown. */
  | { kind: "no-key" };

async function tryToCancel(order: ClaimedOrder): Promise<Cancelled> {
  const number = (order.supplierOrderId ?? "") as SupplierOrderId;
  if (order.state === "partially_shipped")
    return kept({ code: "orders.not-cancelled.partially-shipped", number });
  if (order.state !== "placed") return kept({ code: "orders.not-cancelled.shipped", number });
  const key = await findUsableKey(order.shop);
  if (key === null) {
    const isConnected = (await findConnection(order.shop)) !== null;
    return isConnected ? { kind: "no-key" } : kept({ code: "orders.not-cancelled.not-connected", number });
  }
  const call = { input: { id: number }, credential: key.apiKey };
  let before: Order;
  try {
    before = await callWholesale("getOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const mayPass = error.code !== "rejected" && error.code !== "unexpected-reply";
    if (mayPass || order.retryCount < RETRIES_AT_MOST) throw error;
    return kept({ code: "orders.not-cancelled.not-shown", number });
  }
  // With another account, the same number may be a different order.
  const { attempt } = await findLatestAttempt(order.shop, order.id);
  const { reference } = attempt;
  if (knownAs(before) !== reference || (isKnownByNumber(attempt) && !isSameAccount(key, attempt)))
    return kept({ code: "orders.not-cancelled.other-order", number, reference });
  if (hasEnded(before)) return judgeEnded(order, before);
  if (!abilities.cancelOrder) return kept({ code: "orders.not-cancelled.not-offered", number });
  let answered: Order | null = null;
  try {
    answered = await callWholesale("cancelOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnclear = error.code === "outcome-unknown" && error.status !== 409;
    if (error.code !== "rejected" && error.status !== 409 && !isUnclear) throw error;
    // It may be canceled in a moment: better to look again than to say that it is not.
    if (isUnclear && order.retryCount < RETRIES_AT_MOST) throw error;
  }
  // The answer to a change may leave out what has left; what is read does not.
  const now = answered !== null && !hasEnded(answered) ? answered : await callWholesale("getOrder", call);
  if (hasEnded(now)) return judgeEnded(order, now);
  return kept({ code: "orders.not-cancelled.rejected", number, status: now.status });
}

/** Cancelled is only what nothing has left of, by what the supplier shows or has shown. */
async function judgeEnded({ shop, id, retryCount }: ClaimedOrder, ended: Order): Promise<Cancelled> {
  const shown = await inShop(shop, (tx) => tx.shipment.count({ where: { shop, orderId: id } }));
  if (shown === 0 && ended.shipments.length === 0) return { kind: "cancelled" };
  if (retryCount < RETRIES_AT_MOST) return { kind: "rest-cancelled" };
  return kept({ code: "orders.not-cancelled.partially-shipped", number: ended.id });
}

/** Applied, the update ends the cancellation. Should it not be, this looks again. */
async function waitForUpdate(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const dueAt = after(now, backOffSeconds(order.retryCount, { firstSeconds: 30 }));
    const change = { updateDueAt: now, dueAt, retryCount: order.retryCount + 1 };
    if (await changeClaimed(tx, order, change)) await announceUpdate(tx, order);
  });
}

function kept(why: Message): Cancelled {
  return { kind: "kept", why };
}

/** The cancellation ends here. It can be requested again, and the merchant is to know of that as well. */
async function keep(order: ClaimedOrder, why: Message): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const changed = await changeClaimed(tx, order, {
      ...{ reason: { code: "not-cancelled", explanation: why }, acknowledgedReason: null },
      cancelRequestedAt: null,
      // What was not canceled is still to be accepted.
      dueAt: order.acceptance === "due" ? now : null,
      // It may have shipped.
      updateDueAt: now,
    });
    if (!changed) return;
    await announceUpdate(tx, order);
    const code = "orders.activity.not-cancelled" as const;
    const event = { kind: "orders.not-cancelled", tone: "critical", code, what: why, at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}
