import { createHash } from "node:crypto";

import type { Product, Skipped, Variant } from "../../wholesale/resources.ts";

/** Longer values could not be indexed (Postgres allows a third of a page), and would not be read anyway. */
const MAX_ID = 255;
const MAX_NAME = 500;
const MAX_STOCK = 1_000_000_000;

/** Products as the mirror stores them; the keys are the columns' names. */
export type MirrorRows = { products: ProductRow[]; variants: VariantRow[] };

export type ProductRow = {
  id: string;
  name: string;
  description_html: string;
  brand: string | null;
  category: string | null;
  images: Product["images"];
  options: string[];
  updated_at: string | null;
  discontinued: boolean;
  hash: string;
};

export type VariantRow = {
  id: string;
  supplier_product_id: string;
  position: number;
  sku: string | null;
  barcode: string | null;
  options: Record<string, string>;
  price_amount: string;
  price_currency: string;
  stock: number;
  weight_grams: number | null;
  image_url: string | null;
};

/**
 * The rows for a page of products. Values that Postgres would reject are corrected or left out, because one such product
 * would stop the whole list: NUL and half characters, duplicate ids, endless ids and names.
 */
export function toMirrorRows(page: Product[]): MirrorRows {
  const products = new Map<string, ProductRow>();
  const variants = new Map<string, VariantRow>();
  for (const product of cleaned(page)) {
    if (product.id.length > MAX_ID) continue;
    products.set(product.id, toProductRow(product));
    product.variants.forEach((variant, position) => {
      if (variant.id.length <= MAX_ID) variants.set(variant.id, toVariantRow(variant, product.id, position));
    });
  }
  return { products: [...products.values()], variants: [...variants.values()] };
}

/** The ids of products that cannot be read, as rows would have them; null where not even the id can be read. */
export function idsOf(skipped: Skipped[]): (string | null)[] {
  return cleaned(skipped.map(({ id }) => id));
}

function toProductRow(product: Product): ProductRow {
  return {
    id: product.id,
    name: cut(product.name, MAX_NAME),
    description_html: product.descriptionHtml,
    brand: product.brand && cut(product.brand, MAX_NAME),
    category: product.category && cut(product.category, MAX_NAME),
    images: product.images,
    options: product.options,
    updated_at: product.updatedAt?.toISOString() ?? null,
    discontinued: product.discontinued,
    hash: createHash("sha256").update(JSON.stringify(product)).digest("base64url"),
  };
}

function toVariantRow(variant: Variant, supplierProductId: string, position: number): VariantRow {
  return {
    id: variant.id,
    supplier_product_id: supplierProductId,
    position,
    sku: variant.sku,
    barcode: variant.barcode,
    options: variant.options,
    price_amount: variant.price.amount,
    price_currency: variant.price.currency,
    stock: Math.min(Math.max(variant.stock, -MAX_STOCK), MAX_STOCK),
    weight_grams: variant.weightGrams,
    image_url: variant.imageUrl,
  };
}

/** Cutting may split a character. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** Postgres stores no NUL in text, and no lone surrogate in JSON. */
function cleaned<Data>(data: Data): Data {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]));
  };
  return clean(data) as Data;
}
