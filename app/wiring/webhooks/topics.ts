/**
 * The webhook topics that the app handles. `shopify.app.toml` subscribes to the same ones, `handlers.server.ts` says
 * what each leads to, and a test holds the three together.
 */
export const topics = [
  "app/scopes_update",
  "app/uninstalled",
  "bulk_operations/finish",
  "customers/data_request",
  "customers/redact",
  "fulfillment_orders/cancellation_request_submitted",
  "fulfillment_orders/cancelled",
  "fulfillment_orders/fulfillment_request_submitted",
  "fulfillment_orders/hold_released",
  "fulfillment_orders/merged",
  "fulfillment_orders/moved",
  "fulfillment_orders/order_routing_complete",
  "fulfillment_orders/placed_on_hold",
  "fulfillment_orders/split",
  "inventory_items/update",
  "orders/cancelled",
  "orders/edited",
  "orders/paid",
  "products/delete",
  "products/update",
  "refunds/create",
  "shop/redact",
] as const;

export type Topic = (typeof topics)[number];

/** Shopify's call to a fulfillment service, at an address of its own. It is no webhook: there is no subscription. */
export const notification = "fulfillment_order_notification";

/** The known topic of that name, in Shopify's spelling for headers ("app/uninstalled"). */
export function findTopic(name: string): Topic | undefined {
  return topics.find((topic) => topic === name);
}
