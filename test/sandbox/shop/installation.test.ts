import { describe, expect, it, onTestFinished } from "vitest";
import { API_KEY, API_SECRET, installAdmin, type Json, SHOP, startTestShop } from "./testing.ts";

const SCOPES = ["write_fulfillments", "write_inventory", "read_locations", "write_products"];

async function start() {
  const app = { apiKey: API_KEY, apiSecret: API_SECRET, scopes: SCOPES, url: "http://127.0.0.1:1" };
  const shop = await startTestShop({ app, appToml: "shopify.app.toml", retryDelays: [] });
  onTestFinished(() => shop.close());
  return shop;
}

/** A shop in which the app has a service, and one product that is stocked there. */
async function used() {
  const shop = await start();
  const admin = await installAdmin(shop);
  const made = await admin.run(CREATE_SERVICE);
  const locationId = made.fulfillmentServiceCreate.fulfillmentService.location.id as string;
  const metafield = { namespace: "$app", key: "supplier_product_id", type: "id", value: "p-1" };
  await admin.run(SET_PRODUCT, {
    input: {
      title: "Mug",
      productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
      metafields: [metafield],
      variants: [
        {
          sku: "MUG",
          optionValues: [{ optionName: "Title", name: "Default Title" }],
          inventoryQuantities: [{ locationId, name: "available", quantity: 3 }],
        },
      ],
    },
  });
  return { shop, admin };
}

const CREATE_SERVICE = `mutation {
  fulfillmentServiceCreate(name: "Stockbridge") { fulfillmentService { location { id } } userErrors { message } }
}`;
const SET_PRODUCT = `mutation ($input: ProductSetInput!) {
  productSet(input: $input, synchronous: true) { product { id } userErrors { message } }
}`;
const STATE = `{
  metafieldDefinitions(first: 5, ownerType: PRODUCT) { nodes { id key } }
  locations(first: 5, includeLegacy: true) { nodes { name } }
  products(first: 5) { nodes { metafield(namespace: "$app", key: "supplier_product_id") { value } } }
}`;
const BY_CUSTOM_ID = `{
  productByIdentifier(identifier: { customId: { namespace: "$app", key: "supplier_product_id", value: "p-1" } }) {
    id
  }
}`;

describe("a simulated shop that installs the app", () => {
  it("gets the metafield definitions that the app declares", async () => {
    const shop = await start();
    expect(shop.shops[0]!.catalog.definitions).toEqual([]);
    const { run } = await installAdmin(shop);
    const { metafieldDefinitions } = await run(STATE);
    expect(metafieldDefinitions.nodes).toMatchObject([{ key: "supplier_product_id" }]);
  });
});

describe("a simulated shop that uninstalls the app", () => {
  it("loses its metafield definitions, and gets new ones at the next installation", async () => {
    const { shop, admin } = await used();
    const before = (await admin.run(STATE)).metafieldDefinitions.nodes as Json[];
    shop.uninstall();
    expect(shop.shops[0]!.catalog.definitions).toEqual([]);
    const after = (await (await installAdmin(shop)).run(STATE)).metafieldDefinitions.nodes as Json[];
    expect(after.map(({ key }) => key as string)).toEqual(before.map(({ key }) => key as string));
    expect(after[0]!.id).not.toBe(before[0]!.id);
  });

  it("loses the app's service, its location and the stock there", async () => {
    const { shop } = await used();
    shop.uninstall();
    expect(shop.shops[0]!.services).toEqual([]);
    expect([...shop.shops[0]!.catalog.items.values()].map(({ levels }) => levels)).toEqual([[]]);
    const { locations } = await (await installAdmin(shop)).run(STATE);
    expect(locations.nodes).toEqual([{ name: "Shop location" }]);
  });

  it.each([
    ["kept" as const, { value: "p-1" }],
    ["gone" as const, null],
  ])("shows the app's metafields %s at the next installation", async (metafields, left) => {
    const { shop } = await used();
    shop.uninstall(SHOP, metafields);
    const { run } = await installAdmin(shop);
    expect((await run(STATE)).products.nodes).toEqual([{ metafield: left }]);
    const { productByIdentifier } = await run(BY_CUSTOM_ID);
    expect(productByIdentifier === null).toBe(left === null);
  });
});

describe("metafieldsSet", () => {
  const SET = `mutation ($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { metafields { value } userErrors { field message code } }
  }`;

  it("writes values, keeps values of the type id unique, and accepts at most 25 per call", async () => {
    const { shop, admin } = await used();
    const { productVariants } = await admin.run("{ productVariants(first: 1) { nodes { id } } }");
    const ownerId = productVariants.nodes[0].id as string;
    const metafield = { ownerId, namespace: "$app", key: "supplier_variant_id", type: "id", value: "v-1" };
    expect((await admin.run(SET, { metafields: [metafield] })).metafieldsSet).toEqual({
      metafields: [{ value: "v-1" }],
      userErrors: [],
    });
    shop.merchant.createProduct({ title: "Own", variants: [{ sku: "OWN", available: 1 }] });
    const other = [...shop.shops[0]!.catalog.variants.values()].at(-1)!;
    const taken = { ...metafield, ownerId: `gid://shopify/ProductVariant/${String(other.id)}` };
    expect((await admin.run(SET, { metafields: [taken] })).metafieldsSet).toMatchObject({
      metafields: null,
      userErrors: [{ field: ["metafields", "0", "value"], code: "CAPABILITY_VIOLATION" }],
    });
    const many = Array.from({ length: 26 }, () => metafield);
    expect((await admin.run(SET, { metafields: many })).metafieldsSet.userErrors).toMatchObject([
      { code: "LESS_THAN_OR_EQUAL_TO" },
    ]);
  });
});
