import type { OrderRow } from "../order-store.server.ts";
import type { Reason } from "../reason.ts";

/** Why nothing (more) will come of an order that the supplier has ended. */
export type Ending = Reason<"cancelled" | "cancelled-there" | "rejected-there" | "rest-cancelled">;

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
