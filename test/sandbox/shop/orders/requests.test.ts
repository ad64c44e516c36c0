import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { type Shop, startShopWithService } from "./testing.ts";

const ACCEPT = "fulfillmentOrderAcceptFulfillmentRequest";
const REJECT = "fulfillmentOrderRejectFulfillmentRequest";
const ASK_CANCEL = "fulfillmentOrderSubmitCancellationRequest";
const ACCEPT_CANCEL = "fulfillmentOrderAcceptCancellationRequest";
const REJECT_CANCEL = "fulfillmentOrderRejectCancellationRequest";
const CLOSE = "fulfillmentOrderClose";
const SUBMIT = `
  mutation ($id: ID!, $lines: [FulfillmentOrderLineItemInput!]) {
    fulfillmentOrderSubmitFulfillmentRequest(id: $id, fulfillmentOrderLineItems: $lines, message: "Fragile", notifyCustomer: false) {
      originalFulfillmentOrder { id status requestStatus }
      submittedFulfillmentOrder { id status requestStatus lineItems(first: 5) { nodes { totalQuantity } } }
      unsubmittedFulfillmentOrder { status requestStatus lineItems(first: 5) { nodes { totalQuantity } } }
      userErrors { field message }
    }
  }
`;

async function ordered(quantity = 2): Promise<Shop & { id: string }> {
  const shop = await startShopWithService();
  shop.shop.shops[0]!.showsCancellation = "as-documented";
  shop.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity }] });
  const [first] = await shop.fulfillmentOrders();
  return { ...shop, id: first!.id };
}

/** Up to a state: the merchant requests, the app accepts, and so on. */
async function after(...steps: string[]): Promise<Shop & { id: string }> {
  const shop = await ordered();
  for (const each of steps) {
    if (each === "request") shop.shop.merchant.requestFulfillment("1001");
    else expect((await shop.step(each, shop.id)).userErrors).toEqual([]);
  }
  return shop;
}

async function states(shop: Shop): Promise<string[]> {
  return (await shop.fulfillmentOrders()).map(({ status, requestStatus }) => `${status} ${requestStatus}`);
}

