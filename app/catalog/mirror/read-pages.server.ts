import {
  type FetchedPage,
  fetchPage,
  type Place,
  preparePage,
  type PreparedPage,
} from "./prepare-page.server.ts";

/**
 * Reads pages ahead: while one is written, the next one is made ready, and the one after that is fetched.
 *
 * @param hasTimeLeft whether another page may be begun.
 * @returns each page, and whether another one follows.
 * @throws Failure as `fetchPage`, once all pages before have been given.
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

/** Its failure is met when its turn comes, if it does. */
function met<T>(ahead: Promise<T>): Promise<T> {
  ahead.catch(() => undefined);
  return ahead;
}
