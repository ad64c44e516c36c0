import { variantTitle, hasOnlyDefaultVariant, type Variant } from "../catalog/catalog.ts";
import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { refuse } from "../merchant-refusal.ts";
import { commit } from "../stock/commitments.ts";
import { openFulfillmentOrder } from "./fulfillment-orders.ts";
import { announceOrder, fulfillmentOrderPayload } from "./news.ts";
import type { Address, Customer, Order, OrderLine } from "./order.ts";
import { routeOrder } from "./route-order.ts";

export interface OrderDraft {
  lines: { variant: Variant; quantity: number }[];
  paid: boolean;
  address: Address | null;
  customer: Omit<Customer, "id"> | null;
  tags: string[];
}

/** A customer orders; the work goes to the places where the variants are stocked. */
export function placeOrder(occasion: Occasion, draft: OrderDraft): Order {
  const { shop, now } = occasion;
  const number = FIRST_NUMBER + shop.orders.length;
  const order: Order = {
    id: newId(shop),
    number,
    name: `#${number}`,
    email: draft.customer?.email ?? null,
    phone: draft.customer?.phone ?? null,
    customer: draft.customer && { id: newId(shop), ...draft.customer },
    shippingAddress: draft.address,
    tags: draft.tags,
    financialStatus: "PENDING",
    lines: draft.lines.map((line) => orderLine(shop, line)),
    fulfillmentOrders: [],
    fulfillments: [],
    cancelReason: null,
    cancelledAt: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const work = routeOrder(shop, order.lines);
  if ("unroutable" in work)
    refuse(400, `${work.unroutable.title} cannot be bought: no location with shipping rates stocks it.`);
  shop.orders.push(order);
  for (const [location, lines] of work) {
    const opened = openFulfillmentOrder(shop, { order, location, now }, lines.map(whole));
    for (const { line, total } of opened.lines) commit(occasion, { line, location, quantity: total });
  }
  announceOrder(occasion, "orders/create", order);
  for (const each of order.fulfillmentOrders)
    occasion.tell(
      "fulfillment_orders/order_routing_complete",
      fulfillmentOrderPayload("order_routing_complete", each),
    );
  if (draft.paid) payOrder(occasion, order);
  return order;
}

/** The money arrives. */
export function payOrder(occasion: Occasion, order: Order): void {
  order.financialStatus = "PAID";
  announceOrder(occasion, "orders/paid", order);
}

/** "#1001" is a shop's first order. */
const FIRST_NUMBER = 1001;

function orderLine(shop: ShopState, { variant, quantity }: OrderDraft["lines"][number]): OrderLine {
  const { product, item, price } = variant;
  return {
    id: newId(shop),
    variant,
    title: product.title,
    variantTitle: hasOnlyDefaultVariant(product) ? null : variantTitle(variant),
    sku: item.sku,
    vendor: product.vendor,
    quantity,
    price,
    requiresShipping: item.requiresShipping,
  };
}

function whole(line: OrderLine): { line: OrderLine; quantity: number } {
  return { line, quantity: line.quantity };
}
