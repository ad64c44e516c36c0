import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { FILE, mug, SET, start, variant } from "./testing.ts";

describe("productSet", () => {
  it("creates a product with its options, variants, images and metafields", async () => {
    const { set } = await start();
    const metafields = [{ namespace: "$app", key: "supplier_id", value: "p-1" }];
    const { product, userErrors } = await set(mug({ metafields }));

    expect(userErrors).toEqual([]);
    expect(product).toMatchObject({
      title: "Blue Mug",
      handle: "blue-mug",
      status: "DRAFT",
      vendor: "Kiln",
      tags: ["mug", "new"],
      options: [{ name: "Size", values: ["S", "L"] }],
      media: { nodes: [{ alt: "A mug", image: { url: FILE.originalSource } }] },
      metafield: { namespace: "app--50000000001", key: "supplier_id", type: "id", value: "p-1" },
    });
    expect(product.variants.nodes[0]).toMatchObject({
      title: "S",
      sku: "MUG-S",
      barcode: "4006381333931",
      price: "12.50",
      selectedOptions: [{ name: "Size", value: "S" }],
      inventoryItem: {
        tracked: true,
        unitCost: { amount: "4.25", currencyCode: "EUR" },
        measurement: { weight: { value: 300, unit: "GRAMS" } },
      },
      media: { nodes: [{ alt: "A mug" }] },
    });
  });

  it("creates one variant if none is given", async () => {
    const { set } = await start();
    const { product } = await set({ title: "Plain" });

    expect(product).toMatchObject({
      status: "ACTIVE",
      vendor: "Demo Shop",
      options: [{ name: "Title", values: ["Default Title"] }],
      variants: { nodes: [{ title: "Default Title", price: "0.00", sku: null }] },
    });
  });

  it("gives the next free handle to a product of the same title", async () => {
    const { set } = await start();
    await set({ title: "Plain" });

    expect((await set({ title: "Plain" })).product.handle).toBe("plain-1");
  });

  it("updates the product that has the given custom id", async () => {
    const { set, run } = await start();
    const identifier = { customId: { key: "supplier_id", value: "p-1" } };
    const first = await set(mug(), identifier);
    const again = await set(mug({ title: "Red Mug" }), identifier);

    expect(again.product).toMatchObject({
      id: first.product.id,
      title: "Red Mug",
      handle: "blue-mug",
      metafield: { value: "p-1" },
      variants: { nodes: first.product.variants.nodes.map(({ id }: Json) => ({ id })) },
    });
    const found = await run(
      `{ productByIdentifier(identifier: { customId: { namespace: "$app", key: "supplier_id", value: "p-1" } }) { id } }`,
    );
    expect(found.productByIdentifier).toEqual({ id: first.product.id });
  });

  it("deletes variants that are not in the list, updates those that are, and leaves other fields alone", async () => {
    const { set, run } = await start();
    const { product } = await set(mug());
    const [small] = product.variants.nodes;
    const changed = await set(
      {
        productOptions: [{ name: "Size", values: [{ name: "S" }, { name: "XL" }] }],
        variants: [
          { id: small.id, optionValues: [{ optionName: "Size", name: "S" }] },
          variant("XL", { file: null }),
        ],
      },
      { id: product.id },
    );

    expect(changed.userErrors).toEqual([]);
    expect(changed.product).toMatchObject({
      title: "Blue Mug",
      variants: { nodes: [{ id: small.id, sku: "MUG-S", price: "12.50" }, { sku: "MUG-XL" }] },
      media: { nodes: [{ alt: "A mug" }] },
    });
    const { productVariants } = await run(
      `{ productVariants(first: 5, query: "sku:MUG-L") { nodes { id } } }`,
    );
    expect(productVariants.nodes).toEqual([]);
  });

  it("stocks a new variant at the given location", async () => {
    const { set, run } = await start();
    const { location } = await run("{ location { id } }");
    const inventoryQuantities = [{ locationId: location.id, name: "available", quantity: 7 }];
    const { product } = await set(mug({ variants: [variant("S", { inventoryQuantities }), variant("L")] }));

    expect(product.totalInventory).toBe(7);
  });

  it("rejects a custom id without a metafield definition of type id", async () => {
    const { ask } = await start();
    const identifier = { customId: { key: "note", value: "n" } };
    const { errors } = await ask(SET, { input: { title: "x" }, identifier });

    expect(errors).toMatchObject([
      {
        message: "Metafield definition of type 'id' is required when using custom ids.",
        extensions: { code: "NOT_FOUND" },
      },
    ]);
  });

  it("accepts at most 2,048 variants", async () => {
    const { set, ask } = await start();
    const many = (count: number): Json => {
      const names = Array.from({ length: count }, (_, index) => `v${index}`);
      return {
        title: "Many",
        productOptions: [{ name: "Size", values: names.slice(0, 2048).map((name) => ({ name })) }],
        variants: names.map((name) => ({ optionValues: [{ optionName: "Size", name }] })),
      };
    };

    expect((await set(many(2048))).userErrors).toEqual([]);
    expect((await ask(SET, { input: many(2049) })).errors).toMatchObject([
      {
        message: "The input array size of 2049 is greater than the maximum allowed of 2048.",
        path: ["productSet", "input", "variants"],
        extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" },
      },
    ]);
  });
});
