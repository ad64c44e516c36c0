import { describe, expect, it, onTestFinished } from "vitest";
import { API_KEY, graphql, install, type Json, OTHER_SHOP, post, SHOP, startTestShop } from "./testing.ts";

const PATH = "/admin/api/2026-10/graphql.json";

async function installedShop() {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  const { access_token } = await install(shop);
  return { shop, token: access_token as string };
}

type Installed = Awaited<ReturnType<typeof installedShop>>;

describe("the Admin API's access check", () => {
  const invalidToken = "[API] Invalid API key or access token (unrecognized login or wrong password)";
  const query = { query: "{ shop { id } }" };

  const CASES: [string, number, string | Json, (installed: Installed) => Promise<Json>][] = [
    ["rejects a missing token", 401, invalidToken, ({ shop }) => post(shop, PATH, query)],
    ["rejects an unknown token", 401, invalidToken, ({ shop }) => graphql(shop, "shpat_0", query.query)],
    [
      "rejects a revoked token",
      401,
      invalidToken,
      ({ shop, token }) => {
        shop.tokens.revokeAll(shop.shops[0]!);
        return graphql(shop, token, query.query);
      },
    ],
    [
      "rejects an expired token",
      401,
      invalidToken,
      ({ shop, token }) => {
        shop.moveOn(3600);
        return graphql(shop, token, query.query);
      },
    ],
    [
      "rejects every token of a shop that has uninstalled",
      401,
      invalidToken,
      ({ shop, token }) => {
        shop.uninstall(SHOP);
        return graphql(shop, token, query.query);
      },
    ],
    [
      "rejects another shop's token",
      401,
      invalidToken,
      ({ shop, token }) =>
        post(shop, PATH, query, { "X-Shopify-Access-Token": token, "X-Forwarded-Host": OTHER_SHOP }),
    ],
    [
      "knows one API version",
      404,
      "Not Found",
      ({ shop, token }) =>
        post(shop, "/admin/api/2026-07/graphql.json", query, { "X-Shopify-Access-Token": token }),
    ],
    [
      "rejects a body without a query",
      400,
      { query: "Required parameter missing or invalid" },
      ({ shop, token }) => post(shop, PATH, {}, { "X-Shopify-Access-Token": token }),
    ],
  ];

  it.each(CASES)("%s", async (_case, status, errors, ask) => {
    expect(await ask(await installedShop())).toEqual({ status, body: { errors } });
  });
});

describe("the simulated Admin API", () => {
  it("describes the shop", async () => {
    const { shop, token } = await installedShop();
    const { body } = await graphql(
      shop,
      token,
      `
        {
          shop {
            id
            name
            email
            myshopifyDomain
            currencyCode
            ianaTimezone
            timezoneOffset
            timezoneOffsetMinutes
            primaryDomain {
              host
              url
            }
            plan {
              displayName
              publicDisplayName
              shopifyPlus
              partnerDevelopment
            }
          }
        }
      `,
    );

    expect(body.data.shop).toEqual({
      id: "gid://shopify/Shop/70000000001",
      name: "Demo Shop",
      email: "owner@demo-shop.example",
      myshopifyDomain: SHOP,
      currencyCode: "EUR",
      ianaTimezone: "Europe/Berlin",
      timezoneOffset: "+0200",
      timezoneOffsetMinutes: 120,
      primaryDomain: { host: SHOP, url: `https://${SHOP}` },
      plan: {
        displayName: "Basic",
        publicDisplayName: "Basic",
        shopifyPlus: false,
        partnerDevelopment: false,
      },
    });
  });

  it("lists the read scope that each write scope of the installation implies", async () => {
    const { shop, token } = await installedShop();
    const { body } = await graphql(
      shop,
      token,
      "{ currentAppInstallation { accessScopes { handle } app { apiKey embedded } } }",
    );

    expect(body.data.currentAppInstallation).toEqual({
      accessScopes: [
        { handle: "read_products" },
        { handle: "write_inventory" },
        { handle: "read_inventory" },
      ],
      app: { apiKey: API_KEY, embedded: true },
    });
  });

  it("states the cost of every query that it runs", async () => {
    const { shop, token } = await installedShop();
    const { body } = await graphql(shop, token, "{ shop { name plan { displayName } } }");

    expect(body.extensions.cost).toEqual({
      requestedQueryCost: 2,
      actualQueryCost: 2,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1998, restoreRate: 100 },
    });
  });
});

