import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, sqlArrays, execute, queryRows } from "../../lib/database/statement.server.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import {
  type OnConflict,
  type SearchLists,
  searchInserts,
  toSearchLists,
} from "../search/search-store.server.ts";
import type { MirrorRows, PartialVariantRow, ProductRow, VariantRow } from "./mirror-rows.ts";

/** New or changed products with all their variants, as one array per column. */
export type ProductLists = {
  productIds: SupplierProductId[];
  variantIds: Set<string>;
  products: Record<keyof ProductRow, string>;
  variants: Record<keyof VariantRow, string>;
  /** Variants whose price or stock cannot be read; null if there are none. */
  partial: Record<keyof PartialVariantRow, string> | null;
};

/** Builds the arrays before the transaction, while Postgres writes the previous page. */
export async function toProductLists({ products, variants, partial }: MirrorRows): Promise<ProductLists> {
  const ofProducts = listsOfProducts(products);
  await yieldToEventLoop();
  return {
    productIds: products.map(({ id }) => id),
    variantIds: new Set([...variants, ...partial].map(({ id }) => id)),
    products: ofProducts,
    variants: listsOfVariants(variants),
    partial: partial.length === 0 ? null : listsOfPartial(partial),
  };
}

function listsOfProducts(rows: ProductRow[]): ProductLists["products"] {
  const of = columnsOf(rows);
  return sqlArrays({
    id: of("id"),
    name: of("name"),
    description_html: of("description_html"),
    brand: of("brand"),
    category: of("category"),
    images: of("images", JSON.stringify),
    options: of("options", sqlArray),
    updated_at: of("updated_at"),
    discontinued: of("discontinued"),
    hash: of("hash"),
    unreadable: of("unreadable"),
  });
}

function listsOfPartial(rows: PartialVariantRow[]): Record<keyof PartialVariantRow, string> {
  const of = columnsOf(rows);
  return sqlArrays({
    id: of("id"),
    price_amount: of("price_amount"),
    price_currency: of("price_currency"),
    stock: of("stock"),
  });
}

function listsOfVariants(rows: VariantRow[]): ProductLists["variants"] {
  const of = columnsOf(rows);
  return sqlArrays({
    id: of("id"),
    supplier_product_id: of("supplier_product_id"),
    position: of("position"),
    sku: of("sku"),
    barcode: of("barcode"),
    options: of("options", JSON.stringify),
    price_amount: of("price_amount"),
    price_currency: of("price_currency"),
    stock: of("stock"),
    weight_grams: of("weight_grams"),
    image_url: of("image_url"),
  });
}

/**
 * Writes the products with their variants and search entries in one statement. Postgres executes it while this
 * process reads the next page.
 * @param allNew true if neither the products nor their variants are in the mirror. Inserts without `on
 * conflict` take about half the time.
 * @throws an error that `isUniqueViolation` recognizes, if `allNew` was wrong.
 */
export async function writeProducts(
  tx: Tx,
  shop: ShopDomain,
  {
    products,
    search,
    allNew,
    now,
  }: { products: ProductLists; search: SearchLists; allNew: boolean; now: Date },
): Promise<void> {
  if (!allNew) await removeDropped(tx, shop, products);
  if (products.partial) await updatePartial(tx, shop, products.partial);
  const onConflict = (clause: Prisma.Sql) => (allNew ? Prisma.empty : clause);
  const { found, words } = searchInserts(shop, search, { now, onConflict });
  await execute(tx)`
    with product as (${insertProducts(shop, products.products, onConflict)}),
      variant as (${insertVariants(shop, products.variants, onConflict)}),
      found as (${found}), word as (${words})
    select`;
}

/**
 * Marks products as unreadable. The mirror keeps their older values. Products that the mirror lacks are added
 * with a name but no variants, so that the catalog lists them.
 */
export async function writeUnreadable(
  tx: Tx,
  shop: ShopDomain,
  { products, now }: { products: ProductRow[]; now: Date },
): Promise<void> {
  if (products.length === 0) return;
  const list = listsOfProducts(products);
  const onConflict = () => Prisma.sql`on conflict do nothing`;
  const search = toSearchLists(shop, { products, variants: [] });
  const { found, words } = searchInserts(shop, search, { now, onConflict });
  await execute(tx)`
    with product as (
      insert into supplier_product (shop, id, name, description_html, hash, unreadable)
      select ${shop}, id, name, '', hash, unreadable
      from unnest(${list.id}::text[], ${list.name}::text[], ${list.hash}::text[], ${list.unreadable}::text[])
        as row (id, name, hash, unreadable)
      on conflict (shop, id) do update set hash = excluded.hash, unreadable = excluded.unreadable, gone_at = null),
      found as (${found}), word as (${words})
    select`;
}

