import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currentFacts, refreshFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { isJudged, judgeForAMoment, judgePrices } from "./judge-prices.server.ts";
import { readRules } from "./price-rules-store.server.ts";
import type { Pricing } from "./pricing.ts";

/**
 * Returns the shop's pricing.
 * @param options `maxAgeMs`: maximum age of the stored currency and taxes (see `currentFacts`). `untilJudged`: waits
 * until all prices are judged by the present settings.
 * @throws Failure if the call to Shopify fails and no currency is stored
 */
export async function findPricing(
  shop: ShopDomain,
  { maxAgeMs, untilJudged = false }: { maxAgeMs?: number; untilJudged?: boolean } = {},
): Promise<Pricing> {
  const { version, rules, ...known } = await inShop(shop, async (tx, now) => {
    const stored = await storedFacts(tx, shop);
    return { ...(await readRules(tx, shop)), stored, now };
  });
  const facts = await currentFacts(shop, { ...known, maxAgeMs });
  // Another process may have stored changed settings, and ended before it judged the prices.
  if (!isJudged(known.stored, facts)) await (untilJudged ? judgePrices(shop) : judgeForAMoment(shop));
  const { currency, taxesIncluded } = facts;
  return { version, rules, shopCurrency: currency, taxesIncluded };
}

/** Reads the shop's currency and taxes after Shopify has reported a change. */
export async function refreshPricing(shop: ShopDomain): Promise<void> {
  await refreshFacts(shop);
  await judgeForAMoment(shop);
}

/**
 * Returns the shop's pricing; null if the shop's currency is unknown, because no call to Shopify has succeeded
 * yet.
 */
export async function findPricingIfKnown(
  shop: ShopDomain,
  options: { maxAgeMs?: number } = {},
): Promise<Pricing | null> {
  try {
    return await findPricing(shop, options);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
