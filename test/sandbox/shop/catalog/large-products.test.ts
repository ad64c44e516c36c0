import { expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { SET, start } from "./testing.ts";

function large(variants: number, pictures: number): Json {
  const files = Array.from({ length: pictures }, (_, index) => ({
    originalSource: `https://images.example/${index}.png`,
  }));
  const names = Array.from({ length: variants }, (_, index) => String(index));
  return {
    title: "Bolts",
    files,
    productOptions: [{ name: "Number", values: names.map((name) => ({ name })) }],
    variants: names.map((name, index) => ({
      optionValues: [{ optionName: "Number", name }],
      file: files[index % pictures],
    })),
  };
}

const CREATE = `
  mutation ($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkCreate(productId: $id, variants: $variants) {
      productVariants { title sku inventoryQuantity }
      userErrors { field message code }
    }
  }
`;

function bolt(name: string): Json {
  return {
    optionValues: [{ optionName: "Number", name }],
    price: "1.00",
    inventoryItem: { sku: `BOLT-${name}`, tracked: true },
  };
}

// Admin schema, ProductSetInput: 0.2 a variant, 0.6 a variant's file, 1.9 a file; shopify.dev changelog 2025-10-01.
it("productSet changes nothing if it costs more than a thousand points", async () => {
  const { ask, shop } = await start();
  const answer = await ask(SET, { input: large(700, 250) });

  expect(answer.errors).toMatchObject([{ extensions: { code: "MAX_COST_EXCEEDED", maxCost: 1000 } }]);
  expect(shop.shops[0]!.catalog.products.size).toBe(0);
});

it("productVariantsBulkCreate adds variants, and option values that the product lacks", async () => {
  const { set, run, shop } = await start();
  const { product } = await set(large(2, 1));
  const { productVariantsBulkCreate: made } = await run(CREATE, {
    id: product.id,
    variants: [bolt("7"), bolt("8")],
  });

  expect(made.userErrors).toEqual([]);
  expect(made.productVariants.map(({ title, sku }: Json) => [title, sku])).toEqual([
    ["7", "BOLT-7"],
    ["8", "BOLT-8"],
  ]);
  const [changed] = shop.shops[0]!.catalog.products.values();
  expect(changed!.options[0]!.values.map(({ name }) => name)).toEqual(["0", "1", "7", "8"]);
});

it("productVariantsBulkCreate adds no variant if one of the call's variants exists already", async () => {
  const { set, run, shop } = await start();
  const { product } = await set(large(2, 1));
  const { productVariantsBulkCreate: made } = await run(CREATE, {
    id: product.id,
    variants: [bolt("7"), bolt("1")],
  });

  expect(made.userErrors).toMatchObject([{ field: ["variants", "1"], code: "VARIANT_ALREADY_EXISTS" }]);
  expect(shop.shops[0]!.catalog.variants.size).toBe(2);
});

it("productVariantsBulkCreate adds at most 250 variants per call", async () => {
  const { set, ask } = await start();
  const { product } = await set(large(2, 1));
  const variants = Array.from({ length: 251 }, (_, index) => bolt(String(index + 10)));

  expect((await ask(CREATE, { id: product.id, variants })).errors).toMatchObject([
    { extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } },
  ]);
});

// Admin schema, productUpdate: from 50,000 variants on, a thousand new ones a day.
it("a large shop can create only a limited number of variants per day, unless it is on Plus", async () => {
  const { set, ask, shop } = await start();
  const { product } = await set(large(2, 1));
  const [state] = shop.shops;
  Object.assign(state!.variantThrottle, { above: 2, aDay: 3 });

  expect((await ask(CREATE, { id: product.id, variants: [bolt("7"), bolt("8")] })).errors).toMatchObject([
    { extensions: { code: "VARIANT_THROTTLE_EXCEEDED" } },
  ]);
  expect((await ask(CREATE, { id: product.id, variants: [bolt("7")] })).errors).toBeUndefined();
  expect((await ask(SET, { input: { title: "Nut" } })).errors).toMatchObject([
    { extensions: { code: "VARIANT_THROTTLE_EXCEEDED" } },
  ]);
  state!.plan = "Plus";
  expect((await ask(SET, { input: { title: "Nut" } })).errors).toBeUndefined();
});

