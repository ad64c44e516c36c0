/**
 * Returns an outside address if a browser opens it as a page or an image; null for any other scheme or text.
 */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}

/** Lists the texts that are no web addresses, each of them once. Omits empty texts. */
export function notWebAddresses(urls: (string | null)[]): string[] {
  const texts = new Set(urls.map((url) => (url ?? "").trim()));
  return [...texts].filter((text) => text !== "" && webAddress(text) === null);
}
