import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { BEGINS_WITH_DIGIT, prefixOf } from "./search-store.server.ts";

/** Sorts after every letter. */
export const AFTER_LETTERS = "\u{10FFFF}";
/** Sorts before every letter. */
const BEFORE_LETTERS = "\u0001";

/**
 * Maximum number of known words with a typed prefix that a query lists. If there are more, the query contains
 * the prefix itself. A prefix is slower, because the text index collects all products with it, even if another
 * word of the search is rare.
 */
const MAX_LISTED = 20;

/**
 * Returns a tsquery for products that have all words, each in one of its forms. Returns null if one of the
 * words occurs in no product.
 *
 * @param whole true to match the words except the last as a whole; false to match all as prefixes
 */
export async function textQueryOf(
  tx: Tx,
  shop: ShopDomain,
  { forms, whole }: { forms: string[][]; whole: boolean },
): Promise<string | null> {
  const all = forms.flatMap((ofWord, word) =>
    ofWord.map((form) => ({ word, form, isWhole: whole && word < forms.length - 1 })),
  );
  if (all.length === 0) return null;
  const known = await queryRows<{ at: number; words: string[] }>(tx)`
    select form.at::int - 1 as at, array(
      select word from search_word where shop = ${shop} and word >= form.beginning and word < form.until
      limit ${MAX_LISTED + 1}) as words
    from unnest(${all.map(({ form }) => form)}::text[],
      ${all.map(({ form, isWhole }) => form + (isWhole ? BEFORE_LETTERS : AFTER_LETTERS))}::text[])
      with ordinality form (beginning, until, at)`;
  const words = new Map(known.map((row) => [row.at, row.words]));
  const prefix = prefixOf(shop);
  const terms = all.map(({ word, form, isWhole }, at) => {
    const listed = words.get(at) ?? [];
    // Numbers are not stored as words.
    const isListed = !BEGINS_WITH_DIGIT.test(form) && listed.length <= MAX_LISTED;
    const lexemes = isListed
      ? listed.map((each) => quoted(prefix + each))
      : [quoted(prefix + form) + (isWhole ? "" : ":*")];
    return { word, lexemes };
  });
  const byWord = [...Map.groupBy(terms, ({ word }) => word).values()].map((ofWord) =>
    ofWord.flatMap(({ lexemes }) => lexemes),
  );
  if (byWord.some((lexemes) => lexemes.length === 0)) return null;
  return byWord.map((lexemes) => `(${lexemes.join(" | ")})`).join(" & ");
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

const MAX_SKU = 100;

/** Folds a typed SKU as the index of SKUs does: changes only ASCII letters to lower case. */
export function asSku(typed: string): string {
  return typed.slice(0, MAX_SKU).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
