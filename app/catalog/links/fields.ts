/** The fields of a shop's product that an import writes. */
export const productFields = [
  "title",
  "descriptionHtml",
  "vendor",
  "productType",
  "tags",
  "images",
  "status",
] as const;
export type ProductField = (typeof productFields)[number];

/** The fields of a variant that an import writes. */
export const variantFields = ["price", "compareAtPrice", "cost", "barcode", "weight", "stock"] as const;
export type VariantField = (typeof variantFields)[number];
