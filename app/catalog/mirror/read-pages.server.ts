import {
  type FetchedPage,
  fetchPage,
  type Place,
  preparePage,
  type PreparedPage,
} from "./prepare-page.server.ts";

/**
 * Reads pages ahead: while the caller writes one, the next one is parsed, and the one after that is fetched.
 * @param hasTimeLeft returns true if another page may be started.
 * @returns each page; `goesOn` if another one follows.
 * @throws Failure as `fetchPage`, after all pages before it.
 */
export async function* readPages(
  first: Place,
  hasTimeLeft: () => boolean,
): AsyncGenerator<{ page: PreparedPage; goesOn: boolean }> {
  let reading: Promise<Read> | null = read(first, fetchPage(first), hasTimeLeft);
  while (reading) {
    const { page, next }: Read = await reading;
    reading = next && met(read(next.place, next.fetched, hasTimeLeft));
    yield { page, goesOn: next !== null };
  }
}

type Read = { page: PreparedPage; next: { place: Place; fetched: Promise<FetchedPage> } | null };

async function read(place: Place, fetched: Promise<FetchedPage>, hasTimeLeft: () => boolean): Promise<Read> {
  const unread = await fetched;
  const after = { ...place, page: place.page + 1, cursor: unread.nextCursor };
  const next =
    after.cursor !== null && hasTimeLeft() ? { place: after, fetched: met(fetchPage(after)) } : null;
  return { page: await preparePage(place, unread), next };
}

/** Avoids an unhandled rejection. The failure surfaces when the page's turn comes. */
function met<T>(ahead: Promise<T>): Promise<T> {
  ahead.catch(() => undefined);
  return ahead;
}
