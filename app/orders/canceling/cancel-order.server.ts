import { inShop } from "../../lib/database/db.server.ts";
import type { Message } from "../../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { findCanceled } from "../../shop/orders/orders.server.ts";
import {
  acceptCancellation,
  rejectCancellation,
  rejectFulfillment,
  type Rejection,
} from "../../shop/orders/request-answers.server.ts";
import { stands } from "../states/acceptance.ts";
import { unsentReason } from "../states/ending.ts";
import { isUnsent } from "../states/order-state.ts";
import { type Reason } from "../reasons/reason.ts";
import { namedIn } from "../reasons/reason-params.ts";
import { inWords, labelOf } from "../reasons/reason-words.ts";
import { appendCancellation, appendToHistory } from "../store/attempt-store.server.ts";
import { endOrder } from "../store/end-order.server.ts";
import {
  announceUpdate,
  changeClaimed,
  changeLocked,
  type ClaimedOrder,
  lockClaimed,
  lockOrder,
  postponeOrder,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { declineFulfillmentRequest } from "./close-fulfillment-request.server.ts";
import { rejectionReasonOf } from "./rejection.ts";
import {
  type CancelResult,
  notCanceled,
  partiallyShipped,
  readLiveness,
  tryToCancel,
} from "./try-to-cancel.server.ts";

/** Texts for the shop are in one language, because Shopify stores one text for all readers. */
const t = translator(DEFAULT_LOCALE);

/**
 * Cancels an order before it is sent, and declines the shop's request. An order that was to be sent again has an
 * accepted request, which is closed instead.
 *
 * @param fulfillmentOrder as the shop shows it now; null if the shop does not show it.
 */
export async function cancelUnsent(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const rejection = await rejectionOf(order, fulfillmentOrder);
  const declined = await declineFulfillmentRequest(order, { fulfillmentOrder, rejection });
  // If our order ended before the shop's request, ingestion would mistake the open request for a new one.
  if (declined.kind === "user-errors")
    return postponeOrder(order, { code: "not-declined", explanation: declined.problem });
  await endCanceled(order, { reason: unsentReason(order, { code: "canceled-unsent" }), closes: false });
}

/**
 * Cancels an order at the supplier, then answers the shop's cancellation request. Reads the supplier's order before the
 * call, and again after an unclear reply, so that the shop never gets a wrong answer. If a part has shipped, the
 * supplier's next update decides the result.
 *
 * @param fulfillmentOrder as the shop shows it now; null if the shop does not show it.
 * @throws Failure if a retry may help.
 */
export async function cancelAtSupplier(
  order: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<void> {
  const { shop, fulfillmentOrderId: id } = order;
  // If the request was moved to another location, Shopify expects no answer from us.
  const request = fulfillmentOrder?.ours === true ? fulfillmentOrder.request : undefined;
  const isBackInShop = order.acceptance === "gone" && (await isBack(order, fulfillmentOrder));
  // Reads the supplier's order first: an earlier try may have canceled it, and lost the reply.
  if (isBackInShop && (await readLiveness(order)) === "alive") return acceptAfterAll(order);
  const result = await tryToCancel(order);
  if (result.kind === "no-key") return postponeOrder(order, { code: "key-unauthorized" });
  if (result.kind === "rest-canceled") return waitForUpdate(order);
  const second = result.kind === "not-canceled" ? await cancelSecond(order) : null;
  if (second?.kind === "no-key") return postponeOrder(order, { code: "key-unauthorized" });
  // Only a cancellation that was requested in Shopify gets a reply there. Shopify rejects a second reply,
  // which does no harm.
  if (result.kind === "not-canceled") {
    const why = second?.kind === "not-canceled" ? bothNotCanceled(result.why, second.why) : result.why;
    if (mayBeRequested(request)) await rejectCancellation(shop, { id, message: t(why) });
    return endFailedCancellation(order, why);
  }
  const reason: Reason = { code: "canceled", number: order.supplierOrderId ?? "" };
  // Both of the supplier's orders must be canceled before the shop gets its answer.
  if (await hasSecond(order)) return endCanceled(order, { reason, closes: false });
  const accepted = mayBeRequested(request) && (await acceptCancellation(shop, id)).kind === "done";
  if (request === "submitted") {
    const message = t(inWords(reason));
    const rejected = await rejectFulfillment(shop, { id, reason: "OTHER", message, lines: [] });
    if (rejected.kind === "user-errors")
      return postponeOrder(order, { code: "not-declined", explanation: rejected.problem });
  }
  // Also closes a request that the shop does not show, because it may still be open.
  const isOpen = request === "accepted" || (request === "cancellation_rejected" && !accepted);
  const closes = isOpen || fulfillmentOrder === null;
  return endCanceled(order, { reason, closes });
}

/**
 * Ends a canceled order.
 *
 * @param closes true if the fulfillment order must still be closed, because the cancellation was not
 *   requested in the shop.
 */
export async function endCanceled(
  order: ClaimedOrder,
  { reason, closes }: { reason: Reason; closes: boolean },
): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const locked = await lockClaimed(tx, order);
    if (locked?.state !== order.state) return;
    const closing = closes && ({ acceptance: "closing" } as const);
    const end = { to: "canceled", reason, dueAt: closes ? now : null, retryCount: 0, ...closing } as const;
    const isOver = await endOrder(tx, locked, { end, update: null, now });
    if (!isOver && isUnsent(order.state)) return;
    const event = { kind: "orders.canceled", tone: "info", what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}

/**
 * Returns the rejection for the shop's request: the reason why our order waited, and the lines that this reason names.
 */
async function rejectionOf(
  { shop, shopOrderId, fulfillmentOrderId: id, reason, reasonParams }: ClaimedOrder,
  fulfillmentOrder: RequestStatus | null,
): Promise<Rejection> {
  const label = reason === null || fulfillmentOrder?.request !== "submitted" ? null : labelOf(reason);
  const message = t("orders.in-shop.canceled-unsent");
  if (label === null) return { reason: "OTHER", message, lines: [] };
  const why = t(label);
  const isNamed = namedIn(reasonParams);
  const read = isNamed && (await readWithLocation(shop, { id, shopOrderId }));
  return {
    reason: rejectionReasonOf(reason, reasonParams),
    message: t("orders.in-shop.canceled-while-waiting", { why }),
    lines:
      isNamed === null
        ? []
        : (read?.lines ?? []).filter(isNamed).map((line) => ({ id: line.id, message: why })),
  };
}

/** Returns true if the shop shows the missing request again, and the customer's order is not canceled. */
async function isBack(order: ClaimedOrder, fulfillmentOrder: RequestStatus | null): Promise<boolean> {
  if (!stands(fulfillmentOrder) || fulfillmentOrder.request === "cancellation_requested") return false;
  return (await findCanceled(order.shop, [order.shopOrderId])).length === 0;
}

async function acceptAfterAll(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const change = { acceptance: "due", reason: null, cancelRequestedAt: null, dueAt: now } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    await appendCancellation(tx, order);
    await wakeOrder(tx, order);
    const what = { code: "orders.request-back" } as const;
    await recordOrderActivity(tx, order, { kind: "orders.request-back", tone: "info", what, at: now });
  });
}

