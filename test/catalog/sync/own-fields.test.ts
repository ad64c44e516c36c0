import { describe, expect, it } from "vitest";

import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { findDayChanges } from "../../../app/catalog/sync/merchant/find-home-figures.server.ts";
import { listOwnFields } from "../../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { followSupplier, keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import type { OwnFilter } from "../../../app/catalog/sync/merchant/select-own-fields.server.ts";
import { FIRST_PAGE } from "../../../app/catalog/sync/merchant/list-page.ts";
import { findSyncStatus } from "../../../app/catalog/sync/merchant/find-sync-status.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openQueue } from "../../support/queue.ts";
import { importThem } from "../import/testing.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn } from "../testing.ts";
import {
  historyOf,
  hourPasses,
  merchantEdits,
  merchantEditsAloud,
  merchantStocks,
  productOf,
  shopSelling,
  shown,
  supplierChanges,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function product(id: string, amount = "10.00", stock = 7) {
  return wireProduct(id, {
    variants: [wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount, currency: "EUR" }, stock })],
  });
}

/** Changes values in Shopify, whose moments have whole seconds, and compares. */
async function merchantChanges(
  shop: ShopDomain,
  sku: string,
  edit: Parameters<typeof merchantEditsAloud>[2],
): Promise<void> {
  await hourPasses(shop);
  await merchantEditsAloud(shop, sku, edit);
  await syncProducts(shop);
}

async function valuesIn(shop: ShopDomain) {
  return (await listOwnFields(shop)).rows.flatMap(({ fields }) => fields.flatMap(({ values }) => values));
}

describe("listOwnFields", () => {
  it("shows the merchant's and the supplier's price with their margins, also after a second change", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { price: "20.00" });
    const value = { field: "price", variant: "LAMP", supplier: "15.00", supplierMargin: "33.3" };
    expect(await valuesIn(shop)).toEqual([{ ...value, shop: "20.00", margin: "50.0" }]);
    await merchantChanges(shop, "LAMP", { price: "40.00" });
    expect(await valuesIn(shop)).toEqual([{ ...value, shop: "40.00", margin: "75.0" }]);
    await supplierChanges({ supplier, shop }, product("lamp", "12.00"));
    expect(await valuesIn(shop)).toEqual([
      { ...value, shop: "40.00", margin: "70.0", supplier: "18.00", supplierMargin: "33.3" },
    ]);
  });

  it("names a variant by its options in their order, as the product's page does", async () => {
    const variant = wireVariant("lamp-v", {
      sku: "LAMP",
      options: { Size: "M", "Longer than the first": "blue" },
      price: { amount: "10.00", currency: "EUR" },
    });
    const options = ["Longer than the first", "Size"];
    const shop = await shopSelling(supplier, wireProduct("lamp", { options, variants: [variant] }));
    await merchantChanges(shop, "LAMP", { price: "20.00" });
    expect(await valuesIn(shop)).toMatchObject([{ field: "price", variant: "blue / M" }]);
  });

  it("shows the last status, title and compare-at price that the merchant set, and the last cost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "title" }]);
    await supplierChanges({ supplier, shop }, product("lamp"));
    for (const [status, title, compareAtPrice, cost] of [
      ["DRAFT", "Mine", "30.00", "8.00"],
      ["UNLISTED", "Mine, too", "35.00", "9.00"],
    ] as const)
      await merchantChanges(shop, "LAMP", { status, title, compareAtPrice, cost });
    const nothing = { margin: null, supplierMargin: null };
    expect(await valuesIn(shop)).toEqual([
      { field: "status", variant: null, shop: "UNLISTED", supplier: "sold", ...nothing },
      { field: "title", variant: null, shop: "Mine, too", supplier: "Product lamp", ...nothing },
      { field: "compareAtPrice", variant: "LAMP", shop: "35.00", supplier: null, ...nothing },
      { field: "cost", variant: "LAMP", shop: "9.0", supplier: "10.00", ...nothing },
    ]);
  });
});

