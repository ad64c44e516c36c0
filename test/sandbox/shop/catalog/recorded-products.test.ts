import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { start } from "./testing.ts";

/**
 * Recorded requests of airhorns/shopify-draft-proxy, run against the sandbox. Paths are below
 * `fixtures/conformance/harry-test-heelo.myshopify.com/`.
 */

const CREATE = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants) {
    product { id }
    productVariants { id title }
    userErrors { field message code }
  }
}`;

const UPDATE = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    product { id }
    productVariants { id }
    userErrors { field message code }
  }
}`;

const NOWHERE = "999999999999999999";

/** A draft with one of the four variants that its options allow. */
async function startWithDraft() {
  const admin = await start();
  const { product } = await admin.set({
    title: "Bulk Variant Validation",
    status: "DRAFT",
    productOptions: [
      { name: "Color", values: [{ name: "Red" }, { name: "Blue" }] },
      { name: "Size", values: [{ name: "Small" }, { name: "Large" }] },
    ],
    variants: [{ optionValues: choose({ Color: "Red", Size: "Small" }) }],
  });
  return { ...admin, product: product as Json };
}

function choose(values: Record<string, string>): Json[] {
  return Object.entries(values).map(([optionName, name]) => ({ optionName, name }));
}

// 2025-01/products/product-variants-bulk-validation-atomicity.json, cases 0 to 6
describe("productVariantsBulkCreate", () => {
  const blueLarge = { optionValues: choose({ Color: "Blue", Size: "Large" }) };
  const cotton = { optionValues: choose({ Material: "Cotton" }) };
  const CASES: [string, Json[], Json][] = [
    [
      "refuses an option that is named twice",
      [{ optionValues: [...choose({ Color: "Blue" }), ...choose({ Color: "Red" })] }],
      {
        field: ["variants", "0", "optionValues"],
        message: "Duplicated option name 'Color'",
        code: "INVALID_INPUT",
      },
    ],
    [
      "refuses an unknown option",
      [cotton],
      {
        field: ["variants", "0", "optionValues", "0"],
        message: "Option does not exist",
        code: "INVALID_INPUT",
      },
    ],
    [
      "refuses a missing option",
      [{ optionValues: choose({ Color: "Blue" }) }],
      {
        field: ["variants", "0"],
        message: "You need to add option values for Size",
        code: "NEED_TO_ADD_OPTION_VALUES",
      },
    ],
    [
      "refuses stock at a location that does not exist",
      [
        {
          ...blueLarge,
          inventoryQuantities: [{ availableQuantity: 5, locationId: `gid://shopify/Location/${NOWHERE}` }],
        },
      ],
      {
        field: ["variants", "0", "inventoryQuantities"],
        message: "Quantity for Blue / Large couldn't be set because the location was deleted.",
        code: "TRACKED_VARIANT_LOCATION_NOT_FOUND",
      },
    ],
    [
      "refuses a good variant beside a bad one",
      [blueLarge, cotton],
      {
        field: ["variants", "1", "optionValues", "0"],
        message: "Option does not exist",
        code: "INVALID_INPUT",
      },
    ],
  ];

  it.each(CASES)("%s, and writes nothing", async (_case, variants, error) => {
    const { ask, product, shop } = await startWithDraft();
    const answer = await ask(CREATE, { productId: product.id, variants });

    expect(answer.data.productVariantsBulkCreate).toEqual({
      product: null,
      productVariants: [],
      userErrors: [error],
    });
    expect([...shop.shops[0]!.catalog.variants.values()]).toHaveLength(1);
    expect([...shop.shops[0]!.catalog.products.values()][0]!.options[0]!.values).toHaveLength(2);
  });

  it("refuses a product that does not exist", async () => {
    const { run } = await startWithDraft();
    const answer = await run(CREATE, {
      productId: `gid://shopify/Product/${NOWHERE}`,
      variants: [blueLarge],
    });

    expect(answer.productVariantsBulkCreate).toEqual({
      product: null,
      productVariants: [],
      userErrors: [
        { field: ["productId"], message: "Product does not exist", code: "PRODUCT_DOES_NOT_EXIST" },
      ],
    });
  });

  // No recording has this case. In all other cases, a call that makes nothing has an error.
  it("refuses a metafield of type id whose value another variant has", async () => {
    const { run, product, shop } = await startWithDraft();
    const definition = { ...shop.shops[0]!.catalog.definitions[0]!, ownerType: "PRODUCTVARIANT" as const };
    shop.shops[0]!.catalog.definitions.push(definition);
    const metafields = [{ namespace: "$app", key: "supplier_id", value: "v-1", type: "id" }];
    const redLarge = { optionValues: choose({ Color: "Red", Size: "Large" }) };
    await run(CREATE, { productId: product.id, variants: [{ ...redLarge, metafields }] });
    const { productVariantsBulkCreate } = await run(CREATE, {
      productId: product.id,
      variants: [{ ...blueLarge, metafields }],
    });

    expect(productVariantsBulkCreate).toMatchObject({ product: null, productVariants: [] });
    expect(productVariantsBulkCreate.userErrors).toHaveLength(1);
  });
});

