/** The fields of a product that an import writes. */
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

/**
 * The product's fields that Stockbridge keeps up to date until the merchant changes them in the shop. All other
 * fields of a product are the merchant's, unless they let a field follow the supplier (`followable`).
 */
export const productOwned: readonly ProductField[] = ["status"];

/** The product's fields that the merchant can let follow the supplier. */
export const followable = [
  "title",
  "descriptionHtml",
  "vendor",
  "productType",
] as const satisfies ProductField[];
export type FollowableField = (typeof followable)[number];

/**
 * Fields for which the merchant chooses, per product: keep their own value, or follow the supplier. A choice
 * applies to all variants of the product.
 */
export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];
export type ChosenField = (typeof chosenFields)[number];

/**
 * Returns the key of a text in `product_link.last_written` as Shopify stored the text. Shopify may clean up
 * texts; the key without ".shown" has the text that we sent.
 */
export function storedKey(field: FollowableField): `${FollowableField}.shown` {
  return `${field}.shown`;
}
