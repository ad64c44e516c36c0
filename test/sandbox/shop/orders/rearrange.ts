import { gid } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { primaryLocation } from "../stock/stock.ts";
import { openFulfillmentOrder } from "./fulfillment-orders.ts";
import { fulfillmentOrderPayload, fulfillmentOrderSummary } from "./news.ts";
import type { FulfillmentOrder, Order } from "./order.ts";

/**
 * What the merchant changes about who sends an order, and when. Bodies as in shopify.dev, Webhooks, sample payloads;
 * statuses as in the Admin schema, FulfillmentOrderStatus.
 */

/** Nothing can be requested or fulfilled until the hold is released. */
export function holdOrder(occasion: Occasion, order: Order): void {
  for (const each of order.fulfillmentOrders.filter(({ status }) => status === "OPEN")) {
    Object.assign(each, { status: "ON_HOLD", updatedAt: occasion.now });
    occasion.tell("fulfillment_orders/placed_on_hold", fulfillmentOrderPayload("placed_on_hold", each));
  }
}

export function releaseOrder(occasion: Occasion, order: Order): void {
  for (const each of order.fulfillmentOrders.filter(({ status }) => status === "ON_HOLD")) {
    Object.assign(each, { status: "OPEN", updatedAt: occasion.now });
    occasion.tell("fulfillment_orders/hold_released", fulfillmentOrderPayload("hold_released", each));
  }
}

/** The whole of each goes to another fulfilment order at the merchant's own location; the original is closed. */
export function moveToOwnLocation(occasion: Occasion, order: Order): void {
  const { shop, now } = occasion;
  const movable = ({ status, requestStatus, location }: FulfillmentOrder) =>
    location.service !== null && status === "OPEN" && ["UNSUBMITTED", "REJECTED"].includes(requestStatus);
  for (const original of order.fulfillmentOrders.filter(movable)) {
    const location = primaryLocation(shop);
    const quantities = original.lines.map(({ line, remaining }) => ({ line, quantity: remaining }));
    const moved = openFulfillmentOrder(shop, { order, location, now }, quantities);
    for (const line of original.lines)
      Object.assign(line, { total: line.total - line.remaining, remaining: 0 });
    Object.assign(original, { status: "CLOSED", updatedAt: now });
    occasion.tell(
      "fulfillment_orders/moved",
      fulfillmentOrderPayload("moved", original, {
        moved_fulfillment_order: fulfillmentOrderSummary(moved),
        destination_location_id: gid("Location", location.id),
      }),
    );
  }
}
