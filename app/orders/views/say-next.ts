import type { OrderState } from "../order-state.ts";

/** What happens next depends on this. */
export type Course = {
  state: OrderState;
  cancelRequestedAt: Date | null;
  acceptance: string | null;
  retryCount: number;
  nextAt: Date | null;
  updateDueAt: Date | null;
  /** When the shop is told of the next parcel; null when none is to be told. */
  parcelDueAt: Date | null;
};

/** What happens next without anybody doing something, and when; or that nothing does. */
export function sayNext(order: Course, now: Date): string | null {
  if (order.state === "placing") return "This takes a minute at most.";
  const step = nextStep(order);
  return step === null ? sayRest(order) : `${step.says} ${sayWhen(step.at, now)}.`;
}

/**
 * After how many milliseconds a page that shows the order should look again; null while it rests, or where the next
 * step is too far off to sit and wait for.
 */
export function refreshAfterMs(order: Course, now: Date): number | null {
  if (order.state === "placing") return SOON_MS;
  const step = nextStep(order);
  if (step === null) return null;
  const left = step.at.getTime() - now.getTime();
  if (left > PATIENCE_MS) return null;
  // What is overdue is looked at less and less often: something keeps it from entry.
  return left <= MOMENT_MS ? Math.max(SOON_MS, -left / 10) : left - MOMENT_MS;
}

const SOON_MS = 3000;
/** Due within a minute may mean that a worker has it in hand: then that is the end of its lease, and it ends sooner. */
const MOMENT_MS = 60_000;
const PATIENCE_MS = 10 * 60_000;

function nextStep(order: Course): { says: string; at: Date } | null {
  const { state, nextAt, updateDueAt, parcelDueAt, acceptance } = order;
  const wished = order.cancelRequestedAt !== null;
  const step = (says: string, at: Date | null) => (at === null ? null : { says, at });
  if (acceptance === "closing") return step("The request in Shopify is taken back", nextAt);
  switch (state) {
    case "held":
      return step(wished ? "It is cancelled" : "Stockbridge looks at it again by itself", nextAt);
    case "ready":
      if (wished) return step("It is cancelled", nextAt);
      return step(order.retryCount > 0 ? "Stockbridge tries again by itself" : "It is ordered", nextAt);
    case "placing":
      return null;
    case "in_doubt":
      return step("Stockbridge looks it up at the supplier again", nextAt);
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
      if (wished && nextAt !== null) return step("Stockbridge cancels it at the supplier", nextAt);
      if (acceptance === "due" && nextAt !== null) return step("Shopify is told that it was ordered", nextAt);
      return (
        step("Shopify is told of a parcel", parcelDueAt) ??
        step("Stockbridge asks the supplier for news", updateDueAt)
      );
    case "cancelled":
    case "rejected":
      return null;
  }
}

function sayRest({ state }: Course): string | null {
  switch (state) {
    case "held":
    case "ready":
      return "Nothing more happens by itself.";
    case "in_doubt":
      return "Stockbridge does not look it up any more. It waits for your decision.";
    case "placing":
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
    case "cancelled":
    case "rejected":
      return null;
  }
}

function sayWhen(at: Date, now: Date): string {
  const left = at.getTime() - now.getTime();
  if (left <= MOMENT_MS) return "in a moment";
  const minutes = Math.round(left / 60_000);
  if (minutes === 1) return "in about a minute";
  if (minutes < 50) return `in about ${String(minutes)} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? "in about an hour" : `in about ${String(hours)} hours`;
}
