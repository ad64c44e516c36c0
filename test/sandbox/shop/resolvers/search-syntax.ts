import { badRequest } from "../admin-errors.ts";
import type { Occasion } from "../occasion.ts";

type Value = string | number | boolean | Date | null;

/** The searchable values of a record, by field name; a bare word looks through `default`. */
export type SearchFields<Item> = Record<string, (item: Item) => Value | Value[]>;

/**
 * The records that match a `query:` argument: terms, AND, OR, NOT and `-`, brackets, quotes, comparators, and `*` at
 * the end of a word (shopify.dev: Shopify API search syntax). Shopify ignores a field it does not know, and would
 * then return everything; here that is an error, so that a misspelt filter does not pass unseen.
 */
export function search<Item>(
  items: Iterable<Item>,
  query: string | null | undefined,
  fields: SearchFields<Item>,
): Item[] {
  const all = [...items];
  if (!query?.trim()) return all;
  const tokens = query.match(TOKEN) ?? [];
  const matches = parseAny(tokens, fields);
  if (tokens.length > 0) throw badRequest(`The search "${query}" ends in something unexpected: ${tokens[0]}`);
  return all.filter(matches);
}

/**
 * Returns the records that match, as Shopify's index has them: what is new is missing for some seconds, although it can be
 * read by its id (airhorns/shopify-draft-proxy, 2025-01/products/tags-add-parity.json).
 */
export function searchIndex<Item extends { createdAt: Date }>(
  { shop, now }: Occasion,
  items: Iterable<Item>,
  { query, fields }: { query: string | null | undefined; fields: SearchFields<Item> },
): Item[] {
  const isIndexed = ({ createdAt }: Item) => now.getTime() - createdAt.getTime() >= shop.searchLag;
  return search(query?.trim() ? [...items].filter(isIndexed) : items, query, fields);
}

/** A bracket, or a word that may hold quoted parts. A backslash takes the next character as it is, in quotes too. */
const TOKEN = /[()]|(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s()"'])+/gs;

type Test<Item> = (item: Item) => boolean;

function parseAny<Item>(tokens: string[], fields: SearchFields<Item>): Test<Item> {
  const alternatives = [parseAll(tokens, fields)];
  while (tokens[0] === "OR") {
    tokens.shift();
    alternatives.push(parseAll(tokens, fields));
  }
  return (item) => alternatives.some((test) => test(item));
}

function parseAll<Item>(tokens: string[], fields: SearchFields<Item>): Test<Item> {
  const tests: Test<Item>[] = [];
  while (tokens.length > 0 && tokens[0] !== "OR" && tokens[0] !== ")") {
    if (tokens[0] === "AND") tokens.shift();
    else tests.push(parseOne(tokens, fields));
  }
  return (item) => tests.every((test) => test(item));
}

function parseOne<Item>(tokens: string[], fields: SearchFields<Item>): Test<Item> {
  const token = tokens.shift() ?? "";
  if (token === "NOT") {
    const denied = parseOne(tokens, fields);
    return (item) => !denied(item);
  }
  if (token === "(") {
    const inner = parseAny(tokens, fields);
    tokens.shift();
    return inner;
  }
  if (token.startsWith("-") && token.length > 1) {
    const denied = parseTerm(token.slice(1), fields);
    return (item) => !denied(item);
  }
  return parseTerm(token, fields);
}

function parseTerm<Item>(token: string, fields: SearchFields<Item>): Test<Item> {
  const [, field = "default", operator = "", quoted = ""] =
    /^(?:([\w.$-]+):)?([<>]=?|=)?(.*)$/s.exec(token) ?? [];
  const read = fields[field];
  if (!read) throw badRequest(`The sandbox does not search by ${field} here.`);
  const wanted = unquoted(quoted);
  return (item) => [read(item)].flat().some((value) => fits(value, operator, wanted));
}

/** Removes the quotes around parts of a text, and the backslashes that escape a character. */
function unquoted(text: string): string {
  return text.replaceAll(QUOTED, (_, double?: string, single?: string, bare?: string) =>
    bare === undefined ? (double ?? single ?? "").replaceAll(/\\(.)/gs, "$1") : bare,
  );
}

const QUOTED = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\\(.)/gs;

function fits(value: Value, operator: string, wanted: string): boolean {
  if (value === null) return false;
  if (wanted === "*") return true;
  if (value instanceof Date) return holds(value.getTime() - Date.parse(wanted), operator);
  if (typeof value === "number") return holds(value - Number(wanted), operator);
  const [text, word] = [String(value).toLowerCase(), wanted.toLowerCase()];
  return word.endsWith("*") ? text.startsWith(word.slice(0, -1)) : text === word;
}

function holds(difference: number, operator: string): boolean {
  if (operator === ">") return difference > 0;
  if (operator === ">=") return difference >= 0;
  if (operator === "<") return difference < 0;
  if (operator === "<=") return difference <= 0;
  return difference === 0;
}
