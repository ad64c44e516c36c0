import { describe, expect, it } from "vitest";

import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { listOwnFields } from "../../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { followSupplier } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openQueue } from "../../support/queue.ts";
import { importThem } from "../import/testing.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn } from "../testing.ts";
import {
  historyOf,
  hourPasses,
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
  it("shows both prices with their margins, after the first change and after another one", async () => {
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
  it("hands several fields of several products back at once", async () => {
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

describe("importing a product again with nothing ticked", () => {
  const importAgain = (shop: ShopDomain) => importThem(shop, ["lamp"]);

  it("overwrites no price that new rules would make, neither now nor later", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await savePriceRules(shop, { rules: rulesWith(markup("100")), changed: null });
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    await supplierChanges({ supplier, shop }, product("lamp", "12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("writes no price that waits for approval, and none while prices do not follow", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await supplierChanges({ supplier, shop }, product("lamp", "30.00"));
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00" } });
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await importAgain(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00" } });
  });

  it("leaves stock alone that does not follow the supplier", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
    merchantStocks(shop, "LAMP", 2);
    await importAgain(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 2 } });
  });

  it("leaves a status and a title alone", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await merchantChanges(shop, "LAMP", { status: "DRAFT", title: "Mine" });
    await importAgain(shop);
    expect(productOf(shop, "LAMP")).toMatchObject({ status: "DRAFT", title: "Mine" });
    expect(await historyOf(shop)).toEqual(["merchant: status ACTIVE → DRAFT"]);
  });
});
