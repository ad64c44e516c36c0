/**
 * Cleans a line of text that a person typed: removes invisible characters, turns line breaks into spaces,
 * trims, and composes accents. Invisible characters come with text that is copied from a web page. Shopify's
 * checkout puts U+2060 into addresses that customers enter in parts.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, "")
    .replaceAll(/\s*[\t\n\v\f\r\u0085\u2028\u2029]+\s*/g, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .normalize("NFC")
    .trim();
}

/**
 * Cleans a text of several lines: unifies line breaks, and removes control characters. Keeps invisible format
 * characters, because emojis and Persian words need them.
 *
 * @returns null if nothing is left.
 */
export function cleanLines(text: string): string | null {
  const plain = text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return plain === "" ? null : plain;
}
