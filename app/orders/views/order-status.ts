import type { Message } from "../../messages/message.ts";
import { type Grouped, groupOf } from "../states/order-group.ts";
import { isUnsent, type OrderState } from "../states/order-state.ts";
import { labelOf, messageOf } from "../reasons/reason-words.ts";

/** The fields that the status depends on. */
export type Standing = Grouped & { reasonParams: unknown };

/** Status of an order: a badge, the reason in a few words, and a full message. */
export type OrderStatus = {
  label: Message;
  /** The badge's tone; null if it needs no emphasis. */
  tone: "info" | "success" | "attention" | "warning" | "critical" | null;
  /** Null if the order has no reason, or if this version does not know the reason. */
  why: Message | null;
  message: Message;
};

/**
 * Returns the status of an order. The app's pages and the order block in Shopify's admin share it, so that
 * they always agree.
 */
export function statusOf(order: Standing): OrderStatus {
  const { state, reason, reasonParams } = order;
  // The reason's sentence would advise how to get the order sent. The merchant has canceled the order, so
  // they do not need that advice.
  const isGivenUp =
    isUnsent(state) && order.cancelRequestedAt !== null && groupOf(order) !== "needs-attention";
  if (isGivenUp) return { ...badgeOf(order), why: null, message: { code: "orders.state.canceling" } };
  return {
    ...badgeOf(order),
    why: reason === null ? null : labelOf(reason),
    message: reason === null ? { code: `orders.state.${NAMES[state]}` } : messageOf({ reason, reasonParams }),
  };
}

/** Returns the name of a state, for a choice of orders. */
export function labelOfState(state: OrderState): Message {
  return { code: `orders.badge.${state === "held" ? "waiting" : NAMES[state]}` };
}

function badgeOf(order: Standing): Pick<OrderStatus, "label" | "tone"> {
  const { state, cancelRequestedAt } = order;
  const needsAttention = groupOf(order) === "needs-attention";
  const canceling = { label: { code: "orders.badge.canceling" }, tone: "attention" } as const;
  switch (state) {
    case "held":
    case "ready":
      if (needsAttention) return { label: { code: "orders.badge.needs-attention" }, tone: "warning" };
      if (cancelRequestedAt !== null) return canceling;
      return state === "held"
        ? { label: { code: "orders.badge.waiting" }, tone: "attention" }
        : { label: { code: "orders.badge.ready" }, tone: "info" };
    case "placing":
      return { label: { code: "orders.badge.placing" }, tone: "info" };
    case "in_doubt":
      return { label: { code: "orders.badge.in-doubt" }, tone: "critical" };
    case "placed":
      if (cancelRequestedAt !== null) return canceling;
      return { label: { code: "orders.badge.placed" }, tone: needsAttention ? "warning" : "info" };
    case "partially_shipped":
      return { label: { code: "orders.badge.partially-shipped" }, tone: needsAttention ? "warning" : "info" };
    case "shipped":
      return { label: { code: "orders.badge.shipped" }, tone: needsAttention ? "warning" : "success" };
    case "delivered":
      return { label: { code: "orders.badge.delivered" }, tone: needsAttention ? "warning" : "success" };
    case "canceled":
      return { label: { code: "orders.badge.canceled" }, tone: needsAttention ? "critical" : null };
    case "rejected":
      return { label: { code: "orders.badge.rejected" }, tone: needsAttention ? "critical" : null };
  }
}

/** Names of states in message codes. */
const NAMES = {
  held: "held",
  ready: "ready",
  placing: "placing",
  in_doubt: "in-doubt",
  placed: "placed",
  partially_shipped: "partially-shipped",
  shipped: "shipped",
  delivered: "delivered",
  canceled: "canceled",
  rejected: "rejected",
} as const satisfies Record<OrderState, string>;
