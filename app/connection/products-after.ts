/** The merchant's choice for the imported products when the connection ends. */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
