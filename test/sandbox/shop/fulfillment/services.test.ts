import { describe, expect, it, onTestFinished } from "vitest";
import { type Json, startAdmin } from "../testing.ts";

const APP_URL = "https://app.example";

async function start() {
  const admin = await startAdmin([
    "write_fulfillments",
    "write_inventory",
    "read_locations",
    "write_products",
  ]);
  admin.shop.app.url = APP_URL;
  onTestFinished(() => admin.shop.close());
  const create = async (variables: Json): Promise<Json> =>
    (await admin.run(CREATE, variables)).fulfillmentServiceCreate;
  const update = async (variables: Json): Promise<Json> =>
    (await admin.run(UPDATE, variables)).fulfillmentServiceUpdate;
  const remove = async (variables: Json): Promise<Json> =>
    (await admin.run(DELETE, variables)).fulfillmentServiceDelete;
  return { ...admin, create, update, remove };
}

const FIELDS = `
  fulfillmentService {
    id handle serviceName callbackUrl trackingSupport inventoryManagement requiresShippingMethod type
    location { id name isFulfillmentService fulfillsOnlineOrders shipsInventory }
  }
  userErrors { field message }
`;
const CREATE = `mutation ($name: String!, $callbackUrl: URL) {
  fulfillmentServiceCreate(name: $name, callbackUrl: $callbackUrl, inventoryManagement: true) { ${FIELDS} }
}`;
const UPDATE = `mutation ($id: ID!, $name: String, $callbackUrl: URL) {
  fulfillmentServiceUpdate(id: $id, name: $name, callbackUrl: $callbackUrl) { ${FIELDS} }
}`;
const DELETE = `mutation ($id: ID!, $action: FulfillmentServiceDeleteInventoryAction, $destination: ID) {
  fulfillmentServiceDelete(id: $id, inventoryAction: $action, destinationLocationId: $destination) {
    deletedId
    userErrors { field message }
  }
}`;

describe("a simulated fulfillment service", () => {
  it("is created with a location of its name", async () => {
    const { create, run } = await start();
    const { fulfillmentService, userErrors } = await create({
      name: "Café__3PL!",
      callbackUrl: `${APP_URL}/fulfillment`,
    });

    expect(userErrors).toEqual([]);
    expect(fulfillmentService).toEqual({
      id: expect.stringMatching(/^gid:\/\/shopify\/FulfillmentService\/\d+\?id=true$/),
      handle: "cafe__3pl",
      serviceName: "Café__3PL!",
      callbackUrl: `${APP_URL}/fulfillment`,
      trackingSupport: false,
      inventoryManagement: true,
      requiresShippingMethod: true,
      type: "THIRD_PARTY",
      location: {
        id: expect.any(String),
        name: "Café__3PL!",
        isFulfillmentService: true,
        fulfillsOnlineOrders: true,
        shipsInventory: false,
      },
    });
    const { shop, fulfillmentService: again } = await run(
      `query ($id: ID!) {
        shop { fulfillmentServices { handle } }
        fulfillmentService(id: $id) { handle location { id } }
      }`,
      { id: fulfillmentService.id },
    );
    expect(shop.fulfillmentServices).toEqual([{ handle: "manual" }, { handle: "cafe__3pl" }]);
    expect(again).toEqual({ handle: "cafe__3pl", location: { id: fulfillmentService.location.id } });
  });

  it("has a location that queries list only with includeLegacy", async () => {
    const { create, run } = await start();
    await create({ name: "Stockbridge" });
    const { own, all } = await run(`{
      own: locations(first: 5) { nodes { name } }
      all: locations(first: 5, includeLegacy: true) { nodes { name fulfillmentService { handle } } }
    }`);

    expect(own.nodes).toEqual([{ name: "Shop location" }]);
    expect(all.nodes).toEqual([
      { name: "Shop location", fulfillmentService: null },
      { name: "Stockbridge", fulfillmentService: { handle: "stockbridge" } },
    ]);
  });

  it("is renamed with its location, and keeps its handle", async () => {
    const { create, update } = await start();
    const { fulfillmentService } = await create({ name: "Stockbridge" });
    const renamed = await update({
      id: fulfillmentService.id,
      name: "Bridge",
      callbackUrl: `${APP_URL}/new`,
    });

    expect(renamed).toMatchObject({
      fulfillmentService: {
        handle: "stockbridge",
        serviceName: "Bridge",
        callbackUrl: `${APP_URL}/new`,
        location: { name: "Bridge" },
      },
      userErrors: [],
    });
  });

  const NAMES: [string, Json, Json[]][] = [
    ["no name", { name: "" }, [{ field: ["name"], message: "Name can't be blank" }]],
    [
      "a name that exists already",
      { name: "STOCKBRIDGE" },
      [{ field: ["name"], message: "Name has already been taken" }],
    ],
    ["a name with the same handle", { name: "Stockbridge!" }, [{ message: "Name has already been taken" }]],
    ["a reserved name", { name: "Manual" }, [{ field: ["name"], message: "Name is reserved" }]],
    [
      "blanks around a name",
      { name: " Bridge " },
      [
        { field: ["name"], message: "Name cannot begin with a whitespace character" },
        { field: ["name"], message: "Name cannot end with a whitespace character" },
      ],
    ],
    [
      "another host's address",
      { name: "Bridge", callbackUrl: "https://example.com/x" },
      [{ field: ["callbackUrl"], message: "Callback url is not allowed" }],
    ],
    [
      "another protocol",
      { name: "Bridge", callbackUrl: "ftp://app.example/x" },
      [{ field: ["callbackUrl"], message: "Callback url protocol ftp:// is not supported" }],
    ],
  ];

  it.each(NAMES)("is not created with %s", async (_case, variables, errors) => {
    const { create } = await start();
    await create({ name: "Stockbridge" });

    expect(await create(variables)).toMatchObject({ fulfillmentService: null, userErrors: errors });
  });

  it.each(NAMES)("cannot be changed to %s", async (_case, variables, errors) => {
    const { create, update } = await start();
    await create({ name: "Stockbridge" });
    const { fulfillmentService } = await create({ name: "Second" });

    expect(await update({ id: fulfillmentService.id, ...variables })).toMatchObject({
      fulfillmentService: null,
      userErrors: errors,
    });
  });

  it("cannot be changed or deleted if it is unknown", async () => {
    const { update, remove, run } = await start();
    const id = "gid://shopify/FulfillmentService/999";
    const error = { field: ["id"], message: "Fulfillment service could not be found." };

    expect((await update({ id, name: "x" })).userErrors).toEqual([error]);
    expect(await remove({ id })).toEqual({ deletedId: null, userErrors: [error] });
    expect((await run(`{ fulfillmentService(id: "${id}") { id } }`)).fulfillmentService).toBeNull();
  });
});

