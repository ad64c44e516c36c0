import Big from "big.js";

import { minorDigits } from "../messages/minor-digits.ts";

/** An exact amount: a decimal string in major units ("12.50"), never a float, with its ISO 4217 currency. */
export type Money = { amount: string; currency: string };

/** Returns a percentage of an amount, not rounded. */
export function percentOf({ amount, currency }: Money, percent: number | string): Money {
  return { amount: new Big(amount).times(percent).times("0.01").toFixed(), currency };
}

/** Subtracts an amount of the same currency, not rounded. */
export function subtract({ amount, currency }: Money, less: Money): Money {
  return { amount: new Big(amount).minus(less.amount).toFixed(), currency };
}

/** Returns a negative profit as a positive loss; null if the profit is not negative, or unknown. */
export function lossOf(profit: Money | null): Money | null {
  if (profit === null || new Big(profit.amount).gte(0)) return null;
  return { ...profit, amount: new Big(profit.amount).neg().toFixed() };
}

/** Returns the sum of amounts; null if the list is empty or the currencies differ. */
export function sum(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (first === undefined || amounts.some(({ currency }) => currency !== first.currency)) return null;
  const total = amounts.reduce((so, { amount }) => so.plus(amount), new Big(0));
  return { amount: total.toFixed(), currency: first.currency };
}

/** A price per piece, null if unknown, and the number of pieces. */
export type PricedPieces = { price: Money | null; quantity: number };

/** Returns the price of all pieces; null if the list is empty, a price is unknown, or the currencies differ. */
export function totalOf(pieces: readonly PricedPieces[]): Money | null {
  const totals = totalsOf(pieces);
  return totals && sum(totals);
}

/** Returns the price of all pieces as one total per currency; null if a price is unknown. */
export function totalsOf(pieces: readonly PricedPieces[]): Money[] | null {
  const prices = pieces.flatMap(({ price, quantity }) => (price === null ? [] : [times(price, quantity)]));
  if (prices.length < pieces.length) return null;
  return [...Map.groupBy(prices, ({ currency }) => currency).values()].flatMap((each) => sum(each) ?? []);
}

/**
 * Returns a share of an amount, rounded to an amount that the currency can have; the whole amount if `part` is not less
 * than `whole`.
 */
export function shareOf(money: Money, { part, whole }: { part: number; whole: number }): Money {
  return round(
    part >= whole ? money : { ...money, amount: new Big(money.amount).times(part).div(whole).toFixed() },
  );
}

/**
 * Divides an amount in proportion to `weights`. Each part is rounded, and the parts add up to exactly the
 * rounded amount.
 */
export function divide(money: Money, weights: readonly number[]): Money[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  let part = 0;
  let given: Money = { ...money, amount: "0" };
  return weights.map((weight) => {
    part += weight;
    const upTo = shareOf(money, { part, whole });
    const own = round(subtract(upTo, given));
    given = upTo;
    return own;
  });
}

/** Returns an amount without the tax that it includes, not rounded. */
export function withoutTax({ amount, currency }: Money, percent: string): Money {
  return { amount: new Big(amount).times(100).div(new Big(percent).plus(100)).toFixed(), currency };
}

/** Returns `count` times the amount, not rounded. */
export function times({ amount, currency }: Money, count: number): Money {
  return { amount: new Big(amount).times(count).toFixed(), currency };
}

/** Returns true if the amount is more than `other`. Returns false if the currencies differ. */
export function isMore({ amount, currency }: Money, other: Money): boolean {
  return currency === other.currency && new Big(amount).gt(other.amount);
}

/** Returns true if two decimals have the same value ("12.5" and "12.50"), or both are null. */
export function sameAmount(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return new Big(one).eq(other);
}

/**
 * Returns true if Shopify may have stored the amount `sent` as `stored`. Shopify keeps two decimals, even in
 * currencies with three.
 */
export function mayBeStoredAs(sent: string | null, stored: string | null): boolean {
  if (sent === null || stored === null) return sent === stored;
  const difference = new Big(sent).minus(stored).abs();
  return difference.eq(0) || (new Big(stored).round(2).eq(stored) && difference.lt("0.01"));
}

/** Rounds up to the next amount that the currency can have, away from zero. */
export function roundUp({ amount, currency }: Money): Money {
  return { amount: new Big(amount).toFixed(minorDigits(currency), Big.roundUp), currency };
}

/** Rounds to the nearest amount that the currency can have, a half away from zero. */
export function round({ amount, currency }: Money): Money {
  const digits = minorDigits(currency);
  const rounded = new Big(amount).round(digits, Big.roundHalfUp);
  // Big writes a negative zero as "-0.00", which would look like a loss.
  return { amount: (rounded.eq(0) ? rounded.abs() : rounded).toFixed(digits), currency };
}
