import { type Difference, differencesOf } from "./difference.ts";
import { hasArrived, type OrderState } from "./order-state.ts";
import { isAboutWaiting, type Reason } from "./reason.ts";

/** The reason of an order that ends: the supplier ended it in whole or in part, or the merchant chose to order its rest again. */
type Ending = Reason<
  "canceled" | "canceled-at-supplier" | "rejected-at-supplier" | "rest-canceled" | "missing-ordered-again"
>;

/** Returns the reason of an order that was not sent, or not sent again after the supplier ended it. */
export function unsentReason(
  { supplierOrderId: number }: { supplierOrderId: string | null },
  reason: Reason<"canceled-unsent" | "gone" | "not-ours">,
): Reason {
  return number === null ? reason : { code: "not-ordered-again", number };
}

/** Returns the reason of an ended order. Only a requested cancellation needs no attention. */
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
 * Returns the change that makes our order stand for the second of two that the supplier has for the same
 * request, once the first has ended: until the second has ended too, its pieces are bought and may ship. Null
 * unless the supplier has two.
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
  // A reason about waiting in the shop stays. All others were about the first order.
  const isOver = reason === null || !isAboutWaiting(reason);
  return {
    supplierOrderId,
    secondSupplierOrderId: null,
    earlierSupplierOrders: [...earlier, ...(first === null ? [] : [first])],
    ...(isOver && { reason: null, acknowledgedReason: null }),
    // The second order's own update brings its differences. It may list pieces that were to be ordered again.
    differences: differencesOf(differences, "orders.difference.ordered-again"),
    // Makes the next comparison report changes in the shop again, for this order.
    shopVersion: null,
  };
}
