import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { correctWords } from "./correct-words.server.ts";
import { wordsOf } from "./fold-text.ts";
import type { ProductFilter, ProductSort } from "./product-filter.ts";
import { readSearchText, type SearchText, type SearchWords } from "./search-text.server.ts";

/** More words than that find no fewer products. */
const MAX_WORDS = 8;
const MAX_SKU = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Hits are counted, and sorted, up to this number. More of them are met in the order of an index until the page is full. */
const COUNTED = 1001;
/**
 * The index of words takes longest to collect what most products have. So hits are first counted among this many products:
 * a text that every fourth product matches never needs that index.
 */
const PROBED = 4 * COUNTED;
/** The variants of `COUNTED` products that have some six each. A SKU's start with as many says less than the words. */
const MANY_SKUS = 6 * COUNTED;

/** Products to search for, as the functions in prisma/search.sql take them. */
export type SearchCondition = { query: Record<string, unknown>; words: SearchWords | null };
export type FoundProducts = {
  ids: string[];
  /** Number of matches; 1,001 if there are more than 1,000. */
  total: number;
  /** True if the cursor's product exists. */
  placed: boolean;
};

/** A page of a list: its order, the product that it starts beside, and how many ids it takes. */
export type FindPage = { sort: ProductSort; cursor: string | null; backwards: boolean; take: number };

type Scope = { shop: ShopDomain; now: Date };