describe("the stock at a simulated fulfillment service's location", () => {
  async function stocked() {
    const shop = await start();
    const { fulfillmentService: service } = await shop.create({ name: "Stockbridge" });
    const { productSet } = await shop.run(
      `mutation ($input: ProductSetInput!) {
        productSet(input: $input) {
          product { variants(first: 1) { nodes { inventoryItem { id } } } }
          userErrors { message }
        }
      }`,
      {
        input: {
          title: "Mug",
          productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
          variants: [
            {
              optionValues: [{ optionName: "Title", name: "Default Title" }],
              sku: "MUG",
              inventoryQuantities: [{ locationId: service.location.id, name: "available", quantity: 4 }],
            },
          ],
        },
      },
    );
    const item = productSet.product.variants.nodes[0].inventoryItem.id;
    const levels = async (): Promise<Json[]> => {
      const { inventoryItem } = await shop.run(
        `query ($item: ID!) {
          inventoryItem(id: $item) {
            inventoryLevels(first: 5) {
              nodes { location { name isFulfillmentService } quantities(names: ["available"]) { quantity } }
            }
          }
        }`,
        { item },
      );
      return inventoryItem.inventoryLevels.nodes;
    };
    const { location } = await shop.run("{ location { id } }");
    return { ...shop, service, levels, destination: location.id as string };
  }

  it("stays if the service is deleted with KEEP, and the location becomes the merchant's", async () => {
    const { remove, service, levels, run } = await stocked();
    const { deletedId, userErrors } = await remove({ id: service.id, action: "KEEP" });

    expect(userErrors).toEqual([]);
    expect(deletedId).toBe(service.id.replace("?id=true", ""));
    expect(await levels()).toEqual([
      { location: { name: "Stockbridge", isFulfillmentService: false }, quantities: [{ quantity: 4 }] },
    ]);
    expect((await run("{ shop { fulfillmentServices { handle } } }")).shop.fulfillmentServices).toEqual([
      { handle: "manual" },
    ]);
  });

  it("moves to another location if the service is deleted with TRANSFER", async () => {
    const { remove, service, levels, destination } = await stocked();
    await remove({ id: service.id, action: "TRANSFER", destination });

    expect(await levels()).toEqual([
      { location: { name: "Shop location", isFulfillmentService: false }, quantities: [{ quantity: 4 }] },
    ]);
  });

  it("is removed with the location if the service is deleted with DELETE", async () => {
    const { remove, service, levels, run } = await stocked();
    await remove({ id: service.id, action: "DELETE" });

    expect(await levels()).toEqual([]);
    const { location } = await run("query ($id: ID!) { location(id: $id) { id } }", {
      id: service.location.id,
    });
    expect(location).toBeNull();
  });

  it("cannot be moved to an unknown location when the service is deleted, and KEEP with a destination is refused", async () => {
    const { remove, service, destination } = await stocked();
    const unknown = "gid://shopify/Location/1";

    expect((await remove({ id: service.id, action: "TRANSFER", destination: unknown })).userErrors).toEqual([
      { field: null, message: "Invalid destination location." },
    ]);
    expect((await remove({ id: service.id, action: "KEEP", destination })).userErrors).toEqual([
      {
        field: ["inventoryAction"],
        message:
          "Inventory action Destination location id should not be present when deleting/keeping the inventory of the fulfillment service.",
      },
    ]);
  });

  it("cannot be set for an item without a SKU", async () => {
    const { run, service, shop } = await stocked();
    const { productSet } = await run(
      `mutation { productSet(input: { title: "Nameless" }) { product { variants(first: 1) { nodes { inventoryItem { id } } } } } }`,
    );
    const { inventoryActivate } = await run(
      `mutation ($item: ID!, $location: ID!) {
        inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: "1") { userErrors { field message } }
      }`,
      { item: productSet.product.variants.nodes[0].inventoryItem.id, location: service.location.id },
    );

    expect(inventoryActivate.userErrors).toEqual([
      {
        field: ["inventoryItemId"],
        message: "The product couldn't be stocked at Stockbridge because it has no SKU.",
      },
    ]);
    expect(shop.shops[0]!.services).toHaveLength(1);
  });
});
