/** Cases in which Shopify is less kind than a shop in memory, each with the source that it names. */
import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { startShopWithService } from "./testing.ts";

const FULFILLMENT_ORDER = `
  query ($id: ID!) {
    fulfillmentOrder(id: $id) {
      orderId orderName status requestStatus deliveryMethod { methodType } destination { city }
      merchantRequests(last: 1) { nodes { kind } }
    }
  }
`;

async function ordered(wish: Json = {}, options: Parameters<typeof startShopWithService>[0] = {}) {
  const shop = await startShopWithService(options);
  shop.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }], ...wish });
  const [first] = await shop.fulfillmentOrders();
  return { ...shop, id: String(first?.id) };
}

/** Admin schema: FulfillmentOrder ("created by a background job"), and the topic order_routing_complete. */
it("the simulated shop shows no fulfillment orders until a paid order is routed", async () => {
  const { shop, fulfillmentOrders } = await startShopWithService();
  shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }], routed: false });
  expect(await fulfillmentOrders()).toEqual([]);
  shop.merchant.routeOrder("1001");
  expect(await fulfillmentOrders()).toMatchObject([{ status: "OPEN", requestStatus: "UNSUBMITTED" }]);
});

describe("a requested cancellation in the simulated shop", () => {
  /** Recorded in airhorns/shopify-draft-proxy, API 2026-04; documented in the schema, FulfillmentOrderRequestStatus. */
  it.each([
    ["as-recorded", "ACCEPTED"],
    ["as-documented", "CANCELLATION_REQUESTED"],
  ] as const)(
    "shows %s: has the status %s, is listed as requested, and can be answered",
    async (shows, requestStatus) => {
      const { shop, id, run, step } = await ordered();
      shop.shops[0]!.showsCancellation = shows;
      shop.merchant.requestFulfillment("1001");
      await step("fulfillmentOrderAcceptFulfillmentRequest", id);
      shop.merchant.cancelFulfillment("1001");
      expect((await run(FULFILLMENT_ORDER, { id })).fulfillmentOrder).toMatchObject({
        status: "IN_PROGRESS",
        requestStatus,
        merchantRequests: { nodes: [{ kind: "CANCELLATION_REQUEST" }] },
      });
      const { assignedFulfillmentOrders } = await run(
        "{ assignedFulfillmentOrders(assignmentStatus: CANCELLATION_REQUESTED, first: 5) { nodes { id } } }",
      );
      expect(assignedFulfillmentOrders.nodes).toEqual([{ id }]);
      expect(await step("fulfillmentOrderRejectCancellationRequest", id)).toMatchObject({
        fulfillmentOrder: { requestStatus: "CANCELLATION_REJECTED" },
        userErrors: [],
      });
    },
  );
});

/** shopify.dev: Access scopes (`read_orders` covers 60 days); Admin schema: FulfillmentOrder.order is non-null. */
describe("a simulated order older than 60 days", () => {
  it("is hidden, and so is a fulfillment order that is read together with the order", async () => {
    const { shop, id, ask, run } = await ordered();
    shop.shops[0]!.orders[0]!.createdAt = new Date(Date.parse("2026-10-05T10:00:00Z") - 61 * 86_400_000);
    const { fulfillmentOrder } = await run(FULFILLMENT_ORDER, { id });
    expect(fulfillmentOrder).toMatchObject({ orderName: "#1001", status: "OPEN" });
    expect(await run("query ($id: ID!) { order(id: $id) { id } }", { id: fulfillmentOrder.orderId })).toEqual(
      {
        order: null,
      },
    );
    const both = await ask("query ($id: ID!) { fulfillmentOrder(id: $id) { id order { id } } }", { id });
    expect(both).toMatchObject({
      data: { fulfillmentOrder: null },
      errors: [{ extensions: { code: "ACCESS_DENIED" } }],
    });
  });

  it("is shown to an app that may read all orders", async () => {
    const { shop, id, run } = await ordered(
      {},
      { scopes: ["write_products", "read_orders", "read_all_orders", "write_assigned_fulfillment_orders"] },
    );
    shop.shops[0]!.orders[0]!.createdAt = new Date(0);
    expect(
      await run("query ($id: ID!) { fulfillmentOrder(id: $id) { order { name } } }", { id }),
    ).toMatchObject({
      fulfillmentOrder: { order: { name: "#1001" } },
    });
  });
});

/** shopify.dev: Work with protected customer data; Shopify/cli#6485. */
it("the simulated shop hides every customer field from an app without access to protected customer data", async () => {
  const { shop, id, run } = await ordered();
  shop.app.customerDataApproved = false;
  const fields = "firstName lastName company address1 address2 city province zip countryCode phone email";
  const { fulfillmentOrder, orders } = await run(
    `query ($id: ID!) {
      fulfillmentOrder(id: $id) { destination { ${fields} } }
      orders(first: 1) { nodes { name email shippingAddress { city } customer { id } } }
    }`,
    { id },
  );
  expect(new Set(Object.values(fulfillmentOrder.destination as Json))).toEqual(new Set([null]));
  expect(orders.nodes).toEqual([{ name: "#1001", email: null, shippingAddress: null, customer: null }]);
});

