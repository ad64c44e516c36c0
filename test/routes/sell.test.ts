import { describe, expect, it } from "vitest";

import { previewPriceEdit } from "../../app/catalog/price-edits/plan-price-edit.server.ts";
import { FIRST_RULES } from "../../app/catalog/pricing/price-rules.ts";
import { readRules } from "../../app/catalog/pricing/price-rules-store.server.ts";
import { savePriceRules } from "../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import {
  hourPasses,
  merchantEditsAloud,
  productOf,
  shopSelling,
  shown,
  supplierChanges,
} from "../catalog/sync/testing.ts";
import { openStandIn } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const CATALOG = ["/app/catalog", "routes/app.catalog"] as const;
const LAMP = ["/app/products/lamp", "routes/app.products.$id"] as const;

function product(id: string, stock = 7) {
  return wireProduct(id, {
    variants: [
      wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount: "10.00", currency: "EUR" }, stock }),
    ],
  });
}

async function html(path: string, shop: ShopDomain, locale = "en"): Promise<string> {
  const page = await renderedPage(path, { shop, locale });
  expect(page.status).toBe(200);
  return page.html;
}

/** Returns the products that the catalog page lists with these parameters. */
async function listedWith(parameters: string, shop: ShopDomain): Promise<string[]> {
  const page = await html(`/app/catalog?${parameters}`, shop);
  return ["lamp", "cup", "fan"].filter((id) => page.includes(`/app/products/${id}"`));
}

describe("selling products from the app", () => {
  it("stops and resumes for selected products, and for all products that a filter finds", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    const stop = { intent: "stop-selling", how: "draft", ids: JSON.stringify(["lamp"]) };
    expect(await submitted(CATALOG, stop, shop)).toMatchObject({
      answer: { tone: "success", title: { code: "sell.stopped", count: 1 } },
    });
    await syncProducts(shop);
    expect([productOf(shop, "LAMP").status, productOf(shop, "CUP").status]).toEqual(["DRAFT", "ACTIVE"]);
    const page = await html("/app/products/lamp", shop);
    expect(page).toContain("Off sale: draft");
    expect(page).toContain("A draft in Shopify, so customers don&#x27;t see it");
    expect(await html("/app/catalog", shop)).toContain("A draft in Shopify, so customers don&#x27;t see it");
    expect(await listedWith("show=off-sale", shop)).toEqual(["lamp"]);
    await submitted(CATALOG, { intent: "stop-selling", how: "zero", all: "show=imported" }, shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 0 }, CUP: { available: 0 } });
    expect(await submitted(LAMP, { intent: "resume-selling" }, shop)).toMatchObject({
      answer: { notice: { title: { code: "sell.resumed", count: 1 } } },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 7 }, CUP: { available: 0 } });
  });

  it("sets a price that is typed in the reader's format, and shows a problem beside its field", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const price = (typed: string, seen: string) => ({
      intent: "prices",
      prices: JSON.stringify([{ supplierVariantId: "lamp-v", typed, seen }]),
    });
    expect(await submitted(LAMP, price("19.999", "15.00"), shop)).toMatchObject({
      answer: { notice: null, problems: { "lamp-v": {} } },
    });
    expect(await submitted(LAMP, price("19,90", "15.00"), shop)).toMatchObject({
      answer: { notice: { title: { code: "product.prices.saved", count: 1 } }, problems: {} },
    });
    const saving = await html("/app/products/lamp", shop);
    for (const shown of ["being written to your shop", 'value="19.90"']) expect(saving).toContain(shown);
    await syncProducts(shop);
    const page = await html("/app/products/lamp", shop);
    expect(page).toContain('value="19.90"');
    expect(page).toContain("Your own price. Your price rules would set €15.00.");
    // Shopify's `updatedAt` has whole seconds.
    await hourPasses(shop);
    await merchantEditsAloud(shop, "LAMP", { price: "22.00" });
    await syncProducts(shop);
    expect(await submitted(LAMP, price("30.00", "19.90"), shop)).toMatchObject({
      answer: { notice: { tone: "warning", title: { code: "product.prices.changed-meanwhile" } } },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "22.00" } });
  });

  it("asks before it sets a price below cost, and asks again if another price is typed", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const set = (typed: string, agreed = "") => ({
      intent: "prices",
      prices: JSON.stringify([{ supplierVariantId: "lamp-v", typed, seen: "15.00" }]),
      agreed,
    });
    const { answer } = await submitted(LAMP, set("9.00"), shop);
    const euros = (amount: string) => ({ amount, currency: "EUR" });
    const losses = [{ id: "lamp-v", cost: euros("10"), hasShipping: false, profit: euros("-1") }];
    expect(answer).toMatchObject({ notice: null, problems: {}, unagreed: { belowCost: 1, losses } });
    const { version } = (answer as { unagreed: { version: string } }).unagreed;
    expect((await submitted(LAMP, set("8.00", version), shop)).answer).toMatchObject({
      unagreed: { belowCost: 1 },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect((await submitted(LAMP, set("9.00", version), shop)).answer).toMatchObject({
      notice: { title: { code: "product.prices.saved", count: 1 } },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "9.00" } });
  });

  it("asks again about a price below cost if the loss has grown since the question", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const set = (agreed: string) => ({
      intent: "prices",
      prices: JSON.stringify([{ supplierVariantId: "lamp-v", typed: "9.00", seen: "15.00" }]),
      agreed,
    });
    const { answer } = await submitted(LAMP, set(""), shop);
    const { version } = (answer as { unagreed: { version: string } }).unagreed;
    const costs = { salesTax: null, supplierTax: null, shipping: { amount: "5.00", currency: "EUR" } };
    const { savedAt } = await readInShop(shop, (tx) => readRules(tx, shop));
    expect(await savePriceRules(shop, { rules: { ...FIRST_RULES, costs }, changed: savedAt })).toBe(true);
    expect((await submitted(LAMP, set(version), shop)).answer).toMatchObject({
      unagreed: { losses: [{ profit: { amount: "-6" } }] },
    });
  });

  it("shows a product's lowest margin in the catalog, even if its cheapest variant has a higher margin", async () => {
    const variant = (sku: string, amount: string) =>
      wireVariant(sku, { sku, options: { Size: sku }, price: { amount, currency: "EUR" } });
    const variants = [variant("S", "5.00"), variant("L", "19.00")];
    const shop = await shopSelling(supplier, wireProduct("lamp", { options: ["Size"], variants }));
    await merchantEditsAloud(shop, "S", { price: "12.00" });
    await merchantEditsAloud(shop, "L", { price: "20.00" });
    await syncProducts(shop);
    const page = await html("/app/catalog", shop);
    for (const text of ["from €12.00", "from 5.0% margin"]) expect(page).toContain(text);
    expect(page).not.toContain("58.3% margin");
  });

  it("makes “Import again” the primary button only once the product was deleted in the shop", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const isPrimary = async () =>
      /Polaris-Button--variantPrimary[^>]*>[^/]*Import again/.test(await html("/app/products/lamp", shop));
    expect(await html("/app/products/lamp", shop)).toContain("Import again");
    expect(await isPrimary()).toBe(false);
    await query(databaseUrl, "update product_link set shop_state = 'deleted' where shop = $1", [shop]);
    expect(await isPrimary()).toBe(true);
  });

  it("filters products that are sold out, below cost, priced by the merchant, or changed in the shop lately", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("fan", 0));
    expect(await listedWith("changed=7", shop)).toEqual([]);
    await merchantEditsAloud(shop, "LAMP", { price: "9.00" });
    await merchantEditsAloud(shop, "CUP", { price: "29.00" });
    await syncProducts(shop);
    expect(await listedWith("show=own-price", shop)).toEqual(["lamp", "cup"]);
    expect(await listedWith("show=below-cost", shop)).toEqual(["lamp"]);
    expect(await listedWith("show=sold-out", shop)).toEqual(["fan"]);
    expect(await listedWith("changed=7", shop)).toEqual(["lamp", "cup"]);
    await supplierChanges({ supplier, shop }, product("lamp"), product("cup", 0), product("fan", 3));
    expect(await listedWith("show=sold-out", shop)).toEqual(["cup"]);
  });
});

