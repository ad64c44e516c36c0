import { setImmediate as othersTurn } from "node:timers/promises";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, sqlArrays, withLongLists } from "../../lib/sql-array.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import type { MirrorRows, ProductRow, VariantRow } from "./mirror-rows.ts";

/** Products that are new or have changed, with all their variants: each column of the rows as a list for its statement. */
export type ProductLists = {
  productIds: SupplierProductId[];
  variantIds: Set<string>;
  products: Record<keyof ProductRow, string>;
  variants: Record<keyof VariantRow, string>;
};

/** Made before they are written: while Postgres is busy with the page before. */
export async function toProductLists({ products, variants }: MirrorRows): Promise<ProductLists> {
  const ofProducts = listsOfProducts(products);
  await othersTurn();
  return {
    productIds: products.map(({ id }) => id),
    variantIds: new Set(variants.map(({ id }) => id)),
    products: ofProducts,
    variants: listsOfVariants(variants),
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

/** Writes them, each table's rows in one statement. */
export async function writeProducts(tx: Tx, shop: ShopDomain, lists: ProductLists): Promise<void> {
  await removeDropped(tx, shop, lists);
  await withLongLists((ticketFor) => {
    const of = (name: keyof ProductRow) => ticketFor(lists.products[name]);
    return tx.$executeRaw`
      insert into supplier_product (shop, id, name, description_html, brand, category, images, options, updated_at,
        discontinued, hash)
      select ${shop}, id, name, description_html, brand, category, images::jsonb, options::text[], updated_at,
        discontinued, hash
      from unnest(${of("id")}::text[], ${of("name")}::text[], ${of("description_html")}::text[], ${of("brand")}::text[],
        ${of("category")}::text[], ${of("images")}::text[], ${of("options")}::text[],
        ${of("updated_at")}::timestamptz[], ${of("discontinued")}::bool[], ${of("hash")}::text[])
        as row (id, name, description_html, brand, category, images, options, updated_at,
        discontinued, hash)
      on conflict (shop, id) do update set name = excluded.name, description_html = excluded.description_html,
        brand = excluded.brand, category = excluded.category, images = excluded.images, options = excluded.options,
        updated_at = excluded.updated_at, discontinued = excluded.discontinued, hash = excluded.hash,
        gone_at = null`;
  });
  await withLongLists((ticketFor) => {
    const of = (name: keyof VariantRow) => ticketFor(lists.variants[name]);
    return tx.$executeRaw`
      insert into supplier_variant (shop, id, supplier_product_id, position, sku, barcode, options, price_amount,
        price_currency, stock, weight_grams, image_url)
      select ${shop}, id, supplier_product_id, position, sku, barcode, options::jsonb, price_amount, price_currency, stock,
        weight_grams, image_url
      from unnest(${of("id")}::text[], ${of("supplier_product_id")}::text[], ${of("position")}::int[],
        ${of("sku")}::text[], ${of("barcode")}::text[], ${of("options")}::text[],
        ${of("price_amount")}::text[], ${of("price_currency")}::text[], ${of("stock")}::int[],
        ${of("weight_grams")}::float8[], ${of("image_url")}::text[]) as row (id, supplier_product_id, position, sku,
        barcode, options, price_amount, price_currency, stock, weight_grams, image_url)
      on conflict (shop, id) do update set supplier_product_id = excluded.supplier_product_id, position = excluded.position,
        sku = excluded.sku, barcode = excluded.barcode, options = excluded.options, price_amount = excluded.price_amount,
        price_currency = excluded.price_currency, stock = excluded.stock, weight_grams = excluded.weight_grams,
        image_url = excluded.image_url`;
  });
}

/**
 * Removes the variants that these products no longer have. As a rule there are none, and looking is cheap: product by product,
 * for of a shop that the planner has not heard of it would rather look through all variants at once.
 */
async function removeDropped(
  tx: Tx,
  shop: ShopDomain,
  { productIds, variantIds }: ProductLists,
): Promise<void> {
  const known = await tx.$queryRaw<{ id: string }[]>`
    select variant.id from unnest(${sqlArray(productIds)}::text[]) as product (id)
    cross join lateral (
      select id from supplier_variant where shop = ${shop} and supplier_product_id = product.id
      order by position offset 0) as variant`;
  const dropped = known.flatMap(({ id }) => (variantIds.has(id) ? [] : id));
  if (dropped.length > 0)
    await tx.$executeRaw`
      delete from supplier_variant where shop = ${shop} and id = any(${sqlArray(dropped)}::text[])`;
}

/** Gives a column of rows, with what is no single value put as text. */
function columnsOf<Row extends object>(rows: Row[]) {
  return <Name extends keyof Row>(
    name: Name,
    ...[toText]: Row[Name] extends Plain ? [] : [toText: (value: Row[Name]) => string]
  ) => rows.map((row) => (toText ? toText(row[name]) : (row[name] as Plain)));
}

type Plain = string | number | boolean | null;
