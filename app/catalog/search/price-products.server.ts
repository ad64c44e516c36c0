import { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { priceFor } from "../pricing/pricing.ts";

/** What the shop sells something for, by its rules; or why there is no price. */
export type SellingPrice =
  | { kind: "priced"; amount: string; currency: string; margin: string }
  | { kind: "no-price" }
  /** The merchant has given no exchange rate. */
  | { kind: "currency-differs" };

type Priced = { cost: Money; category: string | null; version: number | null };

/**
 * A function that says what the shop sells something for: `version` is that of the rules that it follows, null where it is
 * not in the shop. Null where the shop's currency is not known, because Shopify has never answered.
 */
export async function priceProducts(shop: ShopDomain): Promise<((of: Priced) => SellingPrice) | null> {
  try {
    const pricing = await findPricing(shop);
    return ({ cost, category, version }) => {
      const price = priceFor(cost, { category, ...(version !== null && { version }) }, pricing);
      if (price.kind !== "priced") return { kind: price.kind };
      return { kind: "priced", amount: price.price, currency: pricing.shopCurrency, margin: price.margin };
    };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
