/**
 * Returns an outside address if a browser opens it as a page or an image; null for any other scheme or text.
 */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
