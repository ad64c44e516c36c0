/** A page of a list in the order of `(at, id)`, newest first. The cursors lead to the pages beside it; null: there is none. */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** Where a page begins: right behind (`older`) or right before (`newer`) the row that a cursor names. */
export type Place = { towards: "older" | "newer"; cursor: string };

/** The place that an address names; null for the newest page. `prefix`: of which of its lists, where it has several. */
export function placeIn(searchParams: URLSearchParams, prefix = ""): Place | null {
  const older = searchParams.get(`${prefix}older-than`);
  if (older !== null) return { towards: "older", cursor: older };
  const newer = searchParams.get(`${prefix}newer-than`);
  return newer === null ? null : { towards: "newer", cursor: newer };
}

/** What the next page is read by: the direction, one row more than fits, and the condition that an index can begin at. */
export type KeysetQuery = {
  direction: "asc" | "desc";
  take: number;
  /** Rows beyond this one in the direction; null: from the newest. */
  beyond: { side: "lt" | "gt"; at: Date; id: string } | null;
};

/** How to read a page; an unknown cursor leads to the newest page. */
export function keysetQuery(place: Place | null, pageSize: number): KeysetQuery {
  const from = place && readCursor(place.cursor);
  const backwards = from !== null && place?.towards === "newer";
  return {
    direction: backwards ? "asc" : "desc",
    take: pageSize + 1,
    beyond: from && { side: backwards ? "gt" : "lt", ...from },
  };
}

/** Makes a page of what the query found. */
export function keysetPage<Row>(
  found: Row[],
  { direction, take, beyond }: KeysetQuery,
  keyOf: (row: Row) => { at: Date; id: string },
): KeysetPage<Row> {
  const { rows, before, after } = cutPage(found, {
    take,
    backwards: direction === "asc",
    isFirst: beyond === null,
  });
  return {
    rows,
    newer: before && writeCursor(keyOf(before)),
    older: after && writeCursor(keyOf(after)),
  };
}

/**
 * Makes a page of a list in any order, of which one row more than fits was read, `backwards` from its end to its
 * beginning. @returns the rows in the list's order, and those that the pages `before` and `after` it begin beside.
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

/** A cursor stands in an address, where anybody can write anything. */
function readCursor(cursor: string): { at: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { at: new Date(Number(ms)), id };
}
