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
 * The product's fields that are ours until the merchant changes them in the shop. All other fields of
 * a product are the merchant's, except those that the merchant lets follow the supplier (`followable`).
 */
export const productOwned: readonly ProductField[] = ["status"];

/** The fields that follow the supplier if the merchant chooses so. */
export const followable = [
  "title",
  "descriptionHtml",
  "vendor",
  "productType",
] as const satisfies ProductField[];
export type FollowableField = (typeof followable)[number];

/** Fields that the merchant may keep or let follow the supplier, per product. A choice holds for all variants of the product. */
export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];
export type ChosenField = (typeof chosenFields)[number];

/**
 * Returns the key under which `product_link.last_written` has a text as Shopify stored it, possibly cleaned up. Under the field's
 * name it has the text that we sent.
 */
export function storedKey(field: FollowableField): `${FollowableField}.shown` {
  return `${field}.shown`;
}
