import { describe, expect, it } from "vitest";

import { storeSyncSettings } from "../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS, type SyncSettings } from "../../app/catalog/links/sync-settings.ts";
import { ensureServiceIfDue, recreateService } from "../../app/catalog/location/ensure-service.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { decideWaitingPrices } from "../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { unsettledWarnings } from "../support/unsettled-warnings.ts";
import { shopify } from "../support/world.ts";
import { wireProduct, wireVariant } from "./stand-in-supplier.ts";
import { merchantEditsAloud, shopSelling, supplierChanges } from "./sync/testing.ts";
import { DAY, openStandIn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

type Given = { amount?: string; stock?: number | string; discontinued?: boolean };

function product(id: string, { amount = "10.00", stock = 5, discontinued = false }: Given = {}) {
  const price = { amount, currency: "EUR" };
  return wireProduct(id, {
    discontinued,
    variants: [wireVariant(`${id}-v`, { sku: id.toUpperCase(), price, stock })],
  });
}

/** A shop that sells a lamp, a cup and a vase. */
async function shopWith(settings: Partial<SyncSettings> = {}): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("vase"));
  await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, ...settings });
  await syncProducts(shop);
  return shop;
}

/** Changes the supplier's lamp and cup, and lets a day pass. */
async function change(shop: ShopDomain, lamp: Given, cup: Given = {}): Promise<void> {
  supplier.products = [product("lamp", lamp), product("cup", cup), product("vase")];
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
  await syncProducts(shop);
}

describe("isSettledInCatalog", () => {
  it("settles a warning about sold-out products once all products of that warning are in stock at the same time", async () => {
    const shop = await shopWith();
    await change(shop, { stock: 0 }, { stock: 0 });
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.sold-out"]);
    await change(shop, { stock: 3 }, { stock: 0 });
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.sold-out"]);
    await change(shop, { stock: 0 }, { stock: 3 });
    const codes = ["catalog.activity.sold-out", "catalog.activity.sold-out"];
    expect(await unsettledWarnings(shop)).toEqual(codes);
    await change(shop, { stock: 1 }, { stock: 0 });
    await change(shop, { stock: 1 }, { stock: 1 });
    expect(await unsettledWarnings(shop)).toEqual([]);
  });

  it("settles a warning about unreadable products once they can be read", async () => {
    const shop = await shopWith({ zeroUnreadable: true });
    await change(shop, { stock: "N/A" });
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.off-sale-unreadable"]);
    await change(shop, { stock: 2 });
    expect(await unsettledWarnings(shop)).toEqual([]);
  });

  it.each([
    ["zero-stock", "catalog.activity.off-sale"],
    ["draft", "catalog.activity.off-sale-as-drafts"],
  ] as const)(
    "settles a warning about discontinued products (%s) once the supplier sells them again",
    async (discontinued, code) => {
      const shop = await shopWith({ discontinued });
      await change(shop, { discontinued: true });
      expect(await unsettledWarnings(shop)).toEqual([code]);
      await change(shop, {});
      expect(await unsettledWarnings(shop)).toEqual([]);
    },
  );

  it("settles a warning about sales below cost once the price covers the cost", async () => {
    const shop = await shopWith();
    await merchantEditsAloud(shop, "LAMP", { price: "9.99" });
    await syncProducts(shop);
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.below-cost"]);
    await merchantEditsAloud(shop, "LAMP", { price: "11.00" });
    await syncProducts(shop);
    expect(await unsettledWarnings(shop)).toEqual([]);
  });

  it.each(["approve", "leave"] as const)(
    "settles a warning about waiting prices once the merchant decides (%s)",
    async (decision) => {
      const shop = await shopWith();
      await supplierChanges(
        { supplier, shop },
        product("lamp", { amount: "13.00" }),
        product("cup"),
        product("vase"),
      );
      expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.price-moved"]);
      await decideWaitingPrices(
        shop,
        [{ supplierVariantId: "lamp-v", cost: "13.00", price: "19.50" }],
        decision,
      );
      expect(await unsettledWarnings(shop)).toEqual([]);
    },
  );

  it("settles a warning about waiting prices once the supplier returns to the former cost", async () => {
    const shop = await shopWith();
    await change(shop, { amount: "13.00" });
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.price-moved"]);
    await change(shop, {});
    expect(await unsettledWarnings(shop)).toEqual([]);
  });

  it("settles the warning about a deleted fulfillment service once the service is created again", async () => {
    const shop = await shopWith();
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    await timePasses(shop, DAY);
    await ensureServiceIfDue(shop);
    expect(await unsettledWarnings(shop)).toEqual(["catalog.activity.service-gone"]);
    await recreateService(shop);
    expect(await unsettledWarnings(shop)).toEqual([]);
  });
});
