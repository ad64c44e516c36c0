import type { FulfillmentOrder } from "./fulfillment-order.ts";

/** A fulfillment order with the pieces that are still to be shipped and those that were. Without personal data. */
export type Shippable = Pick<FulfillmentOrder, "status" | "request"> & {
  lines: { id: string; lineItemId: string; remaining: number }[];
  fulfillments: Fulfillment[];
};

/** Shopify's record of a parcel. */
export type Fulfillment = {
  id: string;
  /** False once it was cancelled, or has failed. */
  stands: boolean;
  tracking: Tracking[];
  lines: { lineItemId: string; quantity: number }[];
};

export type Tracking = { company: string | null; number: string | null; url: string | null };
