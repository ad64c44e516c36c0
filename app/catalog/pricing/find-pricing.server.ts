import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrency } from "../../shop/products/products.server.ts";
import type { Pricing } from "./pricing.ts";
import { readRules } from "./price-rules-store.server.ts";

/** A shop's currency hardly ever changes. */
const CURRENCY_KNOWN_MS = 3600 * 1000;

/**
 * Returns the shop's pricing. Reads the currency once per hour, and uses the stored one if Shopify does not
 * answer.
 * @throws Failure if Shopify does not answer and no currency is stored.
 */
export async function findPricing(shop: ShopDomain): Promise<Pricing> {
  const found = await inShop(shop, async (tx, now) => {
    const settings = await tx.catalogSettings.findUnique({ where: { shop } });
    const { version, rules } = await readRules(tx, shop);
    const readAt = settings?.currencyReadAt?.getTime() ?? 0;
    return {
      version,
      rules,
      currency: settings?.currency ?? null,
      fresh: now.getTime() - readAt < CURRENCY_KNOWN_MS,
    };
  });
  const { version, rules, currency, fresh } = found;
  return { version, rules, shopCurrency: fresh && currency ? currency : await askCurrency(shop, currency) };
}

async function askCurrency(shop: ShopDomain, known: string | null): Promise<string> {
  try {
    const currency = await readCurrency(shop);
    await inShop(shop, (tx, now) => storeCurrency(tx, shop, { currency, now }));
    return currency;
  } catch (error) {
    if (known === null || !(error instanceof Failure)) throw error;
    return known;
  }
}

async function storeCurrency(
  tx: Tx,
  shop: ShopDomain,
  { currency, now }: { currency: string; now: Date },
): Promise<void> {
  const data = { currency, currencyReadAt: now };
  await tx.catalogSettings.upsert({ where: { shop }, create: { shop, ...data }, update: data });
}
