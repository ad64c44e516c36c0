import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, withLongArrays } from "../../lib/sql-array.ts";
import type { MirrorRows } from "./mirror-rows.ts";

/** Writes products that are new or have changed, with all their variants: each table's rows in one statement. */
export async function writeProducts(
  tx: Tx,
  shop: ShopDomain,
  { products, variants }: MirrorRows,
): Promise<void> {
  if (products.length === 0) return;
  await removeDropped(tx, shop, { products, variants });
  await withLongArrays((list) => {
    const of = columnsOf(products, list);
    return tx.$executeRaw`
      insert into supplier_product (shop, id, name, description_html, brand, category, images, options, updated_at,
        discontinued, hash)
      select ${shop}, id, name, description_html, brand, category, images::jsonb, options::text[], updated_at,
        discontinued, hash
      from unnest(${of("id")}::text[], ${of("name")}::text[], ${of("description_html")}::text[], ${of("brand")}::text[],
        ${of("category")}::text[], ${of("images", JSON.stringify)}::text[], ${of("options", sqlArray)}::text[],
        ${of("updated_at")}::timestamptz[], ${of("discontinued")}::bool[], ${of("hash")}::text[])
        as row (id, name, description_html, brand, category, images, options, updated_at,
        discontinued, hash)
      on conflict (shop, id) do update set name = excluded.name, description_html = excluded.description_html,
        brand = excluded.brand, category = excluded.category, images = excluded.images, options = excluded.options,
        updated_at = excluded.updated_at, discontinued = excluded.discontinued, hash = excluded.hash,
        gone_at = null`;
  });
  await withLongArrays((list) => {
    const of = columnsOf(variants, list);
    return tx.$executeRaw`
      insert into supplier_variant (shop, id, supplier_product_id, position, sku, barcode, options, price_amount,
        price_currency, stock, weight_grams, image_url)
      select ${shop}, id, supplier_product_id, position, sku, barcode, options::jsonb, price_amount, price_currency, stock,
        weight_grams, image_url
      from unnest(${of("id")}::text[], ${of("supplier_product_id")}::text[], ${of("position")}::int[],
        ${of("sku")}::text[], ${of("barcode")}::text[], ${of("options", JSON.stringify)}::text[],
        ${of("price_amount")}::text[], ${of("price_currency")}::text[], ${of("stock")}::int[],
        ${of("weight_grams")}::float8[], ${of("image_url")}::text[]) as row (id, supplier_product_id, position, sku,
        barcode, options, price_amount, price_currency, stock, weight_grams, image_url)
      on conflict (shop, id) do update set supplier_product_id = excluded.supplier_product_id, position = excluded.position,
        sku = excluded.sku, barcode = excluded.barcode, options = excluded.options, price_amount = excluded.price_amount,
        price_currency = excluded.price_currency, stock = excluded.stock, weight_grams = excluded.weight_grams,
        image_url = excluded.image_url`;
  });
}

/** Removes the variants that these products no longer have. As a rule there are none, and looking is cheap. */
async function removeDropped(tx: Tx, shop: ShopDomain, { products, variants }: MirrorRows): Promise<void> {
  const known = await tx.$queryRaw<{ id: string }[]>`
    select id from supplier_variant
    where shop = ${shop} and supplier_product_id = any(${sqlArray(products.map(({ id }) => id))}::text[])`;
  if (known.length === 0) return;
  const kept = new Set(variants.map(({ id }) => id));
  const dropped = known.flatMap(({ id }) => (kept.has(id) ? [] : id));
  if (dropped.length > 0)
    await tx.$executeRaw`
      delete from supplier_variant where shop = ${shop} and id = any(${sqlArray(dropped)}::text[])`;
}

/** Gives a column of rows as one array, with what is no single value put as text. */
function columnsOf<Row extends object>(rows: Row[], list: (values: Plain[]) => string) {
  return <Name extends keyof Row>(
    name: Name,
    ...[toText]: Row[Name] extends Plain ? [] : [toText: (value: Row[Name]) => string]
  ) => list(rows.map((row) => (toText ? toText(row[name]) : (row[name] as Plain))));
}

type Plain = string | number | boolean | null;
