import Big from "big.js";

import { type Money, percentOf, roundUp, subtract, withoutTax } from "../../lib/money.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { type Costs, costsIn, NO_COSTS } from "./costs.ts";
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

/** A shop's currency, taxes and price rules. */
export type Pricing = {
  shopCurrency: string;
  /**
   * True if the shop's prices include tax; null if unknown. Then they count as including tax if the merchant
   * has entered a tax rate.
   */
  taxesIncluded: boolean | null;
  /** The newest version of the rules, for new imports. */
  version: number;
  /** Rules by version. Products in the shop follow the version that was last applied to them. */
  rules: Readonly<Record<number, PriceRules>>;
};

/** The price for a cost, or the reason why there is none. Amounts are decimals in the shop's currency. */
export type PriceForCost =
  | ({ kind: "priced" } & Priced)
  /** The cost is not an amount above zero. */
  | { kind: "no-price" }
  /**
   * There is no exchange rate (then `cost` is null), or the rule has amounts in another currency than the
   * shop's.
   */
  | { kind: "currency-differs"; supplierCurrency: string; shopCurrency: string; cost: string | null };

/** Amounts are rounded to the currency's decimals. */
type Priced = {
  price: string;
  compareAtPrice: string | null;
  cost: string;
  /** Percentage of the price without tax, with one decimal, rounded down: see `marginOf`. */
  margin: string;
};

/** Matches a decimal above zero, such as "12.50". */
const ABOVE_ZERO = /^(?=.*[1-9])\d+(\.\d+)?$/;

/**
 * Returns the selling price for a variant's cost.
 * @param of `category`: the product's. `version`: the rules that a product in the shop follows
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
  if (converted === null)
    return { kind: "currency-differs", supplierCurrency: cost.currency, shopCurrency, cost: null };
  if (hasAmounts(rule) && rules.currency !== null && rules.currency !== shopCurrency)
    return {
      kind: "currency-differs",
      supplierCurrency: rules.currency,
      shopCurrency,
      cost: roundUp(converted).amount,
    };
  // The margin floor uses the tax and shipping of the rules that the product follows. With newer costs, the
  // price would change before the merchant applies the newer rules.
  const priced = priceByRule(converted, rule, deductionsOf(rules, pricing, rates));
  const margin = marginOf(priced, deductionsOf(newestRules(pricing), pricing, rates));
  return { kind: "priced", ...priced, margin };
}

/**
 * Returns the margin of a price in the shop's currency; null if the price is zero, or if there is no exchange
 * rate for the cost.
 */
export function marginFor(
  { price, cost }: { price: string; cost: Money },
  of: { version?: number },
  pricing: Pricing,
): string | null {
  const known = costInShop(cost, of, pricing);
  if (known === null || !ABOVE_ZERO.test(price)) return null;
  const deductions = deductionsOf(newestRules(pricing), pricing, rulesOf(of, pricing).rates);
  return marginOf({ price, cost: known }, deductions);
}

/** Returns a cost in the shop's currency, rounded up; null if there is no exchange rate. */
export function costInShop(cost: Money, of: { version?: number }, pricing: Pricing): string | null {
  const converted = convert(cost, pricing.shopCurrency, rulesOf(of, pricing).rates);
  return converted && roundUp(converted).amount;
}

/**
 * Returns true if a price in the shop's currency is below cost: an order of one piece is a loss after tax, the
 * supplier's price and shipping. False if there is no exchange rate for the cost.
 */
export function isBelowCost(
  { price, cost }: { price: string; cost: Money },
  of: { version?: number },
  pricing: Pricing,
): boolean {
  const known = costInShop(cost, of, pricing);
  if (known === null) return false;
  const deductions = deductionsOf(newestRules(pricing), pricing, rulesOf(of, pricing).rates);
  const { brought, cost: spent } = netAmounts({ price, cost: known }, deductions);
  return brought.lt(spent);
}

/**
 * Returns the cost and the profit of an order of one piece, in the shop's currency and without tax. The cost
 * includes the usual shipping. Null if there is no exchange rate for the cost.
 */
