import { variantTitle, hasOnlyDefaultVariant, type Variant } from "../catalog/catalog.ts";
import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { refuse } from "../merchant-refusal.ts";
import { commit } from "../stock/commitments.ts";
import type { Location } from "../stock/stock.ts";
import { openFulfillmentOrder } from "./fulfillment-orders.ts";
import { announceOrder, fulfillmentOrderPayload } from "./news.ts";
import {
  type Address,
  type Attribute,
  type Customer,
  type DeliveryMethod,
  type Order,
  type OrderLine,
  type RiskLevel,
} from "./order.ts";
import { type OrderMoney, orderTotal } from "./order-money.ts";
import { chooseLocations } from "./choose-locations.ts";

/** "authorized": the merchant captures the payment later. "partly": half of it has arrived. */
export type Payment = boolean | "authorized" | "partly";

export interface OrderDraft {
  lines: { variant: Variant; quantity: number; customAttributes?: Attribute[] }[];
  paid: Payment;
  address: Address | null;
  customer: Omit<Customer, "id"> | null;
  deliveryMethod: DeliveryMethod;
  tags: string[];
  note: string | null;
  shippingLines: string[];
  test: boolean;
  risk: RiskLevel[];
  money: Partial<Omit<OrderMoney, "taxesIncluded">>;
}

/** A customer orders. Where the work goes is decided later: Shopify routes orders in the background (`routeOrder`). */
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
    deliveryMethod: draft.deliveryMethod,
    tags: draft.tags,
    note: draft.note,
    shippingLines: draft.shippingLines,
    test: draft.test,
    riskAssessments: draft.risk,
    financialStatus: "PENDING",
    money: {
      taxPercent: 0,
      discountPercent: 0,
      shipping: 0,
      dutiesPercent: 0,
      dutiesIncluded: false,
      presentment: null,
      taxesIncluded: shop.taxesIncluded,
      ...draft.money,
    },
    received: 0,
    lines: draft.lines.map((line) => newLine(shop, line)),
    fulfillmentOrders: [],
    fulfillments: [],
    refunds: [],
    cancelReason: null,
    cancelledAt: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  // Customers can buy only what can be shipped, although the location is chosen later.
  workOf(shop, order);
  shop.orders.push(order);
  announceOrder(occasion, "orders/create", order);
  if (draft.paid === true) payOrder(occasion, order);
  else if (draft.paid === "authorized") order.financialStatus = "AUTHORIZED";
  else if (draft.paid === "partly")
    Object.assign(order, { financialStatus: "PARTIALLY_PAID", received: orderTotal(order) / 2 });
  return order;
}

/**
 * Opens fulfillment orders at the locations that routing chooses. At Shopify a background job does this, and a
 * webhook reports each fulfillment order (Admin schema: FulfillmentOrder, and the topic order_routing_complete).
 */
export function routeOrder(occasion: Occasion, order: Order): void {
  const { shop, now } = occasion;
  for (const [location, lines] of workOf(shop, order)) {
    const opened = openFulfillmentOrder(shop, { order, location, now }, lines.map(whole));
    for (const { line, total } of opened.lines) commit(occasion, { line, location, quantity: total });
  }
  for (const each of order.fulfillmentOrders)
    occasion.tell(
      "fulfillment_orders/order_routing_complete",
      fulfillmentOrderPayload("order_routing_complete", each),
    );
}

/** The money arrives. */
export function payOrder(occasion: Occasion, order: Order): void {
  Object.assign(order, { financialStatus: "PAID", received: orderTotal(order) });
  announceOrder(occasion, "orders/paid", order);
}

/** "#1001" is a shop's first order. */
const FIRST_NUMBER = 1001;

export function newLine(
  shop: ShopState,
  { variant, quantity, customAttributes = [] }: OrderDraft["lines"][number],
): OrderLine {
  const { product, item, price } = variant;
  return {
    id: newId(shop),
    customAttributes,
    variant,
    title: product.title,
    variantTitle: hasOnlyDefaultVariant(product) ? null : variantTitle(variant),
    sku: item.sku,
    vendor: product.vendor,
    quantity,
    removed: 0,
    returned: 0,
    price,
    requiresShipping: item.requiresShipping,
  };
}

function workOf(shop: ShopState, { lines }: Order): Map<Location, OrderLine[]> {
  const work = chooseLocations(shop, lines);
  if ("unroutable" in work)
    refuse(400, `${work.unroutable.title} cannot be bought: no location with shipping rates stocks it.`);
  return work;
}

function whole(line: OrderLine): { line: OrderLine; quantity: number } {
  return { line, quantity: line.quantity };
}
