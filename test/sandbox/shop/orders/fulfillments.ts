import { newId, numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { ship } from "../stock/commitments.ts";
import { userError, type UserError } from "../user-errors.ts";
import { openFulfillmentOrder } from "./fulfillment-orders.ts";
import { announceOrder, fulfillmentPayload } from "./news.ts";
import {
  displayFulfillmentStatus,
  type Fulfillment,
  type FulfillmentEvent,
  type FulfillmentOrder,
  type FulfillmentOrderLine,
  type TrackingInfo,
} from "./order.ts";

export interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  trackingInfo?: TrackingInput | null;
}

export interface TrackingInput {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
}

/**
 * `fulfillmentCreate`: a package leaves. `find` gives the fulfillment orders that the app may see. Refusals as
 * recorded in airhorns/shopify-draft-proxy, fulfillment-create-preconditions and -multi-group; that a request which
 * waits for its answer cannot be shipped follows the schema's lifecycle, in words of the same pattern.
 */
export function createFulfillment(
  occasion: Occasion,
  input: FulfillmentInput,
  find: (id: string) => FulfillmentOrder | undefined,
): { fulfillment: Fulfillment | null; userErrors: UserError[] } {
  const parcel = pack(input, find);
  if (!Array.isArray(parcel)) return { fulfillment: null, userErrors: [parcel] };
  const [first] = parcel;
  if (!first) return refuse("Fulfillment order does not exist.");

  const { shop, now } = occasion;
  const { order, location } = first.fulfillmentOrder;
  const fulfillment: Fulfillment = {
    id: newId(shop),
    order,
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    status: "SUCCESS",
    location,
    lines: parcel.map(({ fulfillmentOrder, entry, quantity }) => ({
      id: newId(shop),
      line: entry.line,
      quantity,
      fulfillmentOrder,
    })),
    tracking: readTracking(input.trackingInfo ?? {}),
    events: [],
    createdAt: now,
    updatedAt: now,
  };
  order.fulfillments.push(fulfillment);
  for (const { fulfillmentOrder, entry, quantity } of parcel) {
    entry.remaining -= quantity;
    ship({ line: entry.line, location, quantity });
    const done = fulfillmentOrder.lines.every(({ remaining }) => remaining === 0);
    Object.assign(fulfillmentOrder, { status: done ? "CLOSED" : "IN_PROGRESS", updatedAt: now });
  }
  const complete = displayFulfillmentStatus(order) === "FULFILLED";
  if (complete && order.financialStatus === "PAID") order.closedAt = now;
  occasion.tell("fulfillments/create", fulfillmentPayload(fulfillment));
  announceOrder(occasion, complete ? "orders/fulfilled" : "orders/partially_fulfilled", order);
  return { fulfillment, userErrors: [] };
}

export interface EventInput {
  fulfillmentId: string;
  status: string;
  happenedAt?: string | null;
  estimatedDeliveryAt?: string | null;
}

/**
 * `fulfillmentEventCreate`: adds an event, also to a canceled fulfillment, and also if it was added before
 * (airhorns/shopify-draft-proxy, fulfillment-event-create-validation).
 */
export function addEvent(
  occasion: Occasion,
  fulfillment: Fulfillment,
  { fulfillmentId: _id, status, happenedAt, estimatedDeliveryAt, ...details }: EventInput,
): FulfillmentEvent {
  const { shop, now } = occasion;
  const event = {
    id: newId(shop),
    status,
    happenedAt: happenedAt ? new Date(happenedAt) : now,
    createdAt: now,
    estimatedDeliveryAt: estimatedDeliveryAt ? new Date(estimatedDeliveryAt) : null,
    details,
  };
  fulfillment.events.push(event);
  fulfillment.updatedAt = now;
  occasion.tell("fulfillments/update", fulfillmentPayload(fulfillment));
  return event;
}

/** `fulfillmentTrackingInfoUpdate` replaces the tracking, also of a canceled fulfillment. */
export function updateTracking(occasion: Occasion, fulfillment: Fulfillment, input: TrackingInput): void {
  fulfillment.tracking = readTracking(input);
  fulfillment.updatedAt = occasion.now;
  occasion.tell("fulfillments/update", fulfillmentPayload(fulfillment));
  announceOrder(occasion, null, fulfillment.order);
}

/**
 * `fulfillmentCancel`: a second call changes nothing. If a whole fulfillment order was shipped, it stays closed and
 * another one is opened. Pieces of one that was shipped in part return to it (airhorns/shopify-draft-proxy,
 * fulfillment-cancel-parity).
 */
