import { newId } from "../ids.ts";
import type { ShopState } from "../state.ts";
import type { Location } from "../stock/stock.ts";
import type { FulfillmentOrder, FulfillmentOrderLine, Order, OrderLine } from "./order.ts";

/** Adds work to be done at a location for lines of an order. */
export function openFulfillmentOrder(
  shop: ShopState,
  { order, location, now }: { order: Order; location: Location; now: Date },
  quantities: { line: OrderLine; quantity: number }[],
): FulfillmentOrder {
  const fulfillmentOrder: FulfillmentOrder = {
    id: newId(shop),
    order,
    location,
    status: "OPEN",
    fulfillAt: now,
    requestStatus: "UNSUBMITTED",
    lines: quantities.map(({ line, quantity }) => ({
      id: newId(shop),
      line,
      total: quantity,
      remaining: quantity,
    })),
    merchantRequests: [],
    holds: [],
    answer: null,
    createdAt: now,
    updatedAt: now,
  };
  order.fulfillmentOrders.push(fulfillmentOrder);
  return fulfillmentOrder;
}

/**
 * Closes a fulfillment order with the shipped pieces, and opens another for the rest, as Shopify does when a
 * cancellation is accepted. The closed one keeps its lines with 0 of each (airhorns/shopify-draft-proxy,
 * fulfillment-order-request-lifecycle).
 */
export function replace(shop: ShopState, closing: FulfillmentOrder, now: Date): FulfillmentOrder | null {
  const left = closing.lines.filter(({ remaining }) => remaining > 0);
  const { order, location } = closing;
  const replacement =
    left.length > 0 ? openFulfillmentOrder(shop, { order, location, now }, left.map(asQuantity)) : null;
  for (const line of closing.lines) takeOut(line, line.remaining);
  closing.status = "CLOSED";
  closing.updatedAt = now;
  return replacement;
}

/**
 * Leaves these quantities in a fulfillment order, and opens another for the other pieces. Returns null if there are
 * none.
 */
export function splitOff(
  shop: ShopState,
  original: FulfillmentOrder,
  { kept, now }: { kept: Map<FulfillmentOrderLine, number>; now: Date },
): FulfillmentOrder | null {
  const others = original.lines
    .map((line) => ({ entry: line, line: line.line, quantity: line.remaining - (kept.get(line) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (others.length === 0) return null;
  const { order, location } = original;
  const rest = openFulfillmentOrder(shop, { order, location, now }, others);
  for (const { entry, quantity } of others) takeOut(entry, quantity);
  original.lines = original.lines.filter(({ total }) => total > 0);
  return rest;
}

/** Moves what is left of one fulfillment order into another of the same order, and closes it with 0 of each. */
export function absorb(target: FulfillmentOrder, source: FulfillmentOrder, now: Date): void {
  for (const entry of source.lines) {
    const known = target.lines.find(({ line }) => line === entry.line);
    if (known) takeOut(known, -entry.remaining);
    else target.lines.push({ ...entry });
    takeOut(entry, entry.remaining);
  }
  Object.assign(source, { status: "CLOSED", updatedAt: now });
}

export function findFulfillmentOrder(shop: ShopState, id: number): FulfillmentOrder | undefined {
  for (const { fulfillmentOrders } of shop.orders) {
    const found = fulfillmentOrders.find((each) => each.id === id);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the supported actions: as recorded in airhorns/shopify-draft-proxy for open and incomplete fulfillment
 * orders, by the schema's texts for others.
 */
export function supportedActions({ status, requestStatus, location, lines }: FulfillmentOrder): string[] {
  const split = lines.reduce((sum, { remaining }) => sum + remaining, 0) > 1 ? ["SPLIT"] : [];
  if (status === "CLOSED") return [];
  if (status === "ON_HOLD") return ["RELEASE_HOLD", "HOLD", "MOVE"];
  if (location.service === null)
    return status === "OPEN"
      ? ["CREATE_FULFILLMENT", "REPORT_PROGRESS", "MOVE", "HOLD", ...split]
      : ["CREATE_FULFILLMENT", "MOVE"];
  if (requestStatus === "SUBMITTED") return ["CANCEL_FULFILLMENT_ORDER"];
  if (requestStatus === "CANCELLATION_REQUESTED") return ["CREATE_FULFILLMENT", "CANCEL_FULFILLMENT_ORDER"];
  if (status === "IN_PROGRESS") return ["CREATE_FULFILLMENT", "REQUEST_CANCELLATION"];
  return ["REQUEST_FULFILLMENT", "CREATE_FULFILLMENT", "HOLD", ...split, "MOVE"];
}

function takeOut(line: FulfillmentOrderLine, quantity: number): void {
  line.total -= quantity;
  line.remaining -= quantity;
}

function asQuantity({ line, remaining }: FulfillmentOrderLine): { line: OrderLine; quantity: number } {
  return { line, quantity: remaining };
}