export function profitOf(
  { price, cost }: { price: string; cost: Money },
  of: { version?: number },
  pricing: Pricing,
): { cost: Money; hasShipping: boolean; profit: Money } | null {
  const known = costInShop(cost, of, pricing);
  if (known === null) return null;
  const currency = pricing.shopCurrency;
  const { salesTax, supplierTax, shipping } = deductionsOf(
    newestRules(pricing),
    pricing,
    rulesOf(of, pricing).rates,
  );
  const paid = { amount: new Big(known).plus(shipping?.amount ?? 0).toFixed(), currency };
  const spent = withoutTax(paid, supplierTax ?? "0");
  const profit = subtract(withoutTax({ amount: price, currency }, salesTax ?? "0"), spent);
  return { cost: spent, hasShipping: shipping !== null, profit };
}

/**
 * The factors of `isBelowCost`, so that an SQL statement can judge many variants. For variants with this
 * version of the rules and this currency of the cost.
 */
export type CostTerms = {
  version: number;
  currency: string;
  /** Exchange rate, and the usual shipping in the shop's currency. */
  rate: string;
  shipping: string;
  /** Below cost means: price × `priceFactor` < (cost × `rate` + `shipping`) × `costFactor`. */
  priceFactor: string;
  costFactor: string;
};

/** Returns the terms for all versions of the rules and all currencies with an exchange rate. */
export function costTerms(pricing: Pricing): CostTerms[] {
  const { shopCurrency } = pricing;
  return Object.keys(pricing.rules).flatMap((key) => {
    const version = Number(key);
    const { rates } = rulesOf({ version }, pricing);
    const { shipping, ...deductions } = deductionsOf(newestRules(pricing), pricing, rates);
    const { brought, cost } = netAmounts({ price: "1", cost: "1" }, { ...deductions, shipping: null });
    const foreign = rates.filter(({ to }) => to === shopCurrency).map(({ from }) => from);
    return [...new Set([shopCurrency, ...foreign])].map((currency) => ({
      version,
      currency,
      rate: convert({ amount: "1", currency }, shopCurrency, rates)?.amount ?? "1",
      shipping: shipping?.amount ?? "0",
      priceFactor: brought.toFixed(),
      costFactor: cost.toFixed(),
    }));
  });
}

/** Costs that margins do not include, because the merchant has not entered them. */
export type MissingCosts = "none" | "tax" | "shipping" | "both";

/**
 * Returns the costs that are missing in the margins: the tax that the shop's prices include, and the supplier's
 * usual shipping.
 */
export function missingCosts(pricing: Pricing): MissingCosts {
  const { rates } = rulesOf({}, pricing);
  const { salesTax, shipping } = deductionsOf(newestRules(pricing), pricing, rates);
  const lacksTax = pricing.taxesIncluded === true && salesTax === null;
  if (shipping === null) return lacksTax ? "both" : "shipping";
  return lacksTax ? "tax" : "none";
}

/** Tax and shipping to deduct from the price of an order of one piece. `shipping` is in the shop's currency. */
type Deductions = Costs;

function deductionsOf(
  rules: PriceRules,
  { shopCurrency, taxesIncluded }: Pricing,
  rates: readonly ExchangeRate[],
): Deductions {
  const { salesTax, supplierTax, shipping } = costsIn(rules);
  return {
    salesTax: taxesIncluded === false ? null : salesTax,
    supplierTax,
    // Null if there is no exchange rate for the charge.
    shipping: shipping && convert(shipping, shopCurrency, rates),
  };
}

/**
 * Returns the revenue (`brought`) and the cost of an order of one piece, net of tax. Both are multiplied by the
 * same factor, which avoids an inexact division.
 */
function netAmounts({ price, cost }: { price: string; cost: string }, deductions: Deductions) {
  const withTax = (percent: string | null) => new Big(percent ?? 0).plus(100);
  return {
    brought: new Big(price).times(withTax(deductions.supplierTax)),
    cost: new Big(cost).plus(deductions.shipping?.amount ?? 0).times(withTax(deductions.salesTax)),
  };
}

/**
 * Returns the margin of an order of one piece: the price without tax, minus the supplier's price and the usual
 * shipping without the tax that the merchant gets back. In per cent of the price without tax, with one decimal,
 * rounded down. Negative for a loss.
 *
 * @param price not zero.
 */
function marginOf(of: { price: string; cost: string }, deductions: Deductions): string {
  const { brought, cost } = netAmounts(of, deductions);
  const left = brought.minus(cost).times(100).div(brought);
  return left.round(1, left.lt(0) ? Big.roundUp : Big.roundDown).toFixed(1);
}