/**
 * Returns true if the supplier has a second order for the request. Reads the row again, because the second order may
 * have been found after the claim.
 */
async function hasSecond(order: ClaimedOrder): Promise<boolean> {
  return inShop(order.shop, async (tx) => (await lockOrder(tx, order))?.secondSupplierOrderId != null);
}

/**
 * Cancels the second of two orders at the supplier, after it was too late to cancel the first.
 *
 * @returns null if there is no second order.
 */
async function cancelSecond(
  order: ClaimedOrder,
): Promise<Exclude<CancelResult, { kind: "rest-canceled" }> | null> {
  const { shop } = order;
  const row = await inShop(shop, (tx) => lockOrder(tx, order));
  const number = row?.secondSupplierOrderId ?? null;
  if (number === null) return null;
  const result = await tryToCancel(
    { ...order, state: "placed", supplierOrderId: number },
    { isSecond: true },
  );
  if (result.kind === "rest-canceled") return notCanceled(partiallyShipped(number));
  if (result.kind !== "canceled") return result;
  await inShop(shop, async (tx, now) => {
    const locked = await lockOrder(tx, order);
    if (locked?.secondSupplierOrderId !== number) return;
    await changeLocked(tx, locked, { secondSupplierOrderId: null });
    const what = { code: "canceled", number } as const;
    await appendToHistory(tx, order, { what, at: now });
    const event = { kind: "orders.canceled", tone: "info", what: inWords(what), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
  return result;
}

function bothNotCanceled(first: Message, second: Message): Message {
  return { code: "orders.not-canceled.both", first, second };
}

/**
 * Returns true if the shop may wait for our answer to a cancellation request. Includes a rejected request: after the
 * merchant repeats it, Shopify may still show the earlier rejection. An unexpected answer does no harm.
 */
function mayBeRequested(request: RequestStatus["request"] | undefined): boolean {
  return request === "cancellation_requested" || request === "cancellation_rejected";
}

/**
 * Has the supplier's order read now, because its next update shows if the cancellation worked. Schedules another
 * cancellation in case the update does not show that.
 */
async function waitForUpdate(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const dueAt = after(now, backOffSeconds(order.retryCount, { firstSeconds: 30 }));
    const change = { updateDueAt: now, dueAt, retryCount: order.retryCount + 1 };
    if (await changeClaimed(tx, order, change)) await announceUpdate(tx, order);
  });
}

/**
 * Ends a cancellation that failed. Clears the acknowledgment, so that a repeated failure needs attention
 * again.
 */
async function endFailedCancellation(order: ClaimedOrder, why: Message): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const reason: Reason = { code: "not-canceled", explanation: why };
    const changed = await changeClaimed(tx, order, {
      reason,
      acknowledgedReason: null,
      cancelRequestedAt: null,
      // The supplier keeps the order, so the shop's request is accepted now if it was not accepted before.
      dueAt: order.acceptance === "due" ? now : null,
      // The order may have shipped, so its update is read now.
      updateDueAt: now,
    });
    if (!changed) return;
    await appendCancellation(tx, order);
    await appendToHistory(tx, order, { what: reason, at: now });
    await announceUpdate(tx, order);
    const code = "orders.activity.not-canceled" as const;
    const event = { kind: "orders.not-canceled", tone: "critical", code, what: why, at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}
