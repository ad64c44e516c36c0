import type { ProductStatus } from "./catalog.ts";
import type { MetafieldInput } from "./metafields.ts";

/** The parts of Shopify's inputs that the sandbox reads, as graphql-js hands them over. */
export interface ProductSetInput extends ProductFields {
  id?: string | null;
  productOptions?: OptionSetInput[] | null;
  variants?: VariantSetInput[] | null;
  metafields?: MetafieldInput[] | null;
  files?: FileInput[] | null;
  collections?: string[] | null;
}

export interface ProductFields {
  title?: string | null;
  handle?: string | null;
  descriptionHtml?: string | null;
  vendor?: string | null;
  productType?: string | null;
  status?: ProductStatus | null;
  tags?: string[] | null;
  seo?: { title?: string | null; description?: string | null } | null;
}

export interface OptionSetInput {
  id?: string | null;
  name?: string | null;
  values?: { id?: string | null; name?: string | null }[] | null;
  linkedMetafield?: { namespace: string; key: string; values?: string[] | null } | null;
}

export interface VariantSetInput {
  id?: string | null;
  optionValues: OptionValueInput[];
  sku?: string | null;
  barcode?: string | null;
  price?: string | number | null;
  compareAtPrice?: string | number | null;
  taxable?: boolean | null;
  inventoryPolicy?: "CONTINUE" | "DENY" | null;
  inventoryItem?: ItemInput | null;
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[] | null;
  metafields?: MetafieldInput[] | null;
  file?: FileInput | null;
}

export interface OptionValueInput {
  id?: string | null;
  name?: string | null;
  optionId?: string | null;
  optionName?: string | null;
  linkedMetafieldValue?: string | null;
}

export interface ItemInput {
  sku?: string | null;
  cost?: string | number | null;
  tracked?: boolean | null;
  requiresShipping?: boolean | null;
  countryCodeOfOrigin?: string | null;
  harmonizedSystemCode?: string | null;
  measurement?: { weight?: { value: number; unit: WeightUnit } | null } | null;
}

type WeightUnit = "GRAMS" | "KILOGRAMS" | "OUNCES" | "POUNDS";

export interface FileInput {
  id?: string | null;
  originalSource?: string | null;
  alt?: string | null;
}

export interface ProductIdentifier {
  id?: string | null;
  handle?: string | null;
  customId?: { namespace?: string | null; key: string; value: string } | null;
}
