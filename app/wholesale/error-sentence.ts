import type { z } from "zod";

import { foldText, wordsOf } from "../lib/fold-text.ts";
import type { RejectionWord } from "./resources.ts";

/** Maximum number of characters of a quoted sentence. Pages show it as a notice. */
const MAX_LENGTH = 300;

/**
 * Returns the supplier's own sentence from the body of an error. Markup, control characters, line breaks and
 * the final period are removed, and the length is capped.
 * @param options `confidential`: texts that we sent.
 * @returns null if the body has another shape or no words, or if the sentence may repeat a confidential text.
 */
export function errorSentence(
  body: unknown,
  { shape, confidential }: { shape: z.ZodType<string>; confidential: string[] },
): string | null {
  const found = shape.safeParse(typeof body === "string" ? parseJson(body) : body);
  return found.success ? cleanSentence(found.data, confidential) : null;
}

/**
 * Returns the reason of a rejection from the body of an error; null if the contract does not know the reason.
 */
export function rejectionWordIn(
  body: unknown,
  shape: z.ZodType<RejectionWord | null> | undefined,
): RejectionWord | null {
  return shape?.safeParse(typeof body === "string" ? parseJson(body) : body).data ?? null;
}

export function cleanSentence(text: string, confidential: string[]): string | null {
  const plain = text
    // Keeps the regular expressions fast if the sentence is endless.
    .slice(0, MAX_LENGTH * 10)
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    // Pages put the sentence in these quotation marks.
    .replace(/[“”]/g, '"')
    .replace(/ (?=[.,;:!?])/g, "")
    .trim()
    .replace(/\.$/, "");
  if (!/\p{L}/u.test(plain) || repeats(plain, confidential)) return null;
  const letters = Array.from(plain);
  return letters.length <= MAX_LENGTH
    ? plain
    : `${letters
        .slice(0, MAX_LENGTH - 1)
        .join("")
        .trimEnd()}…`;
}

/** Words shorter than this are ignored, because too many sentences contain them: "in", "de", "St". */
const SHORTEST_WORD = 3;
/**
 * A word of at least this length also counts within another word ("Königstraßenfest"), or with spaces in it.
 */
const LONG_WORD = 6;
const DIGITS = 4;

/**
 * Returns true if a text may repeat a confidential text, even in part. One shared word is enough, whatever its
 * case and accents ("KOENIGSTRASSE" for "Königstraße"). Four shared digits in a row are also enough.
 */
function repeats(text: string, confidential: string[]): boolean {
  const words = foldedWords(text);
  const letters = words.join("");
  const alone = new Set([
    ...words,
    ...words.flatMap(partsOf),
    ...words.map((word, at) => word + (words[at + 1] ?? "")),
  ]);
  const digits = digitsIn(text).join(" ");
  return confidential.some((value) => {
    const own = foldedWords(value);
    return (
      [...own, own.join("")].some((word) =>
        isLong(word) ? letters.includes(word) : word.length >= SHORTEST_WORD && alone.has(word),
      ) || digitsIn(value).some((run) => windowsOf(run).some((window) => digits.includes(window)))
    );
  });
}

/** Splits a text into folded words. Also folds "ue" to "u", because suppliers write "ue" for "ü". */
function foldedWords(text: string): string[] {
  return wordsOf(text).map((word) => word.replaceAll(/([aou])e/g, "$1"));
}

/**
 * Returns true if the word also counts within another word. Chinese, Japanese and Korean names count from two
 * letters on, because no space separates them from the next word.
 */
function isLong(word: string): boolean {
  return word.length >= LONG_WORD || (word.length > 1 && IDEOGRAPHS.test(word));
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Splits between letters and digits, as in "Ann12". */
function partsOf(word: string): string[] {
  return word.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Returns the runs of at least four digits. Joins digits that are grouped: "0221 / 12-345". */
function digitsIn(text: string): string[] {
  return (
    foldText(text)
      .replaceAll(/(?<=\d)[\s().\-/]+(?=\d)/g, "")
      .match(/\d{4,}/g) ?? []
  );
}

function windowsOf(run: string): string[] {
  return Array.from({ length: run.length - DIGITS + 1 }, (_, at) => run.slice(at, at + DIGITS));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
