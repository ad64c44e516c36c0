import { describe, expect, it } from "vitest";

import { applyPriceEdit, findPriceEdit } from "../../../app/catalog/price-edits/apply-price-edit.server.ts";
import { planPriceEdit, previewPriceEdit } from "../../../app/catalog/price-edits/plan-price-edit.server.ts";
import type { PriceChange } from "../../../app/catalog/price-edits/price-change.ts";
import { undoPriceEdit } from "../../../app/catalog/price-edits/undo-price-edit.server.ts";
import { parseProductFilter } from "../../../app/catalog/search/product-filter.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { setOwnPrices } from "../../../app/catalog/sync/merchant/set-own-prices.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { markup, pricingWith, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { hourPasses, merchantEditsAloud, shopSelling, shown, supplierChanges } from "../sync/testing.ts";
import { openStandIn } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

function product(id: string, amount = "10.00") {
  return wireProduct(id, {
    variants: [wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount, currency: "EUR" } })],
  });
}

const ALL = { kind: "filter", filter: parseProductFilter(new URLSearchParams()).filter } as const;

async function edit(
  shop: ShopDomain,
  change: PriceChange,
  more: { except?: string[]; mayBeBelowCost?: boolean; seen?: string } = {},
) {
  const plan = await previewPriceEdit(shop, { selection: ALL, change });
  return applyPriceEdit(shop, {
    selection: ALL,
    change,
    seen: plan?.seen ?? "",
    except: [],
    mayBeBelowCost: false,
    ...more,
  });
}

async function editId(
  shop: ShopDomain,
  change: PriceChange,
  more: Parameters<typeof edit>[2] = {},
): Promise<string> {
  const done = await edit(shop, change, more);
  if (done.kind !== "applied") throw new Error(`Not applied: ${done.kind}`);
  return done.id;
}

describe("previewPriceEdit", () => {
  it("shows old and new prices with margins, marks prices below cost, and counts products left out", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup", "20.00"));
    const selection = { kind: "products" as const, ids: ["lamp", "cup", "fan"] };
    const plan = await previewPriceEdit(shop, { selection, change: { kind: "fixed", value: "18" } });
    expect(plan).toMatchObject({
      currency: "EUR",
      leftOut: 1,
      rows: [
        { id: "cup-v", present: "30.00", price: "18.00", belowCost: true, own: false },
        { id: "lamp-v", present: "15.00", price: "18.00", belowCost: false, margin: "44.4" },
      ],
    });
  });
});

