/**
 * The merchant's choice for the imported products when the connection ends. `zero-stock` is the default: an order that no
 * supplier will send costs the merchant most.
 */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
