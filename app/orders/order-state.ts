import type { OrderStatus } from "../wholesale/resources.ts";

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
  // A person's word alone leads out of these two: order it again.
  cancelled: ["ready"],
  rejected: ["ready"],
};

/** Whether an order may go there at once. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return ways[from].includes(to);
}

/**
 * Where the supplier's news leads an order. Late news never leads back, and news of an order that we do not think
 * placed leads nowhere: whether it was placed is settled by its reference, not by hearsay.
 */
export function advance(state: OrderState, status: OrderStatus): OrderState {
  if (!hasArrived(state)) return state;
  const told = status === "received" || status === "processing" ? "placed" : status;
  return mayMove(state, told) ? told : state;
}

/** Whether the supplier is known to have it, alive. */
export function hasArrived(state: OrderState): boolean {
  return atSupplier.includes(state);
}

/** States whose pieces count as ordered: those of an order that the supplier has, or may have. */
export const countedStates: readonly OrderState[] = [
  "placing",
  "in_doubt",
  "placed",
  "partially_shipped",
  "shipped",
  "delivered",
];

const atSupplier: readonly OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
