import { z } from "zod";

/** Which of the supplier's products are meant, as a page's address says. */
export type ProductFilter = {
  /** As typed, and no longer than `MAX_QUERY`; empty: nothing is searched for. */
  query: string;
  category: string | null;
  brand: string | null;
  /** The lowest cost of a product, as decimals; null: any. */
  min: string | null;
  max: string | null;
  inStock: boolean;
  show: (typeof SHOWN)[number];
  /** Only those that the supplier has listed for so many days at most; null: all. */
  sinceDays: number | null;
};

export type ProductSort = (typeof SORTS)[number];

/** More is cut off, and the page says so. */
export const MAX_QUERY = 200;

export const SHOWN = [
  ...(["all", "not-imported", "imported", "importing", "skipped", "discontinued"] as const),
];
/** "best" is by name as well, but what begins like the search comes first. */
export const SORTS = ["best", "name", "cost", "-cost", "newest"] as const;

const NAME = z.string().min(1).max(500).nullable().catch(null);
/** An amount in the address of a search, with a decimal point. */
export const COST_LIMIT = /^\d{1,12}(\.\d{1,6})?$/;
const AMOUNT = z.string().regex(COST_LIMIT).nullable().catch(null);

/** Anybody can write an address: what does not fit is ignored. */
const parameters = z.object({
  q: z.string().catch(""),
  category: NAME,
  brand: NAME,
  min: AMOUNT,
  max: AMOUNT,
  stock: z.literal("1").nullable().catch(null),
  show: z.enum(SHOWN).catch("all"),
  since: z.coerce.number().int().min(1).max(3650).nullable().catch(null),
  sort: z.enum(SORTS).catch("best"),
});

/**
 * Reads `q category brand min max stock show since sort`. `typed` is what stands in the address, `cut` tells that only its
 * beginning is searched for.
 */
export function parseProductFilter(address: URLSearchParams): {
  filter: ProductFilter;
  sort: ProductSort;
  typed: string;
  cut: boolean;
} {
  const { q, stock, since, sort, ...rest } = parameters.parse(
    Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, address.get(name)])),
  );
  const typed = q.replaceAll("\0", "").toWellFormed();
  const meant = typed.trim();
  const query = meant.slice(0, MAX_QUERY).toWellFormed();
  return {
    filter: { query, inStock: stock !== null, sinceDays: since, ...rest },
    ...{ sort, typed },
    cut: meant.length > MAX_QUERY,
  };
}

/** The parameters that `parseProductFilter` reads the same filter from; those that say nothing are left out. */
export function productParameters(filter: ProductFilter, sort: ProductSort = "best"): URLSearchParams {
  const { query, category, brand, min, max, inStock, show, sinceDays } = filter;
  const all = {
    ...{ q: query, category, brand, min, max, stock: inStock ? "1" : null },
    ...{
      show: show === "all" ? null : show,
      since: sinceDays?.toString(),
      sort: sort === "best" ? null : sort,
    },
  };
  const said = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(said);
}
