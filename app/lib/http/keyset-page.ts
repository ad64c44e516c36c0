/**
 * A page of a list in the order of `(at, id)`. The cursors lead to the adjacent pages with newer and older
 * rows; null if there is no such page.
 */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** Start of a page: directly after (`older`) or directly before (`newer`) the row of the cursor. */
export type Place = { towards: "older" | "newer"; cursor: string };

/**
 * Returns the place in a URL's parameters; null for the first page. `prefix` selects one of several lists on
 * a page.
 */
export function placeIn(searchParams: URLSearchParams, prefix = ""): Place | null {
  const older = searchParams.get(`${prefix}older-than`);
  if (older !== null) return { towards: "older", cursor: older };
  const newer = searchParams.get(`${prefix}newer-than`);
  return newer === null ? null : { towards: "newer", cursor: newer };
}

/** The query for a page: direction, one row more than fits, and a condition that an index supports. */
export type KeysetQuery = {
  direction: "asc" | "desc";
  /** True if the list shows the rows in the direction opposite to the query's. */
  backwards: boolean;
  take: number;
  /** The query finds only rows beyond this row, in its direction; null: it begins at the list's first row. */
  beyond: { side: "lt" | "gt"; at: Date; id: string } | null;
};

/**
 * Returns the query for a page of a list. A malformed cursor leads to the first page. A cursor contains only the key of a row, so
 * it stays valid if the list's filter or order changes, or if the row is deleted.
 *
 * @param options `first`: the row that the list begins with.
 */
export function keysetQuery(
  place: Place | null,
  pageSize: number,
  { first = "newest" }: { first?: "newest" | "oldest" } = {},
): KeysetQuery {
  const from = place && readCursor(place.cursor);
  const forwards = first === "newest" ? "older" : "newer";
  const towards = place === null || from === null ? forwards : place.towards;
  const direction = towards === "older" ? "desc" : "asc";
  return {
    direction,
    backwards: towards !== forwards,
    take: pageSize + 1,
    beyond: from && { side: direction === "desc" ? "lt" : "gt", ...from },
  };
}

/** Returns the page for the rows that the query found. */
export function keysetPage<Row>(
  found: Row[],
  { direction, backwards, take, beyond }: KeysetQuery,
  keyOf: (row: Row) => { at: Date; id: string },
): KeysetPage<Row> {
  const { rows, before, after } = cutPage(found, { take, backwards, isFirst: beyond === null });
  const newestFirst = (direction === "desc") !== backwards;
  const [newer, older] = newestFirst ? [before, after] : [after, before];
  return { rows, newer: newer && writeCursor(keyOf(newer)), older: older && writeCursor(keyOf(older)) };
}

/**
 * Cuts a page of a list, in any order, from the rows that its query found: one row more than fits. The query
 * has read them `backwards` from the page's end, or forwards. @returns the rows in the list's order. `before`
 * and `after` are the page's rows from which the adjacent pages begin; null if there is no such page.
 */
export function cutPage<Row>(
  found: Row[],
  { take, backwards, isFirst }: { take: number; backwards: boolean; isFirst: boolean },
): { rows: Row[]; before: Row | null; after: Row | null } {
  const more = found.length === take;
  const rows = found.slice(0, take - 1);
  if (backwards) rows.reverse();
  return {
    rows,
    before: ((backwards ? more : !isFirst) && rows[0]) || null,
    after: ((backwards || more) && rows.at(-1)) || null,
  };
}

function writeCursor({ at, id }: { at: Date; id: string }): string {
  return `${String(at.getTime())}_${id}`;
}

/** Validates a cursor, because it comes from a URL that anyone can write. */
function readCursor(cursor: string): { at: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { at: new Date(Number(ms)), id };
}
