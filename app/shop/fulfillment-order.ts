import type { Money } from "../lib/money.ts";

/** A fulfillment order as the shop has it at this moment. `destination` is personal data: use it, never keep it. */
export type FulfillmentOrder = {
  id: string;
  shopOrderId: string;
  orderName: string;
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
  paid: boolean;
  destination: Destination | null;
  lines: FulfillmentOrderLine[];
};

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

export type Destination = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  countryCode: string | null;
  phone: string | null;
  email: string | null;
};
