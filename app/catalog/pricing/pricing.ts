import Big from "big.js";

import { minorDigits, type Money, percentOf, roundUp, withoutTax } from "../../lib/money.ts";
import { costsIn } from "./costs.ts";
import { convert, type ExchangeRate } from "./exchange-rate.ts";
import {
  type Addition,
  FIRST_RULES,
  hasAmounts,
  type PriceRule,
  type PriceRules,
  type Rounding,
  ruleFor,
} from "./price-rules.ts";

/** A shop's currency and price rules. */
export type Pricing = {
  shopCurrency: string;
  /** The newest version of the rules, for new imports. */
  version: number;
  /** Rules by version. Products in the shop follow the version that was last applied to them. */
  rules: Readonly<Record<number, PriceRules>>;
};

/** Amounts are decimals in the shop's currency. */
export type PriceForCost =
  | ({ kind: "priced" } & Priced)
  /** The cost is not an amount above zero. */
  | { kind: "no-price" }
  /** There is no exchange rate. */
  | { kind: "currency-differs"; supplierCurrency: string; shopCurrency: string };

/** Amounts with the currency's decimals. */
type Priced = {
  price: string;
  compareAtPrice: string | null;
  cost: string;
  /** Percentage of the price, with one decimal, rounded down. */
  margin: string;
};

/** A decimal such as "12.50" that is not zero. */
const ABOVE_ZERO = /^(?=.*[1-9])\d+(\.\d+)?$/;

/**
 * Returns the selling price for a variant's cost.
 * @param of the product's category and, for a product in the shop, the version of the rules that it follows
 * (`product_link.price_rules_version`).
 */
export function priceFor(
  cost: Money,
  of: { category: string | null; version?: number },
  pricing: Pricing,
): PriceForCost {
  if (!ABOVE_ZERO.test(cost.amount)) return { kind: "no-price" };
  const { shopCurrency } = pricing;
  const { rules, rates } = rulesOf(of, pricing);
  const rule = ruleFor(rules, of.category);
  const converted = convert(cost, shopCurrency, rates);
  if (converted === null) return { kind: "currency-differs", supplierCurrency: cost.currency, shopCurrency };
  if (hasAmounts(rule) && rules.currency !== null && rules.currency !== shopCurrency)
    return { kind: "currency-differs", supplierCurrency: rules.currency, shopCurrency };
  const priced = priceByRule(converted, rule);
  return {
    kind: "priced",
    ...priced,
    margin: netMargin({ amount: priced.price, currency: shopCurrency }, converted, {
      rules: pricing.rules[pricing.version] ?? FIRST_RULES,
      rates,
    }),
  };
}

/**
 * Returns the margin of a price in the shop's currency; null if the price is zero, or the cost has no
 * exchange rate.
 */
export function marginFor(
  { price, cost }: { price: string; cost: Money },
  of: { version?: number },
  pricing: Pricing,
): string | null {
  const { shopCurrency } = pricing;
  const { rates } = rulesOf(of, pricing);
  const converted = convert(cost, shopCurrency, rates);
  if (converted === null || !ABOVE_ZERO.test(price)) return null;
  const newest = pricing.rules[pricing.version] ?? FIRST_RULES;
  return netMargin({ amount: price, currency: shopCurrency }, converted, { rules: newest, rates });
}

/**
 * Returns the margin of an order of one piece: its price without tax, less its cost without the tax that the merchant reclaims, less
 * the usual shipping charge. Leaves out a charge without an exchange rate.
 */
function netMargin(
  price: Money,
  cost: Money,
  { rules, rates }: { rules: PriceRules; rates: readonly ExchangeRate[] },
): string {
  const { salesTax, supplierTax, shipping } = costsIn(rules);
  const without = (money: Money, percent: string | null) =>
    percent === null ? money : withoutTax(money, percent);
  const charge = shipping && convert(shipping, price.currency, rates);
  const charged = charge ? without(charge, supplierTax).amount : "0";
  const all = new Big(without(roundUp(cost), supplierTax).amount).plus(charged);
  return marginOf(without(price, salesTax), { ...cost, amount: all.toFixed() });
}

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

/**
 * Finds ranges in which a higher cost gets a lower price than in the range before. That may be a mistake.
 * @returns `cost`: the highest cost of a range, with its `price`. `above`: the next higher cost, with the
 * `lower` price.
 */
export function fallingPrices(rule: PriceRule, currency: string) {
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

function rulesOf({ version }: { version?: number }, pricing: Pricing) {
  const newest = pricing.rules[pricing.version] ?? FIRST_RULES;
  const rules = pricing.rules[version ?? pricing.version] ?? newest;
  // A pair of currencies without a rate then may have one now.
  return { rules, rates: [...rules.rates, ...newest.rates] };
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
function marginOf(price: Money, cost: Money): string {
  const left = new Big(price.amount).minus(cost.amount).times(100).div(price.amount);
  return left.round(1, left.lt(0) ? Big.roundUp : Big.roundDown).toFixed(1);
}
