import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { isTypo } from "./is-typo.ts";
import { isCorrectable } from "./search-rows.ts";

/** Maximum number of corrections per word. */
const FORMS = 5;
const CANDIDATES = 2000;
/** Sorts after every letter. */
const LAST = "\u{10FFFF}";

/**
 * Corrects typed words by the words of products. Keeps words that begin a product's word. Replaces each other
 * word by those that are one typo away or end with it ("becher": "trinkbecher"), nearest in length first. Null
 * if no word is replaced.
 */
export async function correctWords(tx: Tx, shop: ShopDomain, typed: string[]): Promise<string[][] | null> {
  const correctable = [...new Set(typed.filter(isCorrectable))];
  if (correctable.length === 0) return null;
  // A typo leaves the first or the last half intact, unless it swaps the letters on both sides of the middle.
  const halves = correctable.map((word) => ({ word, ...halvesOf(word) }));
  const found = await queryRows<{ typed: string; word: string }>(tx)`
    select typed, found.word from unnest(${correctable}::text[], ${halves.map(({ head }) => head)}::text[],
      ${halves.map(({ tail }) => tail)}::text[], ${halves.map(({ swapped }) => swapped)}::text[])
      as slip (typed, head, tail, swapped)
    cross join lateral (
      (select word from supplier_word where shop = ${shop} and word >= head and word < head || ${LAST}
       limit ${CANDIDATES})
      union all
      (select word from supplier_word where shop = ${shop} and reversed >= tail and reversed < tail || ${LAST}
       limit ${CANDIDATES})
      union all
      (select word from supplier_word where shop = ${shop} and word >= swapped and word < swapped || ${LAST}
       limit ${FORMS})
    ) found
    -- Drops words that are too short: a typo adds one letter at most.
    where length(found.word) >= length(typed) - 1 and not exists (
      select from supplier_word known where known.shop = ${shop} and known.word >= typed and known.word < typed || ${LAST})`;
  const likely = Map.groupBy(
    found.filter(
      ({ typed: slip, word }) => isCorrectable(word) && (isTypo(slip, word) || word.endsWith(slip)),
    ),
    (row) => row.typed,
  );
  if (likely.size === 0) return null;
  return typed.map((word) => {
    const words = new Set(likely.get(word)?.map((row) => row.word) ?? [word]);
    const byLength = [...words].sort((a, b) => strange(a, word) - strange(b, word) || (a < b ? -1 : 1));
    return byLength.slice(0, FORMS);
  });
}

function strange(word: string, typed: string): number {
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
