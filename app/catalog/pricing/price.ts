import type { Money } from "../../lib/money.ts";

/** What is put on top of the cost until the merchant says otherwise. */
export const DEFAULT_MARKUP_PERCENT = 50;

/**
 * The price for a cost with the mark-up on top, and the cost itself, both as decimals that the currency can have. Both
 * are rounded up, so the price is never below the cost. Null for an amount that is no decimal above zero.
 */
export function priceOf(cost: Money, markupPercent: number): { price: string; cost: string } | null {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(cost.amount) ?? [];
  if (whole === "") return null;
  const units = BigInt(whole + fraction);
  if (units === 0n) return null;
  const exact = { units, scale: fraction.length };
  const digits = minorDigits(cost.currency);
  return {
    price: roundUp({ units: units * BigInt(100 + markupPercent), scale: exact.scale + 2 }, digits),
    cost: roundUp(exact, digits),
  };
}

/** `units` × 10^-`scale`. */
type Exact = { units: bigint; scale: number };

function roundUp({ units, scale }: Exact, digits: number): string {
  const shift = scale - digits;
  const divisor = 10n ** BigInt(Math.max(0, shift));
  const minor = shift > 0 ? (units + divisor - 1n) / divisor : units * 10n ** BigInt(-shift);
  const text = String(minor).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Two where the currency is unknown. */
function minorDigits(currency: string): number {
  try {
    return (
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      2
    );
  } catch {
    return 2;
  }
}
