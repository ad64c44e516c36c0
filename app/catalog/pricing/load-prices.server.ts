import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import { decimalSign } from "../../lib/read-decimal.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { dayIn } from "../../messages/zoned-time.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import { followers } from "./apply-prices.server.ts";
import { type ExchangeRate, isOld } from "./exchange-rate.ts";
import { findPricing } from "./find-pricing.server.ts";
import { type PriceForm, toPriceForm } from "./price-form.ts";
import type { Pricing } from "./pricing.ts";
import { readRules, versionsWithSamePrices } from "./price-rules-store.server.ts";
import { FIRST_RULES, type PriceRules } from "./price-rules.ts";

export type LoadedPrices =
  /** The call to Shopify failed, and no currency is stored. */
  | { kind: "unreadable"; problem: Message }
  | {
      kind: "prices";
      form: PriceForm;
      savedAt: Date | null;
      shopCurrency: string;
      /** True if the shop's prices include tax; null if unknown. */
      taxesIncluded: boolean | null;
      /** The supplier's currencies that have no exchange rate. */
      missingRates: string[];
      oldRates: ExchangeRate[];
      /** Currency of the amounts in the rules; null if it is the shop's, or if the rules have no amounts. */
      otherCurrency: string | null;
      /** The supplier's categories that have no rule. */
      categories: string[];
      /** Number of products in the shop whose prices come from older rules and would change by the newest. */
      followers: number;
      today: string;
    };

const MAX_CATEGORIES = 1000;

export async function loadPrices(
  shop: ShopDomain,
  { language }: { language: string },
): Promise<LoadedPrices> {
  try {
    const pricing = await findPricing(shop);
    return await readInShop(shop, (tx, now) => readPrices(tx, { shop, now }, { pricing, language }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation };
  }
}

/** As `loadPrices`, within the caller's transaction. */
export async function readPrices(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { pricing: { shopCurrency, taxesIncluded }, language }: { pricing: Pricing; language: string },
): Promise<Extract<LoadedPrices, { kind: "prices" }>> {
  const stored = await readRules(tx, shop);
  const { version, rules: versions, savedAt } = stored;
  const rules = versions[version] ?? FIRST_RULES;
  const foreign = (await supplierCurrencies(tx, shop)).filter((currency) => currency !== shopCurrency);
  const rates = rules.rates.filter(({ from, to }) => to === shopCurrency && foreign.includes(from));
  const missingRates = foreign.filter((currency) => !rates.some(({ from }) => from === currency));
  const { timeZone = null } = (await storedFacts(tx, shop)) ?? {};
  const today = dayIn(timeZone, now.toISOString());
  const empty = missingRates.map((from) => ({ from, to: shopCurrency, rate: "", date: today }));
  const form = toPriceForm(rules, { sign: decimalSign(language), currency: shopCurrency });
  return {
    kind: "prices",
    form: { ...form, rates: [...form.rates, ...empty] },
    savedAt,
    shopCurrency,
    taxesIncluded,
    missingRates,
    today,
    oldRates: rates.filter((rate) => isOld(rate, now)),
    otherCurrency: rules.currency === shopCurrency ? null : rules.currency,
    categories: await categoriesWithout(tx, shop, rules),
    followers: await tx.productLink.count({ where: followers(shop, versionsWithSamePrices(stored)) }),
  };
}

/** Returns the currencies of the supplier's prices, most frequent first. */
export async function supplierCurrencies(tx: Tx, shop: ShopDomain): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(tx)`
    select price_currency as currency from supplier_variant where shop = ${shop}
    group by price_currency order by count(*) desc, price_currency`;
  return rows.map(({ currency }) => currency);
}

async function categoriesWithout(tx: Tx, shop: ShopDomain, rules: PriceRules): Promise<string[]> {
  const ruled = rules.categories.map(({ category }) => category);
  const rows = await tx.supplierProduct.groupBy({
    by: ["category"],
    where: { shop, goneAt: null, category: { not: null, notIn: ruled } },
    orderBy: { category: "asc" },
    take: MAX_CATEGORIES,
  });
  return rows.flatMap(({ category }) => category ?? []);
}
