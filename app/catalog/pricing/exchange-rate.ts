import Big from "big.js";

import type { Money } from "../../lib/money.ts";

/**
 * The merchant's exchange rate: one unit of `from` in `to`, as of a day (YYYY-MM-DD). The rate is a decimal.
 */
export type ExchangeRate = { from: string; to: string; rate: string; date: string };

/** After this many days the page asks the merchant to review a rate. It stays in use. */
export const OLD_AFTER_DAYS = 30;

const DAY_MS = 24 * 3600 * 1000;

/** Converts an amount exactly; null without a rate. The first rate of a pair counts. */
export function convert(money: Money, currency: string, rates: readonly ExchangeRate[]): Money | null {
  if (money.currency === currency) return money;
  const found = rates.find(({ from, to }) => from === money.currency && to === currency);
  return found ? { amount: new Big(money.amount).times(found.rate).toFixed(), currency } : null;
}

export function isOld({ date }: ExchangeRate, now: Date): boolean {
  return now.getTime() - Date.parse(date) > OLD_AFTER_DAYS * DAY_MS;
}
