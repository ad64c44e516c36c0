import { describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { eraseRows } from "../../../app/installation/erase-rows.server.ts";
import { applyPrices } from "../../../app/catalog/pricing/apply-prices.server.ts";
import { findPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { readRules, versionsWithSamePrices } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import type { PriceRule, PriceRules } from "../../../app/catalog/pricing/price-rules.ts";
import { priceFor } from "../../../app/catalog/pricing/pricing.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { reviewPrices } from "../../../app/catalog/sync/merchant/review-prices.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { installedShop } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { timePasses } from "../../support/time-passes.ts";
import { importThem, linksIn, shopWith } from "../import/testing.ts";
import { shopSelling, shown, supplierChanges } from "../sync/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn, rowsOf } from "../testing.ts";
import { markup, rulesWith } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function stored(shop: ShopDomain) {
  return inShop(shop, (tx) => readRules(tx, shop));
}

/** Saves rules like a page that shows the stored ones. */
async function save(shop: ShopDomain, rule: PriceRule): Promise<void> {
  const { savedAt } = await stored(shop);
  expect(await savePriceRules(shop, { rules: rulesWith(rule), changed: savedAt })).toBe(true);
}

async function apply(shop: ShopDomain): Promise<boolean> {
  return applyPrices(shop, { savedAt: (await stored(shop)).savedAt });
}

/** A shop with the products "one" and "two" of two variants each, at 10.00 and 20.00, and what it has as their prices. */
async function sellingShop(price: string | null = null): Promise<ShopDomain> {
  const products = ["one", "two"].map((id) =>
    wireProduct(id, {
      variants: [10, 20].map((cost) =>
        wireVariant(`${id}-${String(cost)}`, {
          price: { amount: `${String(cost)}.00`, currency: "EUR" },
          options: { Size: String(cost) },
        }),
      ),
    }),
  );
  const shop = await shopWith(supplier, ...products);
  await importThem(shop, ["one", "two"]);
  if (price !== null)
    await query(databaseUrl, "update variant_link set price = $2 where shop = $1", [shop, price]);
  return shop;
}

describe("saved price rules", () => {
  it("apply to future imports, while products in the shop keep their rules", async () => {
    const shop = await sellingShop();
    await save(shop, markup("100"));
    const pricing = await findPricing(shop);
    const cost = { amount: "10.00", currency: "EUR" };
    expect(priceFor(cost, { category: null }, pricing)).toMatchObject({ price: "20.00" });
    const version = (await linksIn(shop))["one"]?.price_rules_version ?? -1;
    expect(priceFor(cost, { category: null, version }, pricing)).toMatchObject({ price: "15.00" });
  });

  it("replace rules that no product follows, so that only rules with products stay stored", async () => {
    const shop = await sellingShop();
    for (const percent of ["60", "70", "80"]) await save(shop, markup(percent));
    expect((await stored(shop)).rules[1]).toEqual(rulesWith(markup("80")));
    expect(await rowsOf("price_rules", shop)).toHaveLength(1);

    await importThem(shop, ["one"], ["price"]);
    for (const percent of ["90", "95"]) await save(shop, markup(percent));
    expect((await stored(shop)).rules).toMatchObject({
      1: rulesWith(markup("80")),
      2: rulesWith(markup("95")),
    });
    await apply(shop);
    expect(await rowsOf("price_rules", shop)).toHaveLength(1);
    expect((await stored(shop)).version).toBe(2);
  });

  it("are rejected if other rules were saved meanwhile", async () => {
    const shop = await installedShop();
    await save(shop, markup("60"));
    expect(await savePriceRules(shop, { rules: rulesWith(markup("70")), changed: null })).toBe(false);
    const { savedAt } = await stored(shop);
    const both = ["80", "90"].map((percent) =>
      savePriceRules(shop, { rules: rulesWith(markup(percent)), changed: savedAt }),
    );
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  });

  it("are erased with the shop", async () => {
    const [shop, other] = [await installedShop(), await installedShop()];
    await save(shop, markup("60"));
    await save(other, markup("60"));
    await eraseRows(shop);
    expect(await rowsOf("price_rules", shop)).toEqual([]);
    expect(await rowsOf("price_rules", other)).toHaveLength(1);
  });
});

describe("versionsWithSamePrices", () => {
  const usual = markup("50");
  const floor = markup("50", { marginFloor: "10" });
  const rate = { from: "USD", to: "EUR", rate: "0.9", date: "2026-11-01" };
  const costs = { salesTax: "19", supplierTax: null, shipping: { amount: "5.40", currency: "EUR" } };

  it.each<[string, boolean, PriceRules, PriceRules]>([
    ["another markup", false, rulesWith(usual), rulesWith(markup("60"))],
    ["tax and shipping", true, rulesWith(usual), rulesWith(usual, { costs })],
    [
      "a supplier's tax of zero, which an earlier version stored as none",
      true,
      rulesWith(floor, { costs: { ...costs, supplierPrices: "gross" } }),
      rulesWith(floor, { costs: { ...costs, supplierPrices: "gross", supplierTax: "0" } }),
    ],
    ["tax and shipping of a lowest margin", false, rulesWith(floor), rulesWith(floor, { costs })],
    [
      "a rule for a category",
      false,
      rulesWith(usual),
      rulesWith(usual, { categories: [{ category: "A", rule: floor }] }),
    ],
    ["a first exchange rate", false, rulesWith(usual), rulesWith(usual, { rates: [rate] })],
    [
      "another exchange rate",
      false,
      rulesWith(usual, { rates: [rate] }),
      rulesWith(usual, { rates: [{ ...rate, rate: "0.8" }] }),
    ],
    [
      "the same exchange rate of another day",
      true,
      rulesWith(usual, { rates: [rate] }),
      rulesWith(usual, { rates: [{ ...rate, rate: "0.90", date: "2026-11-02" }] }),
    ],
    ["no exchange rate any more", false, rulesWith(usual, { rates: [rate] }), rulesWith(usual)],
  ])("compares versions that differ in %s: same prices %s", (_, isSame, one, newest) => {
    const versions = versionsWithSamePrices({ version: 2, rules: { 1: one, 2: newest } });
    expect(versions).toEqual(isSame ? [1, 2] : [2]);
  });
});

describe("the shop's currency", () => {
  it("is read once an hour, and stored in case Shopify does not answer", async () => {
    const shop = await installedShop();
    expect((await findPricing(shop)).shopCurrency).toBe("EUR");
    shopify.setFault("shopFacts", "502", 100);
    try {
      expect((await findPricing(shop)).shopCurrency).toBe("EUR");
      await timePasses(shop, 2 * HOUR);
      expect((await findPricing(shop)).shopCurrency).toBe("EUR");
      await expect(findPricing(await installedShop())).rejects.toMatchObject({ name: "Failure" });
    } finally {
      shopify.setFault("shopFacts", "502", 0);
    }
  });
});

describe("new rules for products in the shop", () => {
  it("give a product a price at the new exchange rate after its supplier has changed the currency", async () => {
    const lamp = (amount: string, currency: string) =>
      wireProduct("lamp", { variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency } })] });
    const shop = await shopSelling(supplier, lamp("10.00", "EUR"));
    await supplierChanges({ supplier, shop }, lamp("12.00", "USD"));
    expect(shown(shop)["LAMP"]?.price).toBe("15.00");
    const rates = [{ from: "USD", to: "EUR", rate: "0.9", date: "2026-11-01" }];
    expect(await savePriceRules(shop, { rules: rulesWith(markup("50"), { rates }), changed: null })).toBe(
      true,
    );
    await apply(shop);
    await syncProducts(shop);
    expect(shown(shop)["LAMP"]?.price).toBe("16.20");
  });

  it("are previewed with their effect, without changing anything", async () => {
    const shop = await sellingShop("15.00");
    await query(
      databaseUrl,
      `update variant_link set price = case supplier_variant_id when 'one-10' then '20.00' end,
         merchant_fields = case supplier_variant_id when 'two-20' then '{price}'::text[] else '{}' end
       where shop = $1 and supplier_variant_id <> 'one-20'`,
      [shop],
    );
    await save(shop, markup("100"));
    expect(await reviewPrices(shop)).toEqual({
      products: 2,
      variants: 4,
      complete: true,
      follows: true,
      // one-10 already has 20.00, one-20 goes from 15.00 to 40.00, two-10 has no stored price, two-20 is the merchant's.
      changedProducts: 1,
      changedVariants: 1,
      own: 1,
      unknown: 1,
      unpriced: 0,
      waiting: 0,
      ended: 0,
      largest: [
        {
          id: "one-20",
          name: "Product one",
          sku: expect.any(String) as string,
          before: "15.00",
          after: "40.00",
          percent: "166.7",
        },
      ],
    });
    expect((await linksIn(shop))["one"]).toMatchObject({ price_rules_version: 0, sync_due_at: null });
  });

  it("are previewed with the largest changes first, up or down", async () => {
    const shop = await sellingShop("25.00");
    await save(shop, markup("0"));
    const { largest } = await reviewPrices(shop);
    expect(largest.map(({ after, percent }) => [after, percent])).toEqual([
      ["10.00", "-60"],
      ["10.00", "-60"],
      ["20.00", "-20"],
      ["20.00", "-20"],
    ]);
  });

  it("give no price to variants in a currency without a rate, and the preview counts these variants", async () => {
    const shop = await sellingShop("15.00");
    await query(databaseUrl, "update supplier_variant set price_currency = 'USD' where shop = $1", [shop]);
    await save(shop, markup("100"));
    expect(await reviewPrices(shop)).toMatchObject({ unpriced: 4, changedVariants: 0 });
  });

  it("leave out variants that the supplier dropped or whose price waits for approval", async () => {
    const shop = await sellingShop("15.00");
    await query(
      databaseUrl,
      "update supplier_product set discontinued = true where shop = $1 and id = 'one'",
      [shop],
    );
    await query(
      databaseUrl,
      "update supplier_variant set price_amount = '90.00' where shop = $1 and id = 'two-20'",
      [shop],
    );
    await save(shop, markup("100"));
    expect(await reviewPrices(shop)).toMatchObject({
      changedProducts: 1,
      changedVariants: 1,
      ended: 2,
      waiting: 1,
      largest: [{ id: "two-10", after: "20.00" }],
    });
  });

  it("change nothing if prices do not follow the supplier", async () => {
    const shop = await sellingShop("15.00");
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await save(shop, markup("100"));
    expect(await reviewPrices(shop)).toMatchObject({ variants: 4, changedVariants: 0, follows: false });
  });

  it("make each product on sale due for a sync once they are applied, and are recorded as an activity", async () => {
    const [shop, other] = [await sellingShop(), await sellingShop()];
    await query(
      databaseUrl,
      "update product_link set delisted = 'draft' where shop = $1 and supplier_product_id = 'two'",
      [shop],
    );
    await save(shop, markup("100"));
    expect(await apply(shop)).toBe(true);
    expect(await linksIn(shop)).toMatchObject({
      one: { price_rules_version: 1, sync_due_at: expect.any(Date) as Date },
      // A product that is off sale gets its prices when it returns.
      two: { price_rules_version: 1, sync_due_at: null },
    });
    expect((await linksIn(other))["one"]).toMatchObject({ price_rules_version: 0, sync_due_at: null });
    const { entries } = await listActivity(shop, { place: null });
    expect(entries[0]?.message).toEqual({ code: "catalog.activity.prices-applied", products: 1 });
    expect(await reviewPrices(shop)).toMatchObject({ products: 0, variants: 0, complete: true });
  });

  it("make no product due again if the merchant applies them twice", async () => {
    const shop = await sellingShop();
    await save(shop, markup("100"));
    await apply(shop);
    await query(databaseUrl, "update product_link set sync_due_at = null where shop = $1", [shop]);
    expect(await apply(shop)).toBe(true);
    expect((await linksIn(shop))["one"]?.sync_due_at).toBeNull();
  });

  it("are not applied if other rules were saved since the preview", async () => {
    const shop = await sellingShop();
    await save(shop, markup("100"));
    const { savedAt } = await stored(shop);
    await save(shop, markup("10"));
    expect(await applyPrices(shop, { savedAt })).toBe(false);
    expect((await linksIn(shop))["one"]).toMatchObject({ price_rules_version: 0, sync_due_at: null });
  });
});
