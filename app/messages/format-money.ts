import { minorDigits } from "./minor-digits.ts";

/** Writes an amount as a person in `locale` reads it. A currency that ISO 4217 does not know is written behind it. */
export function formatMoney(
  { amount, currency }: { readonly amount: string; readonly currency: string },
  locale: string,
): string {
  // Intl formats decimal strings exactly; only its types still say number.
  const exact = amount as unknown as number;
  try {
    const digits = minorDigits(currency);
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...decimals }).format(exact);
  } catch {
    return `${amount} ${currency}`;
  }
}
