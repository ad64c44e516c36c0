import { isMore, type Money, percentOf } from "../../lib/money.ts";

/** What a piece costs at the supplier now, what it cost when it was imported, and what the customer pays for it. */
export type Prices = { cost: Money; knownCost: Money | null; selling: Money | null };

/**
 * Whether buying at this cost loses money, or more of it than the merchant knows: above the selling price, or more
 * than 20 % above the cost that was known. Amounts in different currencies cannot be compared and do not hold an order.
 */
export function costsTooMuch({ cost, knownCost, selling }: Prices): boolean {
  return isAbove(cost, selling, 100) || isAbove(cost, knownCost, 120);
}

/** Whether `cost` is above so many per cent of `limit`. */
function isAbove(cost: Money, limit: Money | null, percent: number): boolean {
  return limit !== null && isMore(cost, percentOf(limit, percent));
}
