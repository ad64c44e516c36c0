/** What may become of the shop's products from the platform when the connection ends. */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
