import type { Order, ShipRequest } from "./ledger.ts";

/** The pace of automatic progress: milliseconds from placing to processing, and from there to shipping. */
export type Progress = { processingMs: number; shippingMs: number };

/** A due step of an order, and its moment. */
export type Step = { order: Order; at: Date; status: "processing" | "shipped" };

/**
 * Returns the earliest step that is due by `now`. Steps are found when orders are read, and dated to the time at
 * which they were due. From outside this looks like a running clock, and it leaves no timer behind.
 */
export function nextStep(orders: Iterable<Order>, progress: Progress, now: Date): Step | undefined {
  return Array.from(orders)
    .flatMap((order) => stepOf(order, progress) ?? [])
    .filter(({ at }) => at <= now)
    .reduce<Step | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined);
}

/**
 * Returns the next step of an order; undefined if control calls have shipped, canceled or rejected any of it, and so
 * decide what follows.
 */
function stepOf(order: Order, { processingMs, shippingMs }: Progress): Step | undefined {
  const after = (ms: number) => new Date(order.placedAt.getTime() + ms);
  if (order.status === "received") return { order, at: after(processingMs), status: "processing" };
  if (order.status === "processing")
    return { order, at: after(processingMs + shippingMs), status: "shipped" };
  return undefined;
}

/** Returns the package of an order that ships automatically, the same each time for the same order. */
export function parcelOf({ id }: Order): ShipRequest {
  const number = Number(id.replace(/\D/g, ""));
  return {
    carrier: CARRIERS[number % CARRIERS.length] ?? "DHL",
    trackingNumber: `NW${String(number).padStart(9, "0")}DE`,
  };
}

const CARRIERS = ["DHL", "DPD", "GLS"];
