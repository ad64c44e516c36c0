import { findVariantBySku } from "../catalog/catalog.ts";
import { gid, newId } from "../ids.ts";
import { refuse } from "../merchant-refusal.ts";
import { isoTime, type Occasion } from "../occasion.ts";
import { commit, release } from "../stock/commitments.ts";
import { openFulfillmentOrder } from "./fulfillment-orders.ts";
import { announceOrder } from "./news.ts";
import {
  type Address,
  type FulfillmentOrder,
  type Order,
  type OrderLine,
  type RestockType,
  type RiskLevel,
  shippedQuantity,
  unfulfilledQuantity,
} from "./order.ts";
import { lineMoney, taxIn } from "./order-money.ts";
import { newLine } from "./place-order.ts";

/**
 * Changes that the merchant makes to an order after its sale. None of them involves a fulfillment service that has
 * accepted its part: that continues with what it knows. Bodies as in shopify.dev, Webhooks, sample payloads of
 * `refunds/create` and `orders/edited`.
 */

export interface Pieces {
  sku: string;
  quantity: number;
}

/**
 * Refunded pieces. `hasLeft`: the merchant names pieces that were fulfilled, not pieces that are still to leave. Shopify
 * accepts any restock type for both: airhorns/shopify-draft-proxy, refund-create-partial-shipping-restock-parity, has
 * RETURN on an unfulfilled order.
 */
export interface RefundedPieces extends Pieces {
  hasLeft?: boolean | undefined;
  restockType?: RestockType | undefined;
}

/** Refunds money, and removes its pieces from the order. `goodwill`: an amount for no piece. `shipping`: part of its price. */
export function refundOrder(
  occasion: Occasion,
  order: Order,
  pieces: RefundedPieces[],
  { goodwill = 0, shipping = 0 }: { goodwill?: number; shipping?: number } = {},
): void {
  const { shop, now } = occasion;
  const lines = pieces.map(({ sku, quantity, hasLeft = false, restockType }) => {
    const line = lineOf(order, sku);
    if (hasLeft) takeBack(order, { line, quantity });
    else remove(occasion, order, { line, quantity });
    return { id: newId(shop), line, quantity, restockType: restockType ?? (hasLeft ? "RETURN" : "CANCEL") };
  });
  if (order.lines.every(({ quantity, removed }) => quantity === removed)) order.financialStatus = "REFUNDED";
  const id = newId(shop);
  const prices = lines.map(({ line, quantity }) => {
    const { price, tax } = lineMoney(order, line, quantity);
    return order.money.taxesIncluded ? price : price + tax;
  });
  const carriage = order.money.taxesIncluded ? shipping : shipping + taxIn(shipping, order.money);
  const amount = prices.reduce((sum, price) => sum + price, goodwill + carriage);
  order.refunds.push({ id, createdAt: now, amount, shipping, lines });
  occasion.tell("refunds/create", {
    id,
    admin_graphql_api_id: gid("Refund", id),
    order_id: order.id,
    created_at: isoTime(now),
    note: "as agreed",
    refund_line_items: lines.map(({ id, line, quantity, restockType }) => ({
      id,
      line_item_id: line.id,
      quantity,
      restock_type: restockType.toLowerCase(),
    })),
    transactions: [],
    order_adjustments: [],
  });
  announceOrder(occasion, null, order);
}

/**
 * Edits the order: sets the number of pieces of lines. Adds a line for a SKU that the order lacks. The customer pays for added
 * pieces at once.
 */
export function editOrder(occasion: Occasion, order: Order, pieces: Pieces[]): void {
  const { shop, now } = occasion;
  const [additions, removals]: { id: number; delta: number }[][] = [[], []];
  for (const { sku, quantity } of pieces) {
    const line = order.lines.find((each) => each.sku === sku) ?? addLine(occasion, order, sku);
    const delta = quantity - (line.quantity - line.removed);
    if (delta > 0) {
      line.quantity += delta;
      if (order.financialStatus === "REFUNDED") order.financialStatus = "PAID";
      addWork(occasion, order, { line, quantity: delta });
      additions?.push({ id: line.id, delta });
    } else if (delta < 0) {
      remove(occasion, order, { line, quantity: -delta });
      removals?.push({ id: line.id, delta: -delta });
    }
  }
  occasion.tell("orders/edited", {
    order_edit: {
      id: newId(shop),
      order_id: order.id,
      app_id: null,
      user_id: null,
      notify_customer: false,
      created_at: isoTime(now),
      committed_at: isoTime(now),
      staff_note: "the customer called",
      line_items: { additions, removals },
      discounts: { line_item: { additions: [], removals: [] } },
    },
  });
  announceOrder(occasion, null, order);
}

