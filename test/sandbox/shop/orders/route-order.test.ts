import { describe, expect, it } from "vitest";
import { startShopWithService } from "./testing.ts";

/** A shop whose own location stocks "OURS" as well. */
async function start() {
  const shop = await startShopWithService();
  const [own, theirs] = shop.shop.shops[0]!.locations;
  const variant = [...shop.shop.shops[0]!.catalog.variants.values()].find(({ item }) => item.sku === "OURS")!;
  const { item } = variant;
  item.levels.push({ ...item.levels[0]!, location: own!, available: 3, committed: 0 });
  const places = (...lines: [sku: string, quantity: number][]) => {
    const { name } = shop.shop.merchant.placeOrder({
      lines: lines.map(([sku, quantity]) => ({ sku, quantity })),
    });
    const order = shop.shop.shops[0]!.orders.find((each) => each.name === name)!;
    return order.fulfillmentOrders.map(({ location }) => location.name);
  };
  return { ...shop, own: own!, theirs: theirs!, places, merchant: shop.shop.merchant };
}

describe("routing a simulated order", () => {
  it("chooses the first location by the merchant's priority that has the whole order", async () => {
    const { places, merchant } = await start();
    expect(places(["OURS", 1])).toEqual(["Shop location"]);
    merchant.setShipping("Stockbridge", { first: true });
    expect(places(["OURS", 1])).toEqual(["Stockbridge"]);
  });

  it("skips a location with too few pieces", async () => {
    const { places } = await start();
    expect(places(["OURS", 5])).toEqual(["Stockbridge"]);
  });

  it("prefers one location with lower priority to a split", async () => {
    const { places, merchant } = await start();
    merchant.setShipping("Stockbridge", { first: true });
    expect(places(["OURS", 1], ["THEIRS", 1])).toEqual(["Shop location"]);
  });

  it("skips locations without shipping rates", async () => {
    const { places, merchant } = await start();
    merchant.setShipping("Stockbridge", { first: true, rates: false });
    expect(places(["OURS", 1])).toEqual(["Shop location"]);
  });

  it("throws if no location with shipping rates stocks the order", async () => {
    const { places, merchant } = await start();
    merchant.setShipping("Shop location", { rates: false });
    merchant.setShipping("Stockbridge", { rates: false });
    expect(() => places(["OURS", 1])).toThrow("no location with shipping rates stocks it");
  });
});

describe("a new service's location", () => {
  it("has no shipping rates, and is listed as unassigned by the delivery profile", async () => {
    const { run } = await startShopWithService({
      scopes: ["read_shipping", "read_locations", "write_fulfillments"],
    });
    await run(`mutation { fulfillmentServiceCreate(name: "New") { userErrors { message } } }`);
    const { deliveryProfiles } = await run(PROFILES);
    expect(deliveryProfiles.nodes).toMatchObject([
      {
        default: true,
        unassignedLocations: [{ name: "New" }],
        profileLocationGroups: [
          { locationGroup: { locations: { nodes: [{ name: "Shop location" }, { name: "Stockbridge" }] } } },
        ],
      },
    ]);
  });

  it("hides its rates from an app that may not read shipping", async () => {
    const { ask } = await startShopWithService();
    expect((await ask(PROFILES)).errors).toMatchObject([{ extensions: { code: "ACCESS_DENIED" } }]);
  });

  it("accepts another address by locationEdit, only from the app that created the service", async () => {
    const { shop, run, service } = await startShopWithService();
    const edit = async (input: object, id = service.location.id as string) =>
      (await run(EDIT, { id, input })).locationEdit.userErrors as unknown[];
    const address = { countryCode: "PL", city: "Poznań", zip: "60-001", address1: "Polna 1" };
    expect(await edit({ address })).toEqual([]);
    expect(shop.shops[0]!.locations[1]!.address).toMatchObject(address);
    expect(await edit({ address: { countryCode: "US", zip: "x" } })).toMatchObject([
      { code: "INVALID_US_ZIPCODE" },
    ]);
    expect(await edit({ fulfillsOnlineOrders: false })).toMatchObject([
      { code: "CANNOT_MODIFY_ONLINE_ORDER_FULFILLMENT_FOR_FS_LOCATION" },
    ]);
    shop.shops[0]!.services[0]!.apiKey = "another app";
    expect(await edit({ address })).toMatchObject([{ code: "NOT_FOUND" }]);
  });
});

const PROFILES = `{
  deliveryProfiles(first: 5) {
    nodes {
      default
      unassignedLocations { name }
      profileLocationGroups { locationGroup { locations(first: 5) { nodes { name } } } }
    }
  }
}`;

const EDIT = `mutation ($id: ID!, $input: LocationEditInput!) {
  locationEdit(id: $id, input: $input) { userErrors { field message code } }
}`;
