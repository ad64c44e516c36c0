import { isAboutWaiting } from "./reason.ts";

/**
 * The change that has our order stand for the second of two that the supplier has for the same request, once the first has
 * ended: until the second has ended too, its pieces are bought and may ship. Null unless the supplier has two.
 */
export function changeToSecond({
  secondSupplierOrderId: supplierOrderId,
  reason,
}: {
  secondSupplierOrderId: string | null;
  reason: string | null;
}) {
  if (supplierOrderId === null) return null;
  // What it waits for in the shop, it waits for still. All else was said of the first.
  const isOver = reason === null || !isAboutWaiting(reason);
  return {
    ...{ supplierOrderId, secondSupplierOrderId: null },
    ...(isOver && { reason: null, acknowledgedReason: null }),
    // What has changed in the shop is told again, of this one.
    shopVersion: null,
  };
}