/** Tags are unique whatever their case, and have no comma and no spaces around them (airhorns/shopify-draft-proxy). */
export function tagOrder(occasion: Occasion, order: Order, tags: string[]): void {
  const each = tags.flatMap((tag) => tag.split(",")).map((tag) => tag.trim().slice(0, 255));
  order.tags = [...new Map(each.filter(Boolean).map((tag) => [tag.toLowerCase(), tag])).values()];
  announceOrder(occasion, null, order);
}

/**
 * A fraud assessment has a result. Shopify shows no sample of the webhook's body: these fields are as captured in public
 * integrations. Nothing documents that the order's `updatedAt` changes, so it does not.
 */
export function assessRisk(occasion: Occasion, order: Order, level: RiskLevel): void {
  order.riskAssessments = [...order.riskAssessments.filter((each) => each !== "PENDING"), level];
  occasion.tell("orders/risk_assessment_changed", {
    provider_id: null,
    provider_title: null,
    risk_level: level.toLowerCase(),
    created_at: isoTime(occasion.now),
    order_id: order.id,
    admin_graphql_api_order_id: gid("Order", order.id),
  });
}

/** Changes the order's address. Only `orders/updated` reports this. */
export function changeAddress(occasion: Occasion, order: Order, change: Partial<Address>): void {
  if (!order.shippingAddress) refuse(400, `Order ${order.name} has no shipping address.`);
  order.shippingAddress = { ...order.shippingAddress, ...change };
  announceOrder(occasion, null, order);
}

/**
 * Closes a service's accepted part without the service, as another app or Shopify's support does: no topic reports it
 * (Admin schema, fulfillmentOrderClose: the order is incomplete then).
 */
export function closeByForce({ now }: Occasion, order: Order): void {
  const open = order.fulfillmentOrders.filter(
    ({ status, requestStatus }) => status !== "CLOSED" && requestStatus === "ACCEPTED",
  );
  if (open.length === 0) refuse(400, `No fulfillment service works on order ${order.name}.`);
  for (const each of open)
    Object.assign(each, { status: "INCOMPLETE", requestStatus: "CLOSED", updatedAt: now });
}

function lineOf(order: Order, sku: string): OrderLine {
  const line = order.lines.find((each) => each.sku === sku);
  return line ?? refuse(404, `Order ${order.name} has no line with the SKU ${sku}.`);
}

function addLine({ shop }: Occasion, order: Order, sku: string): OrderLine {
  const variant = findVariantBySku(shop.catalog, sku) ?? refuse(404, `The shop has no variant ${sku}.`);
  const line = newLine(shop, { variant, quantity: 0 });
  order.lines.push(line);
  return line;
}

type Some = { line: OrderLine; quantity: number };

/** Fulfilled pieces stay fulfilled, but no longer count as ordered (Admin schema, LineItem.currentQuantity). */
function takeBack(order: Order, { line, quantity }: Some): void {
  if (quantity > shippedQuantity(order, line) - line.returned)
    refuse(400, `Order ${order.name} has fewer pieces of ${line.sku ?? line.title} that have left.`);
  line.removed += quantity;
  line.returned += quantity;
}

function remove(occasion: Occasion, order: Order, { line, quantity }: Some): void {
  if (quantity > unfulfilledQuantity(order, line))
    refuse(400, `Order ${order.name} has fewer pieces of ${line.sku ?? line.title} that have not left.`);
  line.removed += quantity;
  let left = quantity;
  for (const each of order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED")) {
    for (const entry of each.lines.filter((entry) => entry.line === line)) {
      const taken = Math.min(left, entry.remaining);
      release(occasion, { line, location: each.location, quantity: taken }, { restock: true });
      entry.total -= taken;
      entry.remaining -= taken;
      left -= taken;
    }
    closeIfEmpty(each, occasion.now);
  }
}

/** Closes a fulfillment order of which nothing is left (Admin schema, FulfillmentOrderStatus). */
function closeIfEmpty(each: FulfillmentOrder, now: Date): void {
  each.updatedAt = now;
  if (each.lines.every(({ remaining }) => remaining === 0)) each.status = "CLOSED";
}

function addWork(occasion: Occasion, order: Order, { line, quantity }: Some): void {
  const [{ location } = refuse(400, `Order ${order.name} was not routed yet.`)] = order.fulfillmentOrders;
  openFulfillmentOrder(occasion.shop, { order, location, now: occasion.now }, [{ line, quantity }]);
  commit(occasion, { line, location, quantity });
}
