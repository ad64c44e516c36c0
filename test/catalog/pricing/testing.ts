import { FIRST_RULES, type PriceRule, type PriceRules } from "../../../app/catalog/pricing/price-rules.ts";
import type { Pricing } from "../../../app/catalog/pricing/pricing.ts";

/** A rule that adds a percentage to each cost. */
export function markup(percent: string, more: Partial<PriceRule> = {}): PriceRule {
  return { ...FIRST_RULES.default, ranges: [{ upTo: null, add: { kind: "percent", percent } }], ...more };
}

export function rulesWith(rule: PriceRule, more: Partial<PriceRules> = {}): PriceRules {
  return { ...FIRST_RULES, default: rule, ...more };
}

/** The pricing of a shop that has saved its rules once. */
export function pricingWith(rules: PriceRules, shopCurrency = "EUR", taxesIncluded = true): Pricing {
  return { shopCurrency, taxesIncluded, version: 1, rules: { 0: FIRST_RULES, 1: rules } };
}
