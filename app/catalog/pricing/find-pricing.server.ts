import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currentFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { readRules } from "./price-rules-store.server.ts";
import type { Pricing } from "./pricing.ts";

/** A shop's currency and taxes hardly ever change, and a webhook reports it. */
const FACTS_KNOWN_MS = 3600 * 1000;

/**
 * Returns the shop's pricing.
 * @throws Failure if Shopify does not answer and no currency is stored.
 */
export async function findPricing(shop: ShopDomain): Promise<Pricing> {
  const { version, rules, ...known } = await inShop(shop, async (tx, now) => {
    const stored = await storedFacts(tx, shop);
    return { ...(await readRules(tx, shop)), stored, now };
  });
  const { currency, taxesIncluded } = await currentFacts(shop, { ...known, maxAgeMs: FACTS_KNOWN_MS });
  return { version, rules, shopCurrency: currency, taxesIncluded };
}

/** Returns null if the shop's currency is unknown, because Shopify has never answered. */
export async function findPricingIfKnown(shop: ShopDomain): Promise<Pricing | null> {
  try {
    return await findPricing(shop);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
