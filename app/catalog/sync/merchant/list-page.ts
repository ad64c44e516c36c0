import { cutPage } from "../../../lib/http/keyset-page.ts";

/** Cursor of the row after or before which a page begins; both are null for the first page. */
export type ListPlace = { after: string | null; before: string | null };

/** A page of a list with the cursors of the pages before and after; a cursor is null if there is no such page. */
export type ListPage<Row> = ListPlace & { rows: Row[] };

export const FIRST_PAGE: ListPlace = { after: null, before: null };

/** Returns how to read a page: backwards for `before`, and one row more than fits. */
export function listQuery({ after, before }: ListPlace, pageSize: number) {
  const backwards = before !== null && after === null;
  return { take: pageSize + 1, backwards, isFirst: after === null && before === null };
}

/** Cuts a page from the rows that a query by `listQuery` has found. */
export function listPage<Row>(
  found: Row[],
  query: ReturnType<typeof listQuery>,
  cursorOf: (row: Row) => string,
): ListPage<Row> {
  const { rows, before, after } = cutPage(found, query);
  return { rows, before: before && cursorOf(before), after: after && cursorOf(after) };
}