describe("a simulated fulfillment request", () => {
  it("contains the merchant's message", async () => {
    const { run, id, fulfillmentOrders } = await ordered();
    const { fulfillmentOrderSubmitFulfillmentRequest: payload } = await run(SUBMIT, { id });

    expect(payload).toMatchObject({
      originalFulfillmentOrder: { id, status: "OPEN", requestStatus: "SUBMITTED" },
      submittedFulfillmentOrder: { id },
      unsubmittedFulfillmentOrder: null,
      userErrors: [],
    });
    expect((await fulfillmentOrders())[0]!.merchantRequests.nodes).toEqual([
      { kind: "FULFILLMENT_REQUEST", message: "Fragile", requestOptions: { notify_customer: false } },
    ]);
  });

  it("moves pieces that it does not cover to a new fulfillment order", async () => {
    const { run, id, fulfillmentOrders } = await ordered(3);
    const [{ lineItems }] = (await fulfillmentOrders()) as [Json];
    const lines = [{ id: lineItems.nodes[0].id, quantity: 1 }];
    const { fulfillmentOrderSubmitFulfillmentRequest: payload } = await run(SUBMIT, { id, lines });

    expect(payload).toMatchObject({
      submittedFulfillmentOrder: {
        id,
        requestStatus: "SUBMITTED",
        lineItems: { nodes: [{ totalQuantity: 1 }] },
      },
      unsubmittedFulfillmentOrder: {
        status: "OPEN",
        requestStatus: "UNSUBMITTED",
        lineItems: { nodes: [{ totalQuantity: 2 }] },
      },
    });
  });

  it("is possible for an unpaid order, which the service may reject", async () => {
    const shop = await startShopWithService();
    shop.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }], paid: false });
    shop.shop.merchant.requestFulfillment("#1001");

    expect(await states(shop)).toEqual(["OPEN SUBMITTED"]);
  });

  const TRANSITIONS: [string, string[], string[]][] = [
    ["is accepted", ["request", ACCEPT], ["IN_PROGRESS ACCEPTED"]],
    ["is rejected", ["request", REJECT], ["OPEN REJECTED"]],
    ["is made again after a rejection", ["request", REJECT, "request"], ["OPEN SUBMITTED"]],
    ["is closed by the service", ["request", ACCEPT, CLOSE], ["INCOMPLETE CLOSED"]],
    [
      "is made again after it was closed, for a new fulfillment order",
      ["request", ACCEPT, CLOSE, "request"],
      ["CLOSED CLOSED", "OPEN SUBMITTED"],
    ],
    ["gets a cancellation request", ["request", ACCEPT, ASK_CANCEL], ["IN_PROGRESS CANCELLATION_REQUESTED"]],
    [
      "is canceled with the service's consent, which creates a new fulfillment order",
      ["request", ACCEPT, ASK_CANCEL, ACCEPT_CANCEL],
      ["CLOSED CANCELLATION_ACCEPTED", "OPEN UNSUBMITTED"],
    ],
    [
      "continues if the service rejects its cancellation",
      ["request", ACCEPT, ASK_CANCEL, REJECT_CANCEL],
      ["IN_PROGRESS CANCELLATION_REJECTED"],
    ],
    [
      "gets another cancellation request after a rejected one",
      ["request", ACCEPT, ASK_CANCEL, REJECT_CANCEL, ASK_CANCEL],
      ["IN_PROGRESS CANCELLATION_REQUESTED"],
    ],
  ];

  it.each(TRANSITIONS)("%s", async (_case, steps, expected) => {
    expect(await states(await after(...steps))).toEqual(expected);
  });

  it("is rejected as a whole, even if the rejection names only one line", async () => {
    const shop = await startShopWithService();
    shop.shop.merchant.placeOrder({ lines: ["OURS", "OURS"].map((sku) => ({ sku, quantity: 1 })) });
    const [first] = await shop.fulfillmentOrders();
    await shop.run(SUBMIT, { id: first!.id });
    const [line] = first!.lineItems.nodes;
    const lineItems = [{ fulfillmentOrderLineItemId: line!.id, message: "Sold out" }];
    await shop.run(
      `mutation ($id: ID!, $lineItems: [IncomingRequestLineItemInput!]) {
        ${REJECT}(id: $id, reason: INVENTORY_OUT_OF_STOCK, message: "No.", lineItems: $lineItems) {
          fulfillmentOrder { id }
        }
      }`,
      { id: first!.id, lineItems },
    );
    expect(shop.shop.merchant.order("1001").fulfillmentOrders).toMatchObject([
      {
        status: "OPEN",
        requestStatus: "REJECTED",
        answer: {
          reason: "INVENTORY_OUT_OF_STOCK",
          message: "No.",
          lineItems: [{ sku: "OURS", message: "Sold out" }],
        },
      },
    ]);
  });

  it("moves all pieces to a new fulfillment order if it is canceled", async () => {
    const shop = await after("request", ACCEPT, ASK_CANCEL);
    const { fulfillmentOrder } = await shop.step(ACCEPT_CANCEL, shop.id);

    expect(fulfillmentOrder.lineItems.nodes).toEqual([{ totalQuantity: 0, remainingQuantity: 0 }]);
    const [, replacement] = await shop.fulfillmentOrders();
    expect(replacement!.lineItems.nodes).toMatchObject([{ totalQuantity: 2, remainingQuantity: 2 }]);
    expect(replacement!.assignedLocation.name).toBe("Stockbridge");
  });

  it("still has the previous status in the reply to a cancellation request", async () => {
    const shop = await after("request", ACCEPT);
    const { fulfillmentOrder } = await shop.step(ASK_CANCEL, shop.id);

    expect(fulfillmentOrder.requestStatus).toBe("ACCEPTED");
    expect(await states(shop)).toEqual(["IN_PROGRESS CANCELLATION_REQUESTED"]);
  });

  const IMPOSSIBLE: [string, string[], string, string][] = [
    ["accepted before it is made", [], ACCEPT, "(status: open, unsubmitted)"],
    ["accepted twice", ["request", ACCEPT], ACCEPT, "(status: in_progress, accepted)"],
    ["rejected once it is accepted", ["request", ACCEPT], REJECT, "does not wait for this answer"],
    ["closed before it is accepted", ["request"], CLOSE, "does not wait for this answer"],
    [
      "canceled by a request before it is accepted",
      ["request"],
      ASK_CANCEL,
      "has no accepted request to cancel",
    ],
    [
      "canceled by the service without a request",
      ["request", ACCEPT],
      ACCEPT_CANCEL,
      "does not wait for this answer",
    ],
  ];

  it.each(IMPOSSIBLE)("cannot be %s", async (_case, steps, mutation, words) => {
    const shop = await after(...steps);
    const { fulfillmentOrder, userErrors } = await shop.step(mutation, shop.id);

    expect(fulfillmentOrder).toBeNull();
    expect(userErrors).toEqual([{ field: null, message: expect.stringContaining(words) }]);
  });

  it.each([ACCEPT, REJECT, ASK_CANCEL, ACCEPT_CANCEL, REJECT_CANCEL, CLOSE])(
    "fails in %s for an unknown id",
    async (mutation) => {
      const shop = await startShopWithService();

      expect((await shop.step(mutation, "gid://shopify/FulfillmentOrder/0")).errors).toMatchObject([
        {
          message: "Invalid id: gid://shopify/FulfillmentOrder/0",
          extensions: { code: "RESOURCE_NOT_FOUND" },
        },
      ]);
    },
  );

  it("cannot be made at the merchant's location, twice, or for too many pieces", async () => {
    const { run, shop, id, fulfillmentOrders } = await ordered();
    const submit = async (variables: Json): Promise<string> =>
      (await run(SUBMIT, variables)).fulfillmentOrderSubmitFulfillmentRequest.userErrors[0].message;
    const [{ lineItems }] = (await fulfillmentOrders()) as [Json];

    expect(await submit({ id, lines: [{ id: lineItems.nodes[0].id, quantity: 3 }] })).toBe(
      "Invalid fulfillment order line item quantity requested.",
    );
    await run(SUBMIT, { id });
    expect(await submit({ id })).toContain("cannot be requested");
    shop.merchant.placeOrder({ lines: [{ sku: "THEIRS", quantity: 1 }] });
    const [theirs] = await fulfillmentOrders("#1002");
    expect(await submit({ id: theirs!.id })).toBe(
      "The fulfillment order's assigned fulfillment service must be of api type",
    );
  });
});

