import { describe, expect, it, onTestFinished } from "vitest";
import { installAdmin, type Json, startAdmin } from "../testing.ts";

async function start() {
  const admin = await startAdmin(["write_products", "write_inventory", "read_locations"]);
  onTestFinished(() => admin.shop.close());
  const { productSet, location } = {
    ...(await admin.run(`mutation { productSet(input: { title: "Mug" }) {
      product { variants(first: 1) { nodes { inventoryItem { id } } } }
    } }`)),
    ...(await admin.run("{ location { id } }")),
  };
  const item: string = productSet.product.variants.nodes[0].inventoryItem.id;

  const setQuantity = async (line: Json = {}, key = "k1", input: Json = {}): Promise<Json> => {
    const quantities = [
      { inventoryItemId: item, locationId: location.id, quantity: 5, changeFromQuantity: null, ...line },
    ];
    const answer = await admin.ask(SET, {
      input: { name: "available", reason: "correction", quantities, ...input },
      key,
    });
    return answer.data?.inventorySetQuantities ?? answer;
  };
  const stock = async (): Promise<Json[]> => {
    const { inventoryItem } = await admin.run(
      `query ($id: ID!) {
        inventoryItem(id: $id) {
          inventoryLevels(first: 5) { nodes { location { name } quantities(names: ["available", "on_hand"]) { name quantity } } }
        }
      }`,
      { id: item },
    );
    return inventoryItem.inventoryLevels.nodes;
  };
  return { ...admin, item, location: location.id as string, setQuantity, stock };
}

const SET = `
  mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup { id reason changes { name delta location { name } item { id } } }
      userErrors { field message code }
    }
  }
`;

const ACTIVATE = `
  mutation ($item: ID!, $location: ID!, $available: Int, $onHand: Int, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available, onHand: $onHand)
      @idempotent(key: $key) {
      inventoryLevel { id isActive quantities(names: ["available"]) { quantity } }
      userErrors { field message }
    }
  }
`;

