import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn, rowsOf } from "../testing.ts";
import {
  historyOf,
  hourPasses,
  merchantEdits,
  merchantStocks,
  productOf,
  shopSelling,
  shown,
  supplierChanges,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(more: Record<string, unknown> = {}, product: Record<string, unknown> = {}) {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", stock: 5, ...more })],
    ...product,
  });
}

describe("a shop that follows its supplier", () => {
  it("gets the supplier's price, cost and stock, and keeps other fields", async () => {
    const shop = await shopSelling(supplier, lamp());
    expect(shown(shop)).toEqual({
      LAMP: { price: "15.00", compareAtPrice: null, cost: "10.00", available: 5 },
    });
    merchantEdits(shop, "LAMP", { title: "My own lamp" });
    await supplierChanges(
      { supplier, shop },
      lamp({ price: { amount: "12.00", currency: "EUR" }, stock: 3 }, { name: "Lampe" }),
    );
    expect(shown(shop)).toEqual({
      LAMP: { price: "18.00", compareAtPrice: null, cost: "12.00", available: 3 },
    });
    expect(productOf(shop, "LAMP").title).toBe("My own lamp");
    expect(await historyOf(shop)).toEqual([
      "we: cost 10.00 → 12.00",
      "we: price 15.00 → 18.00",
      "we: stock 5 → 3",
    ]);
  });

  it("keeps a price that the merchant changed, even before Shopify reports it", async () => {
    const shop = await shopSelling(supplier, lamp());
    merchantEdits(shop, "LAMP", { price: "19.90" });
    await supplierChanges(
      { supplier, shop },
      lamp({ price: { amount: "12.00", currency: "EUR" }, stock: 3 }),
    );
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90", cost: "12.00", available: 3 } });
    await supplierChanges(
      { supplier, shop },
      lamp({ price: { amount: "13.00", currency: "EUR" }, stock: 3 }),
    );
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90", cost: "13.00" } });
    expect(await historyOf(shop)).toContain("merchant: price 15.00 → 19.90");
  });

  it("causes no call to Shopify if nothing changed", async () => {
    const shop = await shopSelling(supplier, lamp());
    const before = simulated(shop).usage.calls;
    await supplierChanges({ supplier, shop }, lamp());
    expect(simulated(shop).usage.calls).toBe(before);
  });

  it("gets the supplier's stock even if Shopify's reply to an earlier stock got lost", async () => {
    const shop = await shopSelling(supplier, lamp());
    shopify.setFault("inventorySetQuantities", "reset-after-commit", 1);
    await supplierChanges({ supplier, shop }, lamp({ stock: 50 }));
    shopify.setFault("inventorySetQuantities", "502", 0);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 50 } });
    await supplierChanges({ supplier, shop }, lamp());
    expect(shown(shop)).toMatchObject({ LAMP: { available: 5 } });
  });

  it("gets the supplier's stock once stock sync is on again, even if the merchant has changed the stock", async () => {
    const shop = await shopSelling(supplier, lamp());
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
    await syncProducts(shop);
    merchantStocks(shop, "LAMP", 77);
    await storeSyncSettings(shop, DEFAULT_SETTINGS);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 5 } });
  });

  it("keeps the merchant's changes if the reply to the product's creation got lost", async () => {
    const other = wireProduct("other", { variants: [wireVariant("o", { sku: "OTHER" })] });
    const shop = await shopSelling(supplier, other);
    await supplierChanges({ supplier, shop }, lamp(), other);
    shopify.setFault("productSet", "reset-after-commit", 1);
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    shopify.setFault("productSet", "502", 0);
    await timePasses(shop, HOUR);
    await importProducts(shop);
    const rising = (amount: string) => lamp({ price: { amount, currency: "EUR" }, stock: 1 });
    await supplierChanges({ supplier, shop }, rising("12.00"), other);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00", available: 1 } });
    await hourPasses(shop);
    merchantEdits(shop, "LAMP", { price: "77.00" });
    await supplierChanges({ supplier, shop }, rising("13.00"), other);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "77.00", cost: "13.00" } });
  });

  it("gets updates of a product that an import skipped, once the product's cost gives a price", async () => {
    const shop = await shopSelling(supplier, lamp());
    await supplierChanges({ supplier, shop }, lamp({ price: { amount: "0.00", currency: "EUR" } }));
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "skipped" }]);
    await supplierChanges(
      { supplier, shop },
      lamp({ price: { amount: "12.00", currency: "EUR" }, stock: 1 }),
    );
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", available: 1 } });
  });
});

describe("syncProducts for a shop that Shopify does not let us write to", () => {
  it("tells the merchant once after an hour, and once when writing works again", async () => {
    const told = async (shop: ShopDomain) =>
      (await rowsOf<{ message: { code: string } }>("activity", shop))
        .map(({ message }) => message.code)
        .filter((code) => code.includes("synced"));
    const shop = await shopSelling(supplier, lamp());
    shopify.setFault("inventorySetQuantities", "502", 1000);
    for (let hours = 0; hours < 4; hours += 1) {
      await supplierChanges({ supplier, shop }, lamp({ stock: 9 }));
    }
    expect(await told(shop)).toEqual(["catalog.activity.not-synced"]);
    shopify.setFault("inventorySetQuantities", "502", 0);
    await hourPasses(shop);
    await syncProducts(shop);
    expect(await told(shop)).toEqual(["catalog.activity.not-synced", "catalog.activity.synced-again"]);
  });
});
