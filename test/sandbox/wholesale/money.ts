import Big from "big.js";

/** Integer minor units (cents) as a decimal string: 1250 → "12.50". */
export function decimal(minor: number): string {
  return new Big(minor).times("0.01").toFixed(2);
}