/** Finds a page of products, by corrected words if nothing matches the typed ones. */
export async function findProducts(
  tx: Tx,
  scope: Scope,
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<FoundProducts & { corrected: string | null; condition: SearchCondition }> {
  const words = [...new Set(wordsOf(filter.query))].slice(0, MAX_WORDS);
  const search = async (text: { forms: string[][]; start: string } | null) => {
    const find = (whole: boolean) =>
      searchProducts(tx, scope, { filter, page, text: text && { ...text, whole, sku: asSku(filter.query) } });
    // A word with another one behind it is usually complete. Searching for the complete word is faster, too.
    const found = await find(words.length > 1);
    return found.total === 0 && words.length > 1 ? find(false) : found;
  };
  const start = wordsOf(filter.query).join(" ");
  const found = await search(filter.query === "" ? null : { forms: words.map((word) => [word]), start });
  if (found.total > 0 || words.length === 0) return { ...found, corrected: null };
  const forms = await correctWords(tx, scope.shop, words);
  if (forms === null) return { ...found, corrected: null };
  const corrected = forms.map(([likeliest]) => likeliest).join(" ");
  const again = await search({ forms, start: corrected });
  return again.total > 0 ? { ...again, corrected } : { ...found, corrected: null };
}

/** Postgres folds SKUs in the same way: the case of ASCII letters only. */
function asSku(typed: string): string {
  return typed.slice(0, MAX_SKU).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Finds a page of the products that match a text, if there is one, and a filter. */
export async function searchProducts(
  tx: Tx,
  { shop, now }: Scope,
  { filter, page, text }: { filter: ProductFilter; page: FindPage; text: SearchText | null },
): Promise<FoundProducts & { condition: SearchCondition }> {
  const cursor = await findCursor(tx, shop, page.cursor);
  const place = { ...page, cursor, backwards: cursor !== null && page.backwards };
  const read = async (condition: SearchCondition, manySkus = false) => {
    const found = await readPage(tx, { condition, start: text?.start ?? "", page: place, manySkus });
    return { ...found, placed: cursor !== null, condition };
  };
  const query = toQuery(filter, now);
  if (text === null) return read({ query, words: null });

  const { words, skus } = await readSearchText(tx, shop, { text, atMost: MANY_SKUS });
  const bySku = { ...query, source: "sku", sku: text.sku };
  const byWords = { ...query, source: "words" };
  if (skus === 0) return read({ query: byWords, words });
  if (skus < MANY_SKUS) return read({ query: words === null ? bySku : { ...byWords, sku: text.sku }, words });
  const found = words === null ? null : await read({ query: byWords, words });
  return found && found.total > 0 ? found : read({ query: bySku, words: null }, true);
}

type Cursor = { id: string; nameKey: string } | null;

async function findCursor(tx: Tx, shop: ShopDomain, id: string | null): Promise<Cursor> {
  if (id === null) return null;
  const row = await tx.supplierFind.findUnique({
    where: { shop_supplierProductId: { shop, supplierProductId: id } },
    select: { nameKey: true },
  });
  return row && { id, nameKey: row.nameKey };
}

/** The link states that a filter shows; null for any. */
const STATES: Record<ProductFilter["show"], string[] | null> = {
  all: null,
  imported: ["imported"],
  "not-imported": ["unlinked", "skipped", "needs-linking"],
  importing: ["importing"],
  skipped: ["skipped", "needs-linking"],
  discontinued: null,
};

function toQuery(filter: ProductFilter, now: Date): SearchCondition["query"] {
  const { category, brand, min, max, inStock, show, sinceDays } = filter;
  const states = STATES[show];
  const all = {
    source: sourceOf(filter),
    category,
    brand,
    min,
    max,
    inStock: inStock || null,
    since: sinceDays === null ? null : new Date(now.getTime() - sinceDays * DAY_MS),
    discontinued: show === "discontinued" || null,
    states,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Returns the index that finds the fewest products, if nothing is searched for. */
function sourceOf({ category, brand, show }: ProductFilter): string {
  if (show === "discontinued") return "discontinued";
  if (show === "imported" || show === "importing" || show === "skipped") return "links";
  if (category !== null) return "category";
  return brand === null ? "all" : "brand";
}

type Place = Omit<FindPage, "cursor"> & { cursor: Cursor };
type Request = {
  condition: SearchCondition;
  start: string;
  page: Place;
  /** Many SKUs start like the text, and no words match it. */
  manySkus: boolean;
};

async function readPage(tx: Tx, request: Request): Promise<{ ids: string[]; total: number }> {
  const { source } = request.condition.query;
  if (source === "all") return { total: await countAll(tx, request.condition), ids: await walk(tx, request) };
  const { words } = request.condition;
  const { start, page } = request;
  if (words !== null && page.sort === "best" && start !== "") {
    const starts = await callWalk(tx, request, { name: "name", from: null, take: COUNTED });
    if (starts.length === COUNTED)
      return { total: COUNTED, ids: page.cursor ? await walk(tx, request) : starts.slice(0, page.take) };
  }
  let found = await sortHits(tx, request, { variants: request.manySkus ? MANY_SKUS : null });
  // Few products have all these variants, or pass the filter.
  if (request.manySkus && found.total < COUNTED) found = await sortHits(tx, request, { variants: null });
  return found.total < COUNTED ? found : { total: COUNTED, ids: await walk(tx, request) };
}

async function countAll(tx: Tx, { query }: SearchCondition): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count_among_first(${JSON.stringify(query)}::jsonb, null, null, ${COUNTED}::int) as count`;
  return row?.count ?? 0;
}

/** Sorts the hits if they are fewer than `COUNTED`. Asks the index only if the first products show no more. */
async function sortHits(
  tx: Tx,
  { condition, start, page: { sort, cursor, backwards, take } }: Request,
  { variants }: { variants: number | null },
): Promise<{ ids: string[]; total: number }> {
  const query = JSON.stringify({ ...condition.query, start, ...(variants !== null && { variants }) });
  const words = condition.words?.all ?? null;
  const probed = words === null ? 0 : PROBED;
  const [found] = await tx.$queryRaw<{ ids: string[]; total: number }[]>`
    select hits.ids, hits.total
    from count_among_first(${query}::jsonb, ${words}::tsquery, ${probed}::int, ${COUNTED}::int) as first (count),
      lateral (
        select ids, total
        from search_hits(${query}::jsonb, ${words}::tsquery, ${condition.words?.indexed ?? null}::tsquery, ${sort},
          ${cursor?.id ?? null}, ${backwards}, ${COUNTED}::int, ${take}::int)
        where first.count < ${COUNTED}::int offset 0) hits`;
  return found ?? { ids: [], total: COUNTED };
}

/** Reads on in the order of the list until the page is full. */
async function walk(tx: Tx, request: Request): Promise<string[]> {
  const { start, page, condition } = request;
  const { cursor, take, backwards, sort } = page;
  const call = (name: keyof typeof WALKS) => callWalk(tx, request, { name, from: cursor, take });
  if (sort === "cost" || sort === "-cost") return call("cost");
  if (sort === "newest") return call("first-seen");
  if (sort === "name" || start === "") return call("name");
  if (condition.words === null) return call("sku");

  // Names that start like the search come first. The others come by id: by name, all hits may come last.
  const parts = (["name", "id"] as const).toSorted(() => (backwards ? -1 : 1));
  const isIn = cursor && (cursor.nameKey.startsWith(start) ? "name" : "id");
  const ids: string[] = [];
  for (const name of isIn ? parts.slice(parts.indexOf(isIn)) : parts)
    if (ids.length < take)
      ids.push(
        ...(await callWalk(tx, request, {
          name,
          from: name === isIn ? cursor : null,
          take: take - ids.length,
        })),
      );
  return ids;
}

async function callWalk(
  tx: Tx,
  { condition: { query, words }, start, page: { sort, backwards } }: Request,
  { name, from, take }: { name: keyof typeof WALKS; from: Cursor; take: number },
): Promise<string[]> {
  const asked = JSON.stringify(
    sort === "best" && start !== "" && words !== null ? { ...query, start } : query,
  );
  // The highest cost and the newest product come first.
  const isReversed = backwards !== (sort === "-cost" || sort === "newest");
  const [row] = await tx.$queryRaw<{ ids: string[] }[]>`
    select ${WALKS[name]}(${asked}::jsonb, ${words?.all ?? null}::tsquery, ${from?.id ?? null}, ${isReversed}, ${take}::int) as ids`;
  return row?.ids ?? [];
}

/** One function per order (prisma/search.sql). */
const WALKS = {
  name: Prisma.sql`search_by_name`,
  cost: Prisma.sql`search_by_cost`,
  "first-seen": Prisma.sql`search_by_first_seen`,
  id: Prisma.sql`search_by_id`,
  sku: Prisma.sql`search_by_sku`,
};
