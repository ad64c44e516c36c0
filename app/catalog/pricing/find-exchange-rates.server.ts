import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ExchangeRate } from "./exchange-rate.ts";
import { readRules } from "./price-rules-store.server.ts";

/** The merchant's exchange rates of today, as prices are made with from now on. */
export async function findExchangeRates(shop: ShopDomain): Promise<ExchangeRate[]> {
  const { rules, version } = await inShop(shop, (tx) => readRules(tx, shop));
  return rules[version]?.rates ?? [];
}
