import type { Money } from "../../lib/money.ts";

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
