/**
 * A page of a list in the order of `(at, id)`, newest first. The cursors lead to the adjacent pages; null:
 * there is none.
 */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** Start of a page: directly after (`older`) or directly before (`newer`) the row of the cursor. */
export type Place = { towards: "older" | "newer"; cursor: string };

/**
 * Returns the place in an address; null for the newest page. `prefix` selects one of several lists on a page.
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
  take: number;
  /** Only rows beyond this one in the direction; null: from the newest. */
  beyond: { side: "lt" | "gt"; at: Date; id: string } | null;
};

/** Returns the query for a page; an unknown cursor leads to the newest page. */
export function keysetQuery(place: Place | null, pageSize: number): KeysetQuery {
  const from = place && readCursor(place.cursor);
  const backwards = from !== null && place?.towards === "newer";
  return {
    direction: backwards ? "asc" : "desc",
    take: pageSize + 1,
    beyond: from && { side: backwards ? "gt" : "lt", ...from },
  };
}

/** Returns the page for the rows that the query found. */
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
 * Cuts a page of a list in any order from rows of which one more than fits was read, `backwards` from the
 * end. @returns the rows in the list's order, and the rows at which the pages `before` and `after` it begin.
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

/** Validates a cursor, because it comes from an address that anyone can write. */
function readCursor(cursor: string): { at: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { at: new Date(Number(ms)), id };
}
