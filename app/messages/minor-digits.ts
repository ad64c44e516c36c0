/** Returns the number of decimals of a currency (ISO 4217); 2 for an unknown currency. */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/**
 * Currencies whose number of decimals is not two. We cannot use Intl's number: it is 0 for currencies without small
 * coins, such as the forint, but shops and suppliers have prices with decimals in them.
 */
const DIGITS = new Map<string, number>([
  ...byDigits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...byDigits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...byDigits(4, "CLF UYW"),
]);

function byDigits(digits: number, currencies: string): [string, number][] {
  return currencies.split(" ").map((currency) => [currency, digits]);
}
