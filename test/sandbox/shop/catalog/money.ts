/** Prices have two places: "12.50". */
export function price(value: string | number): string {
  return Number(value).toFixed(2);
}

/** Amounts of `MoneyV2` have as many places as they need, and at least one: "12.5", "10.0". */
export function amount(value: string | number): string {
  const number = Number(value);
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}
