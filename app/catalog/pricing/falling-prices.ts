import Big from "big.js";

import { minorDigits, type Money } from "../../lib/money.ts";
import { priceByRule } from "./price-by-rule.ts";
import type { PriceRule } from "./price-rules.ts";

/** A cost up to which one range goes, and what just above it sells for less. */
export type FallingPrice = { range: number; cost: Money; price: Money; above: Money; lower: Money };

/** Where a range makes a lower price of a higher cost than the one before it does: it may be meant, or be a slip. */
export function fallingPrices(rule: PriceRule, currency: string): FallingPrice[] {
  const unit = new Big(10).pow(-minorDigits(currency));
  const money = (amount: string): Money => ({ amount, currency });
  const priceOf = (cost: Money) => money(priceByRule(cost, rule).price);
  return rule.ranges.flatMap(({ upTo }, range) => {
    if (upTo === null) return [];
    const [cost, above] = [money(upTo), money(new Big(upTo).plus(unit).toFixed())];
    const [price, lower] = [priceOf(cost), priceOf(above)];
    return new Big(lower.amount).lt(price.amount) ? [{ range, cost, price, above, lower }] : [];
  });
}
