import { type Money, roundUp } from "../../lib/money.ts";
import { convert } from "./exchange-rate.ts";
import { marginOf, type Priced, priceByRule } from "./price-by-rule.ts";
import { FIRST_RULES, hasAmounts, type PriceRules, ruleFor } from "./price-rules.ts";

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
  return { kind: "priced", ...priceByRule(converted, rule) };
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
  const converted = convert(cost, shopCurrency, rulesOf(of, pricing).rates);
  if (converted === null || !ABOVE_ZERO.test(price)) return null;
  return marginOf({ amount: price, currency: shopCurrency }, roundUp(converted));
}

function rulesOf({ version }: { version?: number }, pricing: Pricing) {
  const newest = pricing.rules[pricing.version] ?? FIRST_RULES;
  const rules = pricing.rules[version ?? pricing.version] ?? newest;
  // A pair of currencies without a rate then may have one now.
  return { rules, rates: [...rules.rates, ...newest.rates] };
}