/** Admin schema: FulfillmentTrackingInput.company ("capitalization matters"). */
it.each([
  ["FedEx", "https://links.example/FedEx/T-1"],
  ["Fedex", null],
  ["My courier", null],
])("the simulated shop shows a tracking number of the company %j with the link %j", async (company, url) => {
  const { shop, run } = await ordered();
  shop.merchant.fulfill("1001", { tracking: { company, number: "T-1" } });
  const { orders } = await run(
    "{ orders(first: 1) { nodes { fulfillments(first: 1) { trackingInfo(first: 1) { company number url } } } } }",
  );
  expect(orders.nodes[0].fulfillments).toEqual([{ trackingInfo: [{ company, number: "T-1", url }] }]);
});

/** shopify.dev: Manage access scopes; @shopify/app-bridge-types, ScopesRequestResponse. */
it("the simulated shop grants an optional scope on request, also to existing tokens", async () => {
  const { shop, run, ask } = await startShopWithService({ scopes: ["read_products"] });
  shop.app.optionalScopes = ["read_orders"];
  expect(await ask("{ orders(first: 1) { nodes { id } } }")).toMatchObject({
    errors: [{ extensions: { code: "ACCESS_DENIED" } }],
  });
  expect(shop.grantScopes({ scopes: ["write_orders"] })).toMatchObject({ result: "declined-all" });
  expect(shop.grantScopes({ scopes: ["read_orders"] })).toEqual({
    result: "granted-all",
    detail: {
      granted: ["read_products", "read_orders"],
      required: ["read_products"],
      optional: ["read_orders"],
    },
  });
  expect(await run("{ orders(first: 1) { nodes { id } } }")).toEqual({ orders: { nodes: [] } });
  shop.revokeScopes({ scopes: ["read_orders"] });
  expect(await ask("{ orders(first: 1) { nodes { id } } }")).toMatchObject({
    errors: [{ extensions: { code: "ACCESS_DENIED" } }],
  });
  shop.grantScopes({ scopes: ["read_orders"] });
  shop.uninstall();
  expect(shop.shops[0]!.grantedScopes).toEqual([]);
});

/** Admin schema: DeliveryMethodType. */
it.each([
  ["SHIPPING", { city: "Köln" }],
  ["PICK_UP", null],
  ["NONE", null],
])(
  "the simulated shop shows the delivery method %s with the destination %j",
  async (deliveryMethod, destination) => {
    const { id, run } = await ordered({ deliveryMethod });
    expect((await run(FULFILLMENT_ORDER, { id })).fulfillmentOrder).toMatchObject({
      deliveryMethod: { methodType: deliveryMethod },
      destination,
    });
  },
);

it("the simulated shop rejects a fulfillment request during a hold, and can move an order to the merchant's location", async () => {
  const { shop, fulfillmentOrders } = await ordered();
  shop.merchant.holdFulfillment("1001");
  expect(await fulfillmentOrders()).toMatchObject([{ status: "ON_HOLD" }]);
  expect(() => shop.merchant.requestFulfillment("1001")).toThrow("waits to be requested");
  shop.merchant.releaseFulfillment("1001");
  shop.merchant.moveFulfillment("1001");
  expect(await fulfillmentOrders()).toMatchObject([
    { status: "OPEN", assignedLocation: { name: "Shop location" } },
  ]);
});

/**
 * shopify.dev: fulfillmentOrderSplit (example); Admin schema, FulfillmentOrderMergeResult.fulfillmentOrder ("new"), and the
 * webhook's sample payload, which names the first of the merged.
 */
it.each(["new", "first"] as const)(
  "the simulated shop merges a split order into the %s fulfillment order",
  async (into) => {
    const { shop, fulfillmentOrders } = await ordered({ lines: [{ sku: "OURS", quantity: 3 }] });
    const parts = async () =>
      (await fulfillmentOrders()).map(({ id, status, lineItems }) => [
        id,
        status,
        ...lineItems.nodes.map((line: Json) => line.remainingQuantity as number),
      ]);
    const [[original]] = (await parts()) as [[string]];
    expect(() => shop.merchant.mergeFulfillment("1001")).toThrow("no parts to merge");
    shop.merchant.splitFulfillment("1001", 2);
    const [[, , kept], [second, , moved]] = (await parts()) as [string[], string[]];
    expect([kept, moved]).toEqual([1, 2]);
    shop.merchant.mergeFulfillment("1001", into);
    const after = await parts();
    if (into === "first")
      expect(after).toEqual([
        [original, "OPEN", 3],
        [second, "CLOSED", 0],
      ]);
    else
      expect(after).toEqual([
        [original, "CLOSED", 0],
        [second, "CLOSED", 0],
        [expect.any(String), "OPEN", 3],
      ]);
    shop.merchant.requestFulfillment("1001");
    expect(() => shop.merchant.splitFulfillment("1001")).toThrow("no part to split");
  },
);
