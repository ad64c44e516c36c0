import {
  type ProductFilter,
  productParameters,
  type ProductSort,
} from "../../catalog/search/product-filter.ts";

/** The search in the page's address: the parsed filter, and the text as typed. */
export type Search = { filter: ProductFilter; sort: ProductSort; typed: string; cut: boolean };

/** Limit for counting products. */
export const COUNTED = 1000;

/** Returns the address of a search's first page, or of the page at a cursor. */
export function addressOf(
  { filter, sort, typed }: Omit<Search, "cut">,
  cursor: { after: string } | { before: string } | null = null,
): string {
  const parameters = productParameters({ ...filter, query: typed }, sort);
  for (const [name, value] of Object.entries(cursor ?? {})) parameters.set(name, value);
  return `?${parameters.toString()}`;
}
