import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { wordsOf } from "../../lib/fold-text.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { correctWords } from "./correct-words.server.ts";
import type { ProductFilter, ProductSort } from "./product-filter.ts";
import { type Scope, wantedOf } from "./wanted-products.server.ts";
import { AFTER_LETTERS, asSku, textQueryOf } from "./text-query.server.ts";

export type FoundProducts = {
  ids: string[];
  /** Number of matches; 1,001 if there are more than 1,000. */
  total: number;
  /** True if the cursor's product is still listed. */
  placed: boolean;
  /** The corrected search, if the typed one finds nothing. */
  corrected: string | null;
};

/** A page of a list. `cursor`: the product after which it begins, or before which it ends (`backwards`). */
type FindPage = { sort: ProductSort; cursor: string | null; backwards: boolean; take: number };

/** Maximum number of words per search. Further words hardly narrow the result. */
const MAX_WORDS = 8;

/** Finds products by a filter. If nothing matches the typed words, searches for corrected words. */
export async function findProducts(
  tx: Tx,
  scope: Scope,
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<FoundProducts> {
  const { placed, corrected, ...found } = await find(tx, scope, { filter, page });
  // If the cursor's product is no longer listed, returns the first page.
  if (page.cursor !== null && !placed)
    return findProducts(tx, scope, { filter, page: { ...page, cursor: null, backwards: false } });
  return { ids: found.ids, total: found.total, placed, corrected };
}

/**
 * Returns an SQL query that selects the `supplier_product_id` of all products that match a filter, for use in
 * the caller's statement.
 */
export async function matchingProducts(tx: Tx, scope: Scope, filter: ProductFilter): Promise<Prisma.Sql> {
  // Applies the same correction of typos as the list.
  const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
  const { text } = await find(tx, scope, { filter, page });
  const { shop } = scope;
  const hits = text === null ? Prisma.empty : Prisma.sql`and f.supplier_product_id in (${allHits(text)})`;
  return Prisma.sql`
    select f.supplier_product_id from product_search f where f.shop = ${shop} and ${wantedOf(scope, filter)} ${hits}`;
}

type Listed = Omit<FoundProducts, "corrected">;
type Found = Listed & { text: TextSearch | null };

async function find(
  tx: Tx,
  scope: Scope,
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<Found & { corrected: string | null }> {
  const start = wordsOf(filter.query).join(" ");
  const words = [...new Set(start.split(" "))].filter((word) => word !== "").slice(0, MAX_WORDS);
  // Without words, `best` is the order by name.
  const sort = page.sort === "best" && words.length === 0 ? "name" : page.sort;
  const list = await toList(tx, scope, { filter, page: { ...page, sort } });
  if (filter.query === "") return { ...(await listAll(tx, list)), text: null, corrected: null };
  const sku = asSku(filter.query);
  const search = async (forms: string[][], begins: string): Promise<Found> => {
    const searchAs = async (whole: boolean) => {
      const text = { words: await textQueryOf(tx, scope.shop, { forms, whole }), sku, start: begins };
      return { ...(await listHits(tx, list, text)), text };
    };
    // All words but the last are probably complete, so first searches for whole words, which is faster. If that
    // finds nothing, treats them as prefixes.
    const found = await searchAs(words.length > 1);
    return found.total === 0 && words.length > 1 ? searchAs(false) : found;
  };
  const typed = words.map((word) => [word]);
  const found = await search(typed, start);
  if (found.total > 0) return { ...found, corrected: null };
  const forms = await correctWords(tx, scope.shop, words);
  if (forms === null) return { ...found, corrected: null };
  const likeliest = forms.map(([form]) => form).join(" ");
  const again = await search(forms, likeliest);
  return again.total > 0 ? { ...again, corrected: likeliest } : { ...found, corrected: null };
}

/**
 * A text search. A product matches if it has the `words`, or a SKU that begins with `sku`. `words`: a tsquery;
 * null if a word is unknown. In the order `best`, names that begin with `start` come first.
 */
type TextSearch = { words: string | null; sku: string; start: string };

/** Up to this many matches are counted and sorted. For more, see `listHits`. */
const FEW = 1000;
/** Maximum number of products that `walk` reads per part of the list. */
const READ_AT_MOST = 4000;
/** Few products have more variants than this. */
const VARIANTS_OF_PRODUCT = 6;

/** A page to read. `wanted`: the filter, as SQL on `product_search f`. `place`: the cursor's product. */
type List = {
  shop: ShopDomain;
  page: FindPage;
  wanted: Prisma.Sql;
  place: Place | null;
};

/** A product's position in the list. `key`: the value by which the list is sorted, as text. */
type Place = { id: string; key: string; nameKey: string };

/** A column by which products are sorted, and its value for the cursor's product. */
type SortColumn = { column: Prisma.Sql; at: (place: Place) => Prisma.Sql };

const ID: SortColumn = { column: Prisma.sql`f.supplier_product_id`, at: ({ id }) => Prisma.sql`${id}` };
const NAME: SortColumn = { column: Prisma.sql`f.name_key`, at: ({ key }) => Prisma.sql`${key}` };
const COST: SortColumn = { column: Prisma.sql`f.cost_from`, at: ({ key }) => Prisma.sql`${key}::numeric` };
const NEWEST: SortColumn = {
  column: Prisma.sql`f.first_seen`,
  at: ({ key }) => Prisma.sql`${key}::timestamptz`,
};

const SORTED_BY: Record<ProductSort, SortColumn> = {
  best: NAME,
  name: NAME,
  cost: COST,
  "-cost": COST,
  newest: NEWEST,
};

async function toList(
  tx: Tx,
  scope: Scope,
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<List> {
  const { shop } = scope;
  const [place = null] =
    page.cursor === null
      ? []
      : await queryRows<Place>(tx)`
          select f.supplier_product_id as id, ${SORTED_BY[page.sort].column}::text as key, f.name_key as "nameKey"
          from product_search f where f.shop = ${shop} and f.supplier_product_id = ${page.cursor}`;
  return { shop, page, wanted: wantedOf(scope, filter), place };
}

/** Returns SQL that sorts by columns in the page's direction. `beyond`: selects products after `place`. */
function sortBy({ sort, backwards }: FindPage, columns: SortColumn[], place: Place | null) {
  const isDescending = (sort === "-cost" || sort === "newest") !== backwards;
  const direction = Prisma.raw(isDescending ? "desc" : "asc");
  const further = Prisma.raw(isDescending ? "<" : ">");
  const inOrder = Prisma.join(columns.map(({ column }) => Prisma.sql`${column} ${direction}`));
  if (place === null) return { inOrder, beyond: Prisma.sql`true` };
  const [row, at] = [columns.map(({ column }) => column), columns.map((each) => each.at(place))];
  return { inOrder, beyond: Prisma.sql`(${Prisma.join(row)}) ${further} (${Prisma.join(at)})` };
}

/** Lists without a text search. */
async function listAll(tx: Tx, { shop, page, wanted, place }: List): Promise<Listed> {
  const { inOrder, beyond } = sortBy(page, [SORTED_BY[page.sort], ID], place);
  const rows = await queryRows<{ id: string }>(tx)`
    select f.supplier_product_id as id from product_search f where f.shop = ${shop} and ${wanted} and ${beyond}
    order by ${inOrder} limit ${page.take}`;
  const total = await count(tx, Prisma.sql`f.shop = ${shop} and ${wanted}`);
  return { ids: rows.map(({ id }) => id), total, placed: place !== null };
}

/**
 * Lists the matches of a text search. Sorts them if they are few. If they are many, `walk` reads the list in
 * its order until a page is full; if that takes too long, all matches are sorted. In the order `best`, names
 * that begin like the search come first. If the other matches by words are many, they come by id. By name, they
 * could all be at the end of the list, where `walk` would arrive too late.
 */
async function listHits(tx: Tx, list: List, text: TextSearch): Promise<Listed> {
  const { shop, page, wanted, place } = list;
  const isBest = page.sort === "best";
  const byName = isBest ? [later(text), NAME, ID] : [SORTED_BY[page.sort], ID];
  // If many names begin like the search, there are too many matches to collect them.
  const beginSo = Prisma.sql`f.shop = ${shop} and ${wanted} and ${beginsLike(text)}`;
  const areMany = isBest && (await count(tx, beginSo)) > FEW;
  const few = areMany
    ? null
    : await sortHits(tx, list, {
        text,
        columns: byName,
        limits: { products: FEW + 1, variants: FEW * VARIANTS_OF_PRODUCT },
      });
  if (few?.isWhole) return few;

  // The limits were reached, but the products may be few: the filter omits some, and others have several SKUs.
  const isMany =
    few === null ||
    few.total > FEW ||
    (await count(
      tx,
      Prisma.sql`f.shop = ${shop} and ${wanted} and f.supplier_product_id in (${allHits(text)})`,
    )) > FEW;
  const hasManyWords = !few?.hasAllWords;
  const ids = isMany
    ? await walk(tx, list, {
        text,
        condition: matches(text, few?.hasAllSkus ? inSkus(text) : hasSku(text)),
        others: hasManyWords ? [ID] : [NAME, ID],
      })
    : null;
  if (ids !== null) return { ids, total: FEW + 1, placed: place !== null };
  const columns = isBest && isMany && hasManyWords ? [later(text), nameIfFirst(text), ID] : byName;
  return sortHits(tx, list, { text, columns, limits: { products: null, variants: null } });
}

/** Selects the ids of all matches of a text search. */
function allHits({ words, sku }: TextSearch): Prisma.Sql {
  return Prisma.sql`select products_with_words(${words}::tsquery, null) union select products_with_sku(${sku}, null)`;
}

/**
 * Collects the matches of a text search, up to `limits` (null: all), and returns a sorted page of them.
 * @returns `hasAllWords`, `hasAllSkus`: true if all matches by words, or by SKU, were collected. `isWhole`: both.
 */
async function sortHits(
  tx: Tx,
  { shop, page, wanted, place }: List,
  {
    text: { words, sku },
    columns,
    limits,
  }: {
    text: TextSearch;
    columns: SortColumn[];
    limits: { products: number | null; variants: number | null };
  },
): Promise<Listed & { isWhole: boolean; hasAllWords: boolean; hasAllSkus: boolean }> {
  const { inOrder, beyond } = sortBy(page, columns, place);
  const [found] = await queryRows<{
    hasAllWords: boolean;
    hasAllSkus: boolean;
    total: number;
    ids: string[];
  }>(tx)`
    with by_words as materialized (select products_with_words(${words}::tsquery, ${limits.products}) as id),
      by_sku as materialized (select products_with_sku(${sku}, ${limits.variants}) as id),
      collected as materialized (select
        coalesce((select count(*) from by_words) < ${limits.products}, true) as words,
        coalesce((select count(*) from by_sku) < ${limits.variants}, true) as skus),
      f as materialized (
        select f.supplier_product_id, f.name_key, f.cost_from, f.first_seen from product_search f
        where f.shop = ${shop}
          and f.supplier_product_id in (select id from by_words union select id from by_sku) and ${wanted})
    select words as "hasAllWords", skus as "hasAllSkus", (select count(*) from f)::int as total,
      array(select f.supplier_product_id from f where ${beyond} order by ${inOrder} limit ${page.take}) as ids
    from collected`;
  if (!found) throw new Error("The search returned no row.");
  const { hasAllWords, hasAllSkus, total, ids } = found;
  const isWhole = hasAllWords && hasAllSkus;
  return { ids, total: Math.min(total, FEW + 1), placed: place !== null, isWhole, hasAllWords, hasAllSkus };
}

/**
 * Reads the list in its order until a page is full. Returns null if a part takes more than `READ_AT_MOST`
 * products. `condition`: SQL condition for a match. `others`: see `partsOf`.
 */
async function walk(
  tx: Tx,
  { shop, page, wanted, place }: List,
  { text, condition, others }: { text: TextSearch; condition: Prisma.Sql; others: SortColumn[] },
): Promise<string[] | null> {
  const ids: string[] = [];
  for (const { within, columns, after } of partsOf(page, { text, place, others })) {
    const { inOrder, beyond } = sortBy(page, columns, after);
    const part = Prisma.sql`
      select f.* from product_search f where f.shop = ${shop} and ${within} and ${beyond} order by ${inOrder} limit ${READ_AT_MOST}`;
    const rows = await queryRows<{ id: string }>(tx)`
      select f.supplier_product_id as id from (${part}) f where ${wanted} and ${condition}
      order by ${inOrder} limit ${page.take - ids.length}`;
    ids.push(...rows.map(({ id }) => id));
    if (ids.length >= page.take) return ids;
    const [read] = await queryRows<{ products: number }>(
      tx,
    )`select count(*)::int as products from (${part}) f`;
    if (read?.products === READ_AT_MOST) return null;
  }
  return ids;
}

/** A part of a list. `after`: the cursor's product; null if it is in another part. */
type Part = { within: Prisma.Sql; columns: SortColumn[]; after: Place | null };

/**
 * Returns the list's parts from the cursor on. The order `best` has two parts: names that begin like the
 * search, and other products, sorted by the columns `others`.
 */
function partsOf(
  { sort, backwards }: FindPage,
  { text, place, others }: { text: TextSearch; place: Place | null; others: SortColumn[] },
): Part[] {
  if (sort !== "best") return [{ within: Prisma.sql`true`, columns: [SORTED_BY[sort], ID], after: place }];
  const first = { within: beginsLike(text), columns: [NAME, ID], after: place };
  const rest = { within: Prisma.sql`not ${beginsLike(text)}`, columns: others, after: place };
  if (place === null) return [first, rest];
  if (isFirst(place, text)) return backwards ? [first] : [first, { ...rest, after: null }];
  return backwards ? [rest, { ...first, after: null }] : [rest];
}

/** Returns the condition for names that begin like the search. */
function beginsLike({ start }: TextSearch): Prisma.Sql {
  return Prisma.sql`(f.name_key >= ${start} and f.name_key < ${start + AFTER_LETTERS})`;
}

function isFirst({ nameKey }: Place, { start }: TextSearch): boolean {
  return nameKey.startsWith(start);
}

/** Returns a column by which names that begin like the search come first. */
function later(text: TextSearch): SortColumn {
  return {
    column: Prisma.sql`(not ${beginsLike(text)})`,
    at: (place) => Prisma.sql`${!isFirst(place, text)}`,
  };
}

/** Returns a column by which only names that begin like the search are sorted. */
function nameIfFirst(text: TextSearch): SortColumn {
  return {
    column: Prisma.sql`case when ${beginsLike(text)} then f.name_key else '' end`,
    at: (place) => Prisma.sql`${isFirst(place, text) ? place.nameKey : ""}`,
  };
}

/** Returns the condition for a match by words or SKU. `bySku`: the condition by SKU. */
function matches({ words }: TextSearch, bySku: Prisma.Sql): Prisma.Sql {
  return words === null ? bySku : Prisma.sql`(f.terms @@ ${words}::tsquery or ${bySku})`;
}

function inSkus({ sku }: TextSearch): Prisma.Sql {
  return Prisma.sql`f.supplier_product_id in (select products_with_sku(${sku}, null))`;
}

/** Returns the condition for a matching SKU. Reads each product's variants; for searches with too many SKUs. */
function hasSku({ sku }: TextSearch): Prisma.Sql {
  return Prisma.sql`exists (select from supplier_variant v where v.shop = f.shop and v.supplier_product_id = f.supplier_product_id
    and lower(left(v.sku, 100) collate "C") >= ${sku} and lower(left(v.sku, 100) collate "C") < ${sku + AFTER_LETTERS})`;
}

/** Counts products, up to one more than `FEW`. */
async function count(tx: Tx, condition: Prisma.Sql): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(tx)`
    select count(*)::int as total from (select from product_search f where ${condition} limit ${FEW + 1}) f`;
  return counted?.total ?? 0;
}
