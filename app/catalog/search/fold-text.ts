/** A text without case and accents: "Müller", "MULLER" and "muller" are one. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const letters = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll(/[ßæœøđðłıþ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a text, folded, in their order: letters and digits, and nothing else. */
export function wordsOf(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, MAX_WORD).toWellFormed(),
  );
}

/** The same, and what within them a search may begin with: some scripts put no spaces between words. */
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
/** What Unicode does not take apart. */
const PLAIN: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th" },
};
const MAX_WORD = 40;
