import { en } from "../../app/messages/en.ts";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const OTHER = "áƀçđéƒğĥíĵķłɱñóƥɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓƤɊŔŠŢÚṼŴẊÝŽ";

/**
 * A made-up language: the English messages with other letters, but the same parameters, plurals and choices. Whatever
 * a page shows in plain letters has not come from a catalog.
 */
export const pseudo = Object.fromEntries(
  Object.entries(en).map(([code, text]) => [code, inPseudo(text)]),
) as Record<keyof typeof en, string>;

/** A text of ICU MessageFormat in that language. */
export function inPseudo(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "{") {
      const letter = text.charAt(at);
      result += OTHER[PLAIN.indexOf(letter)] ?? letter;
      continue;
    }
    const end = endOfBraces(text, at);
    result += `{${argument(text.slice(at + 1, end))}}`;
    at = end;
  }
  return result;
}

/** Translates the inside of braces: a name, or a plural or choice, whose branches are texts again. */
function argument(inside: string): string {
  const [head] = /^\s*\w+\s*,\s*(?:plural|select)\s*,/.exec(inside) ?? [];
  if (head === undefined) return inside;
  let result = head;
  for (let at = head.length; at < inside.length; at++) {
    if (inside[at] !== "{") {
      result += inside.charAt(at);
      continue;
    }
    const end = endOfBraces(inside, at);
    result += `{${inPseudo(inside.slice(at + 1, end))}}`;
    at = end;
  }
  return result;
}

/** Returns the index of the brace that closes the one at `start`. */
function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`A brace is left open: ${text}`);
}

/** An object of texts in that language, such as Polaris' own words. */
export function inPseudoThroughout<Words extends object>(words: Words): Words {
  const entries = Object.entries(words).map(([name, value]) => [
    name,
    typeof value === "string" ? inPseudo(value) : inPseudoThroughout(value as object),
  ]);
  return Object.fromEntries(entries) as Words;
}
