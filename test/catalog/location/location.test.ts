/** Our location in the shop: where it is, whether anything can be bought from there, and whether orders come there. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";

import {
  ensureService,
  ensureServiceIfDue,
  recreateService,
} from "../../../app/catalog/location/ensure-service.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { startCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { checkSetup, repairSetup, sweepSetup } from "../../../app/installation/check-setup.server.ts";
import { findSetup, makeSetupDue } from "../../../app/installation/setup-store.server.ts";
import { storeOrder } from "../../orders/stored-order.ts";
import { createProfile, type ProfileInput } from "../../sandbox/shop/delivery/profiles.ts";
import { createService } from "../../sandbox/shop/fulfillment/services.ts";
import type { Occasion } from "../../sandbox/shop/occasion.ts";
import { primaryLocation } from "../../sandbox/shop/stock/stock.ts";
import { query } from "../../support/database.ts";
import { installedShop, issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { runJob } from "../../support/run-job.ts";
import { timePasses } from "../../support/time-passes.ts";
import { changeSettings, databaseUrl, shopify } from "../../support/world.ts";
import { productsIn, sellingShop, threeProducts } from "../selling-shop.ts";
import { startStandIn } from "../stand-in-supplier.ts";
import { mirroredShop } from "../testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue();

const DAY = 24 * 60 * 60;
const POZNAN = { countryCode: "PL", city: "Poznań", zip: "60-001", address1: "Polna 1" };
const OPTIONAL = ["read_shipping", "write_shipping", "read_merchant_managed_fulfillment_orders"];

beforeEach(async () => {
  supplier.pageSize = 100;
  supplier.products = threeProducts();
  await changeSettings({ WHOLESALE_WAREHOUSE: JSON.stringify(POZNAN) });
});

function ourLocation(shop: ShopDomain) {
  const found = simulated(shop).locations.find(({ service }) => service !== null);
  if (!found) throw new Error("The shop has no location of ours.");
  return found;
}

/** Returns the codes of the findings. */
async function findingsIn(shop: ShopDomain) {
  await checkSetup(shop);
  const { findings } = (await readInShop(shop, (tx) => findSetup(tx, shop)))!;
  return findings.filter(({ check }) =>
    ["warehouse", "location-address", "shipping-rates", "orders-elsewhere"].includes(check),
  );
}

async function codesIn(shop: ShopDomain): Promise<string[]> {
  return (await findingsIn(shop)).map(({ message }) => message.code);
}

async function allowed(shop: ShopDomain): Promise<ShopDomain> {
  await issueToken(shop, { scopes: [...shopify.app.scopes, ...OPTIONAL] });
  return shop;
}

/** Another installation of an app in the shop, and its service. */
function otherInstallation(shop: ShopDomain, name: string) {
  return createService(occasionIn(shop), { apiKey: "production", apiSecret: "", scopes: [] }, { name })
    .service!;
}

/** A shipping profile of another app. */
function addProfile(shop: ShopDomain, input: ProfileInput): void {
  expect(createProfile(occasionIn(shop), "other", input).userErrors).toEqual([]);
}

function occasionIn(shop: ShopDomain): Occasion {
  return { shop: simulated(shop), now: new Date(), tell: () => undefined, ping: () => undefined };
}

describe("the location's address", () => {
  it("is the operator's warehouse, unless the merchant changes it later", async () => {
    const shop = await installedShop();
    await ensureService(shop);
    expect(ourLocation(shop).address).toMatchObject(POZNAN);
    ourLocation(shop).address.city = "Warszawa";
    await ensureService(shop, { recheck: true });
    expect(ourLocation(shop).address.city).toBe("Warszawa");
  });

  it("stays the shop's address if the operator set no warehouse, and Home reports that", async () => {
    await changeSettings({ WHOLESALE_WAREHOUSE: undefined });
    const empty = await installedShop();
    await ensureService(empty);
    expect(await codesIn(empty)).toEqual([]);
    const shop = await allowed(await sellingShop());
    expect(ourLocation(shop).address.countryCode).toBe("DE");
    expect(await codesIn(shop)).toEqual(["setup.warehouse-unknown"]);
  });

  it("follows the operator's new setting within a day, and a new location gets that address as well", async () => {
    await changeSettings({ WHOLESALE_WAREHOUSE: undefined });
    const shop = await installedShop();
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(ourLocation(shop).address.countryCode).toBe("DE");
    await changeSettings({ WHOLESALE_WAREHOUSE: JSON.stringify(POZNAN) });
    await timePasses(shop, DAY);
    await ensureServiceIfDue(shop);
    expect(ourLocation(shop).address.countryCode).toBe("PL");
    shopify.uninstall(shop);
    await issueToken(shop);
    await startCatalog(shop);
    await ensureServiceIfDue(shop);
    expect(ourLocation(shop).address.countryCode).toBe("PL");
  });

  it("is reported if Shopify rejects it, and is sent again at the merchant's request", async () => {
    await changeSettings({ WHOLESALE_WAREHOUSE: JSON.stringify({ countryCode: "US", zip: "?" }) });
    const shop = await installedShop();
    await ensureService(shop);
    expect(await findingsIn(shop)).toMatchObject([
      { message: { code: "setup.location-address" }, action: { kind: "repair" } },
    ]);
    await changeSettings({ WHOLESALE_WAREHOUSE: JSON.stringify(POZNAN) });
    expect(await repairSetup(shop, "location-address")).toBeNull();
    expect(await findingsIn(shop)).toEqual([]);
  });

  it("is sent a day later if Shopify fails, while the service is created at once", async () => {
    const shop = await installedShop();
    shopify.setFault("locationEdit", "502", 1);
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
    await timePasses(shop, DAY);
    await ensureServiceIfDue(shop);
    expect(ourLocation(shop).address.countryCode).toBe("PL");
  });
});

