import Big from "big.js";

/** Prices have two places: "12.50". */
export function price(value: string | number): string {
  return new Big(value).toFixed(2);
}

/** Amounts of `MoneyV2` have as many places as they need, and at least one: "12.5", "10.0". */
export function amount(value: string | number): string {
  const exact = new Big(value).toFixed();
  return exact.includes(".") ? exact : `${exact}.0`;
}
