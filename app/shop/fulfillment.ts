import type { FulfillmentOrder } from "./fulfillment-order.ts";

/** What of a fulfilment order is still to be shipped, and what was. None of it is personal data. */
export type Shippable = Pick<FulfillmentOrder, "status" | "request"> & {
  lines: { id: string; lineItemId: string; remaining: number }[];
  fulfillments: Fulfillment[];
};

/** A parcel as the shop shows it. */
export type Fulfillment = {
  id: string;
  /** False once it was cancelled, or has failed. */
  stands: boolean;
  tracking: Tracking[];
  lines: { lineItemId: string; quantity: number }[];
};

export type Tracking = { company: string | null; number: string | null; url: string | null };
