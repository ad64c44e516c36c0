import { endedStates, isEnded, isUnsent, type OrderState } from "./order-state.ts";
import { attentionOf, outlastsDelivery } from "../reasons/reason.ts";

/** The groups in which the merchant looks for an order. Every order is in exactly one of them. */
export const orderGroups = ["needs-attention", "in-progress", "shipped", "completed"] as const;

export type OrderGroup = (typeof orderGroups)[number];

/** Largest number that is shown exactly: no merchant needs to know a larger one. */
export const COUNTED_AT_MOST = 1000;

/** The columns that decide the group. */
export type Grouped = {
  state: OrderState;
  reason: string | null;
  /** The reason that the merchant has acknowledged. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
};

/**
 * Returns the group of an order. An order needs attention if it waits for the merchant, or if it continues in a way
 * that the merchant did not want.
 */
export function groupOf(order: Grouped): OrderGroup {
  if (needsAttention(order)) return "needs-attention";
  if (isCompleted(order.state)) return "completed";
  // Many suppliers never report a delivery, so shipped orders would pile up among those in progress.
  return order.state === "shipped" ? "shipped" : "in-progress";
}

function needsAttention({ state, reason, acknowledgedReason, cancelRequestedAt }: Grouped): boolean {
  if (state === "in_doubt") return true;
  if (reason === null || state === "placing") return false;
  if (state === "delivered" && !outlastsDelivery(reason)) return false;
  switch (attentionOf(reason)) {
    case "none":
      return false;
    case "to-order":
      return !isEnded(state) && !(isUnsent(state) && cancelRequestedAt !== null);
    case "always":
      return true;
    case "until-acknowledged":
      return reason !== acknowledgedReason;
  }
}

/**
 * Returns true if the merchant can acknowledge the reason. Every other reason ends by a button, or
 * automatically.
 */
export function canBeAcknowledged(order: Grouped): boolean {
  const { reason } = order;
  return reason !== null && attentionOf(reason) === "until-acknowledged" && needsAttention(order);
}

/** States of orders that count as completed, unless they need attention. */
export const completedStates: OrderState[] = ["delivered", ...endedStates];

function isCompleted(state: OrderState): boolean {
  return completedStates.includes(state);
}

/** The list shows the results of the shop's latest press for this long. Older results appear only in the history. */
export const RESULTS_SHOWN_SECONDS = 900;
