/** The address comes from outside: only those are shown that a browser fetches as an image. */
export function safeImage(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