describe("inventorySetQuantities", () => {
  it("sets the available quantity, and with it the quantity on hand", async () => {
    const { setQuantity, stock, item } = await start();
    const { inventoryAdjustmentGroup, userErrors } = await setQuantity({ changeFromQuantity: 0 });

    expect(userErrors).toEqual([]);
    expect(inventoryAdjustmentGroup.changes).toEqual([
      { name: "available", delta: 5, location: { name: "Shop location" }, item: { id: item } },
      { name: "on_hand", delta: 5, location: { name: "Shop location" }, item: { id: item } },
    ]);
    expect(await stock()).toEqual([
      {
        location: { name: "Shop location" },
        quantities: [
          { name: "available", quantity: 5 },
          { name: "on_hand", quantity: 5 },
        ],
      },
    ]);
  });

  it("repeats the first reply for a repeated request with its idempotency key, and changes nothing", async () => {
    const { setQuantity, stock } = await start();
    const first = await setQuantity({ changeFromQuantity: 0 });
    await setQuantity({ quantity: 3 }, "k2");

    expect(await setQuantity({ changeFromQuantity: 0 })).toEqual(first);
    expect((await stock())[0]!.quantities[0].quantity).toBe(3);
  });

  it("rejects another request with a used idempotency key", async () => {
    const { setQuantity, stock } = await start();
    await setQuantity();

    expect((await setQuantity({ quantity: 6 })).userErrors).toEqual([
      {
        field: null,
        message: "The same idempotency key cannot be used with different operation parameters.",
        code: "IDEMPOTENCY_KEY_PARAMETER_MISMATCH",
      },
    ]);
    expect((await stock())[0]!.quantities[0].quantity).toBe(5);
  });

  it("requires a new idempotency key after a rejection", async () => {
    const { setQuantity } = await start();
    await setQuantity({ changeFromQuantity: 9 });

    expect((await setQuantity({ changeFromQuantity: 9 })).userErrors).toMatchObject([
      { code: "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED" },
    ]);
    expect((await setQuantity({ changeFromQuantity: 0 }, "k2")).userErrors).toEqual([]);
  });

  it("returns no group if nothing changes", async () => {
    const { setQuantity } = await start();

    expect(await setQuantity({ quantity: 0 })).toEqual({ inventoryAdjustmentGroup: null, userErrors: [] });
  });

  it("requires the argument changeFromQuantity, which may be null", async () => {
    const { setQuantity } = await start();

    expect((await setQuantity({ changeFromQuantity: undefined })).errors).toMatchObject([
      {
        message: "InventoryQuantityInput must include the following argument: changeFromQuantity.",
        extensions: { code: "INVALID_FIELD_ARGUMENTS" },
      },
    ]);
  });

  it("accepts at most 250 lines", async () => {
    const { setQuantity, item, location } = await start();
    const line = { inventoryItemId: item, locationId: location, quantity: 1, changeFromQuantity: null };

    expect((await setQuantity({}, "k", { quantities: Array(251).fill(line) })).errors).toMatchObject([
      {
        message: "The input array size of 251 is greater than the maximum allowed of 250.",
        path: ["inventorySetQuantities", "input", "quantities"],
      },
    ]);
  });

  const REFUSALS: [string, Json, Json, Json][] = [
    [
      "a stale comparison",
      { changeFromQuantity: 4 },
      {},
      {
        field: ["input", "quantities", "0", "changeFromQuantity"],
        message: "The changeFromQuantity value does not match persisted value.",
        code: "CHANGE_FROM_QUANTITY_STALE",
      },
    ],
    [
      "another quantity's name",
      {},
      { name: "damaged" },
      {
        field: ["input", "name"],
        message: "The quantity name must be either 'available' or 'on_hand'.",
        code: "INVALID_NAME",
      },
    ],
    ["an unknown reason", {}, { reason: "because" }, { field: ["input", "reason"], code: "INVALID_REASON" }],
    [
      "an unknown item",
      { inventoryItemId: "gid://shopify/InventoryItem/1" },
      {},
      {
        field: ["input", "quantities", "0", "inventoryItemId"],
        message: "The specified inventory item could not be found.",
        code: "INVALID_INVENTORY_ITEM",
      },
    ],
    [
      "an unknown location",
      { locationId: "gid://shopify/Location/1" },
      {},
      { message: "The specified location could not be found.", code: "INVALID_LOCATION" },
    ],
    ["too much", { quantity: 1_000_000_001 }, {}, { code: "INVALID_QUANTITY_TOO_HIGH" }],
    ["too little", { quantity: -1_000_000_001 }, {}, { code: "INVALID_QUANTITY_TOO_LOW" }],
    [
      "less than nothing on hand",
      { quantity: -1 },
      { name: "on_hand" },
      { message: "The quantity can't be negative.", code: "INVALID_QUANTITY_NEGATIVE" },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, line, input, error) => {
    const { setQuantity } = await start();

    expect(await setQuantity(line, "k1", input)).toMatchObject({
      inventoryAdjustmentGroup: null,
      userErrors: [error],
    });
  });

  it("rejects a location that is named twice", async () => {
    const { setQuantity, item, location } = await start();
    const line = { inventoryItemId: item, locationId: location, quantity: 1, changeFromQuantity: null };
    const { userErrors } = await setQuantity({}, "k1", { quantities: [line, line] });

    expect(userErrors.map(({ code }: Json) => code)).toEqual(
      Array(2).fill("NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR"),
    );
  });
});

describe("inventoryActivate", () => {
  const STOCKED = "The product couldn't be stocked";
  const REFUSALS: [string, Json, Json][] = [
    [
      "a quantity where the item is stocked already",
      { available: 3 },
      {
        field: ["available"],
        message: "Not allowed to set available quantity when the item is already active at the location.",
      },
    ],
    [
      "an unknown location",
      { location: "gid://shopify/Location/1" },
      { field: ["locationId"], message: `${STOCKED} because the location wasn't found.` },
    ],
    [
      "an unknown item",
      { item: "gid://shopify/InventoryItem/1" },
      { field: ["inventoryItemId"], message: `${STOCKED} at Shop location because the product was deleted.` },
    ],
    [
      "a quantity out of range",
      { onHand: 1_000_000_001 },
      {
        field: ["onHand"],
        message: `${STOCKED} at Shop location because the quantity needs to be between -1 billion and 1 billion.`,
      },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, variables, error) => {
    const { run, item, location } = await start();
    const { inventoryActivate } = await run(ACTIVATE, { item, location, key: "k", ...variables });

    expect(inventoryActivate.userErrors).toEqual([error]);
  });

  it("rejects two quantities at once, each by name", async () => {
    const { run, item, location } = await start();
    const { inventoryActivate } = await run(ACTIVATE, { item, location, key: "k", available: 1, onHand: 1 });

    expect(inventoryActivate.userErrors.map(({ field }: Json) => field)).toEqual([["available"], ["onHand"]]);
  });

  it("changes nothing for an item that is already stocked at the location", async () => {
    const { run, item, location } = await start();
    const { inventoryActivate } = await run(ACTIVATE, { item, location, key: "k" });

    expect(inventoryActivate).toMatchObject({
      inventoryLevel: { isActive: true, quantities: [{ quantity: 0 }] },
      userErrors: [],
    });
  });
});