describe("followSupplier", () => {
  it("lets several fields of several products follow the supplier again at once", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await merchantChanges(shop, "LAMP", { price: "20.00", cost: "8.00" });
    await merchantChanges(shop, "CUP", { price: "30.00" });
    const { rows } = await listOwnFields(shop);
    const all = rows.flatMap(({ supplierProductId, seen, fields }) =>
      fields.map(({ field }) => ({ supplierProductId, field, seen })),
    );
    expect(await followSupplier(shop, all)).toBe(3);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      LAMP: { price: "15.00", cost: "10.00" },
      CUP: { price: "15.00" },
    });
    expect(await valuesIn(shop)).toEqual([]);
    // The merchant's own decision is no news for Home.
    const changes = await readInShop(shop, (tx, now) => findDayChanges(tx, { shop, now }));
    expect(changes).toMatchObject({ up: 0, down: 0, runs: [] });
  });

  it("keeps a price and a cost that the merchant edited once more, if we had not read that edit yet", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { price: "20.00", cost: "9.00" });
    const [row] = (await listOwnFields(shop)).rows;
    await hourPasses(shop);
    merchantEdits(shop, "LAMP", { price: "18.00", cost: "8.00", compareAtPrice: "30.00" });
    const fields = ["price", "cost"] as const;
    const of = fields.map((field) => ({ supplierProductId: "lamp", field, seen: row?.seen ?? "" }));
    expect(await followSupplier(shop, of)).toBe(2);
    await syncProducts(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "8.00", compareAtPrice: "30.00" } });
    expect(await historyOf(shop)).toEqual(
      expect.arrayContaining([
        "merchant: price 20.00 → 18.00",
        "merchant: cost 9.0 → 8.0",
        "merchant: compareAtPrice – → 30.00",
      ]),
    );
    expect(await valuesIn(shop)).toMatchObject([
      { field: "price", shop: "18.00" },
      {},
      { field: "cost", shop: "8.0" },
    ]);
  });

  it("keeps a value that has changed since the merchant saw the list", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await merchantChanges(shop, "LAMP", { price: "20.00" });
    await merchantChanges(shop, "CUP", { price: "30.00" });
    const fields = (await listOwnFields(shop)).rows.map(({ supplierProductId, seen }) => ({
      supplierProductId,
      seen,
      field: "price" as const,
    }));
    await merchantChanges(shop, "LAMP", { price: "22.00" });
    expect(await followSupplier(shop, fields)).toBe(1);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "22.00" }, CUP: { price: "15.00" } });
  });
});

