import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { priceFor } from "../pricing/pricing.ts";
import type { PriceOf } from "./plan-sync.ts";

/**
 * Returns a function that computes prices, for each product by the version of the rules that it follows.
 * @throws Failure if the shop gives no clear answer.
 */
export async function findPriceOf(shop: ShopDomain): Promise<PriceOf> {
  const pricing = await findPricing(shop);
  return (cost, { category, priceRulesVersion: version }) => priceFor(cost, { category, version }, pricing);
}
