import type { ShopDomain } from "../../../app/lib/shop-domain.ts";

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Gives each shop a catalogue of its own, of so many products, set by set. */
export async function fillOtherShops(
  query: Query,
  { shops, products }: { shops: ShopDomain[]; products: number },
): Promise<void> {
  await query(
    `insert into supplier_product (shop, id, name, description_html, brand, category, images, options, updated_at, hash)
     select shop, 'prd_' || number, name, '<p>' || repeat(name || ' ', 12) || '</p>', 'Brand ' || number % 9,
       'Category ' || number % 60, '[]', '{Size}', now(), md5(number::text)
     from unnest($1::text[]) as shops (shop), generate_series(1, $2::int) as numbers (number),
       lateral (select 'Blue Lamp ' || substr(md5(number::text), 1, 6) || ' ' || number) as named (name)`,
    [shops, products],
  );
  await query(
    `insert into supplier_variant (shop, id, supplier_product_id, position, sku, barcode, options, price_amount, price_currency,
       stock, weight_grams)
     select shop, 'var_' || number || '_' || position, 'prd_' || number, position, 'OT-' || number || '-' || position,
       null, jsonb_build_object('Size', position), (10 + number % 80) || '.50', 'EUR', number % 500, 100
     from unnest($1::text[]) as shops (shop), generate_series(1, $2::int) as numbers (number),
       generate_series(0, 4) as positions (position)`,
    [shops, products],
  );
  await query(
    `insert into product_search (shop, supplier_product_id, name_key, category, brand, cost_from, in_stock, discontinued,
       first_seen, terms)
     select shop, id, lower(name), category, brand, 10, true, discontinued, now(), array_to_tsvector(array(
       select distinct left(md5(shop), 6) || word
       from unnest(string_to_array(lower(concat_ws(' ', name, brand, category)), ' ')) as word))
     from supplier_product where shop = any($1)`,
    [shops],
  );
}
