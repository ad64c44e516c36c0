import type { Variant } from "../catalog/catalog.ts";
import type { RequestKind } from "../occasion.ts";
import type { Location } from "../stock/stock.ts";
import type { OrderMoney } from "./order-money.ts";

export interface Order {
  id: number;
  /** 1001 for "#1001" */
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  customer: Customer | null;
  shippingAddress: Address | null;
  /**
   * Address of the fulfillment orders, if it did not follow a later change of the order's address. Shopify does not
   * document if it follows.
   */
  destination?: Address;
  deliveryMethod: DeliveryMethod;
  tags: string[];
  note: string | null;
  /** The titles of the shipping rates that the customer chose. */
  shippingLines: string[];
  /** Paid with a test gateway: no money moves. */
  test: boolean;
  /** Fraud assessments by Shopify and by apps, which arrive after the order. Shops without fraud analysis have none. */
  riskAssessments: RiskLevel[];
  financialStatus: "AUTHORIZED" | "PAID" | "PARTIALLY_PAID" | "PENDING" | "REFUNDED" | "VOIDED";
  money: OrderMoney;
  /** Money that has arrived. An authorized payment has not. */
  received: number;
  lines: OrderLine[];
  fulfillmentOrders: FulfillmentOrder[];
  fulfillments: Fulfillment[];
  refunds: Refund[];
  cancelReason: CancelReason | null;
  cancelledAt: Date | null;
  closedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Admin schema, RiskAssessmentResult. */
export type RiskLevel = "HIGH" | "LOW" | "MEDIUM" | "NONE" | "PENDING";

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

export interface Attribute {
  key: string;
  value: string;
}

/** Names and prices are those of the moment of the order; the variant may change, or go. */
export interface OrderLine {
  id: number;
  /** The customer's wishes for these pieces, such as an engraving. */
  customAttributes: Attribute[];
  variant: Variant;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string;
  /** As ordered, including pieces that were removed later. */
  quantity: number;
  /** Pieces that refunds and edits have removed. */
  removed: number;
  /** Removed pieces that had left before: the customer sends them back, or keeps them. */
  returned: number;
  price: string;
  requiresShipping: boolean;
}

export interface FulfillmentOrder {
  id: number;
  order: Order;
  location: Location;
  status: "CLOSED" | "IN_PROGRESS" | "INCOMPLETE" | "ON_HOLD" | "OPEN" | "SCHEDULED";
  /** Time at which a scheduled fulfillment order opens, or since which another one could be sent. */
  fulfillAt: Date;
  requestStatus: RequestStatus;
  lines: FulfillmentOrderLine[];
  merchantRequests: MerchantRequest[];
  holds: FulfillmentHold[];
  /** The service's latest answer, in its own words; null before it. */
  answer: ServiceAnswer | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface FulfillmentHold {
  id: number;
  /** Unique among the holds of one app on one fulfillment order. */
  handle: string;
  reason: string;
  reasonNotes: string | null;
  /** Holds the pieces that this hold left out. */
  remaining: FulfillmentOrder | null;
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

export interface ServiceAnswer {
  message: string | null;
  /** Admin schema, FulfillmentOrderRejectionReason; null unless it is a rejection with a reason. */
  reason: string | null;
  /** Lines that a rejection names. It rejects all of them. */
  lineItems: { line: FulfillmentOrderLine; message: string | null }[];
  estimatedShippedAt: Date | null;
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
  events: FulfillmentEvent[];
  createdAt: Date;
  updatedAt: Date;
}

/** Money that went back, with the pieces that it was for. */
export interface Refund {
  id: number;
  createdAt: Date;
  /** With tax. */
  amount: number;
  /** The part of the order's shipping that went back, as the customer saw its price. */
  shipping: number;
  lines: { id: number; line: OrderLine; quantity: number; restockType: RestockType }[];
}

/** Admin schema, RefundLineItemRestockType. */
export type RestockType = "CANCEL" | "NO_RESTOCK" | "RETURN";

export interface FulfillmentLine {
  id: number;
  quantity: number;
  line: OrderLine;
  fulfillmentOrder: FulfillmentOrder;
}

export interface FulfillmentEvent {
  id: number;
  /** Admin schema, FulfillmentEventStatus. */
  status: string;
  happenedAt: Date;
  createdAt: Date;
  estimatedDeliveryAt: Date | null;
  /** The rest of the input, as it came. */
  details: Record<string, string | number | null>;
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

/** Returns the pieces of a line that are still to leave. */
export function unfulfilledQuantity(order: Order, line: OrderLine): number {
  return line.quantity - (line.removed - line.returned) - shippedQuantity(order, line);
}

/** The status that customers see, and the merchant in the list of orders. */
export function displayFulfillmentStatus(order: Order): string {
  const shipped = order.lines.reduce((sum, line) => sum + shippedQuantity(order, line), 0);
  if (order.lines.every((line) => unfulfilledQuantity(order, line) === 0)) return "FULFILLED";
  if (shipped > 0) return "PARTIALLY_FULFILLED";
  const open = order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED");
  // airhorns/shopify-draft-proxy, fulfillment-order-release-hold-selective.
  if (open.length > 0 && open.every(({ status }) => status === "ON_HOLD")) return "ON_HOLD";
  const running = open.every(
    ({ status, requestStatus }) => status === "IN_PROGRESS" || requestStatus === "SUBMITTED",
  );
  return open.length > 0 && running ? "IN_PROGRESS" : "UNFULFILLED";
}
