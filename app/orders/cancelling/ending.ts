import type { OrderRow } from "../store/order-store.server.ts";
import type { Reason } from "../states/reason.ts";

/** Why nothing (more) will come of an order that the supplier has ended. */
export type Ending = Reason<"cancelled" | "cancelled-there" | "rejected-there" | "rest-cancelled">;

/** Why nothing came of an order that was not sent, or not again after the supplier had ended it. */
export function unsentReason(
  { supplierOrderId: number }: Pick<OrderRow, "supplierOrderId">,
  reason: Reason<"cancelled-unsent" | "gone" | "not-ours">,
): Reason {
  return number === null ? reason : { code: "not-ordered-again", number };
}

/** An order that was canceled as requested needs no attention; every other ending does. */
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
