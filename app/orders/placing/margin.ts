import type { Money } from "../../lib/money.ts";

/** What a piece costs at the supplier now, what it cost when it was imported, and what the customer pays for it. */
export type Prices = { cost: Money; knownCost: Money | null; selling: Money | null };

/**
 * Whether buying at this cost loses money, or more of it than the merchant knows: above the selling price, or more
 * than 20 % above the cost that was known. Amounts in different currencies cannot be compared and do not hold an order.
 */
export function costsTooMuch({ cost, knownCost, selling }: Prices): boolean {
  return isAbove(cost, selling, 100n) || isAbove(cost, knownCost, 120n);
}

/** Whether `cost` is above so many per cent of `limit`, exactly. */
function isAbove(cost: Money, limit: Money | null, percent: bigint): boolean {
  if (limit?.currency !== cost.currency) return false;
  const places = Math.max(decimals(cost), decimals(limit));
  return scaled(cost, places) * 100n > scaled(limit, places) * percent;
}

function decimals({ amount }: Money): number {
  return amount.split(".")[1]?.length ?? 0;
}

function scaled({ amount }: Money, places: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}
