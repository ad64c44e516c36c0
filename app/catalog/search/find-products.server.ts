import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wordsOf } from "../../lib/fold-text.ts";
import type { ProductFilter, ProductSort } from "./product-filter.ts";

/** Input and result of prisma/find-products.sql. */
type FindQuery = Record<string, unknown>;

type FoundProducts = {
  ids: string[];
  /** Number of matches; 1,001 if there are more than 1,000. */
  total: number;
  /** True if the cursor's product exists. */
  placed: boolean;
  corrected: string | null;
};

/** A page of a list: its order, the product after or before which it begins (`cursor`), and its size. */
type FindPage = { sort: ProductSort; cursor: string | null; backwards: boolean; take: number };

/** Maximum number of words. More do not narrow a search noticeably. */
const MAX_WORDS = 8;
const MAX_SKU = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Finds products by a filter. If nothing matches the typed words, searches for corrected ones. */
export async function findProducts(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<FoundProducts & { query: FindQuery }> {
  const { words, query } = toFindQuery(filter, now);
  const search = async (text: FindQuery) => {
    const { sort, take, cursor, backwards } = page;
    const found = await find(tx, {
      ...query,
      ...text,
      sort,
      take,
      ...(cursor !== null && { cursor, backwards }),
    });
    return { ...found, corrected: null, query: { ...query, ...text } };
  };
  // A word that is followed by another one is probably complete. A search for whole words is narrower and faster. If it finds
  // nothing, a second search treats the words as prefixes.
  const searchWhole = async (text: FindQuery) => {
    const found = await search({ ...text, whole: words.length > 1 });
    return found.total === 0 && words.length > 1 ? search(text) : found;
  };
  const found = await searchWhole({});
  if (found.total === 0 && words.length > 0) {
    const forms = await correctWords(tx, shop, words);
    if (forms === null) return found;
    const start = forms.map(([likeliest]) => likeliest).join(" ");
    const again = await searchWhole({ words: forms, start });
    if (again.total > 0) return { ...again, corrected: start };
  }
  // If the cursor's product is no longer listed, the first page is shown.
  if (page.cursor !== null && !found.placed)
    return findProducts(tx, { shop, now }, { filter, page: { ...page, cursor: null, backwards: false } });
  return found;
}

/**
 * Returns a SQL query for the products that match a filter in the product list. Its only column is `supplier_product_id`. It
 * finds the products that match when the caller's statement runs.
 */
export async function matchingProducts(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  filter: ProductFilter,
): Promise<Prisma.Sql> {
  // Applies the same correction of typos as the list.
  const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
  const { query } = await findProducts(tx, scope, { filter, page });
  return Prisma.sql`
    select unnest(ids) as supplier_product_id from find_products(${JSON.stringify(query)}::jsonb)`;
}

function toFindQuery(filter: ProductFilter, now: Date): { words: string[]; query: FindQuery } {
  const { query: typed, category, brand, min, max, inStock, show, sinceDays, changedDays } = filter;
  const words = [...new Set(wordsOf(typed))].slice(0, MAX_WORDS);
  const daysAgo = (days: number | null) => (days === null ? null : new Date(now.getTime() - days * DAY_MS));
  const [since, changed] = [daysAgo(sinceDays), daysAgo(changedDays)];
  const given = Object.entries({ category, brand, min, max, since, changed }).filter(
    ([, value]) => value !== null,
  );
  return {
    words,
    query: {
      ...Object.fromEntries(given),
      inStock,
      show,
      ...(typed !== "" && {
        words: words.map((word) => [word]),
        start: wordsOf(typed).join(" "),
        sku: asSku(typed),
      }),
    },
  };
}

/** Folds a typed SKU like Postgres folds SKUs: lowers ASCII letters only. */
function asSku(typed: string): string {
  return typed.slice(0, MAX_SKU).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

async function find(tx: Tx, query: FindQuery): Promise<Omit<FoundProducts, "corrected">> {
  const [found] = await queryRows<Omit<FoundProducts, "corrected">>(tx)`
    select ids, total, placed from find_products(${JSON.stringify(query)}::jsonb)`;
  if (!found) throw new Error("find_products returned no row.");
  return found;
}

/** Matches words to correct. Shorter words resemble too many others, and numbers have no spelling. */
const CORRECTABLE = /^\p{L}{4,30}$/u;
/** Maximum number of corrections per word. */
const MAX_CORRECTIONS = 5;

const MAX_CANDIDATES = 2000;

/** Sorts after every letter. */
const AFTER_LETTERS = "\u{10FFFF}";

/**
 * Corrects typed words by the words of products. Keeps a typed word if a product's word begins with it. Replaces any other
 * typed word by products' words that are one typo away or that end with it ("becher": "trinkbecher"), nearest in length
 * first. Returns null if no word is replaced.
 */
async function correctWords(tx: Tx, shop: ShopDomain, typed: string[]): Promise<string[][] | null> {
  const correctable = [...new Set(typed.filter((word) => CORRECTABLE.test(word)))];
  if (correctable.length === 0) return null;
  // A typo leaves the first or the last half intact, unless it swaps the letters on both sides of the middle.
  const halves = correctable.map((word) => ({ word, ...halvesOf(word) }));
  const found = await queryRows<{ typed: string; word: string }>(tx)`
    select typed, found.word from unnest(${correctable}::text[], ${halves.map(({ head }) => head)}::text[],
      ${halves.map(({ tail }) => tail)}::text[], ${halves.map(({ swapped }) => swapped)}::text[])
      as slip (typed, head, tail, swapped)
    cross join lateral (
      (select word from search_word where shop = ${shop} and word >= head and word < head || ${AFTER_LETTERS}
       limit ${MAX_CANDIDATES})
      union all
      (select word from search_word where shop = ${shop} and reversed >= tail and reversed < tail || ${AFTER_LETTERS}
       limit ${MAX_CANDIDATES})
      union all
      (select word from search_word where shop = ${shop} and word >= swapped and word < swapped || ${AFTER_LETTERS}
       limit ${MAX_CORRECTIONS})
    ) found
    -- Drops words that are too short: a typo adds one letter at most.
    where length(found.word) >= length(typed) - 1 and not exists (
      select from search_word known where known.shop = ${shop} and known.word >= typed and known.word < typed || ${AFTER_LETTERS})`;
  const likely = Map.groupBy(
    found.filter(
      ({ typed: slip, word }) => CORRECTABLE.test(word) && (isTypo(slip, word) || word.endsWith(slip)),
    ),
    (row) => row.typed,
  );
  if (likely.size === 0) return null;
  return typed.map((word) => {
    const words = new Set(likely.get(word)?.map((row) => row.word) ?? [word]);
    const byLength = [...words].sort(
      (a, b) => lengthDifference(a, word) - lengthDifference(b, word) || (a < b ? -1 : 1),
    );
    return byLength.slice(0, MAX_CORRECTIONS);
  });
}

/**
 * Returns true if one typo turns a word, or its beginning, into the typed one: an extra, missing or wrong
 * letter, or two swapped letters.
 */
export function isTypo(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [restTyped, rest] = [typed.slice(same), word.slice(same)];
  return (
    rest.startsWith(restTyped.slice(1)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped.slice(1))) ||
    (rest.length > 1 && `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`.startsWith(restTyped))
  );
}

function lengthDifference(word: string, typed: string): number {
  return Math.abs(word.length - typed.length);
}

function halvesOf(word: string): { head: string; tail: string; swapped: string } {
  const letters = Array.from(word);
  const middle = Math.floor(letters.length / 2);
  const head = letters.slice(0, middle);
  const [before = "", after = ""] = letters.slice(middle - 1, middle + 1);
  return {
    head: head.join(""),
    tail: letters.slice(middle).toReversed().join(""),
    swapped: [...head.slice(0, -1), after, before, ...letters.slice(middle + 1)].join(""),
  };
}
