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
      "multiplies nested fields",
      "{ products(first: 10) { nodes { id variants(first: 5) { nodes { id inventoryItem { id } } } } } }",
      2 + 4 * (1 + 2 + 3 * 2),
    ],
    [
      "uses the most expensive branch of an interface",
      '{ node(id: "1") { id ... on Shop { id } ... on Product { variants(first: 8) { nodes { id } } } } }',
      1 + 2 + 4,
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
    [
      "adds 0.2 per variant that is added in bulk",
      'mutation ($variants: [ProductVariantsBulkInput!]!) { productVariantsBulkCreate(productId: "1", variants: $variants) { userErrors { field } } }',
      10 + 100 * 0.2,
      { variants: Array(100).fill({ optionValues: [] }) },
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

  /**
   * `requestedQueryCost` as recorded in airhorns/shopify-draft-proxy. Paths are below
   * `fixtures/conformance/harry-test-heelo.myshopify.com/`.
   */
  const RECORDED: [string, number, string, Json?][] = [
    [
      "2026-04/admin-platform/graphql-request-execution-operation-name-defaults.json",
      2,
      "query ($first: Int = 0) { products(first: $first) { nodes { id } } }",
      { first: 0 },
    ],
    ["2026-04/discounts/discount-title-validation.json", 3, "{ products(first: 1) { nodes { id } } }"],
    [
      "2026-04/functions/functions-cart-transform-create-api-mismatch-by-identifier.json",
      5,
      "query ($first: Int!) { cartTransforms(first: $first) { nodes { id functionId } } }",
      { first: 5 },
    ],
    [
      "2026-04/shipping-fulfillments/fulfillment-order-hold-multi-line.json, preflightCleanup",
      7,
      '{ orders(first: 20, query: "tag:x", sortKey: CREATED_AT, reverse: true) { nodes { id name cancelledAt } } }',
    ],
    [
      "2025-01/products/products-common-search-filters.json",
      9,
      '{ products(first: 50, query: "status:ACTIVE", sortKey: UPDATED_AT, reverse: true) { nodes { id title status vendor productType } } }',
    ],
    [
      "2026-04/store-properties/location-edit-fields-and-state-machine.json, initialCatalog",
      20,
      "{ locations(first: 100) { nodes { id name isActive fulfillsOnlineOrders hasUnfulfilledOrders isFulfillmentService address { address1 address2 city country countryCode provinceCode zip } } } }",
    ],
    [
      "2026-04/shipping-fulfillments/fulfillment-order-open-report-progress-preconditions.json",
      11,
      "query ($orderId: ID!) { order(id: $orderId) { id fulfillmentOrders(first: 10) { nodes { id status updatedAt supportedActions { action } } } } }",
      { orderId: "1" },
    ],
    [
      "2026-04/store-properties/location-delete-inventory-level-cascade.json",
      18,
      '{ inventoryItem(id: "1") { id locationsCount { count precision } deletedLevel: inventoryLevel(locationId: "2") { id location { id name } } inventoryLevels(first: 10) { nodes { id location { id name } quantities(names: ["available", "on_hand"]) { name quantity } } } } }',
    ],
    [
      "2026-04/bulk-operations/bulk-operation-run-query-group-objects.json",
      10,
      "{ productsCount { count precision } }",
    ],
    [
      "2025-01/metafields/metafields-set-input-validation.json",
      1,
      "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }",
      { ids: ["1", "2", "3", "4"] },
    ],
  ];

  it.each(RECORDED)(
    "is the cost that Shopify stated in the recording %s: %i",
    async (_source, points, query, variables) => {
      expect(requestedCost(await costed(query, variables))).toBe(points);
    },
  );
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
            { id: "4", featuredMedia: null },
          ],
        },
      },
      // Three nodes count as two, at 4/3 each.
      2 + 2,
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