describe("canceling a fulfillment request", () => {
  const CANCEL = `mutation ($id: ID!) {
    fulfillmentOrderCancel(id: $id) {
      fulfillmentOrder { id status }
      replacementFulfillmentOrder { status requestStatus lineItems(first: 1) { nodes { totalQuantity } } }
      userErrors { field message }
    }
  }`;

  it("works at once before the service accepts, and creates another fulfillment order", async () => {
    const { run, id } = await after("request");

    expect((await run(CANCEL, { id })).fulfillmentOrderCancel).toEqual({
      fulfillmentOrder: { id, status: "CLOSED" },
      replacementFulfillmentOrder: {
        status: "OPEN",
        requestStatus: "UNSUBMITTED",
        lineItems: { nodes: [{ totalQuantity: 2 }] },
      },
      userErrors: [],
    });
  });

  it("works without the service's reply once its cancellation was requested", async () => {
    const { run, id } = await after("request", ACCEPT, ASK_CANCEL);

    expect((await run(CANCEL, { id })).fulfillmentOrderCancel.userErrors).toEqual([]);
  });

  it("is rejected if the service has accepted", async () => {
    const { run, id } = await after("request", ACCEPT);

    expect((await run(CANCEL, { id })).fulfillmentOrderCancel).toEqual({
      fulfillmentOrder: null,
      replacementFulfillmentOrder: null,
      userErrors: [
        {
          field: null,
          message: "Fulfillment order is not in cancelable request state and can't be canceled.",
        },
      ],
    });
  });
});

