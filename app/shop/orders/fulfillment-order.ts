import type { Destination, PostalAddress } from "../addresses/postal-address.ts";
import type { Money } from "../../lib/money.ts";

/** A fulfillment order as the shop shows it now. `destination` is personal data: use it, never store it. */
export type FulfillmentOrder = RequestStatus & {
  id: string;
  shopOrderId: string;
  orderName: string;
  /** Shopify's id of the merchant's latest request; null without a request. */
  requestId: string | null;
  /** Time of the latest request, by the shop's clock. */
  requestedAt: Date | null;
  /** Null if the shop no longer shows the order. */
  paid: boolean | null;
  /**
   * The part of the order's total that is not paid yet, in the shop's currency; null if the shop does not show the
   * order.
   */
  outstanding: Money | null;
  /** True for Shopify's test orders, which bring no money. False if the shop does not show the order. */
  test: boolean;
  /** True if the customer's order is canceled. Its requests may stay open for a while. */
  orderCanceled: boolean;
  /** Delivery method; null if unknown. */
  delivery: DeliveryMethod | null;
  /** Name of the shipping method that the customer chose; null without one. */
  shippingMethod: string | null;
  /** The merchant's message with the request, and the note of the customer's order. This is personal data as well. */
  requestMessage: string | null;
  orderNote: string | null;
  destination: Destination | null;
  /** Address of the customer's order. Merchants edit this address. It is personal data as well. */
  orderAddress: PostalAddress | null;
  lines: RequestedLine[];
  /** Shipping and currency of the customer's order; null if the shop does not show the order. */
  sale: Sale | null;
  /** Fulfillments and refunds of the customer's order; none if the shop does not show the order. */
  past: PastPieces;
  /**
   * Closed or canceled fulfillment orders of the same order at our location. Contains only those among the order's
   * latest twenty.
   */
  closedOthers: string[];
};

/** Shipping, currency, pieces and refunds of a whole customer's order. */
export type Sale = {
  /** The currency that the customer pays in. */
  paidCurrency: string;
  /** Shipping after discounts and refunds, net of tax, in the shop's currency. */
  shipping: Money;
  /**
   * Pieces of the whole order, including removed ones. A part that was sent earlier must keep its share when pieces are
   * removed later.
   */
  pieces: number;
  /** Null without refunds. */
  refunds: Refunds | null;
};

/** An order's refunds, in the shop's currency. */
export type Refunds = {
  /** The order's total as it was placed, with tax. */
  total: Money;
  /** Pieces as ordered, including those that were removed later. */
  pieces: number;
  /** The oldest first. */
  each: Refund[];
};

export type Refund = {
  at: Date;
  lines: RefundedLine[];
  shipping: Taxed;
  /** The refunded amount that is neither for `lines` nor for `shipping`, with tax. */
  goodwill: Money;
};

/** An amount without and with tax. */
export type Taxed = { net: Money; gross: Money };

type RefundedLine = Taxed & {
  lineItemId: string;
  quantity: number;
  /** Pieces of the line that are left in the order now. */
  current: number;
};

/**
 * For this time after a change, a read may show a fulfillment order as it was before the change, or not at all.
 * Shopify's replicas lag less than that.
 */
export const REPLICA_LAGS_SECONDS = 600;

/** A fulfillment order read before our location is known. */
export type ReadFulfillmentOrder = Omit<FulfillmentOrder, "ours" | "closedOthers"> & {
  locationId: string | null;
  /**
   * Closed or canceled fulfillment orders of the same order at any location. Contains only those among the order's
   * latest twenty.
   */
  closedBeside: { id: string; locationId: string | null }[];
};

/**
 * State of the merchant's request. The shop shows it even for orders older than 60 days, whose other fields it hides.
 */
export type RequestStatus = {
  status: "open" | "in_progress" | "on_hold" | "scheduled" | "cancelled" | "closed" | "incomplete";
  /** The merchant's request for fulfillment, and our answer. */
  request:
    | "unsubmitted"
    | "submitted"
    | "accepted"
    | "rejected"
    | "cancellation_requested"
    | "cancellation_accepted"
    | "cancellation_rejected"
    | "closed";
  /** True if the fulfillment order is assigned to this app's location. */
  ours: boolean;
};

/** Shopify's DeliveryMethodType. */
export type DeliveryMethod = "local" | "none" | "pick_up" | "pickup_point" | "retail" | "shipping";

export type FulfillmentOrderLine = {
  id: string;
  /** The line of the customer's order. */
  lineItemId: string;
  /** Null if the variant was deleted meanwhile. */
  shopVariantId: string | null;
  sku: string | null;
  title: string;
  /** Pieces that this fulfillment order still has to fulfill. */
  quantity: number;
  /** Pieces that the customer ordered, without those that were removed from the order. */
  ordered: number;
  /** The customer's price per piece. */
  unitPrice: Money | null;
  /** The customer's price of all `ordered` pieces after discounts, net of tax and duties. */
  net: Money;
  /** The tax on all `ordered` pieces. */
  tax: Money;
  /** The merchant's cost per piece, from the shop. */
  unitCost: Money | null;
};

