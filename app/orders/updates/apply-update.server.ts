import { createHash } from "node:crypto";
import type { Tone } from "../../lib/activity/tone.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Order, OrderLine } from "../../wholesale/resources.ts";
import { isSameAccount } from "../doubt/look-up-order.server.ts";
import { changeToSecond, endingOf } from "../states/ending.ts";
import { advance, hasArrived, isEnded, type OrderState } from "../states/order-state.ts";
import { inWords, isEndedByUpdate, outlastsDelivery, type Reason } from "../states/reason.ts";
import { countPieces, hasEnded, isKnownByNumber, isSameOrder } from "../states/supplier-order.ts";
import { appendToHistory, latestFirst } from "../store/attempt-store.server.ts";
import {
  announceUpdate,
  changeLocked,
  lockOrder,
  type OrderEvent,
  type OrderRow,
  recordOrderActivity,
  wakeOrder,
  type OrderId,
} from "../store/order-store.server.ts";
import { groupOf } from "../states/order-group.ts";

/** The result of an update. `changed`: true if it brought anything new. */
export type Applied =
  | { kind: "applied"; state: OrderState; changed: boolean }
  /** It is about another order than the one that we placed. */
  | { kind: "differs" }
  /** The order does not count as placed: a lookup of its reference decides that, not an update. */
  | { kind: "not-expected" };

/**
 * Applies the supplier's update to an order, under a lock on its row: its state, its cost, and events for the
 * merchant. If the supplier will not ship it, schedules closing the shop's request. The caller stores the
 * update's shipments in the same transaction.
 *
 * Ignores the update's own time: states never move back, and one time in the future would block all later
 * updates.
 */
export async function applyUpdate(
  tx: Tx,
  { shop, orderId, update, key, now }: Read & { shop: ShopDomain; orderId: string; now: Date },
): Promise<Applied> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (!order || !hasArrived(order.state)) return { kind: "not-expected" };
  if (!(await isAboutOurs(tx, order, { update, key }))) {
    await recordUpdateProblem(tx, { shop, orderId, problem: { code: "update-differs" }, now });
    return { kind: "differs" };
  }

  const state = await stateAfter(tx, order, update);
  const second = isEnded(state) ? changeToSecond(order) : null;
  if (second !== null) {
    const first = endingOf({ ...order, state });
    await changeLocked(tx, order, { ...second, updateDueAt: now });
    await announceUpdate(tx, order);
    await appendToHistory(tx, order, { what: first, at: now });
    return { kind: "applied", state: order.state, changed: true };
  }
  const cost = changedCost(order, update);
  const after = { ...order, state };
  const ends = isEnd(after, update);
  const outdated = isOutdated(after);
  await changeLocked(tx, order, {
    to: state,
    ...cost,
    ...(ends ? endOf(after, now) : outdated && { reason: null }),
  });
  if (outdated && !ends) await reviewShipments(tx, { shop, id: orderId });
  if (ends || order.acceptance === "closing" || order.acceptance === "closed")
    await countCanceled(tx, { shop, orderId, update });
  if (ends) await wakeOrder(tx, { shop, id: orderId });
  if (ends) await appendToHistory(tx, order, { what: endingOf(after), at: now });
  else if (state === "delivered" && order.state !== state)
    await appendToHistory(tx, order, { what: { code: "delivered" }, at: now });
  const event = ends ? eventOfEnd(after) : state === order.state ? undefined : PROGRESS[state];
  if (event) await recordOrderActivity(tx, order, { ...event, at: now });
  return { kind: "applied", state, changed: state !== order.state || cost !== null || ends };
}

/** The problem that keeps an order of the supplier without updates. */
type UpdateProblem =
  | { code: "unknown-to-supplier" | "update-differs" }
  /** `explanation`: the part of the reply that cannot be read. */
  | Omit<Reason<"update-unreadable">, "number">;

/**
 * Records once why an order has no update. Its state stays. A problem that may pass does not replace a reason
 * that the merchant still has to see.
 */
export async function recordUpdateProblem(
  tx: Tx,
  { shop, orderId, problem, now }: { shop: ShopDomain; orderId: string; problem: UpdateProblem; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null || order.reason === problem.code) return;
  const mayPass = problem.code === "update-unreadable";
  if (mayPass && order.reason !== null && !isEndedByUpdate(order.reason)) return;
  const reason = { ...problem, number: order.supplierOrderId ?? "" };
  // The next good update may equal the one applied last, and must still be applied to end the problem.
  await changeLocked(tx, order, { reason, updateHash: null });
  if (mayPass) return;
  const kind = `orders.${problem.code}` as const;
  await recordOrderActivity(tx, order, { kind, tone: "critical", what: inWords(reason), at: now });
}

/** Returns a hash that differs between two updates of an order. */
export function hashUpdate(update: Order): string {
  return createHash("sha256").update(JSON.stringify(update)).digest("base64url");
}

/** An update, and the key that it was read with. */
type Read = { update: Order; key: OpenKey };

/**
 * Returns true if the update is about our order. With another account, the same number may be a different
 * order, and only a reference tells them apart.
 */
