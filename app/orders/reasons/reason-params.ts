import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";

/** Titles of the lines concerned. */
export type Lines = { lines: readonly string[] };

/** The lines concerned, with their costs. */
export type CostLines<Code extends CostCode> = { lines: readonly CostLine<Code>[] };

/** The supplier's number of the order. */
export type Numbered = { number: string };

/** The other side's explanation, or the result of a lookup. */
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
  | { code: "orders.change.removed"; title: string; ordered: number; left: number }
  | { code: `orders.change.${"address" | "closed" | "moved" | "on-hold"}` };
