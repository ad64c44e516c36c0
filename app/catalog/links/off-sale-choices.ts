/** How a merchant takes a product off sale: as a draft, or with zero stock. */
export const offSaleChoices = ["draft", "zero"] as const;
export type OffSale = (typeof offSaleChoices)[number];
