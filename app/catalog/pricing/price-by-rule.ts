import Big from "big.js";

import { minorDigits, type Money, percentOf, roundUp } from "../../lib/money.ts";
import type { Addition, PriceRule, Rounding } from "./price-rules.ts";

/** Decimals that the currency can have. */
export type Priced = {
  price: string;
  compareAtPrice: string | null;
  cost: string;
  /** In per cent of the price, with one decimal, rounded down. */
  margin: string;
};

/**
 * The price that a rule makes of a cost in the shop's currency. Price, compare-at price and cost are rounded up: a price is never
 * below the cost, and what is left of it never below the margin floor.
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

/** The least amount that the currency can have, of which no less than `percent` per cent is left after the cost. */
function leastPrice({ amount, currency }: Money, percent: string): Money {
  const digits = minorDigits(currency);
  const costPercent = new Big(100).minus(percent);
  const unit = new Big(10).pow(-digits);
  // A division is not exact: what it may lack is found by multiplying.
  let price = new Big(amount).times(100).div(costPercent).round(digits, Big.roundDown);
  while (price.times(costPercent).lt(new Big(amount).times(100))) price = price.plus(unit);
  return { amount: price.toFixed(digits), currency };
}

const ENDINGS: Record<Exclude<Rounding, "none">, string> = { "99": "0.99", "95": "0.95", whole: "0" };

/** The lowest amount with that ending that is no lower than this one. In a currency without decimals, all ends whole. */
function roundTo(money: Money, rounding: Rounding): Money {
  const digits = minorDigits(money.currency);
  if (rounding === "none" || digits === 0) return roundUp(money);
  const exact = new Big(money.amount);
  const ended = exact.round(0, Big.roundDown).plus(ENDINGS[rounding]);
  return { ...money, amount: (ended.lt(exact) ? ended.plus(1) : ended).toFixed(digits) };
}

/** What is left of a price that is not zero, in per cent with one decimal, rounded down: a loss is below zero. */
export function marginOf(price: Money, cost: Money): string {
  const left = new Big(price.amount).minus(cost.amount).times(100).div(price.amount);
  return left.round(1, left.lt(0) ? Big.roundUp : Big.roundDown).toFixed(1);
}
