import Big from "big.js";

import { minorDigits } from "../messages/minor-digits.ts";

/** An exact amount: a decimal string in major units ("12.50"), never a float, with its ISO 4217 currency. */
export type Money = { amount: string; currency: string };

/** Returns a percentage of an amount, exactly. */
export function percentOf({ amount, currency }: Money, percent: number | string): Money {
  return { amount: new Big(amount).times(percent).times("0.01").toFixed(), currency };
}

/** Subtracts an amount of the same currency, exactly. */
export function subtract({ amount, currency }: Money, less: Money): Money {
  return { amount: new Big(amount).minus(less.amount).toFixed(), currency };
}

/** Returns a negative profit as a positive loss; null if the profit is not negative, or unknown. */
export function lossOf(profit: Money | null): Money | null {
  if (profit === null || new Big(profit.amount).gte(0)) return null;
  return { ...profit, amount: new Big(profit.amount).neg().toFixed() };
}

/** Returns the sum of amounts; null if there is none, or their currencies differ. */
export function sum(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (first === undefined || amounts.some(({ currency }) => currency !== first.currency)) return null;
  const total = amounts.reduce((so, { amount }) => so.plus(amount), new Big(0));
  return { amount: total.toFixed(), currency: first.currency };
}

/** A price per piece, null if unknown, and the number of pieces. */
export type PricedPieces = { price: Money | null; quantity: number };

/** Returns the price of all pieces; null if there is none, a price is unknown, or the currencies differ. */
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

/** Divides an amount by weights. The parts add up to it, to the currency's smallest unit. */
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

/** Returns an amount without the tax that is in it, not rounded. */
export function withoutTax({ amount, currency }: Money, percent: string): Money {
  return { amount: new Big(amount).times(100).div(new Big(percent).plus(100)).toFixed(), currency };
}

/** Returns a multiple of an amount, exactly. */
export function times({ amount, currency }: Money, count: number): Money {
  return { amount: new Big(amount).times(count).toFixed(), currency };
}

/**
 * Returns true if the amount is more than `other`. False for different currencies, which cannot be compared.
 */
export function isMore({ amount, currency }: Money, other: Money): boolean {
  return currency === other.currency && new Big(amount).gt(other.amount);
}

/** Returns true if two decimals are equal, however many places they have, or both are null. */
export function sameAmount(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return new Big(one).eq(other);
}

/**
 * Returns true if a shop that was sent an amount may have stored it as `stored`: Shopify keeps two decimals, also in
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
  // A negative zero would be written as "-0.00", and be taken for a loss.
  return { amount: (rounded.eq(0) ? rounded.abs() : rounded).toFixed(digits), currency };
}