describe("setting prices of many products", () => {
  const address = (parameters: string) =>
    [`/app/catalog/prices?${parameters}`, "routes/app.catalog_.prices"] as const;

  it("previews prices, asks before it sells below cost, sets the prices, and undoes them", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    const chosen = "ids=lamp&ids=cup&by=fixed&value=9";
    const preview = await html(`/app/catalog/prices?${chosen}`, shop);
    for (const text of [
      "Cost €10.00",
      "Now €15.00",
      "New €9.00",
      "At a loss",
      "Sell 2 variants at a loss",
      "Set 2 prices",
    ])
      expect(preview).toContain(text);
    const plan = await previewPriceEdit(shop, {
      selection: { kind: "products", ids: ["lamp", "cup"] },
      change: { kind: "fixed", value: "9" },
    });
    const set = {
      intent: "set",
      seen: plan?.seen ?? "",
      except: JSON.stringify(["cup-v"]),
      belowCost: "off",
    };
    expect(await submitted(address(chosen), set, shop)).toMatchObject({
      answer: { unagreed: { belowCost: 1 } },
    });
    expect((await submitted(address(chosen), { ...set, belowCost: "on" }, shop)).status).toBe(204);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "9.00" }, CUP: { price: "15.00" } });
    const [row] = await query<{ id: string }>(databaseUrl, "select id from price_edit where shop = $1", [
      shop,
    ]);
    const result = await html(`/app/catalog/prices?edit=${row?.id ?? ""}`, shop);
    for (const text of ["You set 1 price; Stockbridge no longer changes it", "1 price was set in 1 product"])
      expect(result).toContain(text);
    expect(await submitted(address(`edit=${row?.id ?? ""}`), { intent: "undo" }, shop)).toMatchObject({
      answer: { notice: { title: { code: "price-edits.undone", count: 1, set: 1 } } },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect(await html(`/app/catalog/prices?edit=${row?.id ?? ""}`, shop)).toContain(
      "1 price was set in 1 product. You have undone this since.",
    );
    const page = await html("/app/products/lamp", shop);
    expect(page).toMatch(/You undid “Set prices” of [^:]+:\d\d[^:]*: Price of LAMP: from €9\.00 to €15\.00/);
    expect(page).toContain("You set this price: Price of LAMP: from €15.00 to €9.00");
    expect(await html("/app/activity", shop)).toMatch(/You undid “Set prices” of [^<]+: 1 price is set back/);
  });

  it("explains an invalid value, and a selection without products in the shop", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    expect(await html("/app/catalog/prices?ids=lamp&by=percent&value=ten", shop)).toContain("ten");
    expect(await html("/app/catalog/prices?ids=none", shop)).toContain(
      "None of these products can get prices here",
    );
    expect(await html("/app/catalog/prices", shop)).toContain("No products selected");
    expect(await html("/app/catalog/prices?edit=0b0e3c5e-0000-4000-8000-000000000000", shop)).toContain(
      "too old",
    );
  });
});