describe("keepOwn", () => {
  const TO_DECIDE = { kept: false, field: null };
  const KEPT = { kept: true, field: null };
  /** All that a filter selects, as the merchant sees it now. */
  const all = async (shop: ShopDomain, filter: OwnFilter) => ({
    ...filter,
    seenAll: (await listOwnFields(shop, FIRST_PAGE, filter)).seenAll,
  });
  const decided = async (shop: ShopDomain) => (await listOwnFields(shop, FIRST_PAGE, KEPT)).rows.length;

  it("removes values from the list until the merchant changes one of them again", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { price: "20.00" });
    const [row] = (await listOwnFields(shop)).rows;
    const price = { supplierProductId: "lamp", field: "price", seen: row?.seen ?? "" } as const;
    expect(await keepOwn(shop, [price])).toBe(1);
    expect(await valuesIn(shop)).toEqual([]);
    expect((await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).ownFields).toBe(0);
    await syncProducts(shop);
    expect([await valuesIn(shop), await decided(shop)]).toEqual([[], 1]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "20.00" } });
    await merchantChanges(shop, "LAMP", { price: "25.00" });
    expect(await valuesIn(shop)).toMatchObject([{ field: "price", shop: "25.00" }]);
    expect(await keepOwn(shop, [price])).toBe(0);
    expect(await valuesIn(shop)).toHaveLength(1);
  });

  it("lists a price again when the cost changes, and the stock when the supplier sells out", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { price: "20.00", title: "Mine" });
    await keepOwn(shop, await all(shop, TO_DECIDE));
    await keepOwn(shop, [{ supplierProductId: "lamp", field: "stock" }]);
    await supplierChanges({ supplier, shop }, product("lamp", "10.0", 3));
    expect(await valuesIn(shop)).toEqual([]);
    await supplierChanges({ supplier, shop }, product("lamp", "10.00", 0));
    expect(await valuesIn(shop)).toMatchObject([{ field: "stock" }]);
    await supplierChanges({ supplier, shop }, product("lamp", "12.00", 5));
    expect(await valuesIn(shop)).toMatchObject([{ field: "price", shop: "20.00", supplier: "18.00" }]);
  });

  it("keeps status and texts, and lists a value again after the merchant or the supplier changes it", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await followSupplier(shop, [
      { supplierProductId: "lamp", field: "title" },
      { supplierProductId: "lamp", field: "descriptionHtml" },
    ]);
    await supplierChanges({ supplier, shop }, product("lamp"));
    await merchantChanges(shop, "LAMP", { status: "DRAFT", title: "Mine", descriptionHtml: "<p>Mine</p>" });
    expect((await valuesIn(shop)).map(({ field }) => field)).toEqual(["status", "title", "descriptionHtml"]);
    expect(await keepOwn(shop, await all(shop, TO_DECIDE))).toBe(3);
    await syncProducts(shop);
    expect(await valuesIn(shop)).toEqual([]);
    await merchantChanges(shop, "LAMP", { descriptionHtml: "<p>Mine, too</p>" });
    expect((await valuesIn(shop)).map(({ field }) => field)).toEqual(["descriptionHtml"]);
    await supplierChanges({ supplier, shop }, { ...product("lamp"), name: "Lamp 2" });
    expect((await valuesIn(shop)).map(({ field }) => field)).toEqual(["title", "descriptionHtml"]);
  });

  it("keeps all values that a filter selects, on every page, until followSupplier hands these values back", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, "0")}`);
    const shop = await shopSelling(supplier, ...ids.map((each) => product(each)));
    await hourPasses(shop);
    for (const each of ids)
      await merchantEditsAloud(shop, each.toUpperCase(), {
        price: "20.00",
        ...(each === "p00" && { cost: "8.00" }),
      });
    await syncProducts(shop);
    expect(await listOwnFields(shop)).toMatchObject({ total: 31, kept: 0 });
    expect(await keepOwn(shop, await all(shop, { kept: false, field: "price" }))).toBe(30);
    expect(await listOwnFields(shop)).toMatchObject({ total: 1, kept: 30 });
    expect((await valuesIn(shop)).map(({ field }) => field)).toEqual(["cost"]);
    expect(await followSupplier(shop, await all(shop, KEPT))).toBe(30);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ P00: { price: "15.00", cost: "8.00" }, P29: { price: "15.00" } });
    expect(await listOwnFields(shop)).toMatchObject({ total: 1, kept: 0 });
  });

  it("decides nothing if the selected values have changed since the merchant saw the list", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await merchantChanges(shop, "LAMP", { price: "20.00" });
    const seen = await all(shop, TO_DECIDE);
    await merchantChanges(shop, "LAMP", { price: "99.00" });
    expect(await followSupplier(shop, seen)).toBeNull();
    expect(await keepOwn(shop, seen)).toBeNull();
    const later = await all(shop, TO_DECIDE);
    await merchantChanges(shop, "CUP", { price: "25.00" });
    expect(await followSupplier(shop, later)).toBeNull();
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "99.00" }, CUP: { price: "25.00" } });
    expect(await followSupplier(shop, await all(shop, TO_DECIDE))).toBe(2);
  });
});

describe("importing a product again with nothing ticked", () => {
  const importAgain = (shop: ShopDomain) => importThem(shop, ["lamp"]);

  it("does not apply new price rules, neither now nor at the next change of the cost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await savePriceRules(shop, { rules: rulesWith(markup("100")), changed: null });
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    await supplierChanges({ supplier, shop }, product("lamp", "12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("writes no price that waits for approval, and no price while price sync is off", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await supplierChanges({ supplier, shop }, product("lamp", "30.00"));
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00" } });
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await importAgain(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00" } });
  });

  it("does not change the stock while stock sync is off", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
    merchantStocks(shop, "LAMP", 2);
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 2 } });
  });

  it("keeps the merchant's status and title", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { status: "DRAFT", title: "Mine" });
    await importAgain(shop);
    expect(productOf(shop, "LAMP")).toMatchObject({ status: "DRAFT", title: "Mine" });
    expect(await historyOf(shop)).toEqual(["merchant: status ACTIVE → DRAFT"]);
  });
});
