import fc from "fast-check";
import { expect, it } from "vitest";

import { findPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { FIRST_RULES, type PriceRules } from "../../../app/catalog/pricing/price-rules.ts";
import { isBelowCost, marginFor } from "../../../app/catalog/pricing/pricing.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { refreshFacts } from "../../../app/shop/shop-facts.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { shopSelling } from "../sync/testing.ts";
import { openStandIn } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

const VARIANTS = 12;

async function sellingManyVariants(): Promise<ShopDomain> {
  const variants = Array.from({ length: VARIANTS }, (_, index) =>
    wireVariant(`v${String(index)}`, {
      sku: `V${String(index)}`,
      options: { Size: String(index) },
      price: { amount: "10.00", currency: "EUR" },
    }),
  );
  return shopSelling(supplier, wireProduct("lamp", { options: ["Size"], variants }));
}

async function save(shop: ShopDomain, rules: PriceRules): Promise<void> {
  const { savedAt } = await readInShop(shop, (tx) => readRules(tx, shop));
  expect(await savePriceRules(shop, { rules, changed: savedAt })).toBe(true);
}

const amount = fc.integer({ min: 1, max: 3000 }).map((cents) => (cents / 100).toFixed(2));
const percent = fc.option(fc.constantFrom("7", "19", "20.5"), { nil: null });

it("marks a variant as below cost exactly if its margin is negative, for any tax, shipping and rates", async () => {
  const shop = await sellingManyVariants();
  const variant = fc.record({ price: amount, cost: amount, currency: fc.constantFrom("EUR", "USD", "GBP") });
  await fc.assert(
    fc.asyncProperty(
      fc.array(variant, { minLength: VARIANTS, maxLength: VARIANTS }),
      percent,
      percent,
      fc.option(amount, { nil: null }),
      fc.constantFrom("0.8765", "1.1"),
      async (variants, salesTax, supplierTax, shipping, rate) => {
        for (const [index, { price, cost, currency }] of variants.entries()) {
          await query(
            databaseUrl,
            "update supplier_variant set price_amount = $3, price_currency = $4 where shop = $1 and id = $2",
            [shop, `v${String(index)}`, cost, currency],
          );
          await query(
            databaseUrl,
            `update variant_link set in_shop = in_shop || jsonb_build_object('price', $3::text)
             where shop = $1 and supplier_variant_id = $2`,
            [shop, `v${String(index)}`, price],
          );
        }
        const costs = {
          salesTax,
          supplierTax,
          shipping: shipping === null ? null : { amount: shipping, currency: "EUR" },
        };
        // Without a first change, saving the same settings again would judge nothing.
        await save(shop, { ...FIRST_RULES, costs: { ...costs, salesTax: "1" } });
        await save(shop, {
          ...FIRST_RULES,
          costs,
          rates: [{ from: "USD", to: "EUR", rate, date: "2026-11-20" }],
        });
        const pricing = await findPricing(shop);
        const rows = await query<{ id: string; below: boolean; version: number }>(
          databaseUrl,
          `select variant.supplier_variant_id as id, below_cost as below, price_rules_version as version
           from variant_link variant join product_link link using (shop, supplier_product_id) where shop = $1`,
          [shop],
        );
        expect(rows).toHaveLength(VARIANTS);
        for (const { id, below, version } of rows) {
          const { price, cost, currency } = variants[Number(id.slice(1))]!;
          const of = { price, cost: { amount: cost, currency } };
          expect([of, below]).toEqual([of, isBelowCost(of, { version }, pricing)]);
          expect(below).toBe(marginFor(of, { version }, pricing)?.startsWith("-") ?? false);
        }
      },
    ),
    { numRuns: 12 },
  );
});

it("marks again which variants sell below cost once the shop's prices no longer include tax", async () => {
  const shop = await sellingManyVariants();
  shopify.merchant.changeSettings({ taxesIncluded: true }, shop);
  await query(databaseUrl, "delete from shop_facts where shop = $1", [shop]);
  await findPricing(shop);
  // 15.00 / 1.6 is below 10.00.
  await save(shop, { ...FIRST_RULES, costs: { salesTax: "60", supplierTax: null, shipping: null } });
  const below = () =>
    query(databaseUrl, "select from variant_link where shop = $1 and below_cost", [shop]).then(
      ({ length }) => length,
    );
  expect(await below()).toBe(VARIANTS);
  shopify.merchant.changeSettings({ taxesIncluded: false }, shop);
  await query(databaseUrl, "update shop_facts set read_at = now() - interval '2 hours' where shop = $1", [
    shop,
  ]);
  await findPricing(shop);
  expect(await below()).toBe(0);
});

it("marks again which variants sell below cost even if the process that read the shop's new tax setting died", async () => {
  const shop = await sellingManyVariants();
  await save(shop, { ...FIRST_RULES, costs: { salesTax: "60", supplierTax: null, shipping: null } });
  const below = () => query(databaseUrl, "select from variant_link where shop = $1 and below_cost", [shop]);
  const { taxesIncluded } = await findPricing(shop);
  const before = (await below()).length;
  shopify.merchant.changeSettings({ taxesIncluded: !taxesIncluded }, shop);
  await refreshFacts(shop);
  await findPricing(shop);
  expect((await below()).length).toBe(VARIANTS - before);
});
