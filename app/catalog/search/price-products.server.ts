import { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { marginFor, priceFor, type Pricing } from "../pricing/pricing.ts";

/** What the shop sells something for, or will by its rules; or why there is no price. */
export type SellingPrice =
  /** In per cent of the price, below zero for a loss; null where the cost cannot be compared. */
  | { kind: "priced"; amount: string; currency: string; margin: string | null }
  /** It is the merchant's, and not known. */
  | { kind: "own" }
  | { kind: "no-price" }
  /** The merchant has given no exchange rate. */
  | { kind: "currency-differs" };

/** What the shop sells for as last known; `own`: the merchant has set it. */
export type ShopPrice = { price: string | null; own: boolean };

type Priced = {
  /** Null where the supplier no longer has it. */
  cost: Money | null;
  category: string | null;
  version: number | null;
  /** Null where the shop does not have it: its price is made by the rules. */
  shopPrice: ShopPrice | null;
};

/**
 * A function that says what the shop sells something for: `version` is that of the rules that it follows, null where it is
 * not in the shop. Null where the shop's currency is not known, because Shopify has never answered.
 */
export async function priceProducts(shop: ShopDomain): Promise<((of: Priced) => SellingPrice | null) | null> {
  try {
    const pricing = await findPricing(shop);
    return ({ cost, category, version, shopPrice }) => {
      const of = { category, ...(version !== null && { version }) };
      if (shopPrice) return priceInShop({ cost, ...shopPrice }, of, pricing);
      if (cost === null) return null;
      const price = priceFor(cost, of, pricing);
      if (price.kind !== "priced") return { kind: price.kind };
      return { kind: "priced", amount: price.price, currency: pricing.shopCurrency, margin: price.margin };
    };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function priceInShop(
  { price, own, cost }: ShopPrice & { cost: Money | null },
  of: { version?: number },
  pricing: Pricing,
): SellingPrice | null {
  if (price === null) return own ? { kind: "own" } : null;
  const margin = cost && marginFor({ price, cost }, of, pricing);
  return { kind: "priced", amount: price, currency: pricing.shopCurrency, margin };
}
