/**
 * The webhook topics that the app handles. `shopify.app.toml` subscribes to the same ones, `handlers.server.ts` says
 * what each does, and a test holds the three together.
 */
export const topics = [
  "app/uninstalled",
  "customers/data_request",
  "customers/redact",
  "fulfillment_orders/cancellation_request_submitted",
  "fulfillment_orders/fulfillment_request_submitted",
  "orders/cancelled",
  "shop/redact",
] as const;

export type Topic = (typeof topics)[number];

/** The known topic of that name, in Shopify's spelling for headers ("app/uninstalled"). */
export function findTopic(name: string): Topic | undefined {
  return topics.find((topic) => topic === name);
}
