import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, sqlArrays } from "../../lib/database/sql-array.ts";
import { execute } from "../../lib/database/statement.server.ts";
import {
  type SearchColumns,
  type SearchedProduct,
  type SearchedVariant,
  toSearchColumns,
} from "./search-rows.ts";

/** Search entries of products, as one array per column. */
export type SearchLists = Record<keyof SearchColumns, string>;

export function toSearchLists(
  shop: ShopDomain,
  rows: { products: SearchedProduct[]; variants: SearchedVariant[] },
): SearchLists {
  return sqlArrays({ ...toSearchColumns(shop, rows) });
}

/** Builds the `on conflict` clause; empty if no row can exist. */
export type OnConflict = (clause: Prisma.Sql) => Prisma.Sql;

/** Builds the statements that update the search entries of new or changed products. */
export function searchInserts(
  shop: ShopDomain,
  list: SearchLists,
  { now, onConflict }: { now: Date; onConflict: OnConflict },
): { found: Prisma.Sql; words: Prisma.Sql } {
  // A new price or stock rarely changes the search entry, and rewriting the same one would cost most.
  const found = Prisma.sql`
    insert into supplier_find as old (shop, supplier_product_id, name_key, category, brand, cost_from, in_stock,
      discontinued, first_seen, terms)
    select ${shop}, id, name_key, category, brand, cost::numeric, in_stock, discontinued, ${now},
      array_to_tsvector(string_to_array(terms, ' '))
    from unnest(${list.ids}::text[], ${list.nameKeys}::text[], ${list.categories}::text[], ${list.brands}::text[],
      ${list.costs}::text[], ${list.inStock}::boolean[], ${list.discontinued}::boolean[], ${list.terms}::text[])
      as new (id, name_key, category, brand, cost, in_stock, discontinued, terms)
    ${onConflict(Prisma.sql`on conflict (shop, supplier_product_id) do update set name_key = excluded.name_key, category = excluded.category,
      brand = excluded.brand, cost_from = excluded.cost_from, in_stock = excluded.in_stock,
      discontinued = excluded.discontinued, terms = excluded.terms, gone = false
    where (old.name_key, old.category, old.brand, old.cost_from, old.in_stock, old.discontinued, old.terms, old.gone)
      is distinct from (excluded.name_key, excluded.category, excluded.brand, excluded.cost_from, excluded.in_stock,
        excluded.discontinued, excluded.terms, false)`)}`;
  const words = Prisma.sql`
    insert into supplier_word (shop, word, reversed)
    select ${shop}, word, reverse(word) from unnest(${list.words}::text[]) as word
    on conflict do nothing`;
  return { found, words };
}

/** Marks products as gone in the search, so that lists show only those in the shop, or as listed again. */
export async function markGoneInSearch(
  tx: Tx,
  shop: ShopDomain,
  { ids, gone }: { ids: string[]; gone: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await execute(tx)`
    update supplier_find set gone = ${gone}
    where shop = ${shop} and supplier_product_id = any(${sqlArray(ids)}::text[]) and gone <> ${gone}`;
}
