import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { AFTER_LETTERS } from "./text-query.server.ts";

/** Matches words to correct. Shorter words resemble too many others, and numbers cannot be corrected. */
const CORRECTABLE = /^\p{L}{4,30}$/u;
/** Maximum number of corrections per word. */
const MAX_CORRECTIONS = 5;

const MAX_CANDIDATES = 2000;

/**
 * Corrects typed words by the words of products. Keeps a typed word if a product's word begins with it. If none
 * does, replaces it by products' words that differ in one typo, or that end with it ("becher": "trinkbecher"),
 * nearest in length first. Returns null if no word is replaced.
 */
export async function correctWords(tx: Tx, shop: ShopDomain, typed: string[]): Promise<string[][] | null> {
  const correctable = [...new Set(typed.filter((word) => CORRECTABLE.test(word)))];
  if (correctable.length === 0) return null;
  // A typo is in one half of a word, so the other half finds candidates. Two swapped letters around the middle
  // are searched for separately (`swapped`).
  const halves = correctable.map((word) => ({ word, ...halvesOf(word) }));
  const found = await queryRows<{ typed: string; word: string }>(tx)`
    select typed, found.word from unnest(${correctable}::text[], ${halves.map(({ head }) => head)}::text[],
      ${halves.map(({ tail }) => tail)}::text[], ${halves.map(({ swapped }) => swapped)}::text[])
      as slip (typed, head, tail, swapped)
    cross join lateral (
      (select word from search_word where shop = ${shop} and word >= head and word < head || ${AFTER_LETTERS}
       limit ${MAX_CANDIDATES})
      union all
      (select word from search_word where shop = ${shop} and reversed >= tail and reversed < tail || ${AFTER_LETTERS}
       limit ${MAX_CANDIDATES})
      union all
      (select word from search_word where shop = ${shop} and word >= swapped and word < swapped || ${AFTER_LETTERS}
       limit ${MAX_CORRECTIONS})
    ) found
    -- Drops words that are too short, because a typo adds at most one letter.
    where length(found.word) >= length(typed) - 1 and not exists (
      select from search_word known where known.shop = ${shop} and known.word >= typed and known.word < typed || ${AFTER_LETTERS})`;
  const likely = Map.groupBy(
    found.filter(
      ({ typed: slip, word }) => CORRECTABLE.test(word) && (isTypo(slip, word) || word.endsWith(slip)),
    ),
    (row) => row.typed,
  );
  if (likely.size === 0) return null;
  return typed.map((word) => {
    const words = new Set(likely.get(word)?.map((row) => row.word) ?? [word]);
    const byLength = [...words].sort(
      (a, b) => lengthDifference(a, word) - lengthDifference(b, word) || (a < b ? -1 : 1),
    );
    return byLength.slice(0, MAX_CORRECTIONS);
  });
}

/**
 * Returns true if `typed` is `word`, or the beginning of it, with one typo: an extra, missing or wrong letter,
 * or two swapped letters.
 */
export function isTypo(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [restTyped, rest] = [typed.slice(same), word.slice(same)];
  return (
    rest.startsWith(restTyped.slice(1)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped)) ||
    (rest !== "" && rest.slice(1).startsWith(restTyped.slice(1))) ||
    (rest.length > 1 && `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`.startsWith(restTyped))
  );
}

function lengthDifference(word: string, typed: string): number {
  return Math.abs(word.length - typed.length);
}

function halvesOf(word: string): { head: string; tail: string; swapped: string } {
  const letters = Array.from(word);
  const middle = Math.floor(letters.length / 2);
  const head = letters.slice(0, middle);
  const [before = "", after = ""] = letters.slice(middle - 1, middle + 1);
  return {
    head: head.join(""),
    tail: letters.slice(middle).toReversed().join(""),
    swapped: [...head.slice(0, -1), after, before, ...letters.slice(middle + 1)].join(""),
  };
}
