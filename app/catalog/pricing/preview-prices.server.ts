import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { findPricing } from "./find-pricing.server.ts";
import { supplierCurrencies } from "./load-prices.server.ts";
import { type FormProblems, type PriceForm, readCost, readPriceForm } from "./price-form.ts";
import { ruleFor } from "./price-rules.ts";
import { fallingPrices, type MissingCosts, missingCosts, priceFor, type PriceForCost } from "./pricing.ts";

/** The effect of the rules in the form. */
export type PricePreview = {
  problems: FormProblems;
  /** Messages about valid rules with a possibly unintended result. */
  hints: Message[];
  samples: (SampleCost & { price: PriceForCost })[];
  /** The cost that the merchant entered, and its price. */
  typed: { cost: SampleCost["cost"]; price: PriceForCost } | null;
  typedProblem: Message | null;
  /** Costs that the margins do not include; null if there are no margins. */
  missing: MissingCosts | null;
};

/**
 * Previews the rules in the form with sample products.
 * @param category the category whose rule is previewed; null for the default rule.
 * @throws Failure as `findPricing`.
 */
export async function previewPrices(
  shop: ShopDomain,
  { form, category, cost }: { form: PriceForm; category: string | null; cost: string },
): Promise<PricePreview> {
  const { shopCurrency, taxesIncluded } = await findPricing(shop);
  return inShop(shop, async (tx, now) => {
    const read = readPriceForm(form, { currency: shopCurrency, now });
    if (!read.ok)
      return {
        problems: read.problems,
        hints: [],
        samples: [],
        typed: null,
        typedProblem: null,
        missing: null,
      };
    const { rules } = read;
    const pricing = { shopCurrency, taxesIncluded, version: 1, rules: { 1: rules } };
    const without = rules.categories.map((each) => each.category);
    const samples = await sampleCosts(tx, shop, category === null ? { without } : { category });
    const currency = samples[0]?.cost.currency ?? (await supplierCurrencies(tx, shop))[0] ?? shopCurrency;
    const typed = readCost(cost, { currency });
    const typedCost = typed?.kind === "decimal" ? { amount: typed.decimal, currency } : null;
    return {
      problems: {},
      hints: fallingPrices(ruleFor(rules, category), pricing).map(({ cost, price, above, lower }) => ({
        code: "prices.hint.falling" as const,
        cost,
        price,
        above,
        lower,
      })),
      samples: samples.map((sample) => ({ ...sample, price: priceFor(sample.cost, sample, pricing) })),
      typed: typedCost && { cost: typedCost, price: priceFor(typedCost, { category }, pricing) },
      typedProblem: typed?.kind === "problem" ? typed.problem : null,
      missing: missingCosts(pricing),
    };
  });
}

type SampleCost = { id: string; name: string; category: string | null; cost: Money };

const SAMPLES = 8;
/** Maximum number of products to sample from. It keeps the query fast in a catalog of a million products. */
const SAMPLED_FROM = 2000;

/**
 * Returns sample products of the supplier, from cheapest to dearest.
 * @param of a category; or all products except those of categories with a rule (`without`)
 */
async function sampleCosts(
  tx: Tx,
  shop: ShopDomain,
  of: { category: string } | { without: string[] },
): Promise<SampleCost[]> {
  const condition =
    "category" in of
      ? Prisma.sql`category = ${of.category}`
      : Prisma.sql`(category is null or category <> all(${of.without}::text[]))`;
  const rows = await queryRows<Omit<SampleCost, "cost"> & Money>(tx)`
    with product as (
      select id, name, category from supplier_product
      where shop = ${shop} and gone_at is null and not discontinued and ${condition}
      order by name, id limit ${SAMPLED_FROM}
    ), cost as (
      select distinct on (product.id) product.*, price_amount as amount, price_currency as currency,
        price_amount::numeric as number
      from product join supplier_variant variant
        on variant.shop = ${shop} and variant.supplier_product_id = product.id
      where price_amount::numeric > 0
      order by product.id, number
    ), ranked as (
      select *, row_number() over (order by number, id) - 1 as rank, count(*) over () as total from cost
    )
    select id, name, category, amount, currency from ranked
    -- Selects the cheapest, the dearest, and products at equal distances in between.
    where total <= ${SAMPLES} or rank in (
      select i * (total - 1) / ${SAMPLES - 1} from generate_series(0, ${SAMPLES - 1}) as i)
    order by rank`;
  return rows.map(({ amount, currency, ...product }) => ({ ...product, cost: { amount, currency } }));
}
