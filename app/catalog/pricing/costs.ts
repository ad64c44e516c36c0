import type { Money } from "../../lib/money.ts";
import { type PriceRules, priceRules } from "./price-rules.ts";

/** The merchant's settings of tax and shipping, for margins and earnings. */
export type Costs = {
  /** The shop's sales tax, in per cent; null if unknown. Only used if the shop's prices include tax. */
  salesTax: string | null;
  /** Tax in the supplier's prices that the merchant gets back, in per cent; null for none. */
  supplierTax: string | null;
  /** The supplier's usual shipping charge per order; null if unknown. */
  shipping: Money | null;
};

export const NO_COSTS: Costs = { salesTax: null, supplierTax: null, shipping: null };

/** Returns the costs in price rules. Rules that were saved before these settings existed have none. */
export function costsIn({ costs }: PriceRules): Costs {
  return costs ?? NO_COSTS;
}

/**
 * Returns the costs in the newest price rules. `newestRules`: the column `rules` of their row; null if the
 * merchant has saved no rules.
 */
export function costsOf(newestRules: unknown): Costs {
  return newestRules === null ? NO_COSTS : costsIn(priceRules.parse(newestRules));
}
