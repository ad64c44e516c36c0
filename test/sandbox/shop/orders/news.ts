import { price } from "../catalog/money.ts";
import { gid } from "../ids.ts";
import { isoTime, type Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import type { Payload } from "../webhook-payloads.ts";
import {
  displayFulfillmentStatus,
  type Address,
  type Fulfillment,
  type FulfillmentOrder,
  type MerchantRequest,
  type Order,
  type OrderLine,
  unfulfilledQuantity,
} from "./order.ts";
import { orderTotal } from "./order-money.ts";

/** Announces a changed order, under the given topic and under orders/updated. */
export function announceOrder(occasion: Occasion, topic: string | null, order: Order): void {
  order.updatedAt = occasion.now;
  if (topic !== null) occasion.tell(topic, orderPayload(occasion.shop, order));
  if (topic !== "orders/create") occasion.tell("orders/updated", orderPayload(occasion.shop, order));
}

/** The Order REST resource, in the parts that the sandbox has data for. */
export function orderPayload(shop: ShopState, order: Order): Payload {
  const { customer, cancelReason } = order;
  return {
    id: order.id,
    admin_graphql_api_id: gid("Order", order.id),
    name: order.name,
    order_number: order.number,
    number: order.number - 1000,
    email: order.email,
    contact_email: order.email,
    phone: order.phone,
    confirmed: true,
    test: order.test,
    currency: shop.currencyCode,
    total_price: price(orderTotal(order), shop),
    financial_status: order.financialStatus.toLowerCase(),
    fulfillment_status: restFulfillmentStatus(order),
    tags: order.tags.join(", "),
    cancel_reason: cancelReason && cancelReason.toLowerCase(),
    cancelled_at: order.cancelledAt && isoTime(order.cancelledAt),
    closed_at: order.closedAt && isoTime(order.closedAt),
    created_at: isoTime(order.createdAt),
    processed_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
    customer: customer && {
      id: customer.id,
      email: customer.email,
      phone: customer.phone,
      first_name: customer.firstName,
      last_name: customer.lastName,
      admin_graphql_api_id: gid("Customer", customer.id),
    },
    shipping_address: order.shippingAddress && restAddress(order.shippingAddress),
    line_items: order.lines.map((line) => restLine(order, line)),
    fulfillments: order.fulfillments.map(fulfillmentPayload),
  };
}

/** The Fulfillment REST resource. */
export function fulfillmentPayload(fulfillment: Fulfillment): Payload {
  const { id, order, location, tracking, lines } = fulfillment;
  return {
    id,
    admin_graphql_api_id: gid("Fulfillment", id),
    order_id: order.id,
    name: fulfillment.name,
    status: fulfillment.status.toLowerCase(),
    service: location.service?.handle ?? "manual",
    location_id: location.id,
    tracking_company: tracking[0]?.company ?? null,
    tracking_number: tracking[0]?.number ?? null,
    tracking_numbers: tracking.flatMap(({ number }) => number ?? []),
    tracking_url: tracking[0]?.url ?? null,
    tracking_urls: tracking.flatMap(({ url }) => url ?? []),
    line_items: lines.map(({ line, quantity }) => ({ ...restLine(order, line), quantity })),
    created_at: isoTime(fulfillment.createdAt),
    updated_at: isoTime(fulfillment.updatedAt),
  };
}

/**
 * Describes a fulfillment order as the bodies of `fulfillment_orders/*` do (shopify.dev: Webhooks, sample payloads).
 */
export function fulfillmentOrderSummary({ id, status, requestStatus }: FulfillmentOrder): Payload {
  return {
    id: gid("FulfillmentOrder", id),
    status: status.toLowerCase(),
    request_status: requestStatus.toLowerCase(),
  };
}

/** The body of `fulfillment_orders/<event>`, whose form differs from event to event. */
export function fulfillmentOrderPayload(event: string, order: FulfillmentOrder, more: Payload = {}): Payload {
  const request = order.merchantRequests.at(-1);
  if (event === "fulfillment_request_submitted")
    return {
      original_fulfillment_order: fulfillmentOrderSummary(order),
      submitted_fulfillment_order: fulfillmentOrderSummary(order),
      fulfillment_order_merchant_request: requestSummary(request),
      ...more,
    };
  if (event === "cancellation_request_submitted")
    return {
      fulfillment_order: fulfillmentOrderSummary(order),
      fulfillment_order_merchant_request: requestSummary(request),
      ...more,
    };
  if (event === "moved")
    return {
      original_fulfillment_order: fulfillmentOrderSummary(order),
      moved_fulfillment_order: fulfillmentOrderSummary(order),
      ...more,
    };
  if (event === "merged")
    return {
      merge_intents: [{ fulfillment_order_id: order.id }],
      fulfillment_order_merges: { fulfillment_order: fulfillmentOrderSummary(order) },
      ...more,
    };
  return { fulfillment_order: fulfillmentOrderSummary(order), ...more };
}

function requestSummary(request: MerchantRequest | undefined): Payload | null {
  if (!request) return null;
  return { id: gid("FulfillmentOrderMerchantRequest", request.id), message: request.message };
}

function restFulfillmentStatus(order: Order): string | null {
  const status = displayFulfillmentStatus(order);
  if (status === "FULFILLED") return "fulfilled";
  return status === "PARTIALLY_FULFILLED" ? "partial" : null;
}

function restAddress(address: Address): Payload {
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    zip: address.zip,
    country_code: address.countryCode,
    phone: address.phone,
  };
}

function restLine(order: Order, line: OrderLine): Payload {
  const at = order.fulfillmentOrders.find(({ lines }) => lines.some((each) => each.line === line));
  // The variant's location, so that it is known even before the order is routed.
  const stockedAt = line.variant.item.levels.map(({ location }) => location).find(({ service }) => service);
  return {
    id: line.id,
    admin_graphql_api_id: gid("LineItem", line.id),
    variant_id: line.variant.id,
    product_id: line.variant.product.id,
    title: line.title,
    variant_title: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    price: line.price,
    requires_shipping: line.requiresShipping,
    current_quantity: line.quantity - line.removed,
    fulfillable_quantity: unfulfilledQuantity(order, line),
    fulfillment_service: (at?.location ?? stockedAt)?.service?.handle ?? "manual",
  };
}
