/** Only this scope may request fulfillment, of our own service as well. Asked for with automatic ordering. */
export const REQUESTING_SCOPE = "write_third_party_fulfillment_orders";
