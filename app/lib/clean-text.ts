/**
 * Cleans a line of text that a person typed: removes format and control characters, makes a line break a space, trims, and
 * composes accents. Format characters have no glyph of their own. Shopify's checkout puts U+2060 into addresses
 * that it asks for in parts, and text copied from a page may contain others.
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
 * Cleans a text of several lines: unifies line breaks, and removes control characters. Keeps format characters, without which
 * emojis and Persian words fall apart.
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
