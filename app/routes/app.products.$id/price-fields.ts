import type { OwnPrice } from "../../catalog/sync/merchant/set-own-prices.server.ts";
import { round } from "../../lib/money.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { type ReadDecimal, readDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";

/** A form field for a variant's price in the shop. */
export type PriceField = {
  /** The supplier's variant id. */
  id: string;
  name: string;
  /** The last known price in the shop; null if it is unknown. */
  price: string | null;
  /**
   * The field's initial text: the price that waits to be written, or else the last known price, in the reader's
   * number format.
   */
  shown: string;
  /** True if the merchant set the price, so that it does not follow the supplier. */
  own: boolean;
  /** True while a price that the merchant set here waits to be written to the shop. */
  pending: boolean;
  /** The price that the price rules give; null if they give none. */
  rule: string | null;
};

export type TypedPrice = { supplierVariantId: string; typed: string; seen: string | null };

/** Maximum number of digits before the decimal point of a price in Shopify. */
const MOST_DIGITS = 12;

/** Reads typed prices in the shop's currency, or returns a problem per variant. */
export function readPrices(
  prices: TypedPrice[],
  currency: string,
): {
  prices: OwnPrice[];
  problems: Record<string, Message>;
} {
  const read = prices.map(({ typed, ...price }) => ({ ...price, result: readPrice(typed, currency) }));
  return {
    prices: read.flatMap(({ result, ...price }) =>
      result.kind === "decimal" ? [{ ...price, price: result.decimal }] : [],
    ),
    problems: Object.fromEntries(
      read.flatMap(({ supplierVariantId, result }) =>
        result.kind === "problem" ? [[supplierVariantId, result.problem] as const] : [],
      ),
    ),
  };
}

function readPrice(typed: string, currency: string): ReadDecimal {
  const read = readDecimal(typed, { decimals: minorDigits(currency), units: [currency] });
  if (read.kind === "problem") return read;
  const digits = read.decimal.split(".")[0]?.length ?? 0;
  if (digits > MOST_DIGITS)
    return { kind: "problem", problem: { code: "number.too-high", most: "999999999999" } };
  return { kind: "decimal", decimal: round({ amount: read.decimal, currency }).amount };
}
