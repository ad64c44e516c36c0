import { isAboutWaiting } from "./reason.ts";

/**
 * Returns the change that makes our order stand for the second of two that the supplier has for the same
 * request, once the first has ended: until the second has ended too, its pieces are bought and may ship. Null
 * unless the supplier has two.
 */
export function changeToSecond({
  secondSupplierOrderId: supplierOrderId,
  reason,
}: {
  secondSupplierOrderId: string | null;
  reason: string | null;
}) {
  if (supplierOrderId === null) return null;
  // A reason about waiting in the shop stays. All others were about the first order.
  const isOver = reason === null || !isAboutWaiting(reason);
  return {
    supplierOrderId,
    secondSupplierOrderId: null,
    ...(isOver && { reason: null, acknowledgedReason: null }),
    // Makes the next comparison report changes in the shop again, for this order.
    shopVersion: null,
  };
}