describe("assignedFulfillmentOrders", () => {
  const LIST = `query ($status: FulfillmentOrderAssignmentStatus, $locations: [ID!]) {
    assignedFulfillmentOrders(first: 10, assignmentStatus: $status, locationIds: $locations) { nodes { id } }
  }`;

  const BY_STATE: [string[], string][] = [
    [[], "FULFILLMENT_UNSUBMITTED"],
    [["request"], "FULFILLMENT_REQUESTED"],
    [["request", ACCEPT], "FULFILLMENT_ACCEPTED"],
    [["request", ACCEPT, ASK_CANCEL], "CANCELLATION_REQUESTED"],
  ];

  it.each(BY_STATE)(
    "lists a fulfillment order after %j under %s, and under no other status",
    async (steps, status) => {
      const { run, id } = await after(...steps);
      const listed: string[] = [];
      for (const [, each] of BY_STATE) {
        const { assignedFulfillmentOrders } = await run(LIST, { status: each });
        if (assignedFulfillmentOrders.nodes.length > 0) listed.push(each);
      }

      expect(listed).toEqual([status]);
      expect((await run(LIST)).assignedFulfillmentOrders.nodes).toEqual([{ id }]);
    },
  );

  it("leaves out closed fulfillment orders, and those of other locations", async () => {
    const { run, shop, service, fulfillmentOrders } = await ordered();
    shop.merchant.placeOrder({
      lines: [
        { sku: "OURS", quantity: 1 },
        { sku: "THEIRS", quantity: 1 },
      ],
    });
    shop.merchant.cancelOrder("1001");
    const [ours] = await fulfillmentOrders("#1002");
    const { location } = await run("{ location { id } }");

    expect((await run(LIST)).assignedFulfillmentOrders.nodes).toEqual([{ id: ours!.id }]);
    expect(
      (await run(LIST, { locations: [service.location.id] })).assignedFulfillmentOrders.nodes,
    ).toHaveLength(1);
    expect((await run(LIST, { locations: [location.id] })).assignedFulfillmentOrders.nodes).toEqual([]);
  });
});

describe("the fulfillment orders that an app may see", () => {
  const LOOK = `query ($query: String!) {
    orders(first: 1, query: $query) { nodes { fulfillmentOrders(first: 5) { nodes { assignedLocation { name } } } } }
    fulfillmentOrders(first: 5) { nodes { assignedLocation { name } } }
  }`;

  it.each([
    ["read_assigned_fulfillment_orders", "Stockbridge"],
    ["read_merchant_managed_fulfillment_orders", "Shop location"],
  ])("are limited by its scopes: %s alone shows those of %s", async (scope, name) => {
    const { run, shop } = await startShopWithService({ scopes: ["read_orders", "read_locations", scope] });
    shop.merchant.placeOrder({
      lines: [
        { sku: "OURS", quantity: 1 },
        { sku: "THEIRS", quantity: 1 },
      ],
    });
    const { orders, fulfillmentOrders } = await run(LOOK, { query: "name:1001" });

    const one = [{ assignedLocation: { name } }];
    expect(orders.nodes[0].fulfillmentOrders.nodes).toEqual(one);
    expect(fulfillmentOrders.nodes).toEqual(one);
  });

  it("are none without read_orders", async () => {
    const { ask, shop, fulfillmentOrders } = await startShopWithService({
      scopes: ["read_assigned_fulfillment_orders"],
    });
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });

    await expect(fulfillmentOrders()).rejects.toThrow("Access denied for orders field");
    const { data, errors } = await ask(
      "{ assignedFulfillmentOrders(first: 1) { nodes { orderName destination { city } order { id } } } }",
    );
    expect(errors).toMatchObject([{ extensions: { code: "ACCESS_DENIED" } }]);
    expect(data).toBeNull();
  });
});
