import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrency } from "../../shop/products/products.server.ts";
import { readRules } from "./price-rules-store.server.ts";
import type { Pricing } from "./pricing.ts";

/** A shop's currency hardly ever changes. */
const CURRENCY_KNOWN_MS = 3600 * 1000;

/**
 * Returns the shop's pricing. Reads the currency once per hour, and uses the stored one if Shopify does not
 * answer.
 * @throws Failure if Shopify does not answer and no currency is stored.
 */
export async function findPricing(shop: ShopDomain): Promise<Pricing> {
  const { version, rules, currency, isFresh } = await inShop(shop, async (tx, now) => {
    const settings = await tx.catalogSettings.findUnique({ where: { shop } });
    const { version, rules } = await readRules(tx, shop);
    const readAt = settings?.currencyReadAt?.getTime() ?? 0;
    return {
      version,
      rules,
      currency: settings?.currency ?? null,
      isFresh: now.getTime() - readAt < CURRENCY_KNOWN_MS,
    };
  });
  return {
    version,
    rules,
    shopCurrency: isFresh && currency ? currency : await refreshCurrency(shop, currency),
  };
}

async function refreshCurrency(shop: ShopDomain, known: string | null): Promise<string> {
  try {
    const currency = await readCurrency(shop);
    await inShop(shop, async (tx, now) => {
      const data = { currency, currencyReadAt: now };
      await tx.catalogSettings.upsert({ where: { shop }, create: { shop, ...data }, update: data });
    });
    return currency;
  } catch (error) {
    if (known === null || !(error instanceof Failure)) throw error;
    return known;
  }
}
