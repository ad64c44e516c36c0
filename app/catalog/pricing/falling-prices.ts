import Big from "big.js";

import { minorDigits, type Money } from "../../lib/money.ts";
import { priceByRule } from "./price-by-rule.ts";
import type { PriceRule } from "./price-rules.ts";

/** The highest cost of a range and its price, and the lower price of the cost just above. */
export type FallingPrice = { range: number; cost: Money; price: Money; above: Money; lower: Money };

/** Finds ranges in which a higher cost gets a lower price than in the range before. That may be a mistake. */
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
