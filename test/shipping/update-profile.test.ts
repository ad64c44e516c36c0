import { describe, expect, it } from "vitest";

import {
  confirmServiceGone,
  ensureService,
  recreateService,
  restoreService,
} from "../../app/catalog/location/ensure-service.server.ts";
import { unlinkProducts } from "../../app/catalog/matching/link-products.server.ts";
import { ingestScopes } from "../../app/installation/ingest-scopes.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { removeRates, saveRates } from "../../app/shipping/save-rates.server.ts";
import { forgetProfile, wakeProfile } from "../../app/shipping/shipping-store.server.ts";
import { sweepProfiles, updateProfile } from "../../app/shipping/update-profile.server.ts";
import { openStandIn } from "../catalog/testing.ts";
import { productsIn, sellingShop, threeProducts } from "../catalog/selling-shop.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { issueToken, simulated } from "../support/installed-shop.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify } from "../support/world.ts";
import { flatForm, profileRows, profilesIn, save, stockAtOwn } from "./testing.ts";

openQueue();
await openStandIn(threeProducts);

/** A shop that sells three products, without rates of its own at our location. */
async function shopWithoutRates({ marketDriven = false } = {}): Promise<ShopDomain> {
  const shop = await sellingShop();
  shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
  shopify.merchant.setMarketDriven(marketDriven, shop);
  return shop;
}

const ALL = ["SKU-a-1", "SKU-b-1", "SKU-c-1"];

function checkout(shop: ShopDomain, sku = "SKU-a-1", quantity = 1, countryCode = "DE"): string {
  return shopify.merchant.shippingPrice({ lines: [{ sku, quantity }], address: { countryCode } }, shop);
}

