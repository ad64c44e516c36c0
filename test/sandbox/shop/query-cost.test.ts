import { getOperationAST, Kind, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { adminSchema } from "./admin-schema.ts";
import { actualCost, requestedCost, type CostedOperation } from "./query-cost.ts";
import type { Json } from "./testing.ts";

async function costed(query: string, variables: Json = {}): Promise<CostedOperation> {
  const { schema } = await adminSchema();
  const document = parse(query);
  const fragments = document.definitions.flatMap((node) =>
    node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
  );
  return { schema, operation: getOperationAST(document)!, fragments: new Map(fragments), variables };
}

describe("the requested cost of a query", () => {
  const CASES: [string, string, number, Json?][] = [
    // shopify.engineering: Rate limiting GraphQL APIs by calculating query complexity
    ["counts an object 1 and scalars 0", "{ shop { id name timezoneOffsetMinutes } }", 1],
    [
      "counts a connection 2 and its page size",
      "{ products(first: 10) { edges { cursor node { id } } } }",
      12,
    ],
    [
      "is the same for edges and nodes",
      "{ products(last: 10) { nodes { id } pageInfo { hasNextPage } } }",
      12,
    ],
    [
      "reads the page size from a variable",
      "query ($n: Int) { products(first: $n) { nodes { id } } }",
      7,
      { n: 5 },
    ],
    [
      "multiplies nested fields",
      "{ products(first: 10) { nodes { id variants(first: 5) { nodes { id inventoryItem { id } } } } } }",
      2 + 10 * (1 + 2 + 5 * 2),
    ],
    [
      "counts one object per id",
      '{ nodes(ids: ["1", "2", "3"]) { ... on Product { id variants(first: 1) { nodes { id } } } } }',
      3 * (1 + 3),
    ],
    [
      "uses the most expensive branch of an interface",
      '{ node(id: "1") { id ... on Shop { id } ... on Product { variants(first: 8) { nodes { id } } } } }',
      11,
    ],
    ["merges a repeated field", "{ shop { name } ...More } fragment More on QueryRoot { shop { id } }", 1],
    [
      "leaves out skipped fields",
      "query ($s: Boolean!) { shop { id plan @skip(if: $s) { displayName } } }",
      1,
      { s: true },
    ],
    // Shopify/graphql-js-client#141
    [
      "counts a mutation 10, including its payload",
      "mutation { scriptTagCreate(input: {}) { scriptTag { id } userErrors { field message } } }",
      10,
    ],
    // requestedQueryCost as recorded from Shopify in public clients' fixtures
    [
      "adds deeper fields of a payload",
      'mutation { inventoryAdjustQuantities(input: {name: "available", reason: "correction", changes: []}) { inventoryAdjustmentGroup { reason changes { name delta } } userErrors { field } } }',
      11,
    ],
    // Admin schema, ProductSetInput: 0.2 per variant, 0.6 per variant file, 0.4 per metafield, 1.9 per file
    [
      "adds the schema's cost of an input",
      "mutation ($input: ProductSetInput!) { productSet(input: $input) { userErrors { field } } }",
      10 + 5 * 0.2 + 5 * 0.6 + (5 + 5) * 0.4 + 10 * 1.9,
      {
        input: {
          variants: Array(5).fill({ optionValues: [], file: { id: "1" }, metafields: [{ key: "k" }] }),
          metafields: Array(5).fill({ key: "k" }),
          files: Array(10).fill({ id: "1" }),
        },
      },
    ],
  ];

  it.each(CASES)("%s", async (_case, query, points, variables) => {
    expect(requestedCost(await costed(query, variables))).toBe(points);
  });
});

describe("the actual cost of a query", () => {
  const CASES: [string, string, Json, number][] = [
    ["counts nothing for null", "{ shop { plan { displayName } } }", { shop: null }, 0],
    [
      "counts the returned nodes",
      "{ products(first: 100) { nodes { id featuredMedia { id } } } }",
      {
        products: {
          nodes: [
            { id: "1", featuredMedia: null },
            { id: "2", featuredMedia: { id: "3" } },
          ],
        },
      },
      2 + 1 + 2,
    ],
    [
      "counts an empty connection 2",
      "{ products(first: 100) { edges { node { id } } } }",
      { products: { edges: [] } },
      2,
    ],
  ];

  it.each(CASES)("%s", async (_case, query, data, points) => {
    expect(actualCost(await costed(query), data)).toBe(points);
  });
});
