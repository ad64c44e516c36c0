import type { Difference } from "../reasons/reason-params.ts";
import { differencesOf } from "./difference.ts";
import { isAboutWaiting } from "../reasons/reason.ts";

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
