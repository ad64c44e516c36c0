import { cleanText } from "../../lib/clean-text.ts";

/** Longer names are cut off. */
const LONGEST_NAME = 255;

/**
 * Returns the name of the shipping method that the customer chose for a fulfillment order; null without one. Uses the
 * order's shipping lines first, because merchants edit them. If there are several lines, uses the one that the checkout
 * presented. If none of them has that name, they count as one method, with all names: "Express + Standard".
 */
export function shippingMethodOf({
  titles,
  presentedName,
}: {
  /** Titles of the order's shipping lines, without removed ones. */
  titles: readonly string[];
  presentedName: string | null | undefined;
}): string | null {
  const presented = cleanName(presentedName ?? "");
  const byKey = new Map(titles.map(cleanName).map((name) => [methodKey(name), name]));
  byKey.delete("");
  if (byKey.size === 0) return presented || null;
  if (byKey.size > 1 && byKey.has(methodKey(presented))) return presented;
  return cleanName([...byKey.values()].toSorted().join(" + "));
}

/** Returns the key of a method's name. Names that differ only in case or repeated spaces have the same key. */
export function methodKey(name: string): string {
  return cleanName(name).toLowerCase();
}

function cleanName(name: string): string {
  const plain = cleanText(name).replaceAll(/\s+/g, " ");
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}
