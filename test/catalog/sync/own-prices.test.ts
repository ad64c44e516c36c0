import { describe, expect, it } from "vitest";

import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { followSupplier } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { setOwnPrices } from "../../../app/catalog/sync/merchant/set-own-prices.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { importThem } from "../import/testing.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn } from "../testing.ts";
import {
  historyOf,
  merchantEdits,
  merchantEditsAloud,
  shopSelling,
  shown,
  supplierChanges,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount = "10.00") {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency: "EUR" } })],
  });
}

function setPrice(shop: ShopDomain, price: string, seen: string | null) {
  return setOwnPrices(shop, [{ supplierVariantId: "l", price, seen }]);
}

describe("setOwnPrices", () => {
  it("writes the merchant's price, and keeps it when the cost changes", async () => {
    const shop = await shopSelling(supplier, lamp());
    expect(await setPrice(shop, "19.90", "15.00")).toEqual({ set: ["l"] });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90" } });
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90", cost: "12.00" } });
    expect(await historyOf(shop)).toContain("we: price 15.00 → 19.90");
  });

  it("replaces a price that the merchant set before, even if that price is not written yet", async () => {
    const shop = await shopSelling(supplier, lamp());
    await merchantEditsAloud(shop, "LAMP", { price: "21.00" });
    await syncProducts(shop);
    expect(await setPrice(shop, "22.00", "21.00")).toEqual({ set: ["l"] });
    expect(await setPrice(shop, "23.00", "21.00")).toEqual({ set: ["l"] });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "23.00" } });
    await setPrice(shop, "24.00", "23.00");
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "24.00" } });
  });

  it("writes the merchant's newest price even if Shopify has not answered the write of an earlier price", async () => {
    const vase = wireProduct("vase", { variants: [wireVariant("v", { sku: "VASE" })] });
    const shop = await shopSelling(supplier, lamp(), vase);
    const seen = shown(shop).VASE?.price ?? "";
    await setPrice(shop, "20.00", "15.00");
    await setOwnPrices(shop, [{ supplierVariantId: "v", price: "99.00", seen }]);
    const reset = shopify.holdReset("productVariantsBulkUpdate", 1);
    const syncing = syncProducts(shop);
    await expect.poll(() => shown(shop).LAMP?.price).toBe("20.00");
    expect(await setPrice(shop, "25.00", "15.00")).toEqual({ set: ["l"] });
    reset();
    await syncing;
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "25.00" } });
  });

  it("rejects a price if the stored price differs from the price that the merchant saw", async () => {
    const shop = await shopSelling(supplier, lamp());
    expect(await setPrice(shop, "19.90", "14.00")).toEqual({ set: [] });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
  });

  it.each([
    ["ours", "15.00"],
    ["the merchant's", "21.00"],
  ])(
    "yields to a price that the merchant changes in Shopify before the write, if the former price was %s",
    async (_, before) => {
      const shop = await shopSelling(supplier, lamp());
      if (before !== "15.00") {
        await merchantEditsAloud(shop, "LAMP", { price: before });
        await syncProducts(shop);
      }
      expect(await setPrice(shop, "19.90", before)).toEqual({ set: ["l"] });
      merchantEdits(shop, "LAMP", { price: "33.00" });
      await syncProducts(shop);
      await syncProducts(shop);
      expect(shown(shop)).toMatchObject({ LAMP: { price: "33.00" } });
    },
  );

  it("keeps our compare-at price while the new price is below it, and removes it with a price above it", async () => {
    const shop = await shopSelling(supplier, lamp());
    await savePriceRules(shop, { rules: rulesWith(markup("50", { compareAt: "20" })), changed: null });
    await importThem(shop, ["lamp"], ["price"]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "18.00" } });
    await setPrice(shop, "16.00", "15.00");
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.00", compareAtPrice: "18.00" } });
    await setPrice(shop, "20.00", "16.00");
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "20.00", compareAtPrice: null } });
  });

  it("keeps the merchant's compare-at price even if the new price is higher", async () => {
    const shop = await shopSelling(supplier, lamp());
    await savePriceRules(shop, { rules: rulesWith(markup("50", { compareAt: "20" })), changed: null });
    await importThem(shop, ["lamp"], ["price"]);
    await merchantEditsAloud(shop, "LAMP", { compareAtPrice: "19.00" });
    await syncProducts(shop);
    await setPrice(shop, "20.00", "15.00");
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "20.00", compareAtPrice: "19.00" } });
  });

  it("lets the price follow the rules again if the merchant chooses that", async () => {
    const shop = await shopSelling(supplier, lamp());
    await setPrice(shop, "19.90", "15.00");
    await syncProducts(shop);
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "price" }]);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    const history = await historyOf(shop);
    expect(history).toContain("we: price 19.90 → 15.00");
    expect(history.filter((change) => change.includes("compareAtPrice"))).toEqual([]);
  });
});
