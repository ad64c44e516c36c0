import type { OwnPrice } from "../../catalog/sync/merchant/set-own-prices.server.ts";
import { round } from "../../lib/money.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { type ReadDecimal, readDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";

/** A variant's price in the shop, to change. */
export type PriceField = {
  /** The supplier's variant id. */
  id: string;
  name: string;
  /** The last known price in the shop; null if it is unknown. */
  price: string | null;
  /** The price as its reader types it: the one that is not written yet, or else the last known one. */
  shown: string;
  /** True if the price is the merchant's. */
  own: boolean;
  /** True while a price that was set here is not written. */
  pending: boolean;
  /** The price by the rules; null if they make none. */
  rule: string | null;
};

export type TypedPrice = { supplierVariantId: string; typed: string; seen: string | null };

/** Shopify's highest price has twelve digits before the point. */
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
