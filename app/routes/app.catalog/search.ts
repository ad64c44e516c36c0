import {
  type ProductFilter,
  productParameters,
  type ProductSort,
} from "../../catalog/search/product-filter.ts";

/** What the page's address asks for, as it was typed and as it is searched for. */
export type Search = { filter: ProductFilter; sort: ProductSort; typed: string; cut: boolean };

/** How far products are counted. */
export const COUNTED = 1000;

/** The address of a search's first page, or of the page that a cursor leads to. */
export function addressOf(
  { filter, sort, typed }: Omit<Search, "cut">,
  cursor: { after: string } | { before: string } | null = null,
): string {
  const parameters = productParameters({ ...filter, query: typed }, sort);
  for (const [name, value] of Object.entries(cursor ?? {})) parameters.set(name, value);
  return `?${parameters.toString()}`;
}
