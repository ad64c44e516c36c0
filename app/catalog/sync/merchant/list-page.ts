import { cutPage } from "../../../lib/http/keyset-page.ts";

/**
 * The cursor of the row after which a page begins (`after`), or before which it ends (`before`). Both are null
 * for the first page.
 */
export type ListPlace = { after: string | null; before: string | null };

/**
 * A page of a list. `before` and `after`: the cursors of the previous and the next page; null if there is no
 * such page.
 */
export type ListPage<Row> = ListPlace & { rows: Row[] };

export const FIRST_PAGE: ListPlace = { after: null, before: null };

/**
 * Returns the query for a page: its direction, and its number of rows. It reads one row more than the page
 * shows, to find out if there is a further page.
 */
export function listQuery({ after, before }: ListPlace, pageSize: number) {
  const backwards = before !== null && after === null;
  return { take: pageSize + 1, backwards, isFirst: after === null && before === null };
}

/** Makes a page of the rows that a query by `listQuery` has found. */
export function listPage<Row>(
  found: Row[],
  query: ReturnType<typeof listQuery>,
  cursorOf: (row: Row) => string,
): ListPage<Row> {
  const { rows, before, after } = cutPage(found, query);
  return { rows, before: before && cursorOf(before), after: after && cursorOf(after) };
}
