import Big from "big.js";

import { round } from "../../lib/money.ts";
import { readDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";
import { minorDigits } from "../../messages/minor-digits.ts";

/**
 * Ways to set many prices. "fixed": to an amount. "amount" and "percent": relative to the present price.
 * "rule-…": relative to the price by the rules.
 */
export const changeKinds = ["fixed", "amount", "percent", "rule-amount", "rule-percent"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** `value`: a decimal in the shop's currency, or in per cent. A negative value lowers the price. */
export type PriceChange = { kind: ChangeKind; value: string };

/** Maximum number of variants per price edit. */
export const MAX_VARIANTS_AT_ONCE = 5000;

/** Prices must be lower than this: Shopify accepts twelve digits before the decimal point. */
const HIGHEST = new Big(10).pow(12);
const PERCENT_DECIMALS = 2;

export const isPercent = (kind: ChangeKind): boolean => kind === "percent" || kind === "rule-percent";

/** Reads a typed value. A minus sign is only allowed for relative changes. */
export function readChange(
  { kind, typed }: { kind: ChangeKind; typed: string },
  currency: string,
): { kind: "change"; change: PriceChange } | { kind: "problem"; problem: Message } {
  const text = typed.trim();
  const isLess = kind !== "fixed" && /^[-−–]/.test(text);
  const expected = isPercent(kind)
    ? { decimals: PERCENT_DECIMALS, units: ["%"] }
    : { decimals: minorDigits(currency), units: [currency] };
  const read = readDecimal(isLess ? text.slice(1) : text, expected);
  if (read.kind === "problem") return read;
  if (new Big(read.decimal).gte(HIGHEST))
    return { kind: "problem", problem: { code: "number.too-high", most: "999999999999" } };
  return {
    kind: "change",
    change: { kind, value: isLess ? new Big(read.decimal).neg().toFixed() : read.decimal },
  };
}

/** The reason why an edit does not change a price. */
export type KeptReason = "no-present" | "no-rule" | "below-zero" | "too-high" | "same";

/**
 * Returns the new price, rounded to the currency's nearest unit (halves up), or the reason why the price stays.
 * @param given `present`: the present price; `rule`: the price by the rules. Null if unknown.
 */
export function changedPrice(
  { kind, value }: PriceChange,
  given: { present: string | null; rule: string | null; currency: string },
): { price: string } | { kept: KeptReason } {
  const { present, rule, currency } = given;
  const isByPresent = kind === "amount" || kind === "percent";
  const base = kind === "fixed" ? "0" : isByPresent ? present : rule;
  if (base === null) return { kept: isByPresent ? "no-present" : "no-rule" };
  const exact = isPercent(kind)
    ? new Big(base).times(new Big(value).plus(100)).times("0.01")
    : new Big(base).plus(value);
  const { amount } = round({ amount: exact.toFixed(), currency });
  if (new Big(amount).lt(0)) return { kept: "below-zero" };
  if (new Big(amount).gte(HIGHEST)) return { kept: "too-high" };
  return present !== null && new Big(amount).eq(present) ? { kept: "same" } : { price: amount };
}
