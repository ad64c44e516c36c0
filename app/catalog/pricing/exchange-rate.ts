import Big from "big.js";

import type { Money } from "../../lib/money.ts";
import { FIRST_RULES, priceRules, type PriceRules } from "./price-rules.ts";

/** The merchant's exchange rate: one unit of `from` in `to`, as of a day (YYYY-MM-DD). */
export type ExchangeRate = PriceRules["rates"][number];

/** After this many days, the page asks the merchant to review a rate. Stockbridge still uses the rate. */
export const OLD_AFTER_DAYS = 30;

/**
 * Converts an amount, not rounded; null if there is no rate. If `rates` has several rates for the two
 * currencies, uses the first.
 */
export function convert(money: Money, currency: string, rates: readonly ExchangeRate[]): Money | null {
  if (money.currency === currency) return money;
  const found = rates.find(({ from, to }) => from === money.currency && to === currency);
  return found ? { amount: new Big(money.amount).times(found.rate).toFixed(), currency } : null;
}

/**
 * Returns the exchange rates in the newest price rules. `newestRules`: the column `rules` of their row; null if
 * the merchant has saved no rules.
 */
export function exchangeRatesOf(newestRules: unknown): ExchangeRate[] {
  return (newestRules === null ? FIRST_RULES : priceRules.parse(newestRules)).rates;
}

export function isOld({ date }: ExchangeRate, now: Date): boolean {
  return now.getTime() - Date.parse(date) > OLD_AFTER_DAYS * DAY_MS;
}

/**
 * Returns true if a day is later than tomorrow (UTC). Tomorrow is allowed, because it has begun in some time
 * zones.
 */
export function isAhead(date: string, now: Date): boolean {
  return date > dayOf(new Date(now.getTime() + DAY_MS));
}

/** Returns the day of a time as YYYY-MM-DD, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

const DAY_MS = 24 * 3600 * 1000;
