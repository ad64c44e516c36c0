/**
 * A page of a list in the order of `(at, id)`. `newer` and `older`: cursors of the adjacent pages; null if
 * there is no such page.
 */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** The position of a page: directly beyond the cursor's row, towards older or newer rows. */
export type Place = { towards: "older" | "newer"; cursor: string };

/**
 * Returns the place in a URL's parameters; null for the first page. `prefix`: the parameters' prefix, if the
 * web page has several lists.
 */
export function placeIn(searchParams: URLSearchParams, prefix = ""): Place | null {
  const older = searchParams.get(`${prefix}older-than`);
  if (older !== null) return { towards: "older", cursor: older };
  const newer = searchParams.get(`${prefix}newer-than`);
  return newer === null ? null : { towards: "newer", cursor: newer };
}

/** The query for a page. It reads one row more than the page shows, to find out if there is a further page. */
export type KeysetQuery = {
  direction: "asc" | "desc";
  /** True if the query's direction is opposite to the list's, so that the rows must be reversed. */
  backwards: boolean;
  take: number;
  /** The query finds only rows beyond this key; null for the first page. */
  beyond: { side: "lt" | "gt"; at: Date; id: string } | null;
};

/**
 * Returns the query for a page of a list. A malformed cursor gives the first page. A cursor contains only a
 * row's key, so it stays valid if the list's filter changes or the row is deleted.
 *
 * @param options `first`: the rows with which the list begins.
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

/** Makes a page of the rows that the query found. */
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
 * Makes a page of `found` rows, for a list in any order. The query reads one row more than the page shows.
 * @param options `backwards`: the query has read in the direction opposite to the list's. `isFirst`: the query
 * has no cursor.
 * @returns the rows in the list's order. `before` and `after`: the rows whose keys are the cursors of the
 * adjacent pages; null if there is no such page.
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

/** Parses a cursor; null if it is malformed. Cursors come from URLs, so they may be anything. */
function readCursor(cursor: string): { at: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { at: new Date(Number(ms)), id };
}
