import type { Money } from "../../lib/money.ts";
import { type PriceRules, priceRules } from "./price-rules.ts";

/** The merchant's settings of tax and shipping, for margins and earnings. */
export type Costs = {
  /** The shop's sales tax, in per cent; null if unknown. Counts only if the shop's prices include it. */
  salesTax: string | null;
  /** Tax in the supplier's prices that the merchant reclaims, in per cent; null for none. */
  supplierTax: string | null;
  /** The supplier's usual shipping charge per order; null if unknown. */
  shipping: Money | null;
};

export const NO_COSTS: Costs = { salesTax: null, supplierTax: null, shipping: null };

/** Returns the settings in price rules; none for rules that were saved before the app had these settings. */
export function costsIn({ costs }: PriceRules): Costs {
  return costs ?? NO_COSTS;
}

/** Returns the settings in the newest price rules. `newestRules`: their row; null if the merchant has saved none. */
export function costsOf(newestRules: unknown): Costs {
  return newestRules === null ? NO_COSTS : costsIn(priceRules.parse(newestRules));
}
