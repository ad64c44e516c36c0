/**
 * The target state of a product in the shop. Amounts are decimals in the shop's currency. Values that are
 * null are not sent.
 */
export type ProductContent = {
  /** The supplier's id, by which we find the product in the shop again. */
  supplierProductId: string;
  title: string;
  /** Sanitized: without scripts and other unsafe HTML. */
  descriptionHtml: string | null;
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
  /** Former price to display; null to leave it unchanged. */
  compareAtPrice: string | null;
  cost: string;
  weightGrams: number | null;
  /** One of the product's images. */
  imageUrl: string | null;
  /** One value per option, in the options' order. */
  optionValues: OptionValue[];
};

/** `linkedValue`: the metafield's value, if the merchant has linked the option to a metafield. */
export type OptionValue = { name: string; value: string; linkedValue?: string };

/** A variant's amounts in the shop, as Shopify stored them: Shopify may round. */
export type VariantAmounts = { price: string; compareAtPrice: string | null; cost: string | null };

/** Reads a variant's amounts from a reply. */
export function toAmounts(node: {
  price: string;
  compareAtPrice?: string | null;
  inventoryItem: { unitCost?: { amount: string } | null };
}): VariantAmounts {
  const { price, compareAtPrice = null, inventoryItem } = node;
  return { price, compareAtPrice, cost: inventoryItem.unitCost?.amount ?? null };
}
