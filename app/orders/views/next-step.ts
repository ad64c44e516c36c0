import type { Message } from "../../messages/message.ts";
import type { OrderState } from "../states/order-state.ts";
import type { OrderRow } from "../store/order-store.server.ts";

/** The fields that the next step depends on. */
export type Course = {
  state: OrderState;
  cancelRequestedAt: Date | null;
  acceptance: OrderRow["acceptance"];
  retryCount: number;
  dueAt: Date | null;
  updateDueAt: Date | null;
  /**
   * True if the supplier can look up an order by its reference. If false, we can find the order only in the supplier's
   * list of orders.
   */
  canLookUp: boolean;
  /** Time at which the next shipment reaches the shop; null if none is due. */
  shipmentDueAt: Date | null;
};

/**
 * Returns the next automatic step and its time, or a message for an order that waits for a person; null if
 * there is no next step and no such message. Without a connection, returns only steps in the shop, and "placing"
 * for an order that is being sent: the page says anyway that the shop is not connected.
 */
export function nextStepOf(
  order: Course,
  { now, connected }: { now: Date; connected: boolean },
): Message | null {
  if (order.state === "placing") return { code: "orders.next.placing" };
  const step = stepOf(order);
  if (!connected && (step === null || !IN_SHOP_ONLY.includes(step.code))) return null;
  return step === null ? restOf(order) : { code: step.code, when: whenOf(step.at, now) };
}

/**
 * Returns the milliseconds after which a page should load the order again; null if no step is due, or if the
 * next step comes too late for a waiting reader.
 */
export function refreshAfterMs(order: Course, now: Date): number | null {
  if (order.state === "placing") return SOON_MS;
  const step = stepOf(order);
  if (step === null) return null;
  const left = step.at.getTime() - now.getTime();
  if (left > PATIENCE_MS) return null;
  // The page loads an overdue step's order less and less often, because something blocks the step.
  return left <= MOMENT_MS ? Math.max(SOON_MS, -left / 10) : left - MOMENT_MS;
}

const SOON_MS = 3000;
const MOMENT_MS = 60_000;
const PATIENCE_MS = 10 * 60_000;

type StepCode =
  | "orders.next.accepts"
  | "orders.next.cancels"
  | "orders.next.cancels-unsent"
  | "orders.next.checks"
  | "orders.next.closes"
  | "orders.next.looks-up"
  | "orders.next.orders"
  | "orders.next.reads-update"
  | "orders.next.retries"
  | "orders.next.shows-shipment";

/** Steps that do not call the supplier. */
const IN_SHOP_ONLY: readonly StepCode[] = [
  "orders.next.accepts",
  "orders.next.cancels-unsent",
  "orders.next.closes",
  "orders.next.shows-shipment",
];

function stepOf(order: Course): { code: StepCode; at: Date } | null {
  const { state, dueAt, updateDueAt, shipmentDueAt, acceptance } = order;
  const isToBeCanceled = order.cancelRequestedAt !== null;
  const step = (code: StepCode, at: Date | null) => (at === null ? null : { code, at });
  if (acceptance === "closing") return step("orders.next.closes", dueAt);
  switch (state) {
    case "held":
      return step(isToBeCanceled ? "orders.next.cancels-unsent" : "orders.next.checks", dueAt);
    case "ready":
      if (isToBeCanceled) return step("orders.next.cancels-unsent", dueAt);
      return step(order.retryCount > 0 ? "orders.next.retries" : "orders.next.orders", dueAt);
    case "placing":
      return null;
    case "in_doubt":
      return order.canLookUp ? step("orders.next.looks-up", dueAt) : null;
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
      if (isToBeCanceled && dueAt !== null) return step("orders.next.cancels", dueAt);
      if (acceptance === "due" && dueAt !== null) return step("orders.next.accepts", dueAt);
      return (
        step("orders.next.shows-shipment", shipmentDueAt) ?? step("orders.next.reads-update", updateDueAt)
      );
    case "canceled":
    case "rejected":
      return null;
  }
}

function restOf({ state, canLookUp }: Course): Message | null {
  switch (state) {
    case "held":
    case "ready":
      return { code: "orders.next.rests" };
    case "in_doubt":
      return { code: canLookUp ? "orders.next.decision" : "orders.next.your-decision" };
    case "placing":
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
    case "canceled":
    case "rejected":
      return null;
  }
}

export function whenOf(at: Date, now: Date): Message {
  const left = at.getTime() - now.getTime();
  if (left <= MOMENT_MS) return { code: "orders.when.moment" };
  const minutes = Math.round(left / 60_000);
  if (minutes < 50) return { code: "orders.when.minutes", minutes };
  return { code: "orders.when.hours", hours: Math.round(minutes / 60) };
}
