import type { Metafield, MetafieldDefinition } from "./metafields.ts";
import type { Publication } from "./publications.ts";
import type { InventoryItem } from "../stock/stock.ts";

/** A shop's products and their surroundings. */
export interface Catalog {
  products: Map<number, Product>;
  variants: Map<number, Variant>;
  items: Map<number, InventoryItem>;
  definitions: MetafieldDefinition[];
}

export interface Product {
  id: number;
  title: string;
  handle: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  status: ProductStatus;
  tags: string[];
  seo: { title: string | null; description: string | null };
  options: ProductOption[];
  variants: Variant[];
  metafields: Metafield[];
  media: MediaImage[];
  publishedOn: Publication[];
  createdAt: Date;
  updatedAt: Date;
}

export type ProductStatus = "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";

export interface ProductOption {
  id: number;
  name: string;
  values: OptionValue[];
  /** The metafield that provides the option's values, if the merchant has linked one. */
  linked?: { namespace: string; key: string };
}

export interface OptionValue {
  id: number;
  name: string;
  /** The value in the linked metafield: a metaobject's id. */
  linkedValue?: string;
}

export interface Variant {
  id: number;
  product: Product;
  /** Decimal, two places. */
  price: string;
  compareAtPrice: string | null;
  barcode: string | null;
  taxable: boolean;
  inventoryPolicy: "CONTINUE" | "DENY";
  /** One per option of the product, in their order. */
  values: OptionValue[];
  /** Holds the SKU as well. */
  item: InventoryItem;
  metafields: Metafield[];
  image: MediaImage | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface MediaImage {
  id: number;
  originalSource: string;
  alt: string;
  /** Shopify fetches an image after it has answered; here it comes one step further each time its status is read. */
  status: MediaStatus;
  createdAt: Date;
}

export type MediaStatus = "UPLOADED" | "PROCESSING" | "READY" | "FAILED";

export function createCatalog(): Catalog {
  return { products: new Map(), variants: new Map(), items: new Map(), definitions: [] };
}

/** "Blue / S"; a product without options has one variant, called as Shopify calls it. */
export function variantTitle(variant: Variant): string {
  return variant.values.map(({ name }) => name).join(" / ");
}

export function findVariantBySku(catalog: Catalog, sku: string): Variant | undefined {
  return [...catalog.variants.values()].find(({ item }) => item.sku === sku);
}

export function hasOnlyDefaultVariant(product: Product): boolean {
  const [variant, ...others] = product.variants;
  return others.length === 0 && variant !== undefined && variantTitle(variant) === DEFAULT_VALUE;
}

export const DEFAULT_OPTION = "Title";
export const DEFAULT_VALUE = "Default Title";

/** Removes variants and their stock. */
export function forgetVariants(catalog: Catalog, variants: Iterable<Variant>): void {
  for (const { id, item } of variants) {
    catalog.variants.delete(id);
    catalog.items.delete(item.id);
  }
}
