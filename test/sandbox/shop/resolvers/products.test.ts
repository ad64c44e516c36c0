import { describe, expect, it, onTestFinished } from "vitest";
import { type Json, startAdmin } from "../testing.ts";

async function start() {
  const admin = await startAdmin(["write_products"]);
  onTestFinished(() => admin.shop.close());
  const make = async (...titles: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const title of titles) {
      const { productSet } = await admin.run(
        "mutation ($input: ProductSetInput!) { productSet(input: $input) { product { id } } }",
        {
          input: {
            title,
            tags: [title.toLowerCase()],
            productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
            variants: [
              {
                optionValues: [{ optionName: "Title", name: "Default Title" }],
                sku: `SKU-${title}`,
                price: 3,
              },
            ],
          },
        },
      );
      ids.push(productSet.product.id);
    }
    return ids;
  };
  return { ...admin, make };
}

const PAGE = `
  query ($first: Int, $after: String, $last: Int, $before: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
    products(first: $first, after: $after, last: $last, before: $before, query: $query, sortKey: $sortKey, reverse: $reverse) {
      nodes { title }
      edges { cursor node { title } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;

function titles({ products }: Json): string[] {
  return products.nodes.map(({ title }: Json) => title);
}

describe("a simulated connection of nodes", () => {
  it("pages forward and back", async () => {
    const { run, make } = await start();
    await make("A", "B", "C", "D", "E");

    const first = await run(PAGE, { first: 2 });
    expect(titles(first)).toEqual(["A", "B"]);
    expect(first.products.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(first.products.edges.at(-1).cursor).toBe(first.products.pageInfo.endCursor);

    const second = await run(PAGE, { first: 2, after: first.products.pageInfo.endCursor });
    expect(titles(second)).toEqual(["C", "D"]);
    const last = await run(PAGE, { first: 2, after: second.products.pageInfo.endCursor });
    expect(titles(last)).toEqual(["E"]);
    expect(last.products.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });

    const back = await run(PAGE, { last: 1, before: second.products.pageInfo.startCursor });
    expect(titles(back)).toEqual(["B"]);
  });

  it("continues at its cursor even if the cursor's object was deleted", async () => {
    const { run, make } = await start();
    const [, second] = await make("A", "B", "C");
    const { products } = await run(PAGE, { first: 2 });
    await run(`mutation { productDelete(input: { id: "${second!}" }) { deletedProductId } }`);

    expect(titles(await run(PAGE, { first: 2, after: products.pageInfo.endCursor }))).toEqual(["C"]);
  });

  it("is empty without nodes", async () => {
    const { run } = await start();

    expect((await run(PAGE, { first: 2 })).products).toEqual({
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  const REFUSALS: [string, Json, string][] = [
    ["neither first nor last", {}, "you must provide one of first or last"],
    ["both", { first: 1, last: 1 }, "providing both first and last is not supported"],
    ["more than 250", { first: 251 }, "The page size must be between 0 and 250, and is 251."],
    ["a garbled cursor", { first: 1, after: "x" }, "Invalid cursor for current pagination sort."],
    [
      "an unknown search field",
      { first: 1, query: "colour:red" },
      "The sandbox does not search by colour here.",
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, variables, message) => {
    const { ask } = await start();

    expect((await ask(PAGE, variables)).errors).toMatchObject([
      { message, extensions: { code: "BAD_REQUEST" } },
    ]);
  });
});

describe("a simulated search", () => {
  const SEARCHES: [string, string[]][] = [
    ["title:apple", ["Apple", "Apple pie"]],
    ["title:'Apple pie'", ["Apple pie"]],
    ["app*", ["Apple", "Apple pie"]],
    ["sku:SKU-Pear", ["Pear"]],
    ["-tag:pear", ["Apple", "Apple pie"]],
    ["NOT (title:apple OR title:plum)", ["Pear"]],
    ["title:apple AND tag:'apple pie'", ["Apple pie"]],
    ["status:ACTIVE updated_at:>='2026-10-05T10:00:00Z'", ["Apple", "Apple pie", "Pear"]],
    ["created_at:<2026-10-05T10:00:00Z", []],
  ];

  it.each(SEARCHES)("finds matches for %s", async (query, found) => {
    const { run, make } = await start();
    await make("Apple", "Apple pie", "Pear");

    expect(titles(await run(PAGE, { first: 9, query }))).toEqual(found);
  });

  it("sorts as requested", async () => {
    const { run, make } = await start();
    await make("B", "C", "A");

    expect(titles(await run(PAGE, { first: 2, sortKey: "TITLE", reverse: true }))).toEqual(["C", "B"]);
  });

  it("finds a variant by its SKU, and its product", async () => {
    const { run, make } = await start();
    const [id] = await make("Pear");
    const { productVariants } = await run(
      `{ productVariants(first: 2, query: "sku:SKU-Pear") { nodes { sku price product { id } inventoryItem { sku } } } }`,
    );

    expect(productVariants.nodes).toEqual([
      { sku: "SKU-Pear", price: "3.00", product: { id }, inventoryItem: { sku: "SKU-Pear" } },
    ]);
  });
});

describe("a simulated product", () => {
  it("can be updated field by field", async () => {
    const { run, make } = await start();
    const [id] = await make("Pear");
    const { productUpdate } = await run(
      `mutation ($product: ProductUpdateInput!) {
        productUpdate(product: $product) { product { title status tags metafields(first: 5) { nodes { key value } } } userErrors { message } }
      }`,
      {
        product: {
          id,
          status: "DRAFT",
          metafields: [{ namespace: "custom", key: "note", type: "single_line_text_field", value: "n" }],
        },
      },
    );

    expect(productUpdate).toEqual({
      product: {
        title: "Pear",
        status: "DRAFT",
        tags: ["pear"],
        metafields: { nodes: [{ key: "note", value: "n" }] },
      },
      userErrors: [],
    });
  });

  it("loses metafields that metafieldsDelete names, and the reply has null for a missing one", async () => {
    const { run, make } = await start();
    const [id] = await make("Pear");
    const set = `mutation ($product: ProductUpdateInput!) {
      productUpdate(product: $product) { userErrors { message } }
    }`;
    const field = (key: string) => ({ namespace: "$app", key, type: "single_line_text_field", value: "v" });
    await run(set, { product: { id, metafields: [field("lost"), field("kept")] } });
    const { metafieldsDelete } = await run(
      `mutation ($metafields: [MetafieldIdentifierInput!]!) {
        metafieldsDelete(metafields: $metafields) { deletedMetafields { ownerId key } userErrors { message } }
      }`,
      { metafields: ["lost", "never-there"].map((key) => ({ ownerId: id, namespace: "$app", key })) },
    );

    expect(metafieldsDelete).toEqual({
      deletedMetafields: [{ ownerId: id, key: "lost" }, null],
      userErrors: [],
    });
    expect(await run(`{ product(id: "${id!}") { metafields(first: 5) { nodes { key } } } }`)).toEqual({
      product: { metafields: { nodes: [{ key: "kept" }] } },
    });
  });

  it("is deleted with its variants", async () => {
    const { run, make } = await start();
    const [id] = await make("Pear");
    const remove = `mutation { productDelete(input: { id: "${id!}" }) { deletedProductId userErrors { field message } } }`;

    expect((await run(remove)).productDelete).toEqual({ deletedProductId: id, userErrors: [] });
    expect(await run(`{ product(id: "${id!}") { id } productVariants(first: 1) { nodes { id } } }`)).toEqual({
      product: null,
      productVariants: { nodes: [] },
    });
    expect((await run(remove)).productDelete).toEqual({
      deletedProductId: null,
      userErrors: [{ field: ["id"], message: "Product does not exist" }],
    });
  });

  const REFUSALS: [string, Json, Json][] = [
    [
      "an unknown id",
      { id: "gid://shopify/Product/1" },
      { field: ["id"], message: "Product does not exist" },
    ],
    ["a blank title", { title: "" }, { field: ["title"], message: "Title can't be blank" }],
  ];

  it.each(REFUSALS)("rejects an update with %s", async (_case, product, error) => {
    const { run, make } = await start();
    const [id] = await make("Pear");
    const { productUpdate } = await run(
      "mutation ($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { field message } } }",
      { product: { id, ...product } },
    );

    expect(productUpdate.userErrors).toEqual([error]);
  });

  it("is found neither under an id of another type nor under an invalid id", async () => {
    const { ask } = await start();

    expect((await ask(`{ product(id: "gid://shopify/Order/1") { id } }`)).errors).toMatchObject([
      { message: "Invalid id: gid://shopify/Order/1", extensions: { code: "RESOURCE_NOT_FOUND" } },
    ]);
    expect((await ask(`{ product(id: "17") { id } }`)).errors).toMatchObject([
      { message: "Invalid global id '17'" },
    ]);
  });
});

describe("a simulated metafield definition", () => {
  const CREATE = `
    mutation ($definition: MetafieldDefinitionInput!) {
      metafieldDefinitionCreate(definition: $definition) {
        createdDefinition { namespace key type { name } capabilities { uniqueValues { enabled } } }
        userErrors { field message code }
      }
    }
  `;
  const OWN = { name: "Supplier", key: "supplier", ownerType: "PRODUCT", type: "id" };

  it("requires unique values for the type id, in the app's own namespace", async () => {
    const { run } = await start();

    expect((await run(CREATE, { definition: OWN })).metafieldDefinitionCreate).toEqual({
      createdDefinition: {
        namespace: "app--50000000001",
        key: "supplier",
        type: { name: "id" },
        capabilities: { uniqueValues: { enabled: true } },
      },
      userErrors: [],
    });
    const { metafieldDefinitions } = await run(
      "{ metafieldDefinitions(first: 5, ownerType: PRODUCT) { nodes { key } } }",
    );
    expect(metafieldDefinitions.nodes).toEqual([{ key: "supplier" }]);
  });

  const REFUSALS: [string, Json, Json][] = [
    ["a definition that exists already", OWN, { field: ["definition", "key"], code: "TAKEN" }],
    [
      "a short key",
      { ...OWN, key: "k" },
      { message: "Key is too short (minimum is 2 characters)", code: "TOO_SHORT" },
    ],
    ["a key with a blank", { ...OWN, key: "a b" }, { code: "INVALID_CHARACTER" }],
    [
      "a type id without unique values",
      { ...OWN, key: "other", capabilities: { uniqueValues: { enabled: false } } },
      { field: ["definition"], code: "CAPABILITY_REQUIRED_BUT_DISABLED" },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, definition, error) => {
    const { run } = await start();
    await run(CREATE, { definition: OWN });

    expect((await run(CREATE, { definition })).metafieldDefinitionCreate).toMatchObject({
      createdDefinition: null,
      userErrors: [error],
    });
  });
});