describe("inventoryDeactivate", () => {
  const DEACTIVATE = `
    mutation ($level: ID!) { inventoryDeactivate(inventoryLevelId: $level) { userErrors { field message } } }
  `;

  it("stops stocking an item at one location", async () => {
    const { run, shop, item, location, stock } = await start();
    shop.app.scopes.push("write_fulfillments");
    const { run: asService } = await installAdmin(shop);
    await asService(`mutation { fulfillmentServiceCreate(name: "Bridge") { userErrors { message } } }`);
    await run(
      `mutation ($item: ID!) { inventoryItemUpdate(id: $item, input: { sku: "MUG" }) { userErrors { message } } }`,
      { item },
    );
    const { locations } = await run("{ locations(first: 5, includeLegacy: true) { nodes { id name } } }");
    const bridge = locations.nodes.find(({ name }: Json) => name === "Bridge").id as string;
    await run(ACTIVATE, { item, location: bridge, key: "k" });
    const level = `${location.replace("Location", "InventoryLevel")}?inventory_item_id=${item.split("/").at(-1)!}`;

    expect((await run(DEACTIVATE, { level })).inventoryDeactivate.userErrors).toEqual([]);
    expect((await stock()).map(({ location: place }) => place.name)).toEqual(["Bridge"]);
  });

  const UNSTOCKED = "The product couldn't be unstocked";
  const REFUSALS: [string, (level: string) => string, string][] = [
    [
      "the last location",
      (level) => level,
      `${UNSTOCKED} from Shop location because products need to be stocked at a minimum of 1 location.`,
    ],
    [
      "an unknown location",
      (level) => level.replace(/\/\d+/, "/1"),
      `${UNSTOCKED} because the location was deleted.`,
    ],
    [
      "an unknown item",
      (level) => level.replace(/=\d+/, "=1"),
      `${UNSTOCKED} because the product was deleted.`,
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, spoil, message) => {
    const { run, item, location } = await start();
    const level = `${location.replace("Location", "InventoryLevel")}?inventory_item_id=${item.split("/").at(-1)!}`;

    expect((await run(DEACTIVATE, { level: spoil(level) })).inventoryDeactivate.userErrors).toEqual([
      { field: null, message },
    ]);
  });
});

describe("inventoryItemUpdate", () => {
  const UPDATE = `
    mutation ($id: ID!, $input: InventoryItemInput!) {
      inventoryItemUpdate(id: $id, input: $input) {
        inventoryItem { sku tracked unitCost { amount currencyCode } }
        userErrors { field message }
      }
    }
  `;

  it("changes the cost of goods, the SKU and whether stock is counted", async () => {
    const { run, item } = await start();
    const input = { cost: "10", sku: "NEW", tracked: true };

    expect((await run(UPDATE, { id: item, input })).inventoryItemUpdate).toEqual({
      inventoryItem: { sku: "NEW", tracked: true, unitCost: { amount: "10.0", currencyCode: "EUR" } },
      userErrors: [],
    });
  });

  const REFUSALS: [string, Json, Json][] = [
    [
      "a negative cost",
      { input: { cost: "-1" } },
      { field: ["input", "cost"], message: "Cost must be greater than or equal to 0" },
    ],
    [
      "an unknown item",
      { id: "gid://shopify/InventoryItem/1" },
      { field: ["id"], message: "The product couldn't be updated because it does not exist." },
    ],
    [
      "a strange customs code",
      { input: { harmonizedSystemCode: "12" } },
      {
        field: ["input", "harmonizedSystemCode"],
        message: "Harmonized system code must be a number between six and thirteen digits",
      },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, variables, error) => {
    const { run, item } = await start();
    const { inventoryItemUpdate } = await run(UPDATE, { id: item, input: {}, ...variables });

    expect(inventoryItemUpdate).toEqual({ inventoryItem: null, userErrors: [error] });
  });
});
