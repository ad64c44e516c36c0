import { minorDigits } from "./minor-digits.ts";

/**
 * Writes an amount in the number format of `locale`. For a currency that ISO 4217 does not list, writes the code
 * behind the amount.
 */
export function formatMoney(
  { amount, currency }: { readonly amount: string; readonly currency: string },
  locale: string,
): string {
  // Passes the string itself, because Intl formats decimal strings exactly. TypeScript's types for Intl allow only
  // numbers.
  const exact = amount as unknown as number;
  try {
    const digits = minorDigits(currency);
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...decimals }).format(exact);
  } catch {
    return `${amount} ${currency}`;
  }
}
