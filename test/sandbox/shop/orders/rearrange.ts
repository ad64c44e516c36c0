import type { Occasion } from "../occasion.ts";
import { primaryLocation } from "../stock/stock.ts";
import { openFulfillmentOrder, splitOff } from "./fulfillment-orders.ts";
import { placeHold, releaseHolds } from "./holds.ts";
import { moveFulfillmentOrder } from "./move.ts";
import { fulfillmentOrderPayload, fulfillmentOrderSummary } from "./news.ts";
import type { FulfillmentOrder, FulfillmentOrderLine, Order } from "./order.ts";

/**
 * Changes that the merchant makes to who sends an order, and when. Bodies as in shopify.dev, Webhooks, sample
 * payloads; statuses as in the Admin schema, FulfillmentOrderStatus.
 */

/**
 * Holds the parts that no location has sent yet, under a hold of the merchant's own. No recording shows a hold of a
 * requested or accepted fulfillment order, so the app has to cope with one.
 */
export function holdOrder(occasion: Occasion, order: Order): void {
  for (const each of order.fulfillmentOrders.filter(({ status }) => HELD.includes(status)))
    placeHold(occasion, each, { input: { reason: "OTHER" } });
}

/**
 * Schedules unrequested parts for a day, as the later deliveries of a prepaid subscription are (Admin schema,
 * FulfillmentOrderStatus SCHEDULED: "Not ready to be fulfilled", and FulfillmentOrder.fulfillAt).
 */
export function scheduleOrder(order: Order, fulfillAt: Date): void {
  for (const each of order.fulfillmentOrders.filter(isUnrequested))
    Object.assign(each, { status: "SCHEDULED", fulfillAt });
}

/** Opens the scheduled parts and announces them, as Shopify does on their day. */
export function openScheduled(occasion: Occasion, order: Order): void {
  const { now } = occasion;
  for (const each of order.fulfillmentOrders.filter(({ status }) => status === "SCHEDULED")) {
    Object.assign(each, { status: "OPEN", fulfillAt: now, updatedAt: now });
    const event = "scheduled_fulfillment_order_ready";
    occasion.tell(`fulfillment_orders/${event}`, fulfillmentOrderPayload(event, each));
  }
}

const HELD: FulfillmentOrder["status"][] = ["OPEN", "IN_PROGRESS"];

export function releaseOrder(occasion: Occasion, order: Order): void {
  for (const each of order.fulfillmentOrders.filter(({ status }) => status === "ON_HOLD"))
    releaseHolds(occasion, each);
}

/** Moves parts to the merchant's own location if no service was requested to send them. */
export function moveToOwnLocation(occasion: Occasion, order: Order): void {
  const destination = primaryLocation(occasion.shop);
  const movable = (each: FulfillmentOrder) => each.location.service !== null && isUnrequested(each);
  for (const original of order.fulfillmentOrders.filter(movable))
    moveFulfillmentOrder(occasion, original, { destination });
}

/**
 * Moves this many pieces of each line from the first part that can be split into a new one (shopify.dev,
 * fulfillmentOrderSplit). @returns true if there was such a part
 */
export function splitOrder(occasion: Occasion, order: Order, quantity: number): boolean {
  const leaves = ({ remaining }: FulfillmentOrderLine) => Math.max(0, remaining - quantity);
  const canSplit = (each: FulfillmentOrder) =>
    isUnrequested(each) && each.lines.some((line) => leaves(line) > 0 && leaves(line) < line.remaining);
  const original = order.fulfillmentOrders.find(canSplit);
  if (!original) return false;
  const kept = new Map(original.lines.map((line) => [line, leaves(line)]));
  const remaining = splitOff(occasion.shop, original, { kept, now: occasion.now });
  if (!remaining) return false;
  original.updatedAt = occasion.now;
  const more = { remaining_fulfillment_order: fulfillmentOrderSummary(remaining) };
  occasion.tell("fulfillment_orders/split", fulfillmentOrderPayload("split", original, more));
  return true;
}

/** The target of a merge: "first" as recorded (fulfillment-order-lifecycle) and in the webhook's sample payload, "new" as the Admin schema says. */
export type MergesInto = "first" | "new";

/**
 * Merges the parts at the first part's location. The former parts are closed. @returns true if there were several.
 */
export function mergeOrder(occasion: Occasion, order: Order, into: MergesInto): boolean {
  const { shop, now } = occasion;
  const unrequested = order.fulfillmentOrders.filter(isUnrequested);
  const parts = unrequested.filter(({ location }) => location === unrequested[0]?.location);
  const [first] = parts;
  if (!first || parts.length < 2) return false;
  const intents = parts.map(({ id, lines }) => ({
    fulfillment_order_id: id,
    fulfillment_order_line_items: lines.map((line) => ({ id: line.id, quantity: line.remaining })),
  }));
  const pieces = new Map<Order["lines"][number], number>();
  for (const { line, remaining } of parts.flatMap(({ lines }) => lines))
    pieces.set(line, (pieces.get(line) ?? 0) + remaining);
  const quantities = [...pieces].map(([line, quantity]) => ({ line, quantity }));
  const made = openFulfillmentOrder(shop, { order, location: first.location, now }, quantities);
  if (into === "first") {
    first.lines = made.lines;
    order.fulfillmentOrders.pop();
  }
  const merged = into === "first" ? first : made;
  merged.updatedAt = now;
  for (const part of parts.filter((each) => each !== merged)) {
    for (const line of part.lines) Object.assign(line, { total: line.total - line.remaining, remaining: 0 });
    Object.assign(part, { status: "CLOSED", updatedAt: now });
  }
  const more = { merge_intents: intents };
  occasion.tell("fulfillment_orders/merged", fulfillmentOrderPayload("merged", merged, more));
  return true;
}

function isUnrequested({ status, requestStatus }: FulfillmentOrder): boolean {
  return status === "OPEN" && ["UNSUBMITTED", "REJECTED"].includes(requestStatus);
}
