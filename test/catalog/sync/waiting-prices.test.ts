import { describe, expect, it } from "vitest";

import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { applyPrices } from "../../../app/catalog/pricing/apply-prices.server.ts";
import {
  decideWaitingPrices,
  listWaitingPrices,
} from "../../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import { followSupplier, keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { findSyncStatus } from "../../../app/catalog/sync/merchant/find-sync-status.server.ts";
import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn } from "../testing.ts";
import { merchantEditsAloud, productOf, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount: string, { stock = 5, ...product }: { stock?: number } & Record<string, unknown> = {}) {
  const price = { amount, currency: "EUR" };
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price, stock })],
    ...product,
  });
}

/** Returns a shop whose lamp costs more than twice as much and waits for approval. */
async function waitingShop(): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp("10.00"));
  await supplierChanges({ supplier, shop }, lamp("25.00", { stock: 3 }));
  return shop;
}

async function waiting(shop: ShopDomain) {
  return (await readInShop(shop, (tx) => listWaitingPrices(tx, shop))).rows.map(
    ({ supplierVariantId, cost, costBefore, price, priceBefore }) => ({
      supplierVariantId,
      cost,
      costBefore,
      price,
      priceBefore,
    }),
  );
}

function decide(shop: ShopDomain, decision: "approve" | "leave", seen: { cost: string; price: string }) {
  return decideWaitingPrices(shop, [{ supplierVariantId: "l", ...seen }], decision);
}

const SEEN = { cost: "25.00", price: "37.50" };

