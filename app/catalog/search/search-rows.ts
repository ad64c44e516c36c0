import { createHash } from "node:crypto";

import type { ShopDomain } from "../../lib/shop-domain.ts";
import { termsOf, wordsOf } from "./fold-text.ts";

/** The mirror's columns of products and variants that a search needs. */
export type SearchedProduct = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  discontinued: boolean;
};
export type SearchedVariant = { supplier_product_id: string; price_amount: string; stock: number };

/** The columns of `supplier_find`, as arrays for `unnest`, and all their words except numbers. */
export type SearchColumns = {
  ids: string[];
  nameKeys: string[];
  categories: (string | null)[];
  brands: (string | null)[];
  costs: string[];
  inStock: boolean[];
  discontinued: boolean[];
  /** Lexemes of each product, separated by spaces. */
  terms: string[];
  /** Sorted, so that two transactions with the same words never deadlock. */
  words: string[];
};

/** Postgres indexes at most a third of a page, 2,700 bytes, with up to four bytes per character. */
const MAX_NAME_KEY = 100;
const MAX_GROUP = 200;
const MAX_TERMS = 80;
/** A longer amount is not a real cost. */
const MAX_AMOUNT = 30;
/**
 * There may be as many numbers as products, so they are not stored as words. prisma/find-products.sql relies
 * on that.
 */
const BEGINS_WITH_DIGIT = /^[0-9]/;
/** Words to correct. Shorter ones resemble too many others, and numbers have no spelling. */
const CORRECTABLE = /^\p{L}{4,30}$/u;

export function toSearchColumns(
  shop: ShopDomain,
  { products, variants }: { products: SearchedProduct[]; variants: SearchedVariant[] },
): SearchColumns {
  const prefix = prefixOf(shop);
  const byProduct = Map.groupBy(variants, ({ supplier_product_id: id }) => id);
  const words = new Set<string>();
  const rows = products.map((product) => {
    const { id, name, brand, category, discontinued } = product;
    const own = byProduct.get(id) ?? [];
    const text = [name, brand ?? "", category ?? ""].join(" ");
    const terms = [...new Set(termsOf(text))].slice(0, MAX_TERMS);
    for (const word of terms) if (!BEGINS_WITH_DIGIT.test(word)) words.add(word);
    return {
      id,
      discontinued,
      category: category && cut(category, MAX_GROUP),
      brand: brand && cut(brand, MAX_GROUP),
      nameKey: cut(wordsOf(name).join(" "), MAX_NAME_KEY),
      cost: lowest(own.map(({ price_amount: amount }) => amount)),
      inStock: own.some(({ stock }) => stock > 0),
      terms: terms.map((word) => prefix + word).join(" "),
    };
  });
  return {
    ids: rows.map(({ id }) => id),
    nameKeys: rows.map(({ nameKey }) => nameKey),
    categories: rows.map(({ category }) => category),
    brands: rows.map(({ brand }) => brand),
    costs: rows.map(({ cost }) => cost),
    inStock: rows.map(({ inStock }) => inStock),
    discontinued: rows.map(({ discontinued }) => discontinued),
    terms: rows.map(({ terms }) => terms),
    words: [...words].sort(),
  };
}

/** Returns true if a word is long enough to be corrected. */
export function isCorrectable(word: string): boolean {
  return CORRECTABLE.test(word);
}

/** Length of the prefix that marks a term as a shop's. */
export const PREFIX_LENGTH = 6;

/** Same as in prisma/find-products.sql. Two shops with the same prefix share index terms, not products. */
function prefixOf(shop: ShopDomain): string {
  return createHash("md5").update(shop).digest("hex").slice(0, PREFIX_LENGTH);
}

function lowest(amounts: string[]): string {
  const usable = amounts.filter((amount) => amount.length <= MAX_AMOUNT);
  return usable.reduce((low, amount) => (Number(amount) < Number(low) ? amount : low), "Infinity");
}

/** Cutting may split a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