describe("a second installation of the app in the shop", () => {
  it("keeps its fulfillment service, and ours is created under another name", async () => {
    const shop = await installedShop();
    const theirs = otherInstallation(shop, "Stockbridge");
    const ensured = await ensureService(shop);
    const [, ours] = simulated(shop).services;
    expect(ensured).toMatchObject({
      kind: "ready",
      serviceId: expect.stringContaining(String(ours!.id)) as string,
    });
    expect(ours).toMatchObject({ name: "Stockbridge 2" });
    expect(theirs).toMatchObject({ name: "Stockbridge", callbackUrl: null });
  });

  it("has a service that we do not take for ours, even if our database has lost our service's id", async () => {
    const shop = await installedShop();
    otherInstallation(shop, "Stockbridge");
    const before = await ensureService(shop);
    simulated(shop).services[1]!.callbackUrl = "https://former-tunnel.example.com/fulfillment-service";

    await query(databaseUrl, "delete from fulfillment_service where shop = $1", [shop]);
    expect(await ensureService(shop)).toEqual(before);
    expect(simulated(shop).services).toHaveLength(2);
  });
});

/** The sweep of set-ups, after what was announced of the shop's selling has been handled. */
async function sweepAnnounced(shop: ShopDomain): Promise<void> {
  const announced = await query<{ data: object }>(
    databaseUrl,
    "delete from pgboss.job where name = $1 and data->>'shop' = $2 returning data",
    [jobs["catalog.selling"].name, shop],
  );
  for (const { data } of announced) await runJob("catalog.selling", data);
  await sweepSetup();
}

describe("the sweep of setup checks", () => {
  const found = async (shop: ShopDomain) =>
    (await readInShop(shop, (tx) => findSetup(tx, shop)))?.findings.map(({ message }) => message.code);

  it("reports missing shipping rates as soon as the shop has products to sell", async () => {
    const shop = await allowed(await mirroredShop());
    await sweepAnnounced(shop);
    expect(await found(shop)).toEqual([]);
    await requestImport(shop, ["a", "b"]);
    await importProducts(shop);
    shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
    await sweepAnnounced(shop);
    expect(await found(shop)).toEqual(["setup.shipping-rates"]);
  });

  it("reports missing shipping rates of a location that was created again", async () => {
    const shop = await allowed(await sellingShop());
    await sweepAnnounced(shop);
    shopify.merchant.deleteService("Stockbridge", "DELETE", shop);
    await recreateService(shop);
    shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
    await sweepAnnounced(shop);
    expect(await found(shop)).toEqual(["setup.shipping-rates"]);
  });

  it("checks a due shop even if a page has checked that shop in the meantime", async () => {
    const shop = await installedShop();
    await checkSetup(shop);
    await makeSetupDue(shop);
    await checkSetup(shop);
    simulated(shop).catalog.definitions = [];
    await sweepSetup();
    expect(await found(shop)).toEqual(["setup.definitions-missing"]);
  });
});

