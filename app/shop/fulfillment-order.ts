import type { Money } from "../lib/money.ts";

/** A fulfillment order as the shop has it at this moment. `destination` is personal data: use it, never keep it. */
export type FulfillmentOrder = RequestStatus & {
  id: string;
  shopOrderId: string;
  orderName: string;
  /** When the merchant made the latest request of it, by the shop's clock; null when there was none. */
  requestedAt: Date | null;
  /** Null where the shop shows the order itself no more. */
  paid: boolean | null;
  /** Whether it is one of Shopify's test orders, for which no money comes. False where the shop doesn't show the order. */
  test: boolean;
  /** Whether the customer's order itself is canceled. Its requests may stand for a while. */
  orderCancelled: boolean;
  /** How it reaches the customer; null where the shop does not say. */
  delivery: DeliveryMethod | null;
  destination: Destination | null;
  /** The address of the customer's order itself, which is what a merchant changes. Personal data as well. */
  orderAddress: PostalAddress | null;
  lines: FulfillmentOrderLine[];
  /** Ids of others of the customer's order that were assigned to us and are over, the latest twenty of all. */
  closedOthers: string[];
};

/** A fulfillment order as it is read, before anybody has said which location is ours. */
export type ReadFulfillmentOrder = Omit<FulfillmentOrder, "ours" | "closedOthers"> & {
  locationId: string | null;
  /** Others of the customer's order that are over, the latest twenty of all, wherever they were assigned to. */
  closedBeside: { id: string; locationId: string | null }[];
};

/** A fulfillment order as the owner of that location sees it. */
export function seenFrom(
  { locationId, closedBeside, ...read }: ReadFulfillmentOrder,
  ourLocationId: string | null,
): FulfillmentOrder {
  const isOurs = (id: string | null) => ourLocationId !== null && id === ourLocationId;
  return {
    ...{ ...read, ours: isOurs(locationId) },
    closedOthers: closedBeside.filter((other) => isOurs(other.locationId)).map(({ id }) => id),
  };
}

/** How the merchant's request for fulfillment stands. An order older than 60 days shows this as well, unlike the rest. */
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
  /** Whether it is assigned to this app's fulfillment service. */
  ours: boolean;
};

/** Shopify's DeliveryMethodType. */
export type DeliveryMethod = "local" | "none" | "pick_up" | "pickup_point" | "retail" | "shipping";

/**
 * How a request stands, by its status and the merchant's latest request. A cancellation that is requested shows as
 * CANCELLATION_REQUESTED (as documented), or as ACCEPTED with a pending CANCELLATION_REQUEST (as recorded, API 2026-04).
 */
export function requestOf(
  requestStatus: string,
  latest: { kind: string } | undefined,
): RequestStatus["request"] {
  if (requestStatus === "ACCEPTED" && latest?.kind === "CANCELLATION_REQUEST")
    return "cancellation_requested";
  return requestStatus.toLowerCase() as RequestStatus["request"];
}

export type FulfillmentOrderLine = {
  id: string;
  /** The line of the customer's order. */
  lineItemId: string;
  /** Null when the variant has been deleted since. */
  shopVariantId: string | null;
  sku: string | null;
  title: string;
  /** Pieces that are still to be fulfilled here. */
  quantity: number;
  /** Pieces that the customer ordered in all, less those removed from the order. */
  ordered: number;
  /** What the customer pays for one. */
  unitPrice: Money | null;
  /** What one costs the merchant, as the shop knows it. */
  unitCost: Money | null;
};

/** Where a parcel goes. */
export type PostalAddress = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  countryCode: string | null;
};

export type Destination = PostalAddress & { phone: string | null; email: string | null };
