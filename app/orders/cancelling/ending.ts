import type { OrderRow } from "../store/order-store.server.ts";
import type { Reason } from "../states/reason.ts";

/** The reason of an order that the supplier has ended, in whole or in part. */
export type Ending = Reason<"cancelled" | "cancelled-there" | "rejected-there" | "rest-cancelled">;

/** Returns the reason of an order that was not sent, or not sent again after the supplier ended it. */
export function unsentReason(
  { supplierOrderId: number }: Pick<OrderRow, "supplierOrderId">,
  reason: Reason<"cancelled-unsent" | "gone" | "not-ours">,
): Reason {
  return number === null ? reason : { code: "not-ordered-again", number };
}

/** Returns the reason of an ended order. Only a requested cancellation needs no attention. */
export function endingOf({
  state,
  supplierOrderId,
  cancelRequestedAt,
}: Pick<OrderRow, "state" | "supplierOrderId" | "cancelRequestedAt">): Ending {
  const number = supplierOrderId ?? "";
  if (state === "partially_shipped") return { code: "rest-cancelled", number };
  if (cancelRequestedAt !== null) return { code: "cancelled", number };
  return { code: state === "rejected" ? "rejected-there" : "cancelled-there", number };
}
