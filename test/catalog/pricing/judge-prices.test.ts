import { describe, expect, it } from "vitest";

import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { findPricing, refreshPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { judgePrices } from "../../../app/catalog/pricing/judge-prices.server.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { setOwnPrices } from "../../../app/catalog/sync/merchant/set-own-prices.server.ts";
import { undoPrices } from "../../../app/catalog/sync/merchant/undo-prices.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { refreshFacts } from "../../../app/shop/shop-facts.server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { holdLock } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { shopSelling, shown, supplierChanges } from "../sync/testing.ts";
import { openStandIn, rowsOf } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

const MANY = 4500;

function lamp(amount = "10.00") {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency: "EUR" } })],
  });
}

/** A shop with so many linked variants that they are judged in several transactions, and the last of them. */
async function sellingMany(): Promise<{ shop: ShopDomain; last: string }> {
  const shop = await shopSelling(supplier, lamp());
  await query(
    databaseUrl,
    `insert into supplier_variant select (jsonb_populate_record(one, jsonb_build_object('id', 'm' || lpad(n::text, 5, '0')))).*
     from supplier_variant one, generate_series(1, $2::int) n where shop = $1 and id = 'l'`,
    [shop, MANY],
  );
  await query(
    databaseUrl,
    `insert into variant_link select (jsonb_populate_record(one, jsonb_build_object(
       'supplier_variant_id', 'm' || lpad(n::text, 5, '0'), 'shop_variant_id', 'many-' || n, 'inventory_item_id', 'many-' || n))).*
     from variant_link one, generate_series(1, $2::int) n where shop = $1 and supplier_variant_id = 'l'`,
    [shop, MANY],
  );
  return { shop, last: `m0${String(MANY)}` };
}

async function count(shop: ShopDomain, condition: string): Promise<number> {
  const rows = await query(databaseUrl, `select from variant_link where shop = $1 and ${condition}`, [shop]);
  return rows.length;
}

function lockVariant(shop: ShopDomain, id: string) {
  return holdLock("select from variant_link where shop = $1 and supplier_variant_id = $2 for update", [
    shop,
    id,
  ]);
}

async function saveCosts(shop: ShopDomain, salesTax: string): Promise<boolean> {
  const { savedAt } = await inShop(shop, (tx) => readRules(tx, shop));
  const costs = { salesTax, supplierTax: null, shipping: { amount: "50.00", currency: "EUR" } };
  return savePriceRules(shop, { rules: { ...FIRST_RULES, costs }, changed: savedAt });
}

const UNJUDGED = "former_currency = '{}'";

describe("checking all prices after a change of currency or costs", () => {
  it("does not delay a page while another transaction locks a variant, and later continues where it stopped", async () => {
    const { shop, last } = await sellingMany();
    const lock = await lockVariant(shop, last);
    simulated(shop).currencyCode = "USD";
    // Returns while the lock is held.
    expect(await findPricing(shop, { maxAgeMs: 0 })).toMatchObject({ shopCurrency: "USD" });
    const left = await count(shop, UNJUDGED);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(MANY);
    const judgedOnce = await query<{ id: string; xmin: string }>(
      databaseUrl,
      "select xmin::text from variant_link where shop = $1 and supplier_variant_id = 'm00001'",
      [shop],
    );
    await lock.release();
    await judgePrices(shop);
    expect(await count(shop, UNJUDGED)).toBe(0);
    expect(
      await query(
        databaseUrl,
        "select xmin::text from variant_link where shop = $1 and supplier_variant_id = 'm00001'",
        [shop],
      ),
    ).toEqual(judgedOnce);
    expect(await rowsOf("shop_facts", shop)).toMatchObject([{ judged_currency: "USD", judging: null }]);
  });

  it("begins again if the merchant changes tax or shipping before it ends", async () => {
    const { shop, last } = await sellingMany();
    await findPricing(shop);
    const lock = await lockVariant(shop, last);
    expect(await saveCosts(shop, "1")).toBe(true);
    const below = await count(shop, "below_cost");
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(MANY);
    await lock.release();
    expect(await saveCosts(shop, "2")).toBe(true);
    await judgePrices(shop);
    expect(await count(shop, "below_cost")).toBe(MANY + 1);
  });
});

describe("prices that are still to be written when the shop's currency changes", () => {
  const kinds = async (shop: ShopDomain) =>
    (await rowsOf<{ kind: string }>("activity", shop)).map(({ kind }) => kind);

  it("are not written, and are reported to the merchant", async () => {
    const shop = await shopSelling(supplier, lamp());
    await setOwnPrices(shop, [{ supplierVariantId: "l", price: "19.90", seen: "15.00" }]);
    simulated(shop).currencyCode = "USD";
    // The process ends right after it has read the new currency.
    await refreshFacts(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect(await kinds(shop)).toContain("catalog.prices-not-set");
  });

  it("are not written if they come from an undo", async () => {
    const shop = await shopSelling(supplier, lamp());
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, approveAbove: null });
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    const runs = await rowsOf<{ id: string; ended_at: Date }>("sync_run", shop);
    const [latest] = runs.toSorted((one, other) => Number(other.ended_at) - Number(one.ended_at));
    expect(await undoPrices(shop, latest?.id ?? "")).toMatchObject({ restored: 1 });
    simulated(shop).currencyCode = "USD";
    await refreshPricing(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("are dropped if the shop leaves their currency while all prices are being checked", async () => {
    const { shop, last } = await sellingMany();
    const lock = await lockVariant(shop, last);
    simulated(shop).currencyCode = "USD";
    await findPricing(shop, { maxAgeMs: 0 });
    await setOwnPrices(shop, [{ supplierVariantId: "l", price: "19.90", seen: "15.00" }]);
    simulated(shop).currencyCode = "EUR";
    await lock.release();
    await refreshFacts(shop);
    await judgePrices(shop);
    expect(await kinds(shop)).toContain("catalog.prices-not-set");
    expect(await count(shop, "undo_to is not null")).toBe(0);
  });

  it("are dropped if the shop leaves their currency before any price is checked", async () => {
    const shop = await shopSelling(supplier, lamp());
    await findPricing(shop);
    simulated(shop).currencyCode = "USD";
    await refreshFacts(shop);
    await setOwnPrices(shop, [{ supplierVariantId: "l", price: "19.90", seen: "15.00" }]);
    simulated(shop).currencyCode = "EUR";
    await refreshFacts(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect(await kinds(shop)).toContain("catalog.prices-not-set");
  });

  it("stay if the merchant has set them in the new currency", async () => {
    const { shop, last } = await sellingMany();
    const lock = await lockVariant(shop, last);
    simulated(shop).currencyCode = "USD";
    await findPricing(shop, { maxAgeMs: 0 });
    await query(databaseUrl, "update shop_facts set judging = null where shop = $1", [shop]);
    await setOwnPrices(shop, [{ supplierVariantId: "l", price: "19.90", seen: "15.00" }]);
    await lock.release();
    await judgePrices(shop);
    expect(await kinds(shop)).not.toContain("catalog.prices-not-set");
    expect(
      await rowsOf("variant_link", shop).then((rows) => rows.filter((row) => row["undo_to"] !== null)),
    ).toMatchObject([{ undo_to: { price: "19.90", currency: "USD" } }]);
  });
});
