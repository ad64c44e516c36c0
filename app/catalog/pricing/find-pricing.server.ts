import type { ShopFacts } from "@prisma/client";

import { inShop, LONG_WORK } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currentFacts, refreshFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { amountFields } from "../links/amounts.ts";
import { readRules } from "./price-rules-store.server.ts";
import type { Pricing } from "./pricing.ts";
import { storeBelowCost } from "./store-below-cost.server.ts";

/** Age up to which stored currency and taxes of a shop are used. They hardly ever change, and a webhook reports a change. */
const FACTS_KNOWN_MS = 3600 * 1000;

/**
 * Returns the shop's pricing.
 * @param options `maxAgeMs`: reads the shop's currency and taxes again if the stored ones are older. If Shopify does not
 * answer, the stored ones count.
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
  await judgeAgain(shop, { judged: known.stored, facts });
  const { currency, taxesIncluded } = facts;
  return { version, rules, shopCurrency: currency, taxesIncluded };
}

/** Reads the shop's currency and taxes after Shopify has reported a change. */
export async function refreshPricing(shop: ShopDomain): Promise<void> {
  const facts = await refreshFacts(shop);
  await judgeAgain(shop, { judged: await inShop(shop, (tx) => storedFacts(tx, shop)), facts });
}

/**
 * Determines again which prices are below cost, unless that was last done by the same currency and taxes. Compares with the last
 * time, since the process may have ended after it stored new facts. After a change of the currency, marks all known amounts as
 * amounts in a former currency.
 */
async function judgeAgain(
  shop: ShopDomain,
  { judged, facts }: { judged: ShopFacts | null; facts: Pick<ShopFacts, "currency" | "taxesIncluded"> },
): Promise<void> {
  if (isJudged(judged, facts)) return;
  await inShop(
    shop,
    async (tx) => {
      await queryRows(tx)`select from shop_facts where shop = ${shop} for update`;
      const stored = await storedFacts(tx, shop);
      if (stored === null || isJudged(stored, stored)) return;
      const { currency, taxesIncluded } = stored;
      if (stored.judgedCurrency !== currency)
        await execute(tx)`
          with locked as materialized (
            select supplier_variant_id as id from variant_link where shop = ${shop} order by 1 for update)
          update variant_link set former_currency = ${[...amountFields]}::text[] from locked
          where shop = ${shop} and supplier_variant_id = locked.id`;
      await storeBelowCost(tx, shop, "all");
      const judgedBy = { judgedCurrency: currency, judgedTaxesIncluded: taxesIncluded };
      await tx.shopFacts.update({ where: { shop }, data: judgedBy });
    },
    LONG_WORK,
  );
}

function isJudged(
  judged: ShopFacts | null,
  { currency, taxesIncluded }: Pick<ShopFacts, "currency" | "taxesIncluded">,
): boolean {
  return judged?.judgedCurrency === currency && judged.judgedTaxesIncluded === taxesIncluded;
}

/** Returns the shop's pricing; null if the shop's currency is unknown, because Shopify has never answered. */
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
