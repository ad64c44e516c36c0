/** What may become of the shop's products from the supplier when the connection ends. */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