describe("the simulated Admin API, by a reply with status 200 and an error", () => {
  const SET = 'inventorySetQuantities(input: { name: "available", reason: "correction", quantities: [] })';
  const AFTER = "{ userErrors { message } }";

  const CASES: [string, string, Json | undefined, Json][] = [
    [
      "an unknown field",
      "query Shop { shop { nme } }",
      undefined,
      {
        message: "Field 'nme' doesn't exist on type 'Shop'",
        path: ["query Shop", "shop", "nme"],
        locations: [{ line: 1, column: 21 }],
        extensions: { code: "undefinedField", typeName: "Shop", fieldName: "nme" },
      },
    ],
    ["a syntax error", "{ shop { ", undefined, { message: expect.stringContaining("Syntax Error") }],
    [
      "a variable of the wrong type",
      "query ($id: ID!) { product(id: $id) { id } }",
      { id: { a: 1 } },
      {
        message: "Variable $id of type ID! was provided invalid value",
        extensions: { code: "INVALID_VARIABLE", value: { a: 1 }, problems: [{ path: [] }] },
      },
    ],
    [
      "a field whose scope was not granted",
      "{ orders(first: 1) { nodes { id } } }",
      undefined,
      {
        message: expect.stringMatching(
          /^Access denied for orders field\. Required access: `read_orders` access/,
        ),
        path: ["orders"],
        extensions: {
          code: "ACCESS_DENIED",
          documentation: "https://shopify.dev/api/usage/access-scopes",
          requiredAccess: expect.stringContaining("`read_orders` access scope"),
        },
      },
    ],
    [
      "a mutation whose scope was not granted",
      'mutation { fulfillmentServiceCreate(name: "x") { userErrors { message } } }',
      undefined,
      {
        message: expect.stringContaining("Access denied for fulfillmentServiceCreate field"),
        extensions: { code: "ACCESS_DENIED" },
      },
    ],
    [
      "an inventory mutation without @idempotent",
      `mutation { ${SET} ${AFTER} }`,
      undefined,
      {
        message: "The @idempotent directive is required for this mutation but was not provided.",
        path: ["inventorySetQuantities"],
        extensions: { code: "BAD_REQUEST" },
      },
    ],
    [
      "a blank idempotency key",
      `mutation ($key: String!) { ${SET} @idempotent(key: $key) ${AFTER} }`,
      { key: " " },
      { extensions: { code: "BAD_REQUEST" } },
    ],
    [
      "a query that costs too many points",
      "{ products(first: 250) { nodes { variants(first: 250) { nodes { media(first: 250) { nodes { id } } } } } } }",
      undefined,
      {
        message: expect.stringMatching(
          /^Query cost is 1729, which exceeds the single query max cost limit \(1000\)\./,
        ),
        extensions: {
          code: "MAX_COST_EXCEEDED",
          cost: 1729,
          maxCost: 1000,
          documentation: "https://shopify.dev/api/usage/rate-limits",
        },
      },
    ],
    [
      "data that the sandbox does not have",
      "{ shop { taxShipping analyticsToken } }",
      undefined,
      { message: "The sandbox does not serve Shop.analyticsToken yet.", path: ["shop", "analyticsToken"] },
    ],
    [
      "a mutation with an idempotency key that the sandbox does not serve",
      `mutation { inventoryAdjustQuantities(input: { name: "available", reason: "correction", changes: [] }) @idempotent(key: "1") ${AFTER} }`,
      undefined,
      { message: "The sandbox does not serve Mutation.inventoryAdjustQuantities yet." },
    ],
  ];

  it.each(CASES)("rejects %s", async (_case, query, variables, error) => {
    const { shop, token } = await installedShop();
    const { status, body } = await graphql(shop, token, query, variables);

    expect(status).toBe(200);
    expect(body.data ?? null).not.toMatchObject({ shop: expect.anything() });
    expect(body.errors).toMatchObject([error]);
  });

  it("rejects queries that cost more points than the shop has left, until its points have grown back", async () => {
    const { shop, token } = await installedShop();
    const ninehundred = Array.from({ length: 450 }, (_, i) => `s${i}: shop { plan { displayName } }`);
    const dear = `{ ${ninehundred.join(" ")} }`;
    await graphql(shop, token, dear);
    await graphql(shop, token, dear);

    expect(await graphql(shop, token, dear)).toEqual({
      status: 200,
      body: {
        errors: [
          {
            message: "Throttled",
            extensions: {
              code: "THROTTLED",
              documentation: "https://shopify.dev/api/usage/rate-limits",
            },
          },
        ],
        extensions: {
          cost: {
            requestedQueryCost: 900,
            actualQueryCost: null,
            throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 200, restoreRate: 100 },
          },
        },
      },
    });

    shop.moveOn(7);
    const { body } = await graphql(shop, token, dear);
    expect(body.extensions.cost.throttleStatus.currentlyAvailable).toBe(0);
  });
});