// The same file, cases 9, 10 and 13
describe("productVariantsBulkUpdate", () => {
  it.each([
    [
      { price: "1" },
      ["variants", "0", "id"],
      "Product variant is missing ID attribute",
      "PRODUCT_VARIANT_ID_MISSING",
    ],
    [
      { id: `gid://shopify/ProductVariant/${NOWHERE}`, price: "1" },
      ["variants", "0", "id"],
      "Product variant does not exist",
      "PRODUCT_VARIANT_DOES_NOT_EXIST",
    ],
  ])("refuses a variant that it cannot find: %j", async (variant, field, message, code) => {
    const { run, product } = await startWithDraft();
    const { productVariantsBulkUpdate } = await run(UPDATE, { productId: product.id, variants: [variant] });

    expect(productVariantsBulkUpdate).toEqual({
      product: { id: product.id },
      productVariants: null,
      userErrors: [{ field, message, code }],
    });
  });
});

// 2026-04/products/product-variant-media-validation.json
describe("productVariantAppendMedia", () => {
  const APPEND = `mutation ($productId: ID!, $variantMedia: [ProductVariantAppendMediaInput!]!) {
    productVariantAppendMedia(productId: $productId, variantMedia: $variantMedia) {
      product { id }
      productVariants { id media(first: 2) { nodes { id } } }
      userErrors { field message code }
    }
  }`;

  async function startWithImages() {
    const admin = await startWithDraft();
    const { product } = await admin.set(
      {
        files: ["base", "second"].map((name) => ({ originalSource: `https://images.example/${name}.png` })),
      },
      { id: admin.product.id },
    );
    const [state] = admin.shop.shops;
    for (const { media } of state!.catalog.products.values())
      for (const image of media) image.status = "READY";
    const [first, second]: string[] = product.media.nodes.map(({ id }: Json) => id);
    const variantId: string = product.variants.nodes[0].id;
    const append = async (...pairs: Json[]): Promise<Json> =>
      (await admin.run(APPEND, { productId: product.id, variantMedia: pairs })).productVariantAppendMedia;
    return { ...admin, product: product as Json, first, second, variantId, append };
  }

  it("returns the variant with its new image", async () => {
    const { append, variantId, first } = await startWithImages();

    expect(await append({ variantId, mediaIds: [first] })).toMatchObject({
      productVariants: [{ id: variantId, media: { nodes: [{ id: first }] } }],
      userErrors: [],
    });
  });

  it("refuses an image for a variant that has one", async () => {
    const { append, variantId, first, second } = await startWithImages();
    await append({ variantId, mediaIds: [first] });

    expect(await append({ variantId, mediaIds: [second] })).toEqual(
      refusal(
        "variantId",
        "The given variant already has attached media.",
        "PRODUCT_VARIANT_ALREADY_HAS_MEDIA",
      ),
    );
  });

  it("refuses two images in one pair, no image, and a variant that is named twice", async () => {
    const { append, variantId, first, second } = await startWithImages();

    expect(await append({ variantId, mediaIds: [first, second] })).toEqual(
      refusal("mediaIds", "Only one mediaId is allowed per media input.", "TOO_MANY_MEDIA_PER_INPUT_PAIR"),
    );
    expect(await append({ variantId, mediaIds: [] })).toEqual(
      refusal("mediaIds", "The mediaIds list cannot be empty.", "BLANK"),
    );
    expect(await append({ variantId, mediaIds: [first] }, { variantId, mediaIds: [second] })).toEqual(
      refusal(
        "variantId",
        "Variant was specified in more than one media input.",
        "PRODUCT_VARIANT_SPECIFIED_MULTIPLE_TIMES",
      ),
    );
  });

  function refusal(field: string, message: string, code: string): Json {
    return {
      product: null,
      productVariants: null,
      userErrors: [{ field: ["variantMedia", "0", field], message, code }],
    };
  }
});

