import type { Variant } from "../catalog/catalog.ts";
import type { RequestKind } from "../occasion.ts";
import type { Location } from "../stock/stock.ts";

export interface Order {
  id: number;
  /** 1001 for "#1001" */
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  customer: Customer | null;
  shippingAddress: Address | null;
  deliveryMethod: DeliveryMethod;
  tags: string[];
  /** Paid with a test gateway: no money moves. */
  test: boolean;
  financialStatus: "AUTHORIZED" | "PAID" | "PARTIALLY_PAID" | "PENDING" | "REFUNDED" | "VOIDED";
  /** Money that has arrived. An authorized payment has not. */
  received: number;
  lines: OrderLine[];
  fulfillmentOrders: FulfillmentOrder[];
  fulfillments: Fulfillment[];
  cancelReason: CancelReason | null;
  cancelledAt: Date | null;
  closedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Admin schema, DeliveryMethodType. */
export type DeliveryMethod = "LOCAL" | "NONE" | "PICKUP_POINT" | "PICK_UP" | "RETAIL" | "SHIPPING";

export type CancelReason = "CUSTOMER" | "DECLINED" | "FRAUD" | "INVENTORY" | "OTHER" | "STAFF";

export interface Customer {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

export interface Address {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  countryCode: string;
  phone: string | null;
}

/** Names and prices are those of the moment of the order; the variant may change, or go. */
export interface OrderLine {
  id: number;
  variant: Variant;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string;
  /** As ordered, and what a refund or an edit has taken out since. */
  quantity: number;
  removed: number;
  price: string;
  requiresShipping: boolean;
}

export interface FulfillmentOrder {
  id: number;
  order: Order;
  location: Location;
  status: "CLOSED" | "IN_PROGRESS" | "INCOMPLETE" | "ON_HOLD" | "OPEN";
  requestStatus: RequestStatus;
  lines: FulfillmentOrderLine[];
  merchantRequests: MerchantRequest[];
  createdAt: Date;
  updatedAt: Date;
}

export type RequestStatus =
  | "ACCEPTED"
  | "CANCELLATION_ACCEPTED"
  | "CANCELLATION_REJECTED"
  | "CANCELLATION_REQUESTED"
  | "CLOSED"
  | "REJECTED"
  | "SUBMITTED"
  | "UNSUBMITTED";

export interface FulfillmentOrderLine {
  id: number;
  line: OrderLine;
  total: number;
  remaining: number;
}

export interface MerchantRequest {
  id: number;
  kind: RequestKind;
  message: string | null;
  options: Record<string, unknown>;
  sentAt: Date;
}

export interface Fulfillment {
  id: number;
  order: Order;
  /** "#1001-F1" */
  name: string;
  status: "CANCELLED" | "SUCCESS";
  location: Location;
  lines: FulfillmentLine[];
  tracking: TrackingInfo[];
  createdAt: Date;
  updatedAt: Date;
}

export interface FulfillmentLine {
  id: number;
  quantity: number;
  line: OrderLine;
  fulfillmentOrder: FulfillmentOrder;
}

export interface TrackingInfo {
  company: string | null;
  number: string | null;
  url: string | null;
}

export function shippedQuantity({ fulfillments }: Order, line: OrderLine): number {
  return fulfillments
    .filter(({ status }) => status === "SUCCESS")
    .flatMap(({ lines }) => lines)
    .reduce((sum, each) => sum + (each.line === line ? each.quantity : 0), 0);
}

/** The status that customers see, and the merchant in the list of orders. */
export function displayFulfillmentStatus(order: Order): string {
  const ordered = order.lines.reduce((sum, { quantity, removed }) => sum + quantity - removed, 0);
  const shipped = order.lines.reduce((sum, line) => sum + shippedQuantity(order, line), 0);
  if (shipped >= ordered) return "FULFILLED";
  if (shipped > 0) return "PARTIALLY_FULFILLED";
  const open = order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED");
  const running = open.every(
    ({ status, requestStatus }) => status === "IN_PROGRESS" || requestStatus === "SUBMITTED",
  );
  return open.length > 0 && running ? "IN_PROGRESS" : "UNFULFILLED";
}

export function orderTotal({ lines }: Order): number {
  return lines.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0);
}
