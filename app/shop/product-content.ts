/** A product as the shop should have it. Amounts are decimals in the shop's currency. */
export type ProductContent = {
  /** The supplier's id, by which the shop's product is found again. */
  supplierProductId: string;
  title: string;
  /** Sanitized. */
  descriptionHtml: string;
  vendor: string | null;
  productType: string | null;
  images: { url: string; alt: string | null }[];
  variants: VariantContent[];
};

export type VariantContent = {
  supplierVariantId: string;
  sku: string;
  barcode: string | null;
  price: string;
  /** What it is shown to have cost before; null to leave that as it is. */
  compareAtPrice: string | null;
  cost: string;
  weightGrams: number | null;
  /** One of the product's images. */
  imageUrl: string | null;
  /** A value for each option, in the options' order. */
  optionValues: { name: string; value: string }[];
};
