import type { FulfillmentOrder } from "./fulfillment-order.ts";

/** A fulfillment order with its remaining and its shipped pieces. No personal data. */
export type Shippable = Pick<FulfillmentOrder, "status" | "request"> & {
  lines: { id: string; lineItemId: string; remaining: number }[];
  fulfillments: Fulfillment[];
};

/** Shopify's record of a package. */
export type Fulfillment = {
  id: string;
  /** False after it was canceled or has failed. */
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