const MEDIA = `query ($id: ID!) {
  product(id: $id) { media(first: 5) { nodes { id ... on MediaImage { status mediaErrors { code } } } } }
}`;

// Admin schema, MediaStatus; that no mutation reports it is what recordings show.
it("productSet replies before images are fetched, so that a failure shows only in an image's status", async () => {
  const { set, run } = await start();
  const sources = ["https://images.example/1.png", "https://images.invalid/1.png"];
  const files = sources.map((originalSource) => ({ originalSource }));
  const { product, userErrors } = await set({ title: "Mug", files });
  const seen = async (): Promise<string[]> =>
    (await run(MEDIA, { id: product.id })).product.media.nodes.map(({ status }: Json) => status);

  expect(userErrors).toEqual([]);
  expect(await seen()).toEqual(["UPLOADED", "UPLOADED"]);
  expect(await seen()).toEqual(["PROCESSING", "PROCESSING"]);
  expect(await seen()).toEqual(["READY", "FAILED"]);
  const { nodes } = (await run(MEDIA, { id: product.id })).product.media;
  expect(nodes[1].mediaErrors).toEqual([{ code: "IMAGE_DOWNLOAD_FAILURE" }]);
});

it("productVariantAppendMedia accepts only an image that is ready, and one per variant", async () => {
  const { set, run } = await start();
  const { product } = await set({
    title: "Mug",
    files: [{ originalSource: "https://images.example/1.png" }],
  });
  const append = async (): Promise<string[]> => {
    const variantMedia = [{ variantId: product.variants.nodes[0].id, mediaIds: [product.media.nodes[0].id] }];
    const { productVariantAppendMedia: appended } = await run(
      `mutation ($id: ID!, $variantMedia: [ProductVariantAppendMediaInput!]!) {
        productVariantAppendMedia(productId: $id, variantMedia: $variantMedia) { userErrors { code } }
      }`,
      { id: product.id, variantMedia },
    );
    return appended.userErrors.map(({ code }: Json) => code);
  };

  expect(await append()).toEqual(["NON_READY_MEDIA"]);
  for (let looks = 0; looks < 3; looks += 1) await run(MEDIA, { id: product.id });
  expect(await append()).toEqual([]);
  expect(await append()).toEqual(["PRODUCT_VARIANT_ALREADY_HAS_MEDIA"]);
});

// airhorns/shopify-draft-proxy, 2026-04/products/product-variant-media-validation.json
it("productVariantAppendMedia changes no variant if one of the call's variants has an image, and names that variant", async () => {
  const { set, run } = await start();
  const { product } = await set({
    title: "Mug",
    files: [{ originalSource: "https://images.example/1.png" }],
    productOptions: [{ name: "Size", values: [{ name: "S" }, { name: "M" }] }],
    variants: ["S", "M"].map((name) => ({ optionValues: [{ optionName: "Size", name }], price: "1.00" })),
  });
  for (let looks = 0; looks < 3; looks += 1) await run(MEDIA, { id: product.id });
  const [small, medium] = product.variants.nodes.map(({ id }: Json) => id as string);
  const append = async (variants: string[]) => {
    const { productVariantAppendMedia: appended } = await run(
      `mutation ($id: ID!, $variantMedia: [ProductVariantAppendMediaInput!]!) {
        productVariantAppendMedia(productId: $id, variantMedia: $variantMedia) {
          product { id } userErrors { field code message }
        }
      }`,
      {
        id: product.id,
        variantMedia: variants.map((variantId) => ({
          variantId,
          mediaIds: [product.media.nodes[0].id],
        })),
      },
    );
    return appended;
  };

  expect(await append([medium!])).toMatchObject({ product: { id: product.id }, userErrors: [] });
  expect(await append([small!, medium!])).toEqual({
    product: null,
    userErrors: [
      {
        field: ["variantMedia", "1", "variantId"],
        code: "PRODUCT_VARIANT_ALREADY_HAS_MEDIA",
        message: "The given variant already has attached media.",
      },
    ],
  });
  expect((await append([small!])).userErrors).toEqual([]);
});