describe("a cost that moves beyond the merchant's threshold", () => {
  it("waits for approval together with its price, while the stock follows the supplier", async () => {
    const shop = await waitingShop();
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00", available: 3 } });
    expect(await waiting(shop)).toEqual([
      { supplierVariantId: "l", ...SEEN, costBefore: "10.00", priceBefore: "15.00" },
    ]);
  });

  it("is written once the merchant approves it, and needs no second approval", async () => {
    const shop = await waitingShop();
    expect(await decide(shop, "approve", SEEN)).toBe(1);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "37.50", cost: "25.00" } });
    await supplierChanges({ supplier, shop }, lamp("26.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "39.00", cost: "26.00" } });
    expect(await waiting(shop)).toEqual([]);
  });

  it("is ignored if the merchant declines it, until the cost changes again", async () => {
    const shop = await waitingShop();
    await decide(shop, "leave", SEEN);
    await supplierChanges({ supplier, shop }, lamp("25.00", { stock: 9, name: "Lampe" }));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", available: 9 } });
    expect(await waiting(shop)).toEqual([]);
    await supplierChanges({ supplier, shop }, lamp("26.00"));
    expect(await waiting(shop)).toMatchObject([{ cost: "26.00" }]);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00" } });
    expect(await waiting(shop)).toEqual([]);
  });

  it("cannot be approved on a page with an older cost, and is decided only once", async () => {
    const shop = await waitingShop();
    await supplierChanges({ supplier, shop }, lamp("40.00"));
    expect(await decide(shop, "approve", SEEN)).toBe(0);
    expect(await waiting(shop)).toMatchObject([{ cost: "40.00", price: "60.00" }]);
    const seen = { cost: "40.00", price: "60.00" };
    const both = await Promise.all([decide(shop, "approve", seen), decide(shop, "leave", seen)]);
    expect(both.toSorted()).toEqual([0, 1]);
  });

  it("cannot be approved at a price that the merchant has not seen", async () => {
    const shop = await waitingShop();
    await savePriceRules(shop, { rules: rulesWith(markup("100")), changed: null });
    const { savedAt } = await inShop(shop, (tx) => readRules(tx, shop));
    await applyPrices(shop, { savedAt });
    await syncProducts(shop);
    expect(await waiting(shop)).toMatchObject([{ cost: "25.00", price: "50.00" }]);
    expect(await decide(shop, "approve", SEEN)).toBe(0);
    expect(await decide(shop, "approve", { cost: "25.00", price: "50.00" })).toBe(1);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "50.00" } });
  });

  it("stays approved if Shopify does not answer", async () => {
    const shop = await waitingShop();
    await decide(shop, "approve", SEEN);
    shopify.setFault("productVariantsBulkUpdate", "502", 100);
    await syncProducts(shop);
    shopify.setFault("productVariantsBulkUpdate", "502", 0);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "37.50", cost: "25.00" } });
    expect(await waiting(shop)).toEqual([]);
  });

  it("stays approved if the merchant keeps the former cost, and is compared with later costs", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await keepOwn(shop, [{ supplierProductId: "lamp", field: "cost" }]);
    await supplierChanges({ supplier, shop }, lamp("25.00"));
    await decide(shop, "approve", SEEN);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "37.50", cost: "10.00" } });
    await supplierChanges({ supplier, shop }, lamp("25.00", { stock: 9 }));
    expect(await waiting(shop)).toEqual([]);
    await supplierChanges({ supplier, shop }, lamp("26.00"));
    expect(await waiting(shop)).toEqual([]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "39.00", cost: "10.00" } });
  });

  it("still waits if the merchant lets the cost follow the supplier again", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await timePasses(shop, HOUR);
    await merchantEditsAloud(shop, "LAMP", { cost: "10.50" });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("1.00"));
    expect(await waiting(shop)).toMatchObject([{ cost: "1.00", price: "1.50" }]);
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "cost" }]);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.50" } });
    expect(await waiting(shop)).toMatchObject([{ cost: "1.00", price: "1.50" }]);
  });

  it("waits even if the merchant has just chosen again that the cost follows the supplier", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await timePasses(shop, HOUR);
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "cost" }]);
    await supplierChanges({ supplier, shop }, lamp("1.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect(await waiting(shop)).toMatchObject([
      { cost: "1.00", costBefore: expect.stringMatching(/^10(\.0+)?$/) as string },
    ]);
  });

  it("stops waiting once the merchant has set the price", async () => {
    const shop = await waitingShop();
    await merchantEditsAloud(shop, "LAMP", { price: "99.00" });
    await supplierChanges({ supplier, shop }, lamp("26.00"));
    expect(await waiting(shop)).toEqual([]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "99.00", cost: "26.00" } });
  });

  it("is written without a new price as soon as the merchant has set or kept the price", async () => {
    const edited = await waitingShop();
    await merchantEditsAloud(edited, "LAMP", { price: "99.00" });
    await syncProducts(edited);
    expect(shown(edited)).toMatchObject({ LAMP: { price: "99.00", cost: "25.00" } });
    const kept = await waitingShop();
    await keepOwn(kept, [{ supplierProductId: "lamp", field: "price" }]);
    await syncProducts(kept);
    expect(shown(kept)).toMatchObject({ LAMP: { price: "15.00", cost: "25.00" } });
  });

  it.each([
    ["a merchant who no longer wants prices to follow", { ...DEFAULT_SETTINGS, price: false }, "15.00"],
    [
      "a merchant who no longer wants to approve changes",
      { ...DEFAULT_SETTINGS, approveAbove: null },
      "37.50",
    ],
  ])("needs no approval by %s", async (_name, settings, price) => {
    const shop = await waitingShop();
    await storeSyncSettings(shop, settings);
    await syncProducts(shop);
    expect(await waiting(shop)).toEqual([]);
    expect((await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).approvals).toBe(0);
    expect(shown(shop)).toMatchObject({ LAMP: { price } });
  });

  it("needs no approval for a product that the merchant deleted or the supplier discontinued", async () => {
    const shop = await waitingShop();
    shopify.merchant.deleteProduct(gid("Product", productOf(shop, "LAMP").id), shop);
    await timePasses(shop, 8 * 24 * HOUR);
    await syncProducts(shop);
    expect(await waiting(shop)).toEqual([]);
    expect((await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).approvals).toBe(0);

    const other = await waitingShop();
    await supplierChanges({ supplier, shop: other }, lamp("25.00", { discontinued: true }));
    expect(await waiting(other)).toEqual([]);
  });
});