async function isAboutOurs(tx: Tx, order: OrderRow, { update, key }: Read): Promise<boolean> {
  const attempt = await tx.orderAttempt.findFirst({
    where: { shop: order.shop, orderId: order.id },
    orderBy: latestFirst,
  });
  if (attempt === null || update.id !== order.supplierOrderId) return false;
  if (isKnownByNumber(attempt) && !isSameAccount(key, attempt)) return false;
  return isSameOrder(update, { reference: attempt.reference, lines: attempt.lines as OrderLine[] });
}

/**
 * Returns the state after an update. An order with a shipment is never canceled, or its pieces would count as
 * free and be bought again.
 */
async function stateAfter(
  tx: Tx,
  { shop, id: orderId, state }: OrderRow,
  update: Order,
): Promise<OrderState> {
  const hasLeft =
    hasEnded(update) &&
    (update.shipments.length > 0 || (await tx.shipment.count({ where: { shop, orderId } })) > 0);
  return advance(state, hasLeft ? "partially_shipped" : update.status);
}

function changedCost({ costTotal, costCurrency }: OrderRow, { cost }: Order) {
  const total = cost?.total;
  if (!total || (total.amount === costTotal && total.currency === costCurrency)) return null;
  return { costTotal: total.amount, costCurrency: total.currency };
}

/**
 * Returns true if this is the first update to say that the supplier will not ship the order, or the rest of
 * it.
 */
function isEnd({ state, acceptance }: OrderRow, update: Order): boolean {
  const isKnown = acceptance === "closing" || acceptance === "closed";
  return isEnded(state) || (state === "partially_shipped" && hasEnded(update) && !isKnown);
}

/** Closes the shop's request if it stands. If it is gone, the shop waits for nothing. */
function endOf(order: OrderRow, now: Date) {
  const closes = order.acceptance === "due" || order.acceptance === "accepted";
  return {
    reason: endingOf(order),
    retryCount: 0,
    dueAt: closes ? now : null,
    acceptance: closes ? ("closing" as const) : ("closed" as const),
  };
}

/** Returns true if the update ends the row's reason. */
function isOutdated({ reason, state }: OrderRow): boolean {
  if (reason === null) return false;
  return isEndedByUpdate(reason) || (state === "delivered" && !outlastsDelivery(reason));
}

type Event = Omit<OrderEvent, "at">;

function eventOfEnd(order: OrderRow): Event {
  const ending = endingOf(order);
  return {
    kind: order.state === "rejected" ? "orders.rejected" : "orders.canceled",
    tone: ending.code === "canceled" ? "info" : "critical",
    what: inWords(ending),
  };
}

const PROGRESS: { [State in OrderState]?: Event } = {
  partially_shipped: progress("partially-shipped", "info"),
  shipped: progress("shipped", "success"),
  delivered: progress("delivered", "info"),
};

function progress(state: "partially-shipped" | "shipped" | "delivered", tone: Tone): Event {
  return { kind: `orders.${state}`, tone, what: { code: `orders.state.${state}` } };
}

/**
 * Counts the pieces that the supplier canceled after shipping others: they can be ordered again. If a
 * shipment does not show its contents, it may hold anything, so nothing counts as canceled.
 */
async function countCanceled(
  tx: Tx,
  { shop, orderId, update }: { shop: ShopDomain; orderId: string; update: Order },
): Promise<void> {
  const known = await tx.shipment.findMany({ where: { shop, orderId } });
  const shipped = new Map(known.map((row) => [row.supplierShipmentId, row.lines as OrderLine[]]));
  for (const { id, lines } of update.shipments) shipped.set(id, lines);
  const isCertain =
    hasEnded(update) && shipped.size > 0 && [...shipped.values()].every(({ length }) => length > 0);
  const left: Map<string, number> = countPieces([...shipped.values()].flat());
  const rows = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
  for (const { id, supplierVariantId, quantity, canceled: before } of rows) {
    const sent = Math.min(quantity, left.get(supplierVariantId) ?? 0);
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) - sent);
    const canceled = isCertain ? quantity - sent : 0;
    if (canceled !== before)
      await tx.supplierOrderLine.updateMany({ where: { shop, id }, data: { canceled } });
  }
}

const CODE = "shipment-not-shown" satisfies Reason["code"];

/**
 * Sets or clears the order's reason for shipments that the shop does not show. Another reason that needs
 * attention comes first; the code that ends that one calls this again.
 */
export async function reviewShipments(tx: Tx, { shop, id: orderId }: OrderId): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const failed = await tx.shipment.count({ where: { shop, orderId, state: "failed" } });
  const isShown = order.reason === CODE;
  if (failed === 0) {
    if (isShown) await changeLocked(tx, order, { reason: null });
    return;
  }
  const shown = isShown ? (order.reasonParams as { shipments: number }).shipments : 0;
  if (shown === failed || (!isShown && groupOf(order) === "needs-attention")) return;
  // A smaller number needs no new acknowledgment.
  const isNews = failed > shown;
  await changeLocked(tx, order, {
    reason: { code: CODE, shipments: failed },
    ...(isNews && { acknowledgedReason: null }),
  });
}
