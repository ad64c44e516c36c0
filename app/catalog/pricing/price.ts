import { type Money, percentOf, roundUp } from "../../lib/money.ts";

/** What is put on top of the cost until the merchant says otherwise. */
export const DEFAULT_MARKUP_PERCENT = 50;

/** A decimal such as "12.50" that is not zero. */
const ABOVE_ZERO = /^(?=.*[1-9])\d+(\.\d+)?$/;

/**
 * The price for a cost with the mark-up on top, and the cost itself, both as decimals that the currency can have. Both
 * are rounded up, so the price is never below the cost. Null for an amount that is no decimal above zero.
 */
export function priceOf(cost: Money, markupPercent: number): { price: string; cost: string } | null {
  if (!ABOVE_ZERO.test(cost.amount)) return null;
  return { price: roundUp(percentOf(cost, 100 + markupPercent)).amount, cost: roundUp(cost).amount };
}
