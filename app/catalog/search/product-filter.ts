import { z } from "zod";

/** A filter of the supplier's products, from a page's URL. */
export type ProductFilter = {
  /** The trimmed search, with at most `MAX_QUERY` characters; empty for no search. */
  query: string;
  category: string | null;
  brand: string | null;
  /** Limits of a product's lowest cost, as decimals; null for none. */
  min: string | null;
  max: string | null;
  inStock: boolean;
  show: (typeof SHOWN)[number];
  /** Maximum number of days since the supplier first listed the product; null for no limit. */
  sinceDays: number | null;
  /** Maximum number of days since the product changed in the shop; null for no limit. */
  changedDays: number | null;
};

export type ProductSort = (typeof SORTS)[number];

/** Maximum length of a search. A longer search is cut, and the page says so. */
export const MAX_QUERY = 200;

export const SHOWN = [
  "all",
  "not-imported",
  "imported",
  "importing",
  "skipped",
  "sold-out",
  "off-sale",
  "own-price",
  "below-cost",
  "discontinued",
  "ended",
  "unreadable",
] as const;

/** "best": by name, but names that begin like the search come first. */
export const SORTS = ["best", "name", "cost", "-cost", "newest"] as const;

const NAME = z.string().min(1).max(500).nullable().catch(null);
/** An amount in a search URL, with a decimal point. */
export const COST_LIMIT = /^\d{1,12}(\.\d{1,6})?$/;
const AMOUNT = z.string().regex(COST_LIMIT).nullable().catch(null);

const DAYS = z.coerce.number().int().min(1).max(3650).nullable().catch(null);

/** Users can edit URLs, so invalid parameters are ignored. */
const parameters = z.object({
  q: z.string().catch(""),
  category: NAME,
  brand: NAME,
  min: AMOUNT,
  max: AMOUNT,
  stock: z.literal("1").nullable().catch(null),
  show: z.enum(SHOWN).catch("all"),
  since: DAYS,
  changed: DAYS,
  sort: z.enum(SORTS).catch("best"),
});

/**
 * Parses the parameters `q category brand min max stock show since changed sort`. `typed`: the search as in the
 * URL. `cut`: true if the search was too long.
 */
export function parseProductFilter(address: URLSearchParams): {
  filter: ProductFilter;
  sort: ProductSort;
  typed: string;
  cut: boolean;
} {
  const { q, stock, since, changed, sort, ...rest } = parameters.parse(
    Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, address.get(name)])),
  );
  const typed = q.replaceAll("\0", "").toWellFormed();
  const meant = typed.trim();
  const query = meant.slice(0, MAX_QUERY).toWellFormed();
  return {
    filter: { query, inStock: stock !== null, sinceDays: since, changedDays: changed, ...rest },
    sort,
    typed,
    cut: meant.length > MAX_QUERY,
  };
}

/** Returns the URL parameters of a filter, as `parseProductFilter` reads them. Omits defaults. */
export function productParameters(filter: ProductFilter, sort: ProductSort = "best"): URLSearchParams {
  const { query, category, brand, min, max, inStock, show, sinceDays, changedDays } = filter;
  const all = {
    q: query,
    category,
    brand,
    min,
    max,
    stock: inStock ? "1" : null,
    show: show === "all" ? null : show,
    since: sinceDays?.toString(),
    changed: changedDays?.toString(),
    sort: sort === "best" ? null : sort,
  };
  const said = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(said);
}
