import { isEnded, isUnsent, type OrderState, unclearStates } from "./order-state.ts";
import { isPlaced, type Outcome } from "./outcome.ts";

/** The effect of an outcome on its order. */
export type Course =
  /** The order changes as if it were in that state. */
  | { kind: "moves"; from: OrderState }
  /** The order ended in our records, but the supplier has it: it is placed, to be canceled there. */
  | { kind: "reopens" }
  /** The supplier has it in addition to another order, or to an attempt that may become one. */
  | { kind: "doubles" }
  /** No effect: the order has moved on, or has this outcome already. */
  | { kind: "stays" };

/**
 * Decides the effect of an outcome on its order, which may have moved on since the attempt. A success always
 * counts, however late it is, and whatever a lookup or a person has said meanwhile: the order must not be
 * bought again.
 *
 * @param isLatest true if there is no later attempt.
 */
export function courseOf(
  { state, supplierOrderId }: { state: OrderState; supplierOrderId: string | null },
  { outcome, isLatest }: { outcome: Outcome; isLatest: boolean },
): Course {
  const waitsForIt = isLatest && unclearStates.includes(state);
  if (!isPlaced(outcome)) return waitsForIt ? { kind: "moves", from: state } : { kind: "stays" };
  if (supplierOrderId === outcome.number) return { kind: "stays" };
  if (isUnsent(state)) return { kind: "moves", from: "placing" };
  if (isEnded(state)) return { kind: "reopens" };
  return waitsForIt ? { kind: "moves", from: state } : { kind: "doubles" };
}
