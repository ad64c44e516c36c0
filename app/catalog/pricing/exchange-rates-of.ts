import type { ExchangeRate } from "./exchange-rate.ts";
import { FIRST_RULES, priceRules } from "./price-rules.ts";

/** Returns the exchange rates of the newest price rules, given their row; null for none. */
export function exchangeRatesOf(newestRules: unknown): ExchangeRate[] {
  return (newestRules === null ? FIRST_RULES : priceRules.parse(newestRules)).rates;
}