export function cancelFulfillment(occasion: Occasion, fulfillment: Fulfillment): void {
  if (fulfillment.status === "CANCELLED") return;
  const { shop, now } = occasion;
  const { order, location } = fulfillment;
  Object.assign(fulfillment, { status: "CANCELLED", updatedAt: now });
  const closed = fulfillment.lines.filter(({ fulfillmentOrder }) => fulfillmentOrder.status === "CLOSED");
  for (const { fulfillmentOrder, line, quantity } of fulfillment.lines) {
    ship({ line, location, quantity: -quantity });
    const entry = fulfillmentOrder.lines.find((each) => each.line === line);
    if (entry) entry.remaining += quantity;
  }
  if (closed.length > 0) openFulfillmentOrder(shop, { order, location, now }, closed);
  order.closedAt = null;
  occasion.tell("fulfillments/update", fulfillmentPayload(fulfillment));
  announceOrder(occasion, null, order);
}

interface PackedLine {
  fulfillmentOrder: FulfillmentOrder;
  entry: FulfillmentOrderLine;
  quantity: number;
}

function pack(
  { lineItemsByFulfillmentOrder: groups }: FulfillmentInput,
  find: (id: string) => FulfillmentOrder | undefined,
): PackedLine[] | UserError {
  const packed: PackedLine[] = [];
  for (const [groupIndex, { fulfillmentOrderId, fulfillmentOrderLineItems }] of groups.entries()) {
    const fulfillmentOrder = find(fulfillmentOrderId);
    if (!fulfillmentOrder) return problem("Fulfillment order does not exist.");
    const { id, status, requestStatus, lines } = fulfillmentOrder;
    if (status === "CLOSED")
      return problem(`Fulfillment order ${id} has an unfulfillable status= ${status.toLowerCase()}.`);
    if (requestStatus === "SUBMITTED")
      return problem(`Fulfillment order ${id} has an unfulfillable request status= submitted.`);
    const wanted = fulfillmentOrderLineItems?.length
      ? fulfillmentOrderLineItems
      : lines.flatMap(({ id, remaining }) => (remaining > 0 ? [{ id, quantity: remaining }] : []));
    for (const [index, { id: lineId, quantity }] of wanted.entries()) {
      const number = typeof lineId === "string" ? numberIn("FulfillmentOrderLineItem", lineId) : lineId;
      const entry = lines.find((each) => each.id === number);
      if (!entry) return problem("Fulfillment order line item does not exist.");
      if (quantity < 1) return userError(quantityPath(groupIndex, index), "Quantity must be greater than 0");
      if (quantity > entry.remaining)
        return problem("Invalid fulfillment order line item quantity requested.");
      packed.push({ fulfillmentOrder, entry, quantity });
    }
  }
  return mixture(packed) ?? packed;
}

function mixture(packed: PackedLine[]): UserError | undefined {
  const orders = new Set(packed.map(({ fulfillmentOrder }) => fulfillmentOrder.order.id));
  const locations = new Set(packed.map(({ fulfillmentOrder }) => fulfillmentOrder.location.id));
  if (orders.size > 1)
    return problem(
      `All fulfillment orders must belong to the same order. Multiple orders with ids [${[...orders].join(", ")}] were found.`,
    );
  if (locations.size > 1)
    return problem(
      `All fulfillment orders must be assigned to a single location. Multiple locations with ids [${[...locations].join(", ")}] were found.`,
    );
  return undefined;
}

/** One company for all numbers; the n-th address belongs to the n-th number (Admin schema, FulfillmentTrackingInput). */
function readTracking({ company, number, numbers, url, urls }: TrackingInput): TrackingInfo[] {
  const all = numbers?.length ? numbers : [number ?? null];
  const addresses = urls?.length ? urls : [url ?? null];
  const tracking = all.map((each, index) => ({
    company: company ?? null,
    number: each,
    url: addresses[index] ?? null,
  }));
  return tracking.filter((each) => Object.values(each).some(Boolean));
}

function quantityPath(group: number, line: number): string[] {
  return [
    "fulfillment",
    "lineItemsByFulfillmentOrder",
    String(group),
    "fulfillmentOrderLineItems",
    String(line),
    "quantity",
  ];
}

function problem(message: string): UserError {
  return userError(["fulfillment"], message);
}

function refuse(message: string): { fulfillment: null; userErrors: UserError[] } {
  return { fulfillment: null, userErrors: [problem(message)] };
}