/**
 * Computes the price by a rule for a cost in the shop's currency. Rounds all amounts up, so that the price is
 * at least the cost, and the margin at least the margin floor.
 */
export function priceByRule(cost: Money, rule: PriceRule, deductions: Deductions = NO_COSTS): Priced {
  const { currency } = cost;
  const known = roundUp(cost);
  const range = rule.ranges.find(({ upTo }) => upTo === null || new Big(cost.amount).lte(upTo));
  const sum = range ? add(cost, range.add) : cost;
  const least = rule.marginFloor === null ? known : leastPrice(known, rule.marginFloor, deductions);
  const price = roundTo(new Big(sum.amount).gt(least.amount) ? sum : least, rule.rounding);
  const above =
    rule.compareAt === null ? null : percentOf(price, new Big(rule.compareAt).plus(100).toFixed());
  const of = { price: price.amount, cost: known.amount };
  return {
    ...of,
    compareAtPrice: above && roundTo({ amount: above.amount, currency }, rule.rounding).amount,
    margin: marginOf(of, deductions),
  };
}

/**
 * Finds ranges in which a higher cost gets a lower price than in the previous range. The merchant may not have
 * intended that.
 * @returns `cost`: the highest cost of a range, with its `price`. `above`: the next higher cost, with the
 * `lower` price.
 */
export function fallingPrices(rule: PriceRule, pricing: Pricing) {
  const { shopCurrency: currency } = pricing;
  const deductions = deductionsOf(newestRules(pricing), pricing, rulesOf({}, pricing).rates);
  const unit = new Big(10).pow(-minorDigits(currency));
  const money = (amount: string): Money => ({ amount, currency });
  const priceOf = (cost: Money) => money(priceByRule(cost, rule, deductions).price);
  return rule.ranges.flatMap(({ upTo }, range) => {
    if (upTo === null) return [];
    const [cost, above] = [money(upTo), money(new Big(upTo).plus(unit).toFixed())];
    const [price, lower] = [priceOf(cost), priceOf(above)];
    return new Big(lower.amount).lt(price.amount) ? [{ range, cost, price, above, lower }] : [];
  });
}

function rulesOf({ version }: { version?: number }, pricing: Pricing) {
  const newest = newestRules(pricing);
  const rules = pricing.rules[version ?? pricing.version] ?? newest;
  // If that version has no rate for two currencies, uses the rate of the newest rules.
  return { rules, rates: [...rules.rates, ...newest.rates] };
}

function newestRules({ rules, version }: Pricing): PriceRules {
  return rules[version] ?? FIRST_RULES;
}

function add(cost: Money, addition: Addition): Money {
  if (addition.kind === "percent") return percentOf(cost, new Big(addition.percent).plus(100).toFixed());
  return { ...cost, amount: new Big(cost.amount).plus(addition.amount).toFixed() };
}

/** Returns the lowest price with a margin of at least `percent`. */
function leastPrice({ amount, currency }: Money, percent: string, deductions: Deductions): Money {
  const digits = minorDigits(currency);
  const { brought, cost } = netAmounts({ price: "1", cost: amount }, deductions);
  const part = brought.times(new Big(100).minus(percent));
  const whole = cost.times(100);
  const unit = new Big(10).pow(-digits);
  // Corrects the result of the inexact division by exact multiplication.
  let price = whole.div(part).round(digits, Big.roundDown);
  while (price.times(part).lt(whole)) price = price.plus(unit);
  return { amount: price.toFixed(digits), currency };
}

const ENDINGS: Record<Exclude<Rounding, "none">, string> = { "99": "0.99", "95": "0.95", whole: "0" };

/**
 * Rounds an amount up to the next one with the ending. In a currency without decimals, rounds up to whole units.
 */
function roundTo(money: Money, rounding: Rounding): Money {
  const digits = minorDigits(money.currency);
  if (rounding === "none" || digits === 0) return roundUp(money);
  const exact = new Big(money.amount);
  const ended = exact.round(0, Big.roundDown).plus(ENDINGS[rounding]);
  return { ...money, amount: (ended.lt(exact) ? ended.plus(1) : ended).toFixed(digits) };
}
