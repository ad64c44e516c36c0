import { describe, expect, it } from "vitest";

import { ensureService, ensureServiceIfDue } from "../../../app/catalog/location/ensure-service.server.ts";
import { ensureServiceJob, mirrorCatalogJob } from "../../../app/catalog/jobs.ts";
import { startCatalog } from "../../../app/catalog/start-catalog.server.ts";
import { connectedJob } from "../../../app/connection/jobs.ts";
import { callbackUrl, createService } from "../../../app/shop/fulfillment-service.server.ts";
import { deleteSessions } from "../../../app/shop/auth/installation.server.ts";
import { query } from "../../support/database.ts";
import { installedShop, issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { after, now, rowsOf } from "../testing.ts";

openQueue([connectedJob, mirrorCatalogJob, ensureServiceJob]);

describe("the fulfilment service", () => {
  it("is made when the shop is connected, with a location of its name, and is asked for neither stock nor tracking", async () => {
    const shop = await installedShop();
    await startCatalog(shop, now);
    await ensureServiceIfDue(shop, now);
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
        next_at: null,
      },
    ]);
  });

  it("is made once, however many ask for it at once", async () => {
    const shop = await installedShop();
    const ensured = await Promise.all([1, 2, 3, 4].map(() => ensureService(shop)));
    expect(new Set(ensured.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(simulated(shop).services).toHaveLength(1);
  });

  it("of an earlier installation is taken up again", async () => {
    const shop = await installedShop();
    const before = await createService(shop, "Stockbridge");
    if (before.kind !== "created") throw new Error(before.said);
    await createService(shop, "Somebody else's");
    expect(await ensureService(shop)).toEqual({
      kind: "ready",
      serviceId: before.service.id,
      locationId: before.service.locationId,
    });
    expect(simulated(shop).services.map((service) => service.callbackUrl)).toEqual([callbackUrl, null]);
  });

  it("is called at our address, also after that has changed, and is not asked about it again", async () => {
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

  it("is there also where Shopify does not take our address", async () => {
    const shop = await installedShop();
    const { url } = shopify.app;
    shopify.app.url = "https://elsewhere.example.com";
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
    shopify.app.url = url;
    expect(simulated(shop).services).toMatchObject([{ callbackUrl: null }]);
  });

  it("that the merchant renamed is still ours when the shop is connected again", async () => {
    const shop = await installedShop();
    const ensured = await ensureService(shop);
    simulated(shop).services[0]!.name = "Nordwind";
    await startCatalog(shop, now);
    expect(await ensureService(shop)).toEqual(ensured);
  });

  it("that is gone is made anew when the shop is connected again", async () => {
    const shop = await installedShop();
    await ensureService(shop);
    simulated(shop).services = [];
    await startCatalog(shop, now);
    await ensureServiceIfDue(shop, now);
    expect(simulated(shop).services).toHaveLength(1);
  });

  it("that cannot be made says why, and is made by the next who needs it", async () => {
    const shop = await installedShop({ scopes: [] });
    await startCatalog(shop, now);
    await ensureServiceIfDue(shop, now);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([
      { state: "failed", said: expect.stringContaining("accept its permissions") as string, next_at: null },
    ]);
    await issueToken(shop);
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  });

  it("of a shop that is gone is given up, and not before it is due tried at all", async () => {
    const shop = await installedShop();
    await startCatalog(shop, after(60));
    await ensureServiceIfDue(shop, now);
    expect(simulated(shop).services).toEqual([]);
    shopify.uninstall(shop);
    await deleteSessions(shop);
    await ensureServiceIfDue(shop, after(60));
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "failed", next_at: null }]);
  });
});
