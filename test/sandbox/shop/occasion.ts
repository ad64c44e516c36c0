import type { ShopState } from "./state.ts";
import type { Payload } from "./webhook-payloads.ts";

/** The context of a change in a shop: the place, the time, and the listeners. */
export interface Occasion {
  shop: ShopState;
  now: Date;
  /** Announces a webhook topic with the body that Shopify documents for it. */
  tell(topic: string, payload: Payload): void;
  /** Announces a request to the fulfillment service at this address. */
  ping(callbackUrl: string, kind: RequestKind): void;
}

export type RequestKind = "FULFILLMENT_REQUEST" | "CANCELLATION_REQUEST";

/** Shopify's times have no fractions of a second. */
export function isoTime(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, "Z");
}
