/**
 * Rules about Shopify that the sandbox (test/sandbox/) and the app assume. If a real shop breaks one, first correct
 * the sandbox, and then the app by the tests that fail.
 */
export const RULES = {
  points: "Every answer of the Admin API tells how many points are left.",
  scopes: "An installation has granted every scope that shopify.app.toml asks for.",
  subscriptions: "Webhooks come in the version of the shopify.app.toml that was deployed.",
  "bulk-queries": "Shopify lets the app run bulk queries.",
  "bulk-mutations": "Shopify lets the app run bulk mutations.",
  definitions: "Deploying shopify.app.toml creates both metafield definitions in the shop, of the type id.",
  service: "The fulfillment service that the app creates is listed in the shop, with a location of its own.",
  callback: "Shopify keeps the address that a fulfillment service is to be called at.",
  location: "A service's location is active, and listed where legacy locations are asked for.",
  "shipping-rates":
    "Shipping profiles say which locations have rates, by groups of locations with their zones.",
  "own-rates":
    "With write_shipping, an app creates a shipping profile, replaces its zones in one call although they name the same country, and removes it.",
  "online-store": "The Online Store is a publication whose app has the handle online_store.",
  signature: "A webhook reaches the app unchanged, so that its signature holds; any other is answered 401.",
  product:
    "productSet creates a product with a custom id once: it is found by that id, and a second one is rejected.",
  stock: "What is available at the service's location can be set, and is read back.",
  "stale-stock": "A change of stock from another quantity than the shop's is refused as stale.",
  pictures:
    "productSet takes a picture by its address for the product and, by the same address, for its variant.",
  "taken-variant-id": "productVariantsBulkCreate refuses a variant whose custom id another one has.",
  "taken-product-id": "metafieldsSet refuses a custom id that another product has.",
  "own-name": "A location may be given the name that it has.",
  "left-over-name":
    "A fulfillment service may have the name of a location that a deleted one has left behind.",
  unlinking: "A product whose metafields are deleted is no longer found by the custom id.",
  publishing: "A published product shows its channel at once.",
  routing: "The order of a product that only our location stocks makes a fulfillment order there.",
  "customer-data": "A fulfillment order shows the app the name and address it is to be sent to.",
  requesting: "Requested, a fulfillment order is SUBMITTED; accepted, it is IN_PROGRESS and ACCEPTED.",
  tracking: "A fulfillment keeps the tracking number that it was created with.",
  cancelling:
    "A requested cancellation shows as CANCELLATION_REQUESTED, or as ACCEPTED with a CANCELLATION_REQUEST behind it.",
  "cancelling-again": "A cancellation that the service has refused may be requested again.",
  "webhook-signing": "Webhooks are signed with the app's secret, and go to the app's address.",
  webhooks: "Each event sends a webhook of its topic.",
  "webhook-ids": "A webhook's body names what it is about, as include_fields orders it.",
  "webhook-time": "A webhook comes within a minute of what triggered it.",
  "taking-back": "What the app has made in a shop it can also delete or cancel.",
} as const;

export type RuleName = keyof typeof RULES;
