import { z } from "zod";

import { readInShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dayBefore, dayIn, startOfDay } from "../../messages/zoned-time.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import { DAY_MS, type Period, sumDays } from "./profit-of-day.server.ts";
import {
  type CountryProfit,
  listLosses,
  listProfitByCountry,
  listProfitByProduct,
  type LossMaker,
  type ProductProfit,
  sumProfit,
  sumUnpaid,
  type Totals,
  type Unpaid,
} from "./find-profit.server.ts";

/** Days in the shop's time zone, as YYYY-MM-DD, the last one included. */
export type Days = { from: string; to: string };

export type Profit = Days & {
  /**
   * The currency of the lists. Orders in other currencies, from before the shop changed its currency, are in `totals`
   * only.
   */
  currency: string | null;
  totals: Totals;
  /** Orders of these days that were sent before they were paid in full. Includes orders of unknown profit. */
  unpaid: Unpaid[];
  /** Totals of the same number of days before. */
  previous: Totals;
  products: ProductProfit[];
  countries: CountryProfit[];
  losses: LossMaker[];
};

const USUAL_DAYS = 30;
const DAYS_AT_MOST = 3660;

/** Loads what a shop earned in a range of days: by default the last 30, today included. */
export async function loadProfit(shop: ShopDomain, wanted: Partial<Days>): Promise<Profit> {
  await sumDays(shop);
  return readInShop(shop, async (tx, now) => {
    const facts = await storedFacts(tx, shop);
    const timeZone = facts?.timeZone ?? null;
    const days = daysOf(wanted, dayIn(timeZone, now.toISOString()));
    const period = periodOf(timeZone, days);
    const totals = await sumProfit(tx, shop, period);
    const currencies = totals.sums.map((sums) => sums.currency);
    const known = facts?.currency ?? null;
    const currency = known !== null && currencies.includes(known) ? known : (currencies[0] ?? known);
    const listed = { ...period, currency: currency ?? "" };
    return {
      ...days,
      currency,
      totals,
      unpaid: await sumUnpaid(tx, shop, period),
      previous: await sumProfit(tx, shop, periodOf(timeZone, daysBefore(days))),
      products: await listProfitByProduct(tx, shop, listed),
      countries: await listProfitByCountry(tx, shop, listed),
      losses: await listLosses(tx, shop, listed),
    };
  });
}

/** Loads the revenue and profit of the last 30 days, and of the 30 days before. */
export async function loadSums(shop: ShopDomain): Promise<Pick<Profit, "totals" | "unpaid" | "previous">> {
  await sumDays(shop);
  return readInShop(shop, async (tx, now) => {
    const timeZone = (await storedFacts(tx, shop))?.timeZone ?? null;
    const days = daysOf({}, dayIn(timeZone, now.toISOString()));
    const period = periodOf(timeZone, days);
    return {
      totals: await sumProfit(tx, shop, period),
      unpaid: await sumUnpaid(tx, shop, period),
      previous: await sumProfit(tx, shop, periodOf(timeZone, daysBefore(days))),
    };
  });
}

/** Returns when a range of days begins and ends in a time zone. */
export function periodOf(timeZone: string | null, { from, to }: Days): Period {
  return { from: startOfDay(timeZone, from), before: startOfDay(timeZone, daysLater(to, 1)) };
}

/**
 * Returns the days that the merchant asked for. A missing or invalid day gets its default. A reversed range is turned
 * around, and a long one is cut to `DAYS_AT_MOST`.
 */
export function daysOf(wanted: Partial<Days>, today: string): Days {
  const to = dayIsValid(wanted.to) ? wanted.to : today;
  const from = dayIsValid(wanted.from) ? wanted.from : daysLater(to, 1 - USUAL_DAYS);
  const ordered = from > to ? { from: to, to: from } : { from, to };
  const first = daysLater(ordered.to, 1 - DAYS_AT_MOST);
  return { ...ordered, from: ordered.from < first ? first : ordered.from };
}

function daysBefore({ from, to }: Days): Days {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: daysLater(from, -count), to: dayBefore(from) };
}

function dayIsValid(day: string | undefined): day is string {
  return z.iso.date().safeParse(day).success;
}

function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
