import { Prisma } from "@prisma/client";
import { createHash } from "node:crypto";

import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { sqlArray, sqlArrays, execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { termsOf, wordsOf } from "../../lib/fold-text.ts";

/** The mirror's columns of products and variants that a search needs. */
type SearchedProduct = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  discontinued: boolean;
};

type SearchedVariant = { supplier_product_id: string; price_amount: string; stock: number };

/** Search entries of products, as one array per column. */
export type SearchLists = Record<keyof SearchColumns, string>;

export function toSearchLists(
  shop: ShopDomain,
  rows: { products: SearchedProduct[]; variants: SearchedVariant[] },
): SearchLists {
  return sqlArrays(toSearchColumns(shop, rows));
}

/** Returns the given `on conflict` clause, or an empty one if no row can exist (`allNew`). */
export type OnConflict = (clause: Prisma.Sql) => Prisma.Sql;

/** Builds the statements that update the search entries of new or changed products. */
export function searchInserts(
  shop: ShopDomain,
  list: SearchLists,
  { now, onConflict }: { now: Date; onConflict: OnConflict },
): { found: Prisma.Sql; words: Prisma.Sql } {
  // Skips unchanged entries. A new price or stock rarely changes an entry, and rewriting all entries would take
  // most of the time.
  const found = Prisma.sql`
    insert into product_search as old (shop, supplier_product_id, name_key, category, brand, cost_from, in_stock,
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
    insert into search_word (shop, word, reversed)
    select ${shop}, word, reverse(word) from unnest(${list.words}::text[]) as word
    on conflict do nothing`;
  return { found, words };
}

/**
 * Marks products as gone, or as listed again. The product list shows a gone product only if it has a row in
 * `product_link`.
 */
export async function markGoneInSearch(
  tx: Tx,
  shop: ShopDomain,
  { ids, gone }: { ids: string[]; gone: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await execute(tx)`
    update product_search set gone = ${gone}
    where shop = ${shop} and supplier_product_id = any(${sqlArray(ids)}::text[]) and gone <> ${gone}`;
}

const DELETE_BATCH = 10_000;

/**
 * Deletes words that no product has any more. A mistyped search could be corrected to such a word, and find
 * nothing. Locks the mirror's row, so that no run stores a page meanwhile. A page does not insert words that
 * exist, so without the lock this function could delete a word that a new product needs.
 */
export async function removeUnusedWords(shop: ShopDomain): Promise<void> {
  for (;;) {
    const removed = await inShop(
      shop,
      async (tx) => {
        await queryRows<unknown>(tx)`select from catalog_mirror where shop = ${shop} for update`;
        return execute(tx)`
          with used as materialized (
            select distinct substr(term, ${PREFIX_LENGTH + 1}::int) as word
            from product_search, unnest(tsvector_to_array(terms)) as term where shop = ${shop})
          delete from search_word where shop = ${shop} and word in (
            select word from search_word known
            where shop = ${shop} and not exists (select from used where used.word = known.word)
            limit ${DELETE_BATCH})`;
      },
      LONG_WORK,
    );
    if (removed < DELETE_BATCH) return;
  }
}

/** The columns of `product_search`, as arrays for `unnest`. */
type SearchColumns = {
  ids: string[];
  nameKeys: string[];
  categories: (string | null)[];
  brands: (string | null)[];
  costs: string[];
  inStock: boolean[];
  discontinued: boolean[];
  /** Lexemes of each product, separated by spaces. */
  terms: string[];
  /**
   * All words of `terms`, except numbers. Sorted, so that two transactions that insert the same words cannot
   * deadlock.
   */
  words: string[];
};

/**
 * Maximum lengths in characters. Postgres indexes at most a third of a page (2,700 bytes), and a character has
 * up to four bytes.
 */
const MAX_NAME_KEY = 100;

const MAX_GROUP = 200;
const MAX_TERMS = 80;

/** Longer amounts are not real costs, and are ignored. */
const MAX_AMOUNT = 30;

/** Numbers are not stored as words, because there may be as many numbers as products. */
export const BEGINS_WITH_DIGIT = /^[0-9]/;

function toSearchColumns(
  shop: ShopDomain,
  { products, variants }: { products: SearchedProduct[]; variants: SearchedVariant[] },
): SearchColumns {
  const prefix = prefixOf(shop);
  const byProduct = Map.groupBy(variants, ({ supplier_product_id: id }) => id);
  const words = new Set<string>();
  const rows = products.map((product) => {
    const { id, name, brand, category, discontinued } = product;
    const own = byProduct.get(id) ?? [];
    const text = [name, brand ?? "", category ?? ""].join(" ");
    const terms = [...new Set(termsOf(text))].slice(0, MAX_TERMS);
    for (const word of terms) if (!BEGINS_WITH_DIGIT.test(word)) words.add(word);
    return {
      id,
      discontinued,
      category: category && cut(category, MAX_GROUP),
      brand: brand && cut(brand, MAX_GROUP),
      nameKey: cut(wordsOf(name).join(" "), MAX_NAME_KEY),
      cost: lowest(own.map(({ price_amount: amount }) => amount)),
      inStock: own.some(({ stock }) => stock > 0),
      terms: terms.map((word) => prefix + word).join(" "),
    };
  });
  return {
    ids: rows.map(({ id }) => id),
    nameKeys: rows.map(({ nameKey }) => nameKey),
    categories: rows.map(({ category }) => category),
    brands: rows.map(({ brand }) => brand),
    costs: rows.map(({ cost }) => cost),
    inStock: rows.map(({ inStock }) => inStock),
    discontinued: rows.map(({ discontinued }) => discontinued),
    terms: rows.map(({ terms }) => terms),
    words: [...words].sort(),
  };
}

/** Length of the prefix that marks a term as belonging to a shop. */
const PREFIX_LENGTH = 6;

/**
 * Returns the prefix of a shop's terms, so that a search reads only this shop's part of the text index. If two
 * shops have the same prefix, the query's condition on `shop` still keeps their products apart.
 */
export function prefixOf(shop: ShopDomain): string {
  return createHash("md5").update(shop).digest("hex").slice(0, PREFIX_LENGTH);
}

function lowest(amounts: string[]): string {
  const usable = amounts.filter((amount) => amount.length <= MAX_AMOUNT);
  return usable.reduce((low, amount) => (Number(amount) < Number(low) ? amount : low), "Infinity");
}

/**
 * Shortens a text. If the cut splits a surrogate pair, replaces the half, because Postgres rejects lone
 * surrogates.
 */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
