import type { OrderAttempt } from "@prisma/client";
import type { Tone } from "../../lib/activity/events.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hasPackages, type Order, type OrderLine } from "../../wholesale/resources.ts";
import { differencesOf } from "../states/difference.ts";
import { endingOf } from "../states/ending.ts";
import { advance, hasArrived, isEnded, type OrderState } from "../states/order-state.ts";
import { isEndedByUpdate, outlastsDelivery, type Reason } from "../reasons/reason.ts";
import { inWords } from "../reasons/reason-words.ts";
import { isOtherAccount, isSameAccount } from "../states/same-account.ts";
import { EARLIER, hasEnded, hasIdentity, isKnownByNumber, UNTRACKED } from "../states/supplier-order.ts";
import { appendToHistory, latestFirst } from "../store/attempt-store.server.ts";
import { type End, endOrder } from "../store/end-order.server.ts";
import {
  changeLocked,
  lockOrder,
  type OrderEvent,
  type OrderRow,
  recordOrderActivity,
} from "../store/order-store.server.ts";
import { storeMismatch } from "../store/mismatch-store.server.ts";
import { countCanceled } from "../store/sent-pieces.server.ts";
import { reviewFindings } from "./review-findings.server.ts";
import { compareUpdate } from "./store-differences.server.ts";

/** The result of an update. `changed`: true if the update contained any news. */
export type Applied =
  | {
      kind: "applied";
      state: OrderState;
      changed: boolean;
      /** True if the update ended the supplier's order, and the supplier's second order has taken its place. */
      isReplaced?: boolean;
    }
  /** The update is about another order than the one that we placed. */
  | { kind: "differs" }
  /**
   * An update does not count for an order that is not placed. A lookup of the order's reference decides if it is
   * placed.
   */
  | { kind: "not-expected" };

/**
 * Applies the supplier's update to an order, under a lock on its row: its state, its cost, and events for the merchant.
 * If the supplier will not ship the order, schedules closing the shop's request. The caller stores the update's
 * shipments in the same transaction.
 *
 * Ignores the time in the update: states never move back anyway, and an update with a time in the future would block
 * all later updates.
 */
export async function applyUpdate(
  tx: Tx,
  { shop, orderId, update, key, now }: Read & { shop: ShopDomain; orderId: string; now: Date },
): Promise<Applied> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (!order || !hasArrived(order.state)) return { kind: "not-expected" };
  const attempt = await findOurs(tx, order, { update, key });
  if (attempt === null) {
    await recordUpdateProblem(tx, { shop, orderId, problem: { code: "update-differs" }, now });
    return { kind: "differs" };
  }

  const state = await stateAfter(tx, order, update);
  const cost = changedCost(order, update);
  const date = changedDate(order, update);
  const after = { ...order, state, ...(hasEnded(update) && { differences: [] }) };
  if (isEnded(state) || endsRest(after, update)) {
    const end = { ...endOf(after, now), ...cost, to: state as End["to"], differences: [] };
    const isOver = await endOrder(tx, order, { end, update, now });
    if (isOver && state === "partially_shipped") await countCanceled(tx, order, update);
    if (isOver) await recordOrderActivity(tx, order, { ...eventOfEnd(after), at: now });
    const isTurned = !isOver && isEnded(state);
    return { kind: "applied", state: isTurned ? order.state : state, changed: true, isReplaced: !isOver };
  }
  const outdated = isOutdated(after);
  const changed = await changeLocked(tx, order, {
    to: state,
    ...cost,
    ...date,
    ...(outdated && { reason: null }),
  });
  const sent = attempt.lines as OrderLine[];
  const differs = !hasEnded(update) && (await compareUpdate(tx, changed, { update, sent, now }));
  if (outdated) await reviewFindings(tx, changed, { now });
  const endsUnshown = await isEndOfUnshown(tx, changed, update);
  if (endsUnshown) await reportEndOfUnshown(tx, changed, now);
  if (order.acceptance === "closing" || order.acceptance === "closed") await countCanceled(tx, order, update);
  if (state === "delivered" && order.state !== state)
    await appendToHistory(tx, order, { what: { code: "delivered" }, at: now });
  const event = state === order.state ? undefined : PROGRESS[state];
  if (event) await recordOrderActivity(tx, order, { ...event, at: now });
  return {
    kind: "applied",
    state,
    changed: state !== order.state || cost !== null || differs || endsUnshown,
  };
}

/** Returns the shop's connection if the order was placed with another account than the connected one; otherwise null. */
export async function findOtherConnection(
  tx: Tx,
  { shop, orderId }: { shop: ShopDomain; orderId: string },
): Promise<{ shop: ShopDomain; generation: number } | null> {
  const connection = await tx.connection.findUnique({ where: { shop } });
  const attempt = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (connection === null || attempt === null || !isOtherAccount(connection, attempt)) return null;
  return { shop, generation: connection.generation };
}

/**
 * Records that the supplier has orders in another account. Records it once per connection, because there may be
 * hundreds of such orders.
 */
function recordOtherAccount(
  tx: Tx,
  { shop, generation, now }: { shop: ShopDomain; generation: number; now: Date },
): Promise<void> {
  return storeMismatch(tx, {
    shop,
    now,
    id: `connection:${String(generation)}`,
    about: {
      label: { code: "orders.title" },
      url: "/app/orders?show=needs-attention",
      what: { code: "orders.reason.other-account.label" },
    },
    message: { code: "orders.mismatch.other-account" },
  });
}

/** The problem that keeps us from reading updates of our order. */
type UpdateProblem =
  | { code: "unknown-to-supplier" | "update-differs" | "other-account" }
  /** `explanation`: the part of the reply that cannot be read. */
  | Omit<Reason<"update-unreadable">, "number">;

