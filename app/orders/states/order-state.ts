import type { OrderStatus } from "../../wholesale/resources.ts";

/**
 * - `held`: something must change first; the reason says what.
 * - `ready`: due to be placed.
 * - `placing`: an attempt is under way. It may have reached the supplier.
 * - `in_doubt`: an attempt ended without saying whether the supplier took the order.
 * - `placed` and the next three: the supplier has it, and how far it is.
 * - `cancelled`, `rejected`: nothing of it is alive at the supplier; nothing will come.
 */
export const orderStates = [
  "held",
  "ready",
  "placing",
  "in_doubt",
  "placed",
  "partially_shipped",
  "shipped",
  "delivered",
  "cancelled",
  "rejected",
] as const;

export type OrderState = (typeof orderStates)[number];

/** Where an order may go from where it is. All that is not here never happens. */
const ways: Record<OrderState, readonly OrderState[]> = {
  held: ["ready", "cancelled"],
  ready: ["held", "placing", "cancelled"],
  placing: ["placed", "ready", "held", "in_doubt"],
  in_doubt: ["placed", "ready", "held"],
  placed: ["partially_shipped", "shipped", "delivered", "cancelled", "rejected"],
  partially_shipped: ["shipped", "delivered"],
  shipped: ["delivered"],
  delivered: [],
  // Only a person, or a new request in the shop, leads out of these two: order it again.
  cancelled: ["ready"],
  rejected: ["ready"],
};

/** Whether an order may go there at once. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return ways[from].includes(to);
}

/**
 * Where the supplier's update leads an order. A late update never leads back, and one of an order that we do not think
 * placed leads nowhere: its reference tells whether it was placed, not hearsay.
 */
export function advance(state: OrderState, status: OrderStatus): OrderState {
  if (!hasArrived(state)) return state;
  const reported = status === "received" || status === "processing" ? "placed" : status;
  return mayMove(state, reported) ? reported : state;
}

/** Nothing of it is at the supplier, and none is on its way there. */
export const unsentStates: OrderState[] = ["held", "ready"];
/** An attempt may have reached the supplier, or not. */
export const unclearStates: OrderState[] = ["placing", "in_doubt"];
/** The supplier is known to have it, alive. */
export const atSupplierStates: OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
/** The supplier has the order and still has something to report on it. */
export const underWayStates: OrderState[] = ["placed", "partially_shipped", "shipped"];
/** Nothing more will come of it. */
export const endedStates: OrderState[] = ["cancelled", "rejected"];
/** Their pieces count as ordered: the supplier has them, or may have. */
export const countedStates: OrderState[] = [...unclearStates, ...atSupplierStates];

export function hasArrived(state: OrderState): boolean {
  return atSupplierStates.includes(state);
}

export function isUnsent(state: OrderState): boolean {
  return unsentStates.includes(state);
}

export function isUnclear(state: OrderState): boolean {
  return unclearStates.includes(state);
}

export function isEnded(state: OrderState): boolean {
  return endedStates.includes(state);
}
