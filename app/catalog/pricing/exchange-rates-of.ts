import type { ExchangeRate } from "./exchange-rate.ts";
import { FIRST_RULES, priceRules } from "./price-rules.ts";

/** The merchant's exchange rates of today: those of the newest price rules, as their row keeps them; null where none does. */
export function exchangeRatesOf(newestRules: unknown): ExchangeRate[] {
  return (newestRules === null ? FIRST_RULES : priceRules.parse(newestRules)).rates;
}
