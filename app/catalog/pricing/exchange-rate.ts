import Big from "big.js";

import type { Money } from "../../lib/money.ts";

/** What the merchant says that one unit of `from` is worth in `to`, as of a day (YYYY-MM-DD). The rate is a decimal. */
export type ExchangeRate = { from: string; to: string; rate: string; date: string };

/** After so many days the merchant is asked to look at a rate again. It is used nevertheless. */
export const OLD_AFTER_DAYS = 30;

const DAY_MS = 24 * 3600 * 1000;

/** The same amount in another currency, exactly; null without a rate for it. The first rate of a pair counts. */
export function convert(money: Money, currency: string, rates: readonly ExchangeRate[]): Money | null {
  if (money.currency === currency) return money;
  const found = rates.find(({ from, to }) => from === money.currency && to === currency);
  return found ? { amount: new Big(money.amount).times(found.rate).toFixed(), currency } : null;
}

export function isOld({ date }: ExchangeRate, now: Date): boolean {
  return now.getTime() - Date.parse(date) > OLD_AFTER_DAYS * DAY_MS;
}
