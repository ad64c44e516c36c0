import {
  type Product,
  type SupplierProductId,
  type Unreadable,
  unreadableIn,
  type Variant,
} from "../../wholesale/resources.ts";

/** Maximum lengths in characters. Postgres could not index much longer values: its limit is a third of an 8 kB page. */
const MAX_ID = 255;
const MAX_NAME = 500;

/**
 * Products as the mirror stores them. The keys are column names. `partial`: variants whose price or stock
 * cannot be read. The mirror keeps their rows, if it has any, and updates the values that can be read.
 */
export type MirrorRows = { products: ProductRow[]; variants: VariantRow[]; partial: PartialVariantRow[] };

export type ProductRow = {
  id: SupplierProductId;
  name: string;
  /** Null if the description cannot be read: the mirror keeps its former one. */
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
 * Returns rows for `cleaned` products. Corrects or drops values that Postgres would reject, because
 * one such product would stop the whole list: duplicate ids, overlong ids and names.
 * @param hashOf returns the hash for a product's id.
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
 * Returns a row for a product of which only the id and perhaps the name can be read, so that the catalog can list
 * the product.
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

/** Shortens a text. Repairs its end if the cut has split a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}
