import type { Product, SupplierProductId, Variant } from "../../wholesale/resources.ts";

/** Postgres could not index longer values (its limit is a third of a page). */
const MAX_ID = 255;
const MAX_NAME = 500;
const MAX_STOCK = 1_000_000_000;

/** Products as the mirror stores them. The keys are column names. */
export type MirrorRows = { products: ProductRow[]; variants: VariantRow[] };

export type ProductRow = {
  id: SupplierProductId;
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
 * Returns rows for products with clean texts. Corrects or drops values that Postgres would reject, because
 * one such product would stop the whole list: duplicate ids, overlong ids and names.
 * @param hashOf returns the hash for a product's id.
 */
export function toMirrorRows(page: Product[], hashOf: (id: string) => string): MirrorRows {
  const products = new Map<string, ProductRow>();
  const variants = new Map<string, VariantRow>();
  for (const product of page) {
    if (!fits(product.id)) continue;
    products.set(product.id, toProductRow(product, hashOf(product.id)));
    product.variants.forEach((variant, position) => {
      if (fits(variant.id)) variants.set(variant.id, toVariantRow(variant, product.id, position));
    });
  }
  return { products: [...products.values()], variants: [...variants.values()] };
}

/** Returns true if the mirror can store this id. */
export function fits(id: string): boolean {
  return id.length <= MAX_ID;
}

/** Removes characters that Postgres rejects: NUL in text, and lone surrogates in JSON. */
export function cleaned<Data>(data: Data): Data {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]));
  };
  return clean(data) as Data;
}

function toProductRow(product: Product, hash: string): ProductRow {
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
    hash,
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

/** Cutting may split a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}