describe("applyPriceEdit", () => {
  it("sets the prices of all products that a filter selects, except those that the merchant left out", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("fan"));
    const id = await editId(shop, { kind: "percent", value: "10" }, { except: ["fan-v"] });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      LAMP: { price: "16.50" },
      CUP: { price: "16.50" },
      FAN: { price: "15.00" },
    });
    expect(await findPriceEdit(shop, id)).toMatchObject({
      set: 2,
      products: [
        { id: "cup", name: "Product cup", set: 1, kept: 0 },
        { id: "lamp", set: 1, kept: 0 },
      ],
    });
    await supplierChanges({ supplier, shop }, product("lamp", "12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50", cost: "12.00" } });
  });

  it("sells below cost only if the merchant agrees", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    expect(await edit(shop, { kind: "fixed", value: "9.00" })).toEqual({ kind: "below-cost", count: 1 });
    await editId(shop, { kind: "fixed", value: "9.00" }, { mayBeBelowCost: true });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "9.00" } });
  });

  it("sets nothing if a price has changed since the preview, in another window or in the shop", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const change = { kind: "percent", value: "10" } as const;
    const seen = (await previewPriceEdit(shop, { selection: ALL, change }))?.seen ?? "";
    await setOwnPrices(shop, [{ supplierVariantId: "lamp-v", price: "20.00", seen: "15.00" }]);
    expect(await edit(shop, change, { seen })).toEqual({ kind: "changed-meanwhile" });
    await syncProducts(shop);
    const later = (await previewPriceEdit(shop, { selection: ALL, change }))?.seen ?? "";
    await hourPasses(shop);
    await merchantEditsAloud(shop, "LAMP", { price: "25.00" });
    await syncProducts(shop);
    expect(await edit(shop, change, { seen: later })).toEqual({ kind: "changed-meanwhile" });
    expect(shown(shop)).toMatchObject({ LAMP: { price: "25.00" } });
  });

  it("sets nothing if costs have risen above a new price since the preview", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    const change = { kind: "fixed", value: "12.00" } as const;
    const seen = (await previewPriceEdit(shop, { selection: ALL, change }))?.seen ?? "";
    await supplierChanges({ supplier, shop }, product("lamp", "13.00"), product("cup"));
    expect(await edit(shop, change, { seen, mayBeBelowCost: true })).toEqual({ kind: "changed-meanwhile" });
  });

  it("sets nothing if a cost or the shop's currency has changed since the preview", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const change = { kind: "fixed", value: "25.00" } as const;
    const seen = (await previewPriceEdit(shop, { selection: ALL, change }))?.seen ?? "";
    await setOwnPrices(shop, [{ supplierVariantId: "lamp-v", price: "15.00", seen: "15.00" }]);
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, product("lamp", "11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "11.00" } });
    expect(await edit(shop, change, { seen })).toEqual({ kind: "changed-meanwhile" });
    const later = (await previewPriceEdit(shop, { selection: ALL, change }))?.seen ?? "";
    simulated(shop).currencyCode = "USD";
    expect(
      await applyPriceEdit(shop, { selection: ALL, change, seen: later, except: [], mayBeBelowCost: true }),
    ).toEqual({ kind: "changed-meanwhile" });
  });

  it("marks prices below the converted cost even if the rules' amounts are in the shop's former currency", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const rule = { ...markup("0"), ranges: [{ upTo: null, add: { kind: "amount" as const, amount: "5" } }] };
    const rates = [{ from: "EUR", to: "USD", rate: "2", date: "2026-11-01" }];
    const pricing = pricingWith(rulesWith(rule, { currency: "EUR", rates }), "USD");
    const plan = await inShop(shop, (tx, now) =>
      planPriceEdit(
        tx,
        { shop, now, pricing },
        { selection: ALL, change: { kind: "fixed", value: "18.00" } },
      ),
    );
    expect(plan?.rows).toMatchObject([{ price: "18.00", cost: "20.00", belowCost: true }]);
  });

  it("does nothing if no price would change, or if every price would be below zero", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    expect(await edit(shop, { kind: "percent", value: "0" })).toEqual({ kind: "nothing" });
    expect(await edit(shop, { kind: "amount", value: "-99" })).toEqual({ kind: "nothing" });
  });
});

describe("undoPriceEdit", () => {
  it("restores the merchant's earlier prices, lets other prices follow the rules again, and keeps prices changed since the edit", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("fan"));
    await merchantEditsAloud(shop, "CUP", { price: "21.00" });
    await syncProducts(shop);
    const id = await editId(shop, { kind: "amount", value: "2" });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      LAMP: { price: "17.00" },
      CUP: { price: "23.00" },
      FAN: { price: "17.00" },
    });
    await hourPasses(shop);
    await merchantEditsAloud(shop, "FAN", { price: "30.00" });
    await syncProducts(shop);
    expect(await undoPriceEdit(shop, id)).toEqual({ restored: 2, left: 1 });
    expect(await undoPriceEdit(shop, id)).toBeNull();
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      LAMP: { price: "15.00" },
      CUP: { price: "21.00" },
      FAN: { price: "30.00" },
    });
    await supplierChanges({ supplier, shop }, product("lamp", "12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("undoes prices that were not written to the shop yet", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const id = await editId(shop, { kind: "amount", value: "2" });
    expect(await undoPriceEdit(shop, id)).toEqual({ restored: 1, left: 0 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
  });
});