/**
 * Records once why an order has no update. The order's state stays. A problem that may pass does not replace a reason
 * that the merchant still has to see. If the order was placed with another account than the connected one, records that
 * as the reason, even if the supplier names another problem.
 */
export async function recordUpdateProblem(
  tx: Tx,
  { shop, orderId, now, ...read }: { shop: ShopDomain; orderId: string; problem: UpdateProblem; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const other = await findOtherConnection(tx, { shop, orderId });
  const problem = other === null ? read.problem : ({ code: "other-account" } as const);
  if (order.reason === problem.code) return;
  const mayPass = problem.code === "update-unreadable";
  if (mayPass && order.reason !== null && !isEndedByUpdate(order.reason)) return;
  const reason = { ...problem, number: order.supplierOrderId ?? "" };
  // Clears the hash, because the next readable update ends the problem. It must be applied even if it equals the last
  // one.
  await changeLocked(tx, order, { reason, updateHash: null });
  if (mayPass) return;
  await appendToHistory(tx, order, { what: reason, at: now });
  if (other !== null) return recordOtherAccount(tx, { ...other, now });
  const kind = `orders.${problem.code}` as const;
  await recordOrderActivity(tx, order, { kind, tone: "critical", what: inWords(reason), at: now });
}

/** An update, and the key that it was read with. */
type Read = { update: Order; key: OpenKey };

/**
 * Returns the latest attempt whose order the update describes. Ignores the update's lines, because the supplier may
 * have the order twice, under different references. In another account, the same number may belong to a different
 * order, so only the reference counts.
 */
async function findOurs(tx: Tx, order: OrderRow, { update, key }: Read): Promise<OrderAttempt | null> {
  if (update.id !== order.supplierOrderId) return null;
  const attempts = await tx.orderAttempt.findMany({
    where: { shop: order.shop, orderId: order.id },
    orderBy: latestFirst,
  });
  const attempt = attempts.find((each) => hasIdentity(update, each));
  return attempt && !(isKnownByNumber(attempt) && !isSameAccount(key, attempt)) ? attempt : null;
}

/**
 * Returns the state after an update. An order with a shipment never becomes canceled: its pieces would no longer count
 * as ordered, and would be bought again.
 */
async function stateAfter(
  tx: Tx,
  { shop, id: orderId, state }: OrderRow,
  update: Order,
): Promise<OrderState> {
  const hasLeft =
    hasEnded(update) && (hasPackages(update) || (await tx.shipment.count({ where: { shop, orderId } })) > 0);
  return advance(state, hasLeft ? "partially_shipped" : update.status);
}

function changedCost(order: OrderRow, { cost }: Order) {
  if (!cost) return null;
  const { total, shipping } = cost;
  const changed = { costTotal: total.amount, costCurrency: total.currency, costShipping: shipping.amount };
  return Object.entries(changed).every(([name, value]) => order[name as keyof typeof changed] === value)
    ? null
    : changed;
}

/** Returns the expected date of shipment if the supplier has changed it. */
function changedDate({ expectedShipAt: known }: OrderRow, { expectedShipAt = null }: Order) {
  return expectedShipAt === null || expectedShipAt.getTime() === known?.getTime() ? null : { expectedShipAt };
}

/**
 * Returns true if the update is the first that ends the rest of a partly shipped order. Also returns true if a second
 * order has been found meanwhile, because the second order now takes the place of the first.
 */
function endsRest({ state, acceptance, secondSupplierOrderId }: OrderRow, update: Order): boolean {
  const isKnown = secondSupplierOrderId === null && (acceptance === "closing" || acceptance === "closed");
  return state === "partially_shipped" && hasEnded(update) && !isKnown;
}

/**
 * Returns true if the update is the first that ends an order of which not all packages were shown, although the
 * supplier had reported it as shipped. Some pieces may have left, so the order does not count as canceled.
 */
async function isEndOfUnshown(
  tx: Tx,
  { shop, id: orderId, state, reason, differences }: OrderRow,
  update: Order,
): Promise<boolean> {
  if ((state !== "shipped" && state !== "delivered") || !hasEnded(update) || reason === AFTER_SHIPPING)
    return false;
  if (differencesOf(differences, "orders.difference.unpacked").length > 0) return true;
  const notTheirs = [UNTRACKED, EARLIER].map((mark) => ({ supplierShipmentId: { startsWith: mark } }));
  const where = { shop, orderId, NOT: notTheirs };
  return !hasPackages(update) && (await tx.shipment.count({ where })) === 0;
}

const AFTER_SHIPPING = "canceled-after-shipping";

/**
 * Records that the supplier ended an order after reporting it as shipped. Removes the difference `unpacked`, because
 * the merchant can no longer fulfill those pieces.
 */
async function reportEndOfUnshown(tx: Tx, { shop, id }: OrderRow, now: Date): Promise<void> {
  const order = await lockOrder(tx, { shop, id });
  if (order === null) return;
  const reason = { code: AFTER_SHIPPING, number: order.supplierOrderId ?? "" } as const;
  const differences = order.differences.filter(({ code }) => code !== "orders.difference.unpacked");
  await changeLocked(tx, order, { reason, acknowledgedReason: null, differences });
  await appendToHistory(tx, order, { what: reason, at: now });
  const event = { kind: "orders.canceled", tone: "critical", what: inWords(reason), at: now } as const;
  await recordOrderActivity(tx, order, event);
}

/**
 * Returns the change that ends an order. Makes the closing of the shop's request due, if we have accepted the
 * request or are about to. Without such a request there is nothing to close.
 */
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
