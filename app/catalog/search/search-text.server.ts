import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { BEGINS_WITH_DIGIT, LAST, prefixOf } from "./search-rows.ts";

/** Text that products have to match, by their words or by a SKU. */
export type SearchText = {
  /** The forms that each word may have. A product needs one form of each. */
  forms: string[][];
  /** Only the last word may be unfinished. */
  whole: boolean;
  /** The folded start of names that are listed first. */
  start: string;
  /** The start of a SKU, in lower case. */
  sku: string;
};

/** What products have to match: `all` words, of which an index looks for those that are `indexed`. As tsquery. */
export type SearchWords = { all: string; indexed: string };

/** A start of more words than this is looked for as a start: merging more lists of the index takes longer. */
const FEW_WORDS = 8;

/**
 * Returns the words to match, null if no product has one of them, and the number of variants whose SKU starts like the text,
 * up to `atMost`.
 *
 * The few words that start like an unfinished one take its place: the index skips what the other words rule out, while for a
 * start it first collects every product. So a start of many words is not looked for in the index if other words are.
 */
export async function readSearchText(
  tx: Tx,
  shop: ShopDomain,
  { text: { forms, whole, sku }, atMost }: { text: SearchText; atMost: number },
): Promise<{ words: SearchWords | null; skus: number }> {
  const isWhole = (word: number) => whole && word < forms.length - 1;
  const typed = forms.flatMap((each, word) => each.map((form) => ({ word, form })));
  const [found] = await tx.$queryRaw<{ skus: number; known: string[][] | null }[]>`
    select count_skus(${sku}, ${atMost}::int) as skus, (
      select json_agg(array(
        select word from supplier_word where shop = ${shop} and word >= form and word < until limit ${FEW_WORDS + 1}::int
      ) order by number)
      from unnest(${typed.map(({ form }) => form)}::text[],
        ${typed.map(({ form, word }) => `${form}${isWhole(word) ? "\u0001" : LAST}`)}::text[])
        with ordinality as typed (form, until, number)) as known`;
  const prefix = prefixOf(shop);
  const lexemes = typed.map(({ word, form }, index) => {
    const known = found?.known?.[index] ?? [];
    const isMany = known.length > FEW_WORDS;
    const isStart = isMany || BEGINS_WITH_DIGIT.test(form);
    if (!isStart) return { word, isMany, parts: known.map((each) => quoted(prefix + each)) };
    return { word, isMany, parts: [`${quoted(prefix + form)}${isWhole(word) ? "" : ":*"}`] };
  });
  const words = forms.map((_, index) => {
    const each = lexemes.filter(({ word }) => word === index);
    return {
      isMany: each.some(({ isMany }) => isMany),
      alternatives: each.flatMap(({ parts }) => parts),
    };
  });
  const skus = found?.skus ?? 0;
  if (words.length === 0 || words.some(({ alternatives }) => alternatives.length === 0))
    return { words: null, skus };
  const few = words.filter(({ isMany }) => !isMany);
  return { words: { all: tsquery(words), indexed: tsquery(few.length > 0 ? few : words) }, skus };
}

function tsquery(words: { alternatives: string[] }[]): string {
  return words.map(({ alternatives }) => `(${alternatives.join(" | ")})`).join(" & ");
}

/** As Postgres reads a lexeme (https://www.postgresql.org/docs/current/datatype-textsearch.html). */
function quoted(lexeme: string): string {
  return `'${lexeme.replace(/[\\']/g, "$&$&")}'`;
}
