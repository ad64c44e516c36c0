import Big from "big.js";

/**
 * Returns an amount as the shop stores it: with two places ("12.50"), and rounded to those of its currency if that has fewer. A
 * third place, as of the Kuwaiti dinar, is lost.
 */
export function price(value: string | number, { currencyCode }: { currencyCode: string }): string {
  return new Big(value).round(Math.min(2, placesOf(currencyCode))).toFixed(2);
}

/** Returns the decimal places of a currency's amounts. */
export function placesOf(currency: string): number {
  let found = places.get(currency);
  if (found === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    found = format.resolvedOptions().maximumFractionDigits ?? 2;
    places.set(currency, found);
  }
  return found;
}
/** Keeps the places by currency, because making a formatter takes longer than everything else here. */
const places = new Map<string, number>();

/** Amounts of `MoneyV2` have as many places as they need, and at least one: "12.5", "10.0". */
export function amount(value: string | number): string {
  const exact = new Big(value).toFixed();
  return exact.includes(".") ? exact : `${exact}.0`;
}
