/** A merchant deletes our fulfillment service in Shopify, or removes it when they disconnect. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import {
  ensureService,
  ensureServiceIfDue,
  recheckService,
  recreateService,
  restoreService,
} from "../../../app/catalog/location/ensure-service.server.ts";
import { removeService } from "../../../app/catalog/location/remove-service.server.ts";
import { startCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { checkSetup, repairSetup } from "../../../app/installation/check-setup.server.ts";
import { findSetup } from "../../../app/installation/setup-store.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { changeSettings, databaseUrl, shopify } from "../../support/world.ts";
import { sellingShop, threeProducts } from "../selling-shop.ts";
import { startStandIn } from "../stand-in-supplier.ts";
import { rowsOf } from "../testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue();

const DAY = 24 * 60 * 60;
const GONE = { kind: "failed", problem: { code: "failure.shop.service-gone" } };

beforeEach(() => {
  supplier.pageSize = 100;
  supplier.products = threeProducts();
});

async function findingsIn(shop: ShopDomain) {
  await checkSetup(shop);
  const { findings } = (await readInShop(shop, (tx) => findSetup(tx, shop)))!;
  return findings.filter(({ check }) => check === "fulfillment-service");
}

async function toldIn(shop: ShopDomain): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    "select count(*)::int as count from activity where shop = $1 and kind = 'catalog.service-gone'",
    [shop],
  );
  return row!.count;
}

/** A shop whose merchant deletes the service, which a day's look notices. */
async function deserted(inventory: "DELETE" | "KEEP" | "TRANSFER" = "KEEP"): Promise<ShopDomain> {
  const shop = await sellingShop();
  shopify.merchant.deleteService("Stockbridge", inventory, shop);
  await timePasses(shop, DAY);
  await ensureServiceIfDue(shop);
  return shop;
}

/** Stock by the name of its location, of the first item of ours. */
function stockIn(shop: ShopDomain): Record<string, number> {
  const items = [...simulated(shop).catalog.items.values()];
  const levels = items.find(({ sku }) => sku?.startsWith("A"))?.levels ?? items[0]!.levels;
  return Object.fromEntries(levels.map(({ location, available }) => [location.name, available]));
}

