/** Returns the decimals of a currency (ISO 4217); two if the currency is unknown. */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/**
 * Currencies whose decimals are not two. Not Intl's: it follows Unicode's data, which has none for the forint and others, since their
 * coins are gone. Shops and suppliers still have prices with decimals in them.
 */
const DIGITS = new Map<string, number>([
  ...byDigits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...byDigits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...byDigits(4, "CLF UYW"),
]);

function byDigits(digits: number, currencies: string): [string, number][] {
  return currencies.split(" ").map((currency) => [currency, digits]);
}
