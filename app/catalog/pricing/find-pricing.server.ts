import { inShop, LONG_WORK } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currentFacts, refreshFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { readRules } from "./price-rules-store.server.ts";
import type { Pricing } from "./pricing.ts";
import { storeBelowCost } from "./store-below-cost.server.ts";

/** A shop's currency and taxes hardly ever change, and a webhook reports it. */
const FACTS_KNOWN_MS = 3600 * 1000;

/**
 * Returns the shop's pricing.
 * @param options `maxAgeMs`: reads the shop's currency and taxes again if they are older; without an answer the stored ones count.
 * @throws Failure if Shopify does not answer and no currency is stored.
 */
export async function findPricing(
  shop: ShopDomain,
  { maxAgeMs = FACTS_KNOWN_MS }: { maxAgeMs?: number } = {},
): Promise<Pricing> {
  const { version, rules, ...known } = await inShop(shop, async (tx, now) => {
    const stored = await storedFacts(tx, shop);
    return { ...(await readRules(tx, shop)), stored, now };
  });
  const facts = await currentFacts(shop, { ...known, maxAgeMs });
  await judgeAgain(shop, { before: known.stored, facts });
  const { currency, taxesIncluded } = facts;
  return { version, rules, shopCurrency: currency, taxesIncluded };
}

/** Reads the shop's currency and taxes after Shopify has reported a change. */
export async function refreshPricing(shop: ShopDomain): Promise<void> {
  const before = await inShop(shop, (tx) => storedFacts(tx, shop));
  await judgeAgain(shop, { before, facts: await refreshFacts(shop) });
}

type Judged = { currency: string; taxesIncluded: boolean | null };

/** Judges again which prices are below cost, if the currency or the taxes have changed. */
async function judgeAgain(
  shop: ShopDomain,
  { before, facts }: { before: Judged | null; facts: Judged },
): Promise<void> {
  if (before?.currency === facts.currency && before.taxesIncluded === facts.taxesIncluded) return;
  await inShop(shop, (tx) => storeBelowCost(tx, shop, "all"), LONG_WORK);
}

/** Returns null if the shop's currency is unknown, because Shopify has never answered. */
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