describe("a fulfillment service that the merchant has deleted", () => {
  it("is reported once, on Home and as an activity, and is not created again", async () => {
    const shop = await deserted();
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toEqual([]);
    expect(await ensureService(shop)).toEqual(GONE);
    expect(await toldIn(shop)).toBe(1);
    expect(await findingsIn(shop)).toMatchObject([
      { message: { code: "setup.service-gone" }, action: { kind: "repair" } },
    ]);
  });

  it("is noticed at once if Shopify reports that our location does not exist", async () => {
    const shop = await sellingShop();
    shopify.merchant.deleteService("Stockbridge", "DELETE", shop);
    await recheckService(shop);
    await ensureServiceIfDue(shop);
    expect(await ensureService(shop)).toEqual(GONE);
  });

  it("is created again when the shop connects again, but not when the wholesale key works again", async () => {
    const shop = await deserted();
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toEqual([]);
    await query(databaseUrl, "update connection set connected_at = now() where shop = $1", [shop]);
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toHaveLength(1);
    expect(await findingsIn(shop)).toEqual([]);
  });

  it("is created again after a reinstall", async () => {
    const shop = await deserted("DELETE");
    await restoreService(shop);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toHaveLength(1);
  });

  it.each(["DELETE", "KEEP"] as const)(
    "is created again by the button on Home, with stock only at the new location (the merchant chose %s)",
    async (inventory) => {
      const shop = await deserted(inventory);
      expect(await repairSetup(shop, "fulfillment-service")).toBeNull();
      expect(simulated(shop).services).toHaveLength(1);
      const [run] = await rowsOf<{ kind: string }>("link_run", shop);
      expect(run).toMatchObject({ kind: "restore" });
      await processLinkRun(shop);
      const { location } = simulated(shop).services[0]!;
      for (const item of simulated(shop).catalog.items.values())
        expect(item.levels.map((level) => level.location.id)).toEqual([location.id]);
      expect(await findingsIn(shop)).toEqual([]);
    },
  );

  it("is created again only once, next to the old location if the merchant kept that location", async () => {
    const shop = await deserted("KEEP");
    await Promise.all([recreateService(shop), recreateService(shop), ensureServiceIfDue(shop)]);
    expect(simulated(shop).services.map(({ name }) => name)).toEqual(["Stockbridge"]);
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  });

  it("is reported at once when the merchant checks the setup", async () => {
    const shop = await sellingShop();
    expect(await findingsIn(shop)).toEqual([]);
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    expect(await findingsIn(shop)).toMatchObject([{ message: { code: "setup.service-gone" } }]);
  });

  it("leaves only the pieces of waiting orders at the location that the merchant kept", async () => {
    const shop = await sellingShop();
    const { name } = shopify.merchant.placeOrder({ lines: [{ sku: "SKU-a-1", quantity: 2 }] }, shop);
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    await timePasses(shop, DAY);
    await ensureServiceIfDue(shop);
    const [kept] = simulated(shop).locations.filter((location) => location.name === "Stockbridge");
    await repairSetup(shop, "fulfillment-service");
    await processLinkRun(shop);
    const item = [...simulated(shop).catalog.items.values()].find(({ sku }) => sku === "SKU-a-1")!;
    const levels = item.levels.map(({ location, available, committed }) => [
      location === kept,
      available,
      committed,
    ]);
    expect(levels.toSorted()).toEqual([
      [false, 5, 0],
      [true, 0, 2],
    ]);
    expect(shopify.merchant.order(name, shop).fulfillmentOrders).toHaveLength(1);
  });

  it("stays reported on Home if the app has no permission to create it again", async () => {
    const shop = await deserted();
    await issueToken(shop, { scopes: shopify.app.scopes.filter((scope) => scope !== "write_fulfillments") });
    await expect(repairSetup(shop, "fulfillment-service")).rejects.toMatchObject({ code: "rejected" });
    await ensureServiceIfDue(shop);
    expect(await findingsIn(shop)).toMatchObject([
      { message: { code: "setup.service-gone" }, action: { kind: "repair" } },
    ]);
    await issueToken(shop);
    expect(await repairSetup(shop, "fulfillment-service")).toBeNull();
    expect(await findingsIn(shop)).toEqual([]);
  });

  it("is created by the next work that needs it if Shopify fails at the merchant's request", async () => {
    const shop = await deserted();
    shopify.setFault("fulfillmentServiceCreate", "502", 1);
    await expect(repairSetup(shop, "fulfillment-service")).rejects.toMatchObject({ side: "shop" });
    await ensureService(shop);
    expect(simulated(shop).services).toHaveLength(1);
  });
});

describe("removeService", () => {
  it("removes the service, its location and its stock, and reports nothing", async () => {
    const shop = await sellingShop();
    expect(await removeService(shop)).toBeNull();
    expect(simulated(shop).services).toEqual([]);
    expect(simulated(shop).locations).toHaveLength(1);
    expect(Object.keys(stockIn(shop))).not.toContain("Stockbridge");
    expect(await ensureService(shop)).toEqual(GONE);
    expect(await toldIn(shop)).toBe(0);
    expect(await removeService(shop)).toBeNull();
  });

  it("succeeds for a service that is gone already", async () => {
    const shop = await sellingShop();
    shopify.merchant.deleteService("Stockbridge", "DELETE", shop);
    expect(await removeService(shop)).toBeNull();
  });

  it("changes nothing if Shopify does not answer", async () => {
    const shop = await sellingShop();
    shopify.setFault("fulfillmentServiceDelete", "502", 1);
    await expect(removeService(shop)).rejects.toMatchObject({ side: "shop" });
    expect(simulated(shop).services).toHaveLength(1);
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  });
});
