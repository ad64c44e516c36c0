import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";

/** A difference between the supplier's order and what was ordered. Its code is the code of its message. */
export type Difference =
  /**
   * The order no longer lists these pieces, and no package has held them. Reported only if the contents of all packages
   * are known.
   */
  | OfLine<"missing">
  /** The order no longer lists these pieces, and the merchant chose to order them again. */
  | OfLine<"ordered-again">
  /** The order lists these pieces again, although the merchant chose to order them again. */
  | OfLine<"back">
  /** The order lists pieces that were not ordered. */
  | { code: "orders.difference.extra"; supplierVariantId: SupplierVariantId; title: string; quantity: number }
  /** The supplier reports that everything has shipped, but no package holds these pieces. */
  | OfLine<"unpacked">
  | { code: "orders.difference.cost"; charged: Money; decided: Money }
  /** The charge with shipping. */
  | { code: "orders.difference.total"; charged: Money; decided: Money }
  /** Packages that cannot be read, so that the shop does not show them. */
  | { code: "orders.difference.unreadable"; packages: number };

/** A difference in one line of our order. */
export type OfLine<Code extends string> = {
  code: `orders.difference.${Code}`;
  lineItemId: string;
  title: string;
  quantity: number;
};

/** Titles of the lines concerned. */
export type Lines = { lines: readonly string[] };

/** The lines concerned, with their costs. */
export type CostLines<Code extends CostCode> = { lines: readonly CostLine<Code>[] };

/** The supplier's number of the order. */
export type Numbered = { number: string };

/** The explanation of the shop or the supplier, or the result of a lookup. */
export type Explained = { explanation: Message };

/**
 * A line whose cost holds the order: pieces, the supplier's cost per piece, and the amount compared with it.
 */
export type CostLine<Code extends CostCode = CostCode> = {
  code: `orders.cost-line.${Code}`;
  lineItemId: string;
  title: string;
  quantity: number;
  cost: Money;
  against: Money;
};

export type CostCode = "other-currency" | "below-cost" | "cost-rose";

/** A change in the shop since the supplier got the order. */
export type ShopChange =
  /** Rows of earlier releases have no `lineItemId`. */
  | { code: "orders.change.removed"; title: string; ordered: number; left: number; lineItemId?: string }
  | { code: `orders.change.${"address" | "closed" | "moved" | "on-hold"}` };

/** A line as the shop shows it. */
type Line = { id: string; lineItemId: string; title: string };

/** Returns the lines that a row's reason names, by title or by id; null if it names none. */
export function namedIn(reasonParams: unknown): ((line: Line) => boolean) | null {
  const { lines } = (reasonParams ?? {}) as { lines?: (string | { lineItemId: string })[] };
  if (lines === undefined) return null;
  return ({ lineItemId, title }) =>
    lines.some((named) => (typeof named === "string" ? named === title : named.lineItemId === lineItemId));
}
