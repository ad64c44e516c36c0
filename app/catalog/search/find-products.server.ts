import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { correctWords } from "./correct-words.server.ts";
import { wordsOf } from "./fold-text.ts";
import type { ProductFilter, ProductSort } from "./product-filter.ts";

/** More words do not narrow a search noticeably. */
const MAX_WORDS = 8;
const MAX_SKU = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Input and result of prisma/find-products.sql. */
export type FindQuery = Record<string, unknown>;
export type FoundProducts = {
  ids: string[];
  /** Number of matches; 1,001 if there are more than 1,000. */
  total: number;
  /** True if the cursor's product exists. */
  placed: boolean;
  corrected: string | null;
};

/** A page of a list: its order, the product that the page begins beside, and its size. */
export type FindPage = { sort: ProductSort; cursor: string | null; backwards: boolean; take: number };

/** Finds products by a filter. If nothing matches the typed words, searches for corrected ones. */
export async function findProducts(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { filter, page }: { filter: ProductFilter; page: FindPage },
): Promise<FoundProducts & { query: FindQuery }> {
  const { words, query } = toFindQuery(filter, now);
  const sought = async (text: FindQuery) => {
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
  // A word that is followed by another one is probably complete, and a search for whole words is narrower and
  // faster. If it finds nothing, search for prefixes.
  const soughtWhole = async (text: FindQuery) => {
    const found = await sought({ ...text, whole: words.length > 1 });
    return found.total === 0 && words.length > 1 ? sought(text) : found;
  };
  const found = await soughtWhole({});
  if (found.total === 0 && words.length > 0) {
    const forms = await correctWords(tx, shop, words);
    if (forms === null) return found;
    const start = forms.map(([likeliest]) => likeliest).join(" ");
    const again = await soughtWhole({ words: forms, start });
    if (again.total > 0) return { ...again, corrected: start };
  }
  // The cursor's product is no longer listed, so begin at the first page.
  if (page.cursor !== null && !found.placed)
    return findProducts(tx, { shop, now }, { filter, page: { ...page, cursor: null, backwards: false } });
  return found;
}

function toFindQuery(filter: ProductFilter, now: Date): { words: string[]; query: FindQuery } {
  const { query: typed, category, brand, min, max, inStock, show, sinceDays } = filter;
  const words = [...new Set(wordsOf(typed))].slice(0, MAX_WORDS);
  const since = sinceDays === null ? null : new Date(now.getTime() - sinceDays * DAY_MS);
  const said = Object.entries({ category, brand, min, max, since }).filter(([, value]) => value !== null);
  return {
    words,
    query: {
      ...Object.fromEntries(said),
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

/** Folds like Postgres does for SKUs: only the case of ASCII letters. */
function asSku(typed: string): string {
  return typed.slice(0, MAX_SKU).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

async function find(tx: Tx, query: FindQuery): Promise<Omit<FoundProducts, "corrected">> {
  const [found] = await queryRows<Omit<FoundProducts, "corrected">>(tx)`
    select ids, total, placed from find_products(${JSON.stringify(query)}::jsonb)`;
  if (!found) throw new Error("The database did not say what it found.");
  return found;
}
