import {
  type Product,
  type SupplierProductId,
  type Unreadable,
  unreadableIn,
  type Variant,
} from "../../wholesale/resources.ts";

/** Maximum lengths in characters. Postgres cannot index values above a third of an 8 kB page. */
const MAX_ID = 255;
const MAX_NAME = 500;

/**
 * Products as the mirror stores them. The keys are column names. `partial`: variants whose price or stock
 * cannot be read. If the mirror has rows of these variants, it updates the readable values and keeps the
 * others.
 */
export type MirrorRows = { products: ProductRow[]; variants: VariantRow[]; partial: PartialVariantRow[] };

export type ProductRow = {
  id: SupplierProductId;
  name: string;
  /** Null if the description cannot be read. The mirror then keeps the old one. */
  description_html: string | null;
  brand: string | null;
  category: string | null;
  images: Product["images"];
  options: string[];
  updated_at: string | null;
  discontinued: boolean;
  hash: string;
  unreadable: Unreadable | null;
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

type Sold = "price_amount" | "price_currency" | "stock";

export type PartialVariantRow = { id: string } & { [Column in Sold]: VariantRow[Column] | null };

/**
 * Returns rows for `cleaned` products. Drops duplicate and overlong ids, and shortens overlong names: Postgres
 * would reject them, and a single product would stop the whole list.
 * @param hashOf returns the hash of the product with this id
 */
export function toMirrorRows(page: Product[], hashOf: (id: string) => string): MirrorRows {
  const products = new Map<string, ProductRow>();
  const variants = new Map<string, VariantRow>();
  const partial = new Map<string, PartialVariantRow>();
  for (const product of page) {
    if (!fits(product.id)) continue;
    products.set(product.id, toProductRow(product, hashOf(product.id)));
    product.variants.forEach((variant, position) => {
      if (!fits(variant.id)) return;
      const row = toVariantRow(variant, product.id, position);
      if (row === null) partial.set(variant.id, toPartialRow(variant));
      else variants.set(variant.id, row);
    });
  }
  return {
    products: [...products.values()],
    variants: [...variants.values()],
    partial: [...partial.values()].filter(({ id }) => !variants.has(id)),
  };
}

/**
 * Returns a row for an unreadable product, so that the catalog lists it. Only its id, and perhaps its name, can
 * be read.
 */
export function toUnreadableRow({ id, name }: { id: string; name?: string }, hash: string): ProductRow {
  return {
    id: id as SupplierProductId,
    name: cut(name?.trim() || id, MAX_NAME),
    description_html: null,
    brand: null,
    category: null,
    images: [],
    options: [],
    updated_at: null,
    discontinued: false,
    hash,
    unreadable: "product",
  };
}

/** Returns true if the mirror can store this id. */
export function fits(id: string): boolean {
  return id !== "" && id.length <= MAX_ID;
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
    unreadable: unreadableIn(product),
  };
}

/** Returns a variant's row; null if its price or its stock cannot be read. */
function toVariantRow(variant: Variant, supplierProductId: string, position: number): VariantRow | null {
  const { price, stock } = variant;
  if (price === null || stock === null) return null;
  return {
    id: variant.id,
    supplier_product_id: supplierProductId,
    position,
    sku: variant.sku,
    barcode: variant.barcode,
    options: variant.options,
    price_amount: price.amount,
    price_currency: price.currency,
    stock,
    weight_grams: variant.weightGrams,
    image_url: variant.imageUrl,
  };
}

function toPartialRow({ id, price, stock }: Variant): PartialVariantRow {
  return { id, price_amount: price?.amount ?? null, price_currency: price?.currency ?? null, stock };
}

/**
 * Shortens a text. If the cut splits a surrogate pair, replaces the half, because Postgres rejects lone
 * surrogates.
 */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}