function insertProducts(
  shop: ShopDomain,
  list: ProductLists["products"],
  onConflict: OnConflict,
): Prisma.Sql {
  return Prisma.sql`
    insert into supplier_product (shop, id, name, description_html, brand, category, images, options, updated_at,
      discontinued, hash, unreadable)
    select ${shop}, id, name, coalesce(description_html, (select description_html from supplier_product before
        where before.shop = ${shop} and before.id = row.id), ''),
      brand, category, images::jsonb, options::text[], updated_at, discontinued, hash, unreadable
    from unnest(${list.id}::text[], ${list.name}::text[], ${list.description_html}::text[], ${list.brand}::text[],
      ${list.category}::text[], ${list.images}::text[], ${list.options}::text[], ${list.updated_at}::timestamptz[],
      ${list.discontinued}::bool[], ${list.hash}::text[], ${list.unreadable}::text[])
      as row (id, name, description_html, brand, category, images, options, updated_at, discontinued, hash, unreadable)
    ${onConflict(Prisma.sql`on conflict (shop, id) do update set name = excluded.name, description_html = excluded.description_html,
      brand = excluded.brand, category = excluded.category, images = excluded.images, options = excluded.options,
      updated_at = excluded.updated_at, discontinued = excluded.discontinued, hash = excluded.hash,
      gone_at = null, unreadable = excluded.unreadable`)}`;
}

function insertVariants(
  shop: ShopDomain,
  list: ProductLists["variants"],
  onConflict: OnConflict,
): Prisma.Sql {
  return Prisma.sql`
    insert into supplier_variant (shop, id, supplier_product_id, position, sku, barcode, options, price_amount,
      price_currency, stock, weight_grams, image_url)
    select ${shop}, id, supplier_product_id, position, sku, barcode, options::jsonb, price_amount, price_currency,
      stock, weight_grams, image_url
    from unnest(${list.id}::text[], ${list.supplier_product_id}::text[], ${list.position}::int[], ${list.sku}::text[],
      ${list.barcode}::text[], ${list.options}::text[], ${list.price_amount}::text[], ${list.price_currency}::text[],
      ${list.stock}::int[], ${list.weight_grams}::float8[], ${list.image_url}::text[])
      as row (id, supplier_product_id, position, sku, barcode, options, price_amount, price_currency, stock,
      weight_grams, image_url)
    ${onConflict(Prisma.sql`on conflict (shop, id) do update set supplier_product_id = excluded.supplier_product_id, position = excluded.position,
      sku = excluded.sku, barcode = excluded.barcode, options = excluded.options, price_amount = excluded.price_amount,
      price_currency = excluded.price_currency, stock = excluded.stock, weight_grams = excluded.weight_grams,
      image_url = excluded.image_url`)}`;
}

/**
 * Updates variants whose price or stock cannot be read. Stores the readable one; the other keeps its old value.
 */
async function updatePartial(
  tx: Tx,
  shop: ShopDomain,
  list: Record<keyof PartialVariantRow, string>,
): Promise<void> {
  await execute(tx)`
    update supplier_variant variant set price_amount = coalesce(row.price_amount, variant.price_amount),
      price_currency = coalesce(row.price_currency, variant.price_currency), stock = coalesce(row.stock, variant.stock)
    from unnest(${list.id}::text[], ${list.price_amount}::text[], ${list.price_currency}::text[], ${list.stock}::int[])
      as row (id, price_amount, price_currency, stock)
    where variant.shop = ${shop} and variant.id = row.id`;
}

/**
 * Deletes variants that these products no longer have. Usually there are none, so the check must be fast.
 * `offset 0` makes Postgres use the index per product; without statistics, it would read all variants.
 */
async function removeDropped(
  tx: Tx,
  shop: ShopDomain,
  { productIds, variantIds }: ProductLists,
): Promise<void> {
  const known = await queryRows<{ id: string }>(tx)`
    select variant.id from unnest(${sqlArray(productIds)}::text[]) as product (id)
    cross join lateral (
      select id from supplier_variant where shop = ${shop} and supplier_product_id = product.id
      order by position offset 0) as variant`;
  const dropped = known.flatMap(({ id }) => (variantIds.has(id) ? [] : id));
  if (dropped.length > 0)
    await execute(tx)`
      delete from supplier_variant where shop = ${shop} and id = any(${sqlArray(dropped)}::text[])`;
}

/**
 * Returns a function that returns one column of the rows. `toText` formats values that are lists or objects.
 */
function columnsOf<Row extends object>(rows: Row[]) {
  return <Name extends keyof Row>(
    name: Name,
    ...[toText]: Row[Name] extends Plain ? [] : [toText: (value: Row[Name]) => string]
  ) => rows.map((row) => (toText ? toText(row[name]) : (row[name] as Plain)));
}

type Plain = string | number | boolean | null;
