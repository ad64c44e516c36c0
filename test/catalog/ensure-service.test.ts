import { describe, expect, it } from "vitest";

import { ensureService, ensureServiceIfDue } from "../../app/catalog/ensure-service.server.ts";
import { ensureServiceJob, mirrorCatalogJob } from "../../app/catalog/jobs.ts";
import { startCatalog } from "../../app/catalog/start-catalog.server.ts";
import { connectedJob } from "../../app/connection/connected-job.ts";
import { createService } from "../../app/shop/fulfillment-service.server.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { shopify } from "../support/world.ts";
import { after, now, rowsOf } from "./testing.ts";

openQueue([connectedJob, mirrorCatalogJob, ensureServiceJob]);

describe("the fulfilment service", () => {
  it("is made when the shop is connected, with a location of its name, and asks Shopify for no call-backs", async () => {
    const shop = await installedShop();
    await startCatalog(shop, now);
    await ensureServiceIfDue(shop, now);
    const [service, ...others] = simulated(shop).services;
    expect(others).toEqual([]);
    expect(service).toMatchObject({
      name: "Stockbridge",
      location: { name: "Stockbridge" },
      callbackUrl: null,
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
    expect(simulated(shop).services).toHaveLength(2);
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
      { state: "refused", said: expect.stringContaining("accept its permissions") as string, next_at: null },
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
    await ensureServiceIfDue(shop, after(60));
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "refused", next_at: null }]);
  });
});
