import { cutPage } from "../../../lib/keyset-page.ts";

/** Behind or before which row of a list a page begins; neither: it is the first. */
export type ListPlace = { after: string | null; before: string | null };

/** A page of a list, and the cursors that the pages beside it begin at; null: there is none. */
export type ListPage<Row> = ListPlace & { rows: Row[] };

export const FIRST_PAGE: ListPlace = { after: null, before: null };

/** How to read a page: from its end to its beginning where the list is turned back, and one row more than fits. */
export function listQuery({ after, before }: ListPlace, pageSize: number) {
  const backwards = before !== null && after === null;
  return { take: pageSize + 1, backwards, isFirst: after === null && before === null };
}

/** Makes a page of what such a query found. */
export function listPage<Row>(
  found: Row[],
  query: ReturnType<typeof listQuery>,
  cursorOf: (row: Row) => string,
): ListPage<Row> {
  const { rows, before, after } = cutPage(found, query);
  return { rows, before: before && cursorOf(before), after: after && cursorOf(after) };
}
