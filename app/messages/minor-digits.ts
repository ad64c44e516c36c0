/** Returns the decimals of a currency (ISO 4217); two if the currency is unknown. */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/**
 * Currencies whose decimals are not two. Intl's decimals would not do: it has none for the forint and other currencies whose
 * coins are gone, and shops and suppliers still have prices in them with decimals.
 */
const DIGITS = new Map<string, number>([
  ...byDigits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...byDigits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...byDigits(4, "CLF UYW"),
]);

function byDigits(digits: number, currencies: string): [string, number][] {
  return currencies.split(" ").map((currency) => [currency, digits]);
}
