import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import { type ApprovedCosts, costsToApprove, unpaidToApprove } from "../placing/approvals.ts";
import type { Acceptance } from "../states/acceptance.ts";
import { canBeAcknowledged, type Grouped } from "../states/order-group.ts";
import { hasArrived, isUnclear, isUnsent } from "../states/order-state.ts";
import { isAboutCost, isAboutPause, type Reason } from "../reasons/reason.ts";
import type { CostCode } from "../reasons/reason-params.ts";

/** The fields that decide what a merchant can do with an order. */
export type Actionable = Grouped & {
  reasonParams: unknown;
  acceptance: Acceptance | null;
  retryCount: number;
  dueAt: Date | null;
  supplierOrderId: string | null;
  /** The number of a duplicate, if the supplier has the order twice. */
  secondSupplierOrderId: string | null;
};

/**
 * The actions of a merchant that an order has on its page as well as in a list of orders. Its page has more: see
 * app/routes/app.orders.$id/shown.ts.
 */
export type OrderActions = {
  retry: boolean;
  /** The costs that “Order anyway” approves, and their lines. */
  orderAnyway: { costs: ApprovedCosts; lines: Reason<CostCode>["lines"] } | null;
  /** The outstanding amount that “Send anyway” approves. */
  sendUnpaid: Money | null;
  sendTestOrder: boolean;
  /** The reason that “Mark as resolved” acknowledges. */
  acknowledge: string | null;
  /** The effect of canceling the order now. */
  cancel: Message | null;
};

/**
 * Returns the actions that make sense now; null or false for the others. On an outdated page, the actions change
 * nothing.
 *
 * @param reachesSupplier false if the supplier does not answer for this order: then no action that needs the supplier
 *   can succeed.
 */
export function actionsOf(
  order: Actionable,
  { reachesSupplier }: { reachesSupplier: boolean },
): OrderActions {
  const { state, acceptance, retryCount, dueAt, reason, reasonParams } = order;
  const isToBeCanceled = order.cancelRequestedAt !== null;
  const waits = state === "held" || (state === "ready" && (retryCount > 0 || dueAt === null));
  // True if a due step keeps failing, and the supplier has the order or the order's request is to be closed.
  const fails = (hasArrived(state) || acceptance === "closing") && retryCount > 0 && dueAt !== null;
  const isPaused = reason !== null && isAboutPause(reason);
  const mayApprove = reachesSupplier && state === "held" && !isToBeCanceled;
  const mayCancel = !isToBeCanceled && (reachesSupplier || isUnsent(state));
  return {
    retry: reachesSupplier && ((waits && !isToBeCanceled && !isPaused) || fails),
    orderAnyway: mayApprove ? approvalOf(order) : null,
    sendUnpaid: mayApprove && reason === "unpaid" ? unpaidToApprove(reasonParams) : null,
    sendTestOrder: mayApprove && reason === "test-order",
    acknowledge: canBeAcknowledged(order) ? reason : null,
    cancel: mayCancel ? cancellationOf(order) : null,
  };
}

function approvalOf({ reason, reasonParams }: Actionable): OrderActions["orderAnyway"] {
  if (reason === null || !isAboutCost(reason)) return null;
  const costs = costsToApprove(reasonParams);
  if (Object.keys(costs).length === 0) return null;
  return { costs, lines: (reasonParams as Reason<CostCode>).lines };
}

function cancellationOf({
  state,
  supplierOrderId: number,
  secondSupplierOrderId: other,
}: Actionable): Message | null {
  if (isUnsent(state))
    return { code: number === null ? "orders.cancel.unsent" : "orders.cancel.unsent-again" };
  if (isUnclear(state)) return { code: "orders.cancel.unclear" };
  if (state !== "placed" || number === null) return null;
  return other === null
    ? { code: "orders.cancel.placed", number }
    : { code: "orders.cancel.one-of-two", number, other };
}
