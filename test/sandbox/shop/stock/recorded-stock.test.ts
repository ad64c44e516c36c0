import { describe, expect, it } from "vitest";
import { startShopWithService } from "../orders/testing.ts";
import type { Json } from "../testing.ts";

/**
 * Recorded requests of airhorns/shopify-draft-proxy, run against the sandbox. Paths are below
 * `fixtures/conformance/harry-test-heelo.myshopify.com/`.
 */

// 2026-04/products/inventory-inactive-level-lifecycle-2026-04.json
it("inventoryDeactivate keeps quantities, and a new activation without a quantity restores them", async () => {
  const { run, shop, service, item } = await startShopWithService();
  const [state] = shop.shops;
  const own = `gid://shopify/Location/${String(state!.locations[0]!.id)}`;
  const activate = `mutation ($item: ID!, $location: ID!, $key: String!, $available: Int) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available) @idempotent(key: $key) {
      inventoryLevel { id isActive quantities(names: ["available", "on_hand"]) { name quantity } }
      userErrors { message }
    }
  }`;
  await run(activate, { item, location: own, key: "activate", available: 7 });
  const read = async (): Promise<Json> =>
    (
      await run(
        `query ($item: ID!, $location: ID!) {
          inventoryItem(id: $item) {
            variant { inventoryQuantity }
            inventoryLevel(locationId: $location, includeInactive: true) {
              id isActive quantities(names: ["available", "on_hand"]) { name quantity }
            }
            inventoryLevels(first: 5) { nodes { location { id } } }
          }
        }`,
        { item, location: own },
      )
    ).inventoryItem;
  const seven = [
    { name: "available", quantity: 7 },
    { name: "on_hand", quantity: 7 },
  ];

  const { inventoryDeactivate } = await run(
    `mutation ($id: ID!) { inventoryDeactivate(inventoryLevelId: $id) @idempotent(key: "deactivate") { userErrors { message } } }`,
    { id: (await read()).inventoryLevel.id },
  );
  expect(inventoryDeactivate).toEqual({ userErrors: [] });
  expect(await read()).toMatchObject({
    variant: { inventoryQuantity: 10 },
    inventoryLevel: { isActive: false, quantities: seven },
    inventoryLevels: { nodes: [{ location: { id: service.location.id } }] },
  });

  const { inventoryActivate } = await run(activate, { item, location: own, key: "again" });
  expect(inventoryActivate).toMatchObject({
    inventoryLevel: { isActive: true, quantities: seven },
    userErrors: [],
  });
  expect(await read()).toMatchObject({ variant: { inventoryQuantity: 17 } });
});

// 2026-04/store-properties/location-add-edit-uniqueness-and-required-fields.json
describe("locationEdit", () => {
  const EDIT = `mutation ($id: ID!, $input: LocationEditInput!) {
    locationEdit(id: $id, input: $input) { location { id } userErrors { field message code } }
  }`;
  const long = "A".repeat(256);

  it.each([
    [{ name: "Shop location" }, ["name"], "You already have a location with this name", "TAKEN"],
    [{ name: "N".repeat(101) }, ["name"], "Use a shorter location name (up to 100 characters)", "TOO_LONG"],
    [
      { address: { city: long } },
      ["address", "city"],
      "Use a shorter city name (up to 255 characters)",
      "TOO_LONG",
    ],
    [
      { address: { zip: long } },
      ["address", "zip"],
      "Use a shorter postal / ZIP code (up to 255 characters)",
      "TOO_LONG",
    ],
  ])("refuses %j", async (input, field, message, code) => {
    const { run, service } = await startShopWithService();
    const { locationEdit } = await run(EDIT, { id: service.location.id, input });

    expect(locationEdit).toEqual({
      location: null,
      userErrors: [{ field: ["input", ...field], message, code }],
    });
  });
});
