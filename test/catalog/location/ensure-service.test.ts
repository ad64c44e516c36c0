import { describe, expect, it } from "vitest";

import { ensureService, ensureServiceIfDue } from "../../../app/catalog/location/ensure-service.server.ts";
import { startCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { callbackUrl, createService } from "../../../app/shop/location/fulfillment-service.server.ts";
import { deleteSessions } from "../../../app/shop/installation.server.ts";
import { query } from "../../support/database.ts";
import { installedShop, issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { rowsOf } from "../testing.ts";

openQueue();

describe("the fulfillment service", () => {
  it("is created with its location when the shop connects, with inventory management and tracking support off", async () => {
    const shop = await installedShop();
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    const [service, ...others] = simulated(shop).services;
    expect(others).toEqual([]);
    expect(service).toMatchObject({
      name: "Stockbridge",
      location: { name: "Stockbridge" },
      callbackUrl: "http://127.0.0.1:1/fulfillment-service",
      inventoryManagement: false,
      trackingSupport: false,
    });
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([
      {
        state: "ready",
        service_id: expect.stringContaining(String(service!.id)) as string,
        location_id: expect.stringContaining(String(service!.location.id)) as string,
        due_at: expect.any(Date) as Date,
      },
    ]);
  });

  it("is created once even if four callers need it at the same moment", async () => {
    const shop = await installedShop();
    const ensured = await Promise.all([1, 2, 3, 4].map(() => ensureService(shop)));
    expect(new Set(ensured.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(simulated(shop).services).toHaveLength(1);
  });

  it("is reused if an earlier installation of the app has created it", async () => {
    const shop = await installedShop();
    const before = await createService(shop, "Stockbridge");
    if (before.kind !== "created") throw new Error(before.problem.code);
    await createService(shop, "Somebody else's");
    expect(await ensureService(shop)).toEqual({
      kind: "ready",
      serviceId: before.service.id,
      locationId: before.service.locationId,
    });
    expect(simulated(shop).services.map((service) => service.callbackUrl)).toEqual([callbackUrl, null]);
  });

  it("gets our callback address again only if that address has changed", async () => {
    const shop = await installedShop();
    const ensured = await ensureService(shop);
    const [service] = simulated(shop).services;
    service!.callbackUrl = "https://before.example.com/fulfillment-service";
    await ensureService(shop);
    expect(service!.callbackUrl).toBe("https://before.example.com/fulfillment-service");
    await query(databaseUrl, "update fulfillment_service set callback_url = $1 where shop = $2", [
      service!.callbackUrl,
      shop,
    ]);
    expect(await ensureService(shop)).toEqual(ensured);
    expect(service!.callbackUrl).toBe(callbackUrl);
  });

  it("is created even if Shopify rejects our callback address", async () => {
    const shop = await installedShop();
    const { url } = shopify.app;
    shopify.app.url = "https://elsewhere.example.com";
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
    shopify.app.url = url;
    expect(simulated(shop).services).toMatchObject([{ callbackUrl: null }]);
  });

  it("is recognized when the shop connects again, even if the merchant has renamed it", async () => {
    const shop = await installedShop();
    const ensured = await ensureService(shop);
    simulated(shop).services[0]!.name = "Nordwind";
    await startCatalog(shop);
    expect(await ensureService(shop)).toEqual(ensured);
  });

  it("is created again at the next connection after the merchant has deleted it", async () => {
    const shop = await installedShop();
    await ensureService(shop);
    simulated(shop).services = [];
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toHaveLength(1);
  });

  it("is shown with the reason while a permission is missing, and is created once we have it", async () => {
    const shop = await installedShop({ scopes: [] });
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([
      { state: "failed", problem: { code: "failure.shop.permission-missing" }, due_at: null },
    ]);
    await issueToken(shop);
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  });

  it("is created only once it is due, and not after an uninstall", async () => {
    const shop = await installedShop();
    await startCatalog(shop);
    await timePasses(shop, -60);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toEqual([]);
    shopify.uninstall(shop);
    await deleteSessions(shop);
    await timePasses(shop, 60);
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "failed", due_at: null }]);
  });

  it("is created once if three processes retry after a failure of Shopify", async () => {
    const shop = await installedShop();
    await startCatalog(shop);
    shopify.setFault("fulfillmentServices", "502", 1);
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "due", retry_count: 1 }]);
    await ensureServiceIfDue(shop);
    expect(simulated(shop).services).toEqual([]);
    await timePasses(shop, 12);
    await Promise.all([1, 2, 3].map(() => ensureServiceIfDue(shop)));
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "ready", retry_count: 0 }]);
    expect(simulated(shop).services).toHaveLength(1);
  });
});
