import type { OrderStatus } from "../../wholesale/resources.ts";

/**
 * States of an order.
 * - `held`: something must change first; see the reason.
 * - `ready`: due to be placed.
 * - `placing`: an attempt is under way. It may have reached the supplier.
 * - `in_doubt`: an attempt ended, and it is unknown if the supplier has the order.
 * - `placed` and the next three: the supplier has the order, and reports its progress.
 * - `canceled`, `rejected`: the supplier has no live order, and will ship nothing.
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
  "canceled",
  "rejected",
] as const;

export type OrderState = (typeof orderStates)[number];

/** Possible transitions. A late outcome of an attempt changes an order as if the order were still `placing`. */
const ways: Record<OrderState, readonly OrderState[]> = {
  held: ["ready", "canceled"],
  ready: ["held", "placing", "canceled"],
  placing: ["placed", "ready", "held", "in_doubt"],
  in_doubt: ["placed", "ready", "held"],
  placed: ["partially_shipped", "shipped", "delivered", "canceled", "rejected"],
  partially_shipped: ["shipped", "delivered"],
  shipped: ["delivered"],
  delivered: [],
  // An ended order restarts only if a person or a new request in the shop asks for it.
  canceled: ["ready"],
  rejected: ["ready"],
};

/** Returns true if the transition is possible. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return ways[from].includes(to);
}

/**
 * Returns the state after an update from the supplier. A late update never moves an order back. If the order does not
 * count as placed, an update changes nothing: a lookup of the order's reference decides if it was placed.
 */
export function advance(state: OrderState, status: OrderStatus): OrderState {
  if (!hasArrived(state)) return state;
  const reported = reportedBy[status];
  return mayMove(state, reported) ? reported : state;
}

/** The state that each status of the supplier reports. */
const reportedBy: Record<OrderStatus, OrderState> = {
  received: "placed",
  processing: "placed",
  partially_shipped: "partially_shipped",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "canceled",
  rejected: "rejected",
};

/** States in which the supplier has nothing of the order, and no request to the supplier is under way. */
export const unsentStates: OrderState[] = ["held", "ready"];
/** States in which an attempt may have reached the supplier. */
export const unclearStates: OrderState[] = ["placing", "in_doubt"];
/** States in which the supplier has the order, alive. */
export const atSupplierStates: OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
/** States in which the supplier has the order and still has something to report on it. */
export const underWayStates: OrderState[] = ["placed", "partially_shipped", "shipped"];
/** States in which the supplier will ship nothing of the order. */
export const endedStates: OrderState[] = ["canceled", "rejected"];
/** States of orders whose pieces count as ordered: the supplier has them, or may have them. */
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