describe("the check of shipping rates", () => {
  it("requests the permission to read shipping rates once the shop has products to sell", async () => {
    expect(await codesIn(await installedShop())).toEqual([]);
    const shop = await sellingShop();
    await issueToken(shop, { scopes: shopify.app.scopes.filter((scope) => !OPTIONAL.includes(scope)) });
    expect(await findingsIn(shop)).toMatchObject([
      {
        message: { code: "setup.shipping-rates.permission" },
        action: { kind: "permission", scope: "read_shipping" },
      },
      { message: { code: "setup.orders-elsewhere.permission" } },
    ]);
  });

  it("reports a location without rates, because customers cannot buy its products", async () => {
    const shop = await allowed(await sellingShop());
    expect(await codesIn(shop)).toEqual([]);
    shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
    expect(() => shopify.merchant.placeOrder({ lines: [{ sku: "SKU-a-1", quantity: 1 }] }, shop)).toThrow();
    expect(await findingsIn(shop)).toMatchObject([
      { message: { code: "setup.shipping-rates" }, action: { url: "/app/rates" } },
    ]);
  });

  it("finds rates in the last of many shipping profiles", async () => {
    const shop = await allowed(await sellingShop());
    shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
    for (const number of [1, 2, 3, 4, 5, 6]) addProfile(shop, { name: `Other ${String(number)}` });
    expect(await codesIn(shop)).toEqual(["setup.shipping-rates"]);
    const locations = [`gid://shopify/Location/${String(ourLocation(shop).id)}`];
    const methodDefinitionsToCreate = [
      { name: "Parcel", rateDefinition: { price: { amount: "5.00", currencyCode: "EUR" } } },
    ];
    const zonesToCreate = [{ name: "World", countries: [{ restOfWorld: true }], methodDefinitionsToCreate }];
    addProfile(shop, { name: "Garden", locationGroupsToCreate: [{ locations, zonesToCreate }] });
    expect(await codesIn(shop)).toEqual([]);
  });
});

describe("the check for orders at other locations", () => {
  /** The merchant's own location stocks one of the supplier's products as well, and has priority. */
  async function withOwnStock(): Promise<ShopDomain> {
    const shop = await allowed(await sellingShop());
    const { item } = productsIn(shop)[0]!.variants[0]!;
    const own = primaryLocation(simulated(shop));
    item.levels.push({ ...item.levels[0]!, location: own, available: 20 });
    return shop;
  }

  const order = (shop: ShopDomain, paid = true) =>
    shopify.merchant.placeOrder({ lines: [{ sku: "SKU-a-1", quantity: 1 }], paid }, shop);

  it("names orders that stayed at our old location, except those that the supplier has", async () => {
    const shop = await allowed(await sellingShop());
    order(shop);
    const bought = order(shop);
    await query(databaseUrl, "update supplier_order set fulfillment_order_id = $1 where id = $2", [
      bought.fulfillmentOrders[0]?.id,
      await storeOrder(shop, { state: "placed" }),
    ]);
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    expect(await findingsIn(shop)).toEqual([]);
    expect(await recreateService(shop)).toBeNull();
    expect(
      (await findingsIn(shop))
        .filter(({ check }) => check === "orders-elsewhere")
        .map(({ message }) => message),
    ).toEqual([{ code: "setup.orders-elsewhere.former", order: "#1001", location: "Stockbridge" }]);
  });

  it("names and links each paid order with the supplier's products at the merchant's own location", async () => {
    const shop = await withOwnStock();
    const { id } = order(shop);
    expect(await findingsIn(shop)).toEqual([
      {
        check: "orders-elsewhere",
        message: { code: "setup.orders-elsewhere", order: "#1001", location: "Shop location" },
        action: {
          kind: "link",
          label: { code: "setup.orders-elsewhere.action", order: "#1001" },
          url: `shopify:admin/orders/${id.split("/").at(-1)!}`,
        },
      },
    ]);
  });

  it("leaves out unpaid orders, orders at our location, and orders without the supplier's products", async () => {
    const shop = await withOwnStock();
    order(shop, false);
    shopify.merchant.placeOrder({ lines: [{ sku: "SKU-b-1", quantity: 1 }] }, shop);
    shopify.merchant.createProduct({ title: "Own mug", variants: [{ sku: "OWN-1", available: 4 }] }, shop);
    shopify.merchant.placeOrder({ lines: [{ sku: "OWN-1", quantity: 1 }] }, shop);
    expect(await codesIn(shop)).toEqual([]);
  });

  it("names ten orders, and counts the others", async () => {
    const shop = await withOwnStock();
    for (let count = 0; count < 12; count++) order(shop);
    const findings = await findingsIn(shop);
    expect(findings).toHaveLength(11);
    expect(findings.at(-1)?.message).toEqual({ code: "setup.orders-elsewhere.more", count: 2 });
  });

  it("no longer names an order once the merchant has fulfilled it", async () => {
    const shop = await withOwnStock();
    const { name } = order(shop);
    expect(await codesIn(shop)).toEqual(["setup.orders-elsewhere"]);
    shopify.merchant.fulfill(name, {}, shop);
    expect(await codesIn(shop)).toEqual([]);
  });
});
