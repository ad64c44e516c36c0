import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { fallingPrices } from "./falling-prices.ts";
import { findPricing } from "./find-pricing.server.ts";
import type { FormProblems, PriceForm } from "./price-form.ts";
import { ruleFor } from "./price-rules.ts";
import { type PriceForCost, priceFor } from "./pricing.ts";
import { readCost, readPriceForm } from "./read-price-form.ts";
import { type SampleCost, sampleCosts, supplierCurrencies } from "./sample-costs.server.ts";
import { tomorrowOf } from "./today.ts";

/** The effect of the rules in the form. */
export type PricePreview = {
  problems: FormProblems;
  /** Results that are valid, but possibly not intended. */
  hints: Message[];
  samples: (SampleCost & { price: PriceForCost })[];
  /** The cost that the merchant entered, and its price. */
  typed: { cost: SampleCost["cost"]; price: PriceForCost } | null;
  typedProblem: Message | null;
};

export type PreviewRequest = {
  form: PriceForm;
  /** The category whose rule is previewed; null for the default rule. */
  category: string | null;
  cost: string;
};

/** @throws Failure as `findPricing`. */
export async function previewPrices(
  shop: ShopDomain,
  { form, category, cost }: PreviewRequest,
): Promise<PricePreview> {
  const { shopCurrency } = await findPricing(shop);
  return inShop(shop, async (tx, now) => {
    const read = readPriceForm(form, { currency: shopCurrency, tomorrow: tomorrowOf(now) });
    if (!read.ok) return { problems: read.problems, hints: [], samples: [], typed: null, typedProblem: null };
    const { rules } = read;
    const pricing = { shopCurrency, version: 1, rules: { 1: rules } };
    const without = rules.categories.map((each) => each.category);
    const samples = await sampleCosts(tx, shop, category === null ? { without } : { category });
    const currency = samples[0]?.cost.currency ?? (await supplierCurrencies(tx, shop))[0] ?? shopCurrency;
    const typed = readCost(cost, { currency });
    const typedCost = typed?.kind === "decimal" ? { amount: typed.decimal, currency } : null;
    return {
      problems: {},
      hints: fallingPrices(ruleFor(rules, category), shopCurrency).map(({ cost, price, above, lower }) => ({
        ...({ code: "prices.hint.falling", cost, price, above, lower } as const),
      })),
      samples: samples.map((sample) => ({ ...sample, price: priceFor(sample.cost, sample, pricing) })),
      typed: typedCost && { cost: typedCost, price: priceFor(typedCost, { category }, pricing) },
      typedProblem: typed?.kind === "problem" ? typed.problem : null,
    };
  });
}
