import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, withLongArrays } from "../../lib/sql-array.ts";
import { type SearchedProduct, type SearchedVariant, toSearchColumns } from "./search-rows.ts";

/** Has products found as they are now: those that are new or have changed, with all their variants. */
export async function writeSearch(
  tx: Tx,
  shop: ShopDomain,
  { products, variants, now }: { products: SearchedProduct[]; variants: SearchedVariant[]; now: Date },
): Promise<void> {
  if (products.length === 0) return;
  const { words, ...columns } = toSearchColumns(shop, { products, variants });
  const { ids, nameKeys, categories, brands, costs, inStock, discontinued, terms } = columns;
  // A price or a stock that changes rarely changes anything here, and writing the same again would cost the most.
  await withLongArrays(
    (list) => tx.$executeRaw`
      insert into supplier_find as old (shop, supplier_product_id, name_key, category, brand, cost_from, in_stock,
        discontinued, first_seen, terms)
      select ${shop}, id, name_key, category, brand, cost::numeric, in_stock, discontinued, ${now},
        array_to_tsvector(string_to_array(terms, ' '))
      from unnest(${list(ids)}::text[], ${list(nameKeys)}::text[], ${list(categories)}::text[], ${list(brands)}::text[], ${list(costs)}::text[],
        ${list(inStock)}::boolean[], ${list(discontinued)}::boolean[], ${list(terms)}::text[])
        as new (id, name_key, category, brand, cost, in_stock, discontinued, terms)
      on conflict (shop, supplier_product_id) do update set name_key = excluded.name_key, category = excluded.category,
        brand = excluded.brand, cost_from = excluded.cost_from, in_stock = excluded.in_stock,
        discontinued = excluded.discontinued, terms = excluded.terms, gone = false
      where (old.name_key, old.category, old.brand, old.cost_from, old.in_stock, old.discontinued, old.terms, old.gone)
        is distinct from (excluded.name_key, excluded.category, excluded.brand, excluded.cost_from, excluded.in_stock,
          excluded.discontinued, excluded.terms, false)`,
  );
  await withLongArrays(
    (list) => tx.$executeRaw`
      insert into supplier_word (shop, word, reversed)
      select ${shop}, word, reverse(word) from unnest(${list(words)}::text[]) as word
      on conflict do nothing`,
  );
}

/** Has products found as what they are: gone, so that only the shop's own stay in its list, or back. */
export async function markGoneInSearch(
  tx: Tx,
  shop: ShopDomain,
  { ids, gone }: { ids: string[]; gone: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    update supplier_find set gone = ${gone}
    where shop = ${shop} and supplier_product_id = any(${sqlArray(ids)}::text[]) and gone <> ${gone}`;
}