// 2026-04/store-properties/publishable-resource-existence-current-channel.json, publishUnknownId
it("publishablePublish returns a user error for a deleted product", async () => {
  const { run } = await start({ scopes: ["write_publications"] });
  const { publishablePublish } = await run(
    `mutation ($id: ID!, $input: [PublicationInput!]!) {
      publishablePublish(id: $id, input: $input) {
        publishable { publishedOnCurrentPublication }
        userErrors { field message }
      }
    }`,
    {
      id: "gid://shopify/Product/999999999999",
      input: [{ publicationId: "gid://shopify/Publication/268039389490" }],
    },
  );

  expect(publishablePublish).toEqual({
    publishable: null,
    userErrors: [{ field: ["id"], message: "Resource does not exist" }],
  });
});

// 2025-01/products/product-update-tag-normalization.json and tags-normalization-parity.json
describe("a product's tags", () => {
  const TAGS = `mutation ($product: ProductUpdateInput!) {
    productUpdate(product: $product) { product { tags } userErrors { field message } }
  }`;

  it.each([
    [
      [" Red ", "red", "RED", " big   sale "],
      ["Red", "big   sale"],
    ],
    [["blue,green"], ["blue", "green"]],
  ])("are unique whatever their case, trimmed and split at commas: %j", async (tags, kept) => {
    const { run, set } = await start();
    const { product } = await set({ title: "Tagged" });
    const { productUpdate } = await run(TAGS, { product: { id: product.id, tags } });

    expect(productUpdate.userErrors).toEqual([]);
    expect([...productUpdate.product.tags].sort()).toEqual(kept);
  });

  it("are refused beyond 255 characters, and stay as they were", async () => {
    const { run, set } = await start();
    const { product } = await set({ title: "Tagged", tags: ["Red", "big   sale"] });
    const { productUpdate } = await run(TAGS, { product: { id: product.id, tags: ["x".repeat(256)] } });

    expect(productUpdate).toEqual({
      product: { tags: ["big   sale", "Red"] },
      userErrors: [{ field: ["tags"], message: "Product tags is invalid" }],
    });
  });
});

// 2025-01/products/tags-add-parity.json: the product's id shows it at once, a search only in `delayedDownstreamRead`
it("a search finds a new product only after some seconds", async () => {
  const { run, set, shop } = await start();
  shop.shops[0]!.searchLag = 3000;
  const { product } = await set({ title: "New", tags: ["summer"] });
  const read = () =>
    run(
      `query ($id: ID!) {
        product(id: $id) { tags }
        products(first: 5, query: "tag:summer") { nodes { id } }
        productsCount(query: "tag:summer") { count }
      }`,
      { id: product.id },
    );

  expect(await read()).toEqual({
    product: { tags: ["summer"] },
    products: { nodes: [] },
    productsCount: { count: 0 },
  });
  shop.moveOn(3);
  expect(await read()).toMatchObject({
    products: { nodes: [{ id: product.id }] },
    productsCount: { count: 1 },
  });
});
