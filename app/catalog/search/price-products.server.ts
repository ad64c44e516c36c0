import { Prisma } from "@prisma/client";

import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricingIfKnown } from "../pricing/find-pricing.server.ts";
import {
  isBelowCost,
  marginFor,
  type MissingCosts,
  missingCosts,
  priceFor,
  type Pricing,
} from "../pricing/pricing.ts";

/** The selling price in the shop, or the price after an import, or the reason why there is none. */
export type SellingPrice =
  /**
   * `margin`: in per cent of the price without tax, negative for a loss; null if there is no cost or no
   * exchange rate.
   */
  | { kind: "priced"; amount: string; currency: string; margin: string | null; belowCost: boolean }
  /** The price is the merchant's, and we don't know it. */
  | { kind: "own" }
  | { kind: "no-price" }
  /** There is no exchange rate, or the rule has amounts in another currency than the shop's. */
  | { kind: "currency-differs" };

/** The last known price in the shop. `own`: true if the merchant has set the price. */
export type ShopPrice = { price: string | null; own: boolean };

/** A variant's cost and price. */
export type ProductPrice = {
  /** Null if the supplier no longer has the variant. */
  cost: Money | null;
  /** Null if the shop does not have the variant. Its price then comes from the rules. */
  shopPrice: ShopPrice | null;
};

/**
 * `version`: the version of the price rules that the product follows; null if the product is not in the shop.
 */
type OfProduct = { category: string | null; version: number | null };

/** A summary of the prices of a product's variants. */
export type PriceRange = {
  /** The lowest price. If a variant has no price, its reason; null if its price and cost are unknown. */
  lowest: SellingPrice | null;
  differs: boolean;
  /** The lowest margin, possibly of another variant; null if the margin of any variant is unknown. */
  margin: string | null;
  marginDiffers: boolean;
  /** True if any variant is below cost. */
  belowCost: boolean;
};

/** Functions that compute the prices of a shop's products. */
export type ProductPrices = {
  priceOf: (of: ProductPrice & OfProduct) => SellingPrice | null;
  rangeOf: (prices: readonly ProductPrice[], of: OfProduct) => PriceRange;
  /** Costs that the margins do not include. */
  missing: MissingCosts;
};

/**
 * Reads the data for computing prices; null if the shop's currency is unknown, because no call to Shopify has
 * succeeded yet.
 */
export async function priceProducts(shop: ShopDomain): Promise<ProductPrices | null> {
  const pricing = await findPricingIfKnown(shop);
  if (pricing === null) return null;
  const priceOf: ProductPrices["priceOf"] = ({ cost, category, version, shopPrice }) => {
    const of = { category, ...(version !== null && { version }) };
    if (shopPrice) return priceInShop({ cost, ...shopPrice }, of, pricing);
    if (cost === null) return null;
    const price = priceFor(cost, of, pricing);
    if (price.kind !== "priced") return { kind: price.kind };
    const { price: amount, margin } = price;
    const belowCost = isBelowCost({ price: amount, cost }, of, pricing);
    return { kind: "priced", amount, currency: pricing.shopCurrency, margin, belowCost };
  };
  const rangeOf: ProductPrices["rangeOf"] = (prices, of) =>
    toRange(prices.map((price) => priceOf({ ...price, ...of })));
  return { priceOf, rangeOf, missing: missingCosts(pricing) };
}

/**
 * Builds a query for the prices of a product's variants in the shop, with the columns `id price own amount
 * currency`. `own`: the price is the merchant's. `price` is null if unknown. `amount` and `currency` are the
 * cost.
 */
export function shopPrices({ shop, id }: { shop: Prisma.Sql; id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    select link.supplier_variant_id as id, 'price' = any(link.merchant_fields) as own, link.in_shop->>'price' as price,
      variant.price_amount as amount, variant.price_currency as currency
    from variant_link link
    left join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
    where link.shop = ${shop} and link.supplier_product_id = ${id} and link.shop_state is null`;
}

function priceInShop(
  { price, own, cost }: ShopPrice & { cost: Money | null },
  of: { version?: number },
  pricing: Pricing,
): SellingPrice | null {
  if (price === null) return own ? { kind: "own" } : null;
  const margin = cost && marginFor({ price, cost }, of, pricing);
  const belowCost = cost !== null && isBelowCost({ price, cost }, of, pricing);
  return { kind: "priced", amount: price, currency: pricing.shopCurrency, margin, belowCost };
}

function toRange(prices: (SellingPrice | null)[]): PriceRange {
  const priced = prices.filter((price) => price?.kind === "priced");
  const sorted = priced.toSorted((one, other) => Number(one.amount) - Number(other.amount));
  const unpriced = prices.find((price) => price?.kind !== "priced");
  const margins = new Set(priced.map(({ margin }) => margin));
  const known = [...margins].filter((margin) => margin !== null);
  return {
    lowest: unpriced ?? sorted[0] ?? null,
    differs: Number(sorted[0]?.amount) < Number(sorted.at(-1)?.amount),
    margin:
      known.length < margins.size
        ? null
        : (known.toSorted((one, other) => Number(one) - Number(other))[0] ?? null),
    marginDiffers: margins.size > 1,
    belowCost: priced.some(({ belowCost }) => belowCost),
  };
}
