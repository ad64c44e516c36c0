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
  /** The first of them, `LINES_READ` at most. */
  lines: { lineItemId: string; quantity: number }[];
};

/** How many lines of a fulfillment are read with it. */
export const LINES_READ = 50;
/** How many lines Shopify takes in one fulfillment. */
export const LINES_AT_MOST = 250;

export type Tracking = { company: string | null; number: string | null; url: string | null };
