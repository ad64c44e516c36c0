import type { Acceptance } from "./acceptance.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { hasArrived, isEnded, type OrderState } from "./order-state.ts";
import type { Reason } from "../reasons/reason.ts";

/**
 * The reason of an order that ends: either the supplier ended the order, in whole or in part, or the merchant chose to
 * order its rest again.
 */
type Ending = Reason<
  "canceled" | "canceled-at-supplier" | "rejected-at-supplier" | "rest-canceled" | "missing-ordered-again"
>;

/**
 * Returns the reason of an order that ends unsent. If the supplier had an order for it earlier, the reason names that
 * order.
 */
export function unsentReason(
  { supplierOrderId: number }: { supplierOrderId: string | null },
  reason: Reason<"canceled-unsent" | "gone" | "not-ours" | "request-rejected">,
): Reason {
  if (number === null) return reason;
  return { code: reason.code === "request-rejected" ? "rejected-since-ended" : "not-ordered-again", number };
}

/** Returns the reason of an ended order. */
export function endingOf({
  state,
  supplierOrderId,
  cancelRequestedAt,
  differences,
}: {
  state: OrderState;
  supplierOrderId: string | null;
  cancelRequestedAt: Date | null;
  differences: readonly Difference[];
}): Ending {
  const number = supplierOrderId ?? "";
  // An order whose rest the supplier canceled has no differences.
  const isOrderedAgain = differences.some(
    ({ code }) => code === "orders.difference.ordered-again" || code === "orders.difference.back",
  );
  if (state === "partially_shipped" && !isOrderedAgain) return { code: "rest-canceled", number };
  if (hasArrived(state)) return { code: "missing-ordered-again", number };
  if (cancelRequestedAt !== null) return { code: "canceled", number };
  return { code: state === "rejected" ? "rejected-at-supplier" : "canceled-at-supplier", number };
}

/**
 * Returns true if the request can be made again: the supplier has ended the whole order, and the shop's request is
 * closed.
 */
export function canBeOrderedAgain({
  state,
  reason,
  acceptance,
}: {
  state: OrderState;
  reason: string | null;
  acceptance: Acceptance | null;
}): boolean {
  const isBySupplier = reason === "canceled-at-supplier" || reason === "rejected-at-supplier";
  return isEnded(state) && isBySupplier && acceptance === "closed";
}
