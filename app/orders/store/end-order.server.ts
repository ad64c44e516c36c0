import Big from "big.js";
import type { Tx } from "../../lib/database/db.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { isUnsent, type OrderState } from "../states/order-state.ts";
import { isAboutWaiting, type Reason } from "../reasons/reason.ts";
import { appendToHistory } from "./attempt-store.server.ts";
import {
  announceUpdate,
  type Change,
  changeLocked,
  lockOrder,
  type OrderRow,
  wakeOrder,
} from "./order-store.server.ts";
import { separateFirst } from "./sent-pieces.server.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { differencesOf } from "../states/difference.ts";

/** The change that ends an order, or its rest after a part has shipped. */
export type End = Change & {
  to: Extract<OrderState, "canceled" | "rejected" | "partially_shipped">;
  reason: Reason;
};

/**
 * Ends an order whose row `tx` has locked. If the supplier has a second order for the same request, our row does not
 * end: it now stands for the second order. The second order is canceled as well if a cancellation is requested, or if
 * our order was never sent. The second order's pieces count as ordered, and so do pieces that the first order has sent.
 * All code ends orders here, because a constraint of the table allows no ended order that has a second order.
 *
 * @param update the supplier's update that ends the order; null if the order ends without one, before anything has
 *   shipped.
 * @returns true if the order has ended; false if our row now stands for the second order.
 */
export async function endOrder(
  tx: Tx,
  order: OrderRow,
  { end, update, now }: { end: End; update: Order | null; now: Date },
): Promise<boolean> {
  const second = changeToSecond(order);
  if (second === null) {
    await changeLocked(tx, order, end);
    if (end.acceptance === "closing") await wakeOrder(tx, order);
  } else if (isUnsent(order.state)) {
    // We wanted to end our order before sending it, but the supplier has an order for the same request. That second
    // order is canceled at the supplier.
    const cancelRequestedAt = order.cancelRequestedAt ?? now;
    const placed = { to: "placed", acceptance: "due", placedAt: now, cancelRequestedAt, dueAt: now } as const;
    await changeLocked(tx, { ...order, state: "placing" }, { ...second, ...placed, reason: null });
    await wakeOrder(tx, order);
  } else {
    const isToBeCanceled = order.cancelRequestedAt !== null;
    const hasLeft = end.to === "partially_shipped";
    await separateFirst(tx, order, hasLeft ? update : null);
    const separated = (await lockOrder(tx, order)) ?? order;
    const charge = chargeAfter(hasLeft ? { ...separated, ...chargedBy(update) } : separated, hasLeft);
    const to = hasLeft && { to: end.to };
    const due = isToBeCanceled && { dueAt: now };
    // If the shop's request is closed, or about to be, the merchant alone can stop the second order or use its pieces.
    const isOver = order.acceptance === "closing" || order.acceptance === "closed";
    const open = { code: "still-open-at-supplier", number: second.supplierOrderId } as const;
    const reported = isOver && { reason: open, acknowledgedReason: null };
    await changeLocked(tx, separated, { ...second, ...charge, ...to, ...due, ...reported, updateDueAt: now });
    if (isOver) await appendToHistory(tx, order, { what: open, at: now });
    if (isToBeCanceled) await wakeOrder(tx, order);
    else await announceUpdate(tx, order);
  }
  await appendToHistory(tx, order, { what: end.reason, at: now });
  return second === null;
}

/** The supplier's charge in an update, if it names one. */
function chargedBy(update: Order | null) {
  const cost = update?.cost;
  return (
    cost && {
      costTotal: cost.total.amount,
      costShipping: cost.shipping.amount,
      costCurrency: cost.total.currency,
    }
  );
}

/**
 * Returns the charge of a row that now stands for the second order. The second order's charge is yet to be read. The
 * first order's charge stays owed if a part of it has shipped.
 */
function chargeAfter(first: OrderRow, hasLeft: boolean) {
  const { costTotal, costShipping, costCurrency, costEarlier, costEarlierShipping } = first;
  const unread = { costTotal: null, costShipping: null, costCurrency: null };
  if (!hasLeft || costTotal === null) return unread;
  const plus = (amount: string | null, earlier: string | null) =>
    new Big(amount ?? 0).plus(earlier ?? 0).toFixed();
  return {
    ...unread,
    costEarlier: plus(costTotal, costEarlier),
    costEarlierShipping: plus(costShipping, costEarlierShipping),
    costEarlierCurrency: costCurrency,
  };
}

/**
 * Returns the change that makes our order stand for the second of two orders that the supplier has for the same
 * request; null if there is no second order. The caller makes the change when the first order has ended. The pieces of
 * the second order are still bought, and may ship.
 */
export function changeToSecond({
  supplierOrderId: first,
  secondSupplierOrderId: supplierOrderId,
  earlierSupplierOrders: earlier,
  reason,
  differences,
}: {
  supplierOrderId: string | null;
  secondSupplierOrderId: string | null;
  earlierSupplierOrders: readonly string[];
  reason: string | null;
  differences: readonly Difference[];
}) {
  if (supplierOrderId === null) return null;
  // A reason stays if it only says why the order waits for the shop. All other reasons were about the first order.
  const isOver = reason === null || !isAboutWaiting(reason);
  return {
    supplierOrderId,
    secondSupplierOrderId: null,
    earlierSupplierOrders: [...earlier, ...(first === null ? [] : [first])],
    ...(isOver && { reason: null, acknowledgedReason: null }),
    // Keeps only the pieces that were to be ordered again, because the second order may have them. The second order's
    // own update brings all other differences.
    differences: differencesOf(differences, "orders.difference.ordered-again"),
    // Makes the next comparison report changes in the shop again, now for the second order.
    shopVersion: null,
  };
}