describe.each([{ marketDriven: false }, { marketDriven: true }])(
  "updateProfile (market-driven shipping: $marketDriven)",
  (model) => {
    it("creates one profile with our location, rates and linked variants, so that customers can check out", async () => {
      const shop = await shopWithoutRates(model);
      expect(() => checkout(shop)).toThrow("no shipping rate applies");
      await save(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toMatchObject([{ locations: ["Stockbridge"], skus: ALL }]);
      expect(checkout(shop)).toBe("4.90");
      expect(() => checkout(shop, "SKU-a-1", 1, "FR")).toThrow("no shipping rate applies to FR");
      expect(await profileRows(shop)).toMatchObject([{ written_version: 1, problem: null }]);
    });

    it("replaces the rates of changed groups, even of more groups than Shopify takes in one call", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      await updateProfile(shop);
      const countries = ["DE", "AT", "CH", "FR", "PL", "CZ", "DK"];
      const [group] = flatForm("7.50").groups;
      await save(shop, {
        title: "Standard",
        groups: countries.map((code) => ({ ...group!, name: code, countries: [code] })),
      });
      await updateProfile(shop);
      expect(profilesIn(shop)).toHaveLength(1);
      expect(profilesIn(shop)[0]?.zones.map(({ name }) => name)).toEqual(countries);
      expect(checkout(shop, "SKU-a-1", 1, "DK")).toBe("7.50");
    });

    it("removes unlinked variants, and adds no variant twice", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      await updateProfile(shop);
      await unlinkProducts(shop, ["b"]);
      await wakeProfile(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toMatchObject([{ skus: ["SKU-a-1", "SKU-c-1"] }]);
    });

    it("finds its profile after a lost reply, and creates no second one", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      shopify.setFault("deliveryProfileCreate", "502-after-commit");
      await updateProfile(shop);
      expect(await profileRows(shop)).toMatchObject([{ profile_id: null }]);
      await wakeProfile(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
    });

    it("stops without the shipping scope, says so, and continues once the scope is granted", async () => {
      const shop = await shopWithoutRates(model);
      await issueToken(shop, { scopes: shopify.app.scopes.filter((scope) => scope !== "write_shipping") });
      await save(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toEqual([]);
      expect(await profileRows(shop)).toMatchObject([{ problem: { code: "shipping.problem.scope" } }]);
      await issueToken(shop);
      await ingestScopes({ shop } as Parameters<typeof ingestScopes>[0]);
      await sweepProfiles();
      expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
      expect(await profileRows(shop)).toMatchObject([{ problem: null }]);
    });

    it("reports that the merchant deleted the profile, and creates it again only when the merchant saves", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      await updateProfile(shop);
      simulated(shop).appProfiles = [];
      await wakeProfile(shop);
      await updateProfile(shop);
      expect(await profileRows(shop)).toMatchObject([
        { profile_id: null, problem: { code: "shipping.problem.deleted" } },
      ]);
      await wakeProfile(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toEqual([]);
      await save(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
    });

    it("moves the rates to our new location after the location was created again", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      await updateProfile(shop);
      const before = simulated(shop).locations.find(({ service }) => service !== null);
      simulated(shop).services = [];
      await recreateService(shop);
      await wakeProfile(shop);
      await updateProfile(shop);
      const [group] = simulated(shop).appProfiles[0]?.groups ?? [];
      expect(group?.locations).toHaveLength(1);
      expect(group?.locations[0]).not.toBe(before);
    });

    it("writes all rates again if Shopify failed while the rates moved to a new location", async () => {
      const shop = await shopWithoutRates(model);
      const countries = ["DE", "AT", "CH", "FR", "PL", "CZ", "DK"];
      const [group] = flatForm("7.50").groups;
      await save(shop, {
        title: "Standard",
        groups: countries.map((code) => ({ ...group!, name: code, countries: [code] })),
      });
      await updateProfile(shop);
      simulated(shop).services = [];
      await recreateService(shop);
      await wakeProfile(shop);
      shopify.setFault("deliveryProfileUpdate", "502", 1, 1);
      await updateProfile(shop);
      expect(profilesIn(shop)[0]?.zones).toHaveLength(5);
      await wakeProfile(shop);
      await updateProfile(shop);
      expect(profilesIn(shop)[0]?.zones.map(({ name }) => name)).toEqual(countries);
    });

    it("removes the profile when the merchant removes the rates", async () => {
      const shop = await shopWithoutRates(model);
      await save(shop);
      await updateProfile(shop);
      expect(await removeRates(shop, 1)).toBe(true);
      await updateProfile(shop);
      expect(profilesIn(shop)).toEqual([]);
      expect(await profileRows(shop)).toEqual([]);
    });
  },
);

describe("a variant that the merchant stocks as well", () => {
  it("stays in our profile if only our former location, which the merchant kept, stocks it", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    await updateProfile(shop);
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    await confirmServiceGone(shop);
    expect(await recreateService(shop)).toBeNull();
    await timePasses(shop, 8 * 24 * 3600);
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
  });

  it("stays out of our profile while the merchant stocks it, if the shop uses the old shipping model", async () => {
    const shop = await shopWithoutRates();
    stockAtOwn(shop, "SKU-a-1", 3);
    await save(shop);
    await updateProfile(shop);
    expect(profilesIn(shop)).toMatchObject([{ skus: ["SKU-b-1", "SKU-c-1"] }]);
    expect(checkout(shop)).toBe("4.90");
    stockAtOwn(shop, "SKU-b-1", 3);
    stockAtOwn(shop, "SKU-a-1", 0);
    await aWeekPasses(shop);
    expect(profilesIn(shop)).toMatchObject([{ skus: ["SKU-a-1", "SKU-c-1"] }]);
  });

  it("is added to our profile when the shop switches to market-driven shipping", async () => {
    const shop = await shopWithoutRates();
    stockAtOwn(shop, "SKU-a-1", 3);
    await save(shop);
    await updateProfile(shop);
    shopify.merchant.setMarketDriven(true, shop);
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
  });

  async function aWeekPasses(shop: ShopDomain): Promise<void> {
    await query(
      databaseUrl,
      "update shipping_variant set checked_at = checked_at - interval '8 days' where shop = $1",
      [shop],
    );
    await wakeProfile(shop);
    await updateProfile(shop);
  }
});

describe("saveRates", () => {
  it("wins over a worker that is still writing the former rates", async () => {
    const shop = await shopWithoutRates();
    await save(shop, flatForm("1.00"));
    const running = updateProfile(shop);
    await save(shop, flatForm("2.00"));
    await running;
    await updateProfile(shop);
    expect(checkout(shop)).toBe("2.00");
  });

  it("does not overwrite rates that another page has saved meanwhile", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    expect(await saveRates(shop, { form: flatForm("9.00"), version: 0 })).toEqual({ kind: "stale" });
    expect(await removeRates(shop, 7)).toBe(false);
  });

  it("keeps the rates of a shop that uninstalls, and brings them back after a reinstall", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    await updateProfile(shop);
    shopify.uninstall(shop);
    await forgetProfile(shop);
    expect(profilesIn(shop)).toEqual([]);
    expect(await profileRows(shop)).toMatchObject([{ profile_id: null, due_at: null }]);
    await issueToken(shop);
    await restoreService(shop);
    await ensureService(shop);
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(profilesIn(shop)).toMatchObject([{ locations: ["Stockbridge"], skus: ALL }]);
  });
});

it("creates one profile per shop, even if several workers update it at the same time", async () => {
  const shops = [await shopWithoutRates(), await shopWithoutRates({ marketDriven: true })];
  for (const shop of shops) await save(shop);
  await Promise.all([...shops.map(updateProfile), sweepProfiles(), sweepProfiles()]);
  for (const shop of shops) {
    expect(profilesIn(shop)).toMatchObject([{ skus: ALL }]);
    expect(productsIn(shop)).toHaveLength(3);
  }
});
