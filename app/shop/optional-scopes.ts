/**
 * Shopify requires this scope to request fulfillment, even of our own service. The app requests it with
 * automatic ordering.
 */
export const REQUESTING_SCOPE = "write_third_party_fulfillment_orders";
