import Big from "big.js";

import { minorDigits, type Money, percentOf, roundUp } from "../../lib/money.ts";
import type { Addition, PriceRule, Rounding } from "./price-rules.ts";

/** Amounts with the currency's decimals. */
export type Priced = {
  price: string;
  compareAtPrice: string | null;
  cost: string;
  /** Percentage of the price, with one decimal, rounded down. */
  margin: string;
};

/**
 * Computes the price that a rule makes of a cost in the shop's currency. Rounds price, compare-at price and
 * cost up, so that a price is never below the cost, and its margin never below the margin floor.
 */
export function priceByRule(cost: Money, rule: PriceRule): Priced {
  const { currency } = cost;
  const known = roundUp(cost);
  const range = rule.ranges.find(({ upTo }) => upTo === null || new Big(cost.amount).lte(upTo));
  const sum = range ? add(cost, range.add) : cost;
  const least = rule.marginFloor === null ? known : leastPrice(known, rule.marginFloor);
  const price = roundTo(new Big(sum.amount).gt(least.amount) ? sum : least, rule.rounding);
  const above =
    rule.compareAt === null ? null : percentOf(price, new Big(rule.compareAt).plus(100).toFixed());
  return {
    price: price.amount,
    compareAtPrice: above && roundTo({ amount: above.amount, currency }, rule.rounding).amount,
    cost: known.amount,
    margin: marginOf(price, known),
  };
}

function add(cost: Money, addition: Addition): Money {
  if (addition.kind === "percent") return percentOf(cost, new Big(addition.percent).plus(100).toFixed());
  return { ...cost, amount: new Big(cost.amount).plus(addition.amount).toFixed() };
}

/** Returns the lowest amount in the currency's units that leaves `percent` per cent after the cost. */
function leastPrice({ amount, currency }: Money, percent: string): Money {
  const digits = minorDigits(currency);
  const costPercent = new Big(100).minus(percent);
  const unit = new Big(10).pow(-digits);
  // Division is inexact, so correct the result by multiplication.
  let price = new Big(amount).times(100).div(costPercent).round(digits, Big.roundDown);
  while (price.times(costPercent).lt(new Big(amount).times(100))) price = price.plus(unit);
  return { amount: price.toFixed(digits), currency };
}

const ENDINGS: Record<Exclude<Rounding, "none">, string> = { "99": "0.99", "95": "0.95", whole: "0" };

/**
 * Returns the lowest amount with that ending that is not below this one. In a currency without decimals, all
 * endings are whole.
 */
function roundTo(money: Money, rounding: Rounding): Money {
  const digits = minorDigits(money.currency);
  if (rounding === "none" || digits === 0) return roundUp(money);
  const exact = new Big(money.amount);
  const ended = exact.round(0, Big.roundDown).plus(ENDINGS[rounding]);
  return { ...money, amount: (ended.lt(exact) ? ended.plus(1) : ended).toFixed(digits) };
}

/** Returns the margin of a nonzero price, in per cent with one decimal, rounded down. A loss is negative. */
export function marginOf(price: Money, cost: Money): string {
  const left = new Big(price.amount).minus(cost.amount).times(100).div(price.amount);
  return left.round(1, left.lt(0) ? Big.roundUp : Big.roundDown).toFixed(1);
}
