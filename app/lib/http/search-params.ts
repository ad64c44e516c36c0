/**
 * Returns the query parameters of a request. Removes NULs, which anyone can send and no text of Postgres can
 * hold.
 */
export function searchParamsOf({ url }: Request): URLSearchParams {
  return new URL(url.replaceAll("%00", "")).searchParams;
}
