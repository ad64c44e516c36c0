import { isEnded, isUnsent, type OrderState, unclearStates } from "./order-state.ts";
import { isPlaced, type Outcome } from "./outcome.ts";

/** Where an outcome leads its order. */
export type Course =
  /** It goes on as from that state. */
  | { kind: "moves"; from: OrderState }
  /** It had ended here, but the supplier has it: it is placed, to be canceled there. */
  | { kind: "reopens" }
  /** The supplier has it beside another one, or beside an attempt that may become one. */
  | { kind: "doubles" }
  /** It leads nowhere: the order has gone on, or knows already. */
  | { kind: "stays" };

/**
 * Decides where an outcome leads its order, which may have gone on since the attempt was made. That the supplier took it
 * counts however late it is known, and whatever a lookup or a person has said meanwhile: what is there must not be bought
 * again.
 *
 * @param isLatest whether no later attempt was made.
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
