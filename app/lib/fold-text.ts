/** Removes case and accents: "Müller", "MULLER" and "muller" are equal. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const letters = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll(/[ßæœøđðłıþ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Splits a text into folded words of letters and digits. */
export function wordsOf(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, MAX_WORD).toWellFormed(),
  );
}

/**
 * Returns the terms under which a search finds a text: its words. In scripts without spaces between words
 * (Chinese, Thai), also all suffixes of each word. A search by prefix then also finds the middle of a word.
 */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (!WITHOUT_SPACES.test(word)) return [word];
    const letters = Array.from(word);
    return letters.map((_, index) => letters.slice(index).join(""));
  });
}

const ASCII = /^[\0-\x7f]*$/;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters that Unicode does not decompose. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
};
const MAX_WORD = 40;
