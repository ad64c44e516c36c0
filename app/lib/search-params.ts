/** What a request's address asks for. Anybody can write one: a NUL, which Postgres takes in no text, is left out. */
export function searchParamsOf({ url }: Request): URLSearchParams {
  return new URL(url.replaceAll("%00", "")).searchParams;
}
