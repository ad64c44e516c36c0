import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrency } from "../../shop/products.server.ts";
import { findSettings } from "../pricing/catalog-settings.server.ts";
import { priceOf } from "../pricing/price.ts";
import type { PriceOf } from "./plan-sync.ts";

/**
 * How the shop makes its prices now.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function findPriceOf(shop: ShopDomain): Promise<PriceOf> {
  const { markupPercent } = await findSettings(shop);
  const shopCurrency = await readCurrency(shop);
  return (cost) => {
    if (cost.currency !== shopCurrency)
      return { kind: "currency-differs", supplierCurrency: cost.currency, shopCurrency };
    const made = priceOf(cost, markupPercent);
    return made === null ? { kind: "no-price" } : { kind: "priced", ...made, compareAtPrice: null };
  };
}
