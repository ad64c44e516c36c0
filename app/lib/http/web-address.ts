/**
 * Returns the text if it is an http or https URL; null for any other text. Protects links from schemes such as
 * `javascript:`.
 */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}

/** Lists the texts that `webAddress` rejects, without duplicates and empty texts. */
export function notWebAddresses(urls: (string | null)[]): string[] {
  const texts = new Set(urls.map((url) => (url ?? "").trim()));
  return [...texts].filter((text) => text !== "" && webAddress(text) === null);
}
