import Big from "big.js";

/**
 * Returns an amount as the shop stores it: with two places ("12.50"), and rounded to those of its currency if that has fewer. A
 * third place, as of the Kuwaiti dinar, is lost.
 */
export function price(value: string | number, { currencyCode }: { currencyCode: string }): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: currencyCode });
  const places = Math.min(2, format.resolvedOptions().maximumFractionDigits ?? 2);
  return new Big(value).round(places).toFixed(2);
}

/** Amounts of `MoneyV2` have as many places as they need, and at least one: "12.5", "10.0". */
export function amount(value: string | number): string {
  const exact = new Big(value).toFixed();
  return exact.includes(".") ? exact : `${exact}.0`;
}
