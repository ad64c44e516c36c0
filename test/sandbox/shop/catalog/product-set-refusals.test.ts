import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { mug, start, variant } from "./testing.ts";

describe("productSet", () => {
  const DEFAULT = { optionName: "Size", name: "S" };
  const REFUSALS: [string, Json, Json | undefined, Json[]][] = [
    ["no title", { title: " " }, undefined, [{ field: ["input", "title"], code: "INVALID_PRODUCT" }]],
    [
      "a title that is too long",
      { title: "x".repeat(256) },
      undefined,
      [{ field: ["input", "title"], message: "is too long (maximum is 255 characters)" }],
    ],
    [
      "an unknown product",
      { id: "gid://shopify/Product/1", title: "x" },
      undefined,
      [{ field: ["input", "id"], message: "Product does not exist", code: "PRODUCT_DOES_NOT_EXIST" }],
    ],
    ["an unknown identifier", { title: "x" }, { id: "gid://shopify/Product/1" }, [{ code: "NOT_FOUND" }]],
    [
      "an id beside an identifier",
      { id: "gid://shopify/Product/1", handle: "x", title: "x" },
      { handle: "x" },
      [
        {
          field: ["input"],
          message: "The id field is not allowed if identifier is provided.",
          code: "ID_NOT_ALLOWED",
        },
      ],
    ],
    [
      "an identifying handle that is not given",
      { title: "x" },
      { handle: "x" },
      [{ code: "MISSING_FIELD_REQUIRED" }],
    ],
    [
      "an identifying handle that differs",
      { title: "x", handle: "y" },
      { handle: "x" },
      [{ code: "INPUT_MISMATCH" }],
    ],
    [
      "metafields without the custom id",
      { title: "x", metafields: [{ key: "note", value: "n" }] },
      { customId: { key: "supplier_id", value: "p-9" } },
      [{ field: ["input", "metafields"], code: "METAFIELD_MISMATCH" }],
    ],
    [
      "a unique value that another product has",
      { title: "x", metafields: [{ key: "supplier_id", value: "p-1" }] },
      undefined,
      [{ field: ["input", "metafields", "0", "value"], code: "CAPABILITY_VIOLATION" }],
    ],
    [
      "a metafield of no known type",
      { title: "x", metafields: [{ namespace: "custom", key: "k1", value: "v" }] },
      undefined,
      [{ field: ["input", "metafields", "0", "type"], code: "INVALID_METAFIELD" }],
    ],
    [
      "another app's namespace",
      { title: "x", metafields: [{ namespace: "app--1", key: "k1", type: "json", value: "1" }] },
      undefined,
      [{ code: "INVALID_METAFIELD" }],
    ],
    [
      "a value that is not of its type",
      { title: "x", metafields: [{ namespace: "custom", key: "k1", type: "number_integer", value: "v" }] },
      undefined,
      [{ message: "Value must be an integer." }],
    ],
    [
      "a handle that another product has",
      { title: "x", handle: "Taken" },
      undefined,
      [{ field: ["input", "handle"], code: "HANDLE_NOT_UNIQUE" }],
    ],
    [
      "options without variants",
      { title: "x", productOptions: [{ name: "Size", values: [{ name: "S" }] }] },
      undefined,
      [
        {
          field: ["input", "variants"],
          message: "Variants input is required when updating product options",
          code: "VARIANTS_INPUT_MISSING",
        },
      ],
    ],
    [
      "variants without options",
      { title: "x", variants: [{ optionValues: [{ optionName: "Title", name: "Default Title" }] }] },
      undefined,
      [{ field: ["input", "productOptions"], code: "PRODUCT_OPTIONS_INPUT_MISSING" }],
    ],
    [
      "a fourth option",
      mug({
        productOptions: Array.from({ length: 4 }, (_, i) => ({ name: `O${i}`, values: [{ name: "v" }] })),
      }),
      undefined,
      [{ field: ["input", "productOptions"], code: "OPTIONS_OVER_LIMIT" }],
    ],
    [
      "an option twice",
      mug({
        productOptions: [
          { name: "Size", values: [{ name: "S" }] },
          { name: "size", values: [{ name: "L" }] },
        ],
      }),
      undefined,
      [{ code: "DUPLICATED_OPTION_NAME" }],
    ],
    [
      "a value twice",
      mug({ productOptions: [{ name: "Size", values: [{ name: "S" }, { name: "s" }] }] }),
      undefined,
      [{ code: "DUPLICATED_OPTION_VALUE" }],
    ],
    [
      "an option without values",
      mug({ productOptions: [{ name: "Size", values: [] }] }),
      undefined,
      [{ code: "OPTION_VALUES_MISSING" }],
    ],
    [
      "an option name with a separator",
      mug({ productOptions: [{ name: "Size / Fit", values: [{ name: "S" }] }] }),
      undefined,
      [{ field: ["input", "productOptions", "0", "name"], code: "INVALID_INPUT" }],
    ],
    [
      "an option that the product does not have",
      mug({ variants: [{ optionValues: [{ optionName: "Colour", name: "S" }] }] }),
      undefined,
      [{ code: "OPTION_DOES_NOT_EXIST" }],
    ],
    [
      "a value that the option does not have",
      mug({ variants: [{ optionValues: [{ optionName: "Size", name: "M" }] }] }),
      undefined,
      [{ code: "OPTION_VALUE_DOES_NOT_EXIST" }],
    ],
    [
      "a variant without a value",
      mug({ variants: [{ optionValues: [] }] }),
      undefined,
      [{ code: "INVALID_VARIANT" }],
    ],
    [
      "two variants of the same values",
      mug({ variants: [{ optionValues: [DEFAULT] }, { optionValues: [DEFAULT] }] }),
      undefined,
      [
        {
          field: ["input", "variants", "1"],
          message: "The variant 'S' already exists. Please change at least one option value.",
        },
      ],
    ],
    [
      "an unknown variant",
      mug({ variants: [{ id: "gid://shopify/ProductVariant/1", optionValues: [DEFAULT] }] }),
      undefined,
      [{ code: "PRODUCT_VARIANT_DOES_NOT_EXIST" }],
    ],
    [
      "a negative price",
      mug({ variants: [{ optionValues: [DEFAULT], price: "-1" }] }),
      undefined,
      [{ field: ["input", "variants", "0", "price"], code: "INVALID_VARIANT" }],
    ],
    [
      "a negative cost",
      mug({ variants: [{ optionValues: [DEFAULT], inventoryItem: { cost: "-1" } }] }),
      undefined,
      [
        {
          field: ["input", "variants", "0", "inventoryItem", "cost"],
          message: "Cost per item must be greater than or equal to 0",
          code: "INVALID_VARIANT",
        },
      ],
    ],
    [
      "an unknown location",
      mug({
        variants: [
          {
            optionValues: [DEFAULT],
            inventoryQuantities: [{ locationId: "gid://shopify/Location/1", name: "available", quantity: 1 }],
          },
        ],
      }),
      undefined,
      [
        {
          field: ["input", "variants", "0", "inventoryQuantities", "0", "locationId"],
          code: "INVALID_VARIANT",
        },
      ],
    ],
    [
      "a variant's image that the product does not have",
      mug({ files: [], variants: [variant("S")] }),
      undefined,
      [{ field: ["input", "variants", "0", "file"], code: "INVALID_VARIANT" }],
    ],
    [
      "an image without an address",
      { title: "x", files: [{ originalSource: "mug.png" }] },
      undefined,
      [{ field: ["input", "files", "0", "originalSource"], code: "INVALID_INPUT" }],
    ],
  ];

  it.each(REFUSALS)("rejects %s, and changes nothing", async (_case, input, identifier, errors) => {
    const { set, run } = await start();
    await set({ title: "Taken", metafields: [{ key: "supplier_id", value: "p-1" }] });
    const { product, userErrors } = await set(input, identifier);

    expect(product).toBeNull();
    expect(userErrors).toMatchObject(errors);
    expect((await run("{ productsCount { count } }")).productsCount.count).toBe(1);
  });
});