/** A line, with the texts that the customer entered for it. */
export type RequestedLine = FulfillmentOrderLine & {
  /** Null if the variant was deleted meanwhile. */
  shopProductId: string | null;
  productTitle: string;
  /**
   * Texts that the customer entered, such as an engraving. Personal data: use them, never store them. The
   * attributes' names may be stored.
   */
  attributes: Attribute[];
};

export type Attribute = { name: string; value: string };

/** A fulfillment order with its remaining and its shipped pieces. No personal data. */
export type Shippable = Pick<FulfillmentOrder, "status" | "request"> & {
  /** Null if the app may not see the location. */
  locationId: string | null;
  lines: { id: string; lineItemId: string; remaining: number }[];
  fulfillments: Fulfillment[];
};

/** Shopify's record of a package. */
export type Fulfillment = {
  id: string;
  /** False if the fulfillment was canceled or has failed. */
  stands: boolean;
  tracking: Tracking[];
  /** The first lines, at most `LINES_READ`. */
  lines: { lineItemId: string; quantity: number }[];
};

/** Number of lines read with a fulfillment. */
export const LINES_READ = 50;

/** Maximum number of lines in one fulfillment. */
export const LINES_AT_MOST = 250;

export type Tracking = { company: string | null; number: string | null; url: string | null };

/**
 * Shopify requires this scope to request fulfillment, even from our own service. The app asks the merchant for it when
 * automatic ordering is switched on, and before other actions that request fulfillment.
 */
export const REQUESTING_SCOPE = "write_third_party_fulfillment_orders";

/**
 * Returns true if a fulfillment order with this status is finished. If pieces remain, another fulfillment order has
 * them.
 */
export function isOver(status: RequestStatus["status"]): boolean {
  return ["cancelled", "closed", "incomplete"].includes(status);
}

/** Returns true if the merchant may now request from us that we fulfill this fulfillment order. */
export function isRequestable({ ours, status, request }: RequestStatus): boolean {
  return ours && status === "open" && request === "unsubmitted";
}

/**
 * Adds `ours`: true if the fulfillment order is at our location. Keeps only those closed fulfillment orders beside it
 * that are at our location.
 */
export function forLocation(
  { locationId, closedBeside, ...read }: ReadFulfillmentOrder,
  ourLocationId: string | null,
): FulfillmentOrder {
  const isOurs = (id: string | null) => ourLocationId !== null && id === ourLocationId;
  return {
    ...read,
    ours: isOurs(locationId),
    closedOthers: closedBeside.filter((other) => isOurs(other.locationId)).map(({ id }) => id),
  };
}

/**
 * Derives the request's state from Shopify's status and the merchant's latest request. A requested
 * cancellation shows as CANCELLATION_REQUESTED (as documented), or as ACCEPTED with a pending
 * CANCELLATION_REQUEST (as recorded, API 2026-04).
 */
export function requestOf(
  requestStatus: string,
  latest: { kind: string } | undefined,
): RequestStatus["request"] {
  if (requestStatus === "ACCEPTED" && latest?.kind === "CANCELLATION_REQUEST")
    return "cancellation_requested";
  return requestStatus.toLowerCase() as RequestStatus["request"];
}

type ReadStatus = {
  status: string;
  requestStatus: string;
  assignedLocation: { location: { id: string } | null };
  merchantRequests: { nodes: { kind: string }[] };
};

/** Translates Shopify's status. */
export function toStatus(
  { status, requestStatus, assignedLocation, merchantRequests }: ReadStatus,
  ourLocationId: string | null,
): RequestStatus {
  return {
    status: statusOf(status),
    request: requestOf(requestStatus, merchantRequests.nodes.at(-1)),
    ours: ourLocationId !== null && assignedLocation.location?.id === ourLocationId,
  };
}

/** Translates Shopify's `status`, without the status of the request. */
export function statusOf(status: string): RequestStatus["status"] {
  return status.toLowerCase() as RequestStatus["status"];
}

/**
 * Returns true if an order's payment has arrived. An authorized payment does not count, because it may never arrive.
 */
export function isPaid(displayFinancialStatus: string | null | undefined): boolean {
  return displayFinancialStatus === "PAID" || displayFinancialStatus === "PARTIALLY_REFUNDED";
}

/** Pieces of a customer's order that were fulfilled or refunded, from any location. */
export type PastPieces = {
  /** Fulfillments, except those that were canceled or have failed. */
  fulfilled: (DatedPieces & { id: string })[];
  /** Refunds. A refund may name no pieces. */
  refunded: DatedPieces[];
  /** Lines by id, from the same reply of Shopify as the refunds; empty without refunds. */
  lines: ReadonlyMap<string, LeftPieces>;
};

/** Pieces of a line that are left in the order. */
type LeftPieces = {
  /** Pieces that the customer ordered, without refunded and removed ones. */
  ordered: number;
  /** Pieces that are still to be fulfilled, in all fulfillment orders and from any location. */
  remaining: number;
};

type DatedPieces = {
  /** By Shopify's clock, in whole seconds. */
  at: Date;
  lines: { lineItemId: string; quantity: number }[];
};

/** The value for an order without refunds. Its fulfillments are not read, because they matter only for refunds. */
export const NO_PAST: PastPieces = { fulfilled: [], refunded: [], lines: new Map() };
