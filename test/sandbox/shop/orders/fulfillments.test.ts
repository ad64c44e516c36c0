import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { type Shop, startShopWithService } from "./testing.ts";

const ACCEPT = "fulfillmentOrderAcceptFulfillmentRequest";
const CREATE = `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id name status displayStatus totalQuantity trackingInfo(first: 5) { company number url } service { handle } }
    userErrors { field message }
  }
}`;
const TRACKING = { company: "DHL Express", number: "JD1", url: "https://dhl.example/JD1" };

interface Accepted extends Shop {
  id: string;
  line: string;
  create: (groups: Json[], more?: Json) => Promise<Json>;
}

async function accepted(quantity = 3): Promise<Accepted> {
  const shop = await startShopWithService();
  shop.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity }] });
  shop.shop.merchant.requestFulfillment("1001");
  const [order] = await shop.fulfillmentOrders();
  await shop.step(ACCEPT, order!.id);
  return { ...shop, id: order!.id, line: order!.lineItems.nodes[0].id, create: creator(shop) };
}

function creator({ run }: Shop): Accepted["create"] {
  return async (groups, more = {}) => {
    const fulfillment = { lineItemsByFulfillmentOrder: groups, trackingInfo: TRACKING, ...more };
    return (await run(CREATE, { fulfillment })).fulfillmentCreate;
  };
}

describe("fulfillmentCreate", () => {
  it("ships everything with a tracking number, and closes the fulfillment order", async () => {
    const { create, id, fulfillmentOrders, stock, shop, run } = await accepted();
    const { fulfillment, userErrors } = await create([{ fulfillmentOrderId: id }]);

    expect(userErrors).toEqual([]);
    expect(fulfillment).toMatchObject({
      name: "#1001-F1",
      status: "SUCCESS",
      displayStatus: "FULFILLED",
      totalQuantity: 3,
      trackingInfo: [TRACKING],
      service: { handle: "stockbridge" },
    });
    expect((await fulfillmentOrders())[0]).toMatchObject({
      status: "CLOSED",
      requestStatus: "ACCEPTED",
      lineItems: { nodes: [{ totalQuantity: 3, remainingQuantity: 0 }] },
    });
    expect(await stock()).toEqual({ available: 7, committed: 0, on_hand: 7 });
    expect(shop.merchant.order("1001").fulfillments).toEqual([{ tracking: [TRACKING] }]);
    const { orders } = await run("{ orders(first: 1) { nodes { closed displayFulfillmentStatus } } }");
    expect(orders.nodes).toEqual([{ closed: true, displayFulfillmentStatus: "FULFILLED" }]);
  });

  it("ships a part, and ships the rest with a second call", async () => {
    const { create, id, line, fulfillmentOrders, run } = await accepted();
    const part = [{ fulfillmentOrderId: id, fulfillmentOrderLineItems: [{ id: line, quantity: 1 }] }];
    await create(part, {
      trackingInfo: { company: "UPS", numbers: ["1", "2"], urls: ["https://ups.example/1"] },
    });

    expect((await fulfillmentOrders())[0]).toMatchObject({
      status: "IN_PROGRESS",
      lineItems: { nodes: [{ totalQuantity: 3, remainingQuantity: 2 }] },
    });
    await create([{ fulfillmentOrderId: id }]);
    const { orders } = await run(
      "{ orders(first: 1) { nodes { fulfillments { name totalQuantity trackingInfo { company number url } } } } }",
    );
    expect(orders.nodes[0].fulfillments).toEqual([
      {
        name: "#1001-F1",
        totalQuantity: 1,
        trackingInfo: [
          { company: "UPS", number: "1", url: "https://ups.example/1" },
          { company: "UPS", number: "2", url: "https://links.example/UPS/2" },
        ],
      },
      { name: "#1001-F2", totalQuantity: 2, trackingInfo: [TRACKING] },
    ]);
  });

  it("ships a part and then the rest if the merchant fulfills the order in the admin", async () => {
    const { shop, run, fulfillmentOrders } = await startShopWithService();
    const LINE = { sku: "OURS", quantity: 1 };
    shop.merchant.placeOrder({ lines: [LINE, LINE] });
    shop.merchant.fulfill("1001", { quantity: 1 });
    shop.merchant.fulfill("1001", { tracking: { number: "JD1" } });

    expect((await fulfillmentOrders())[0]).toMatchObject({
      status: "CLOSED",
      lineItems: { nodes: [{ remainingQuantity: 0 }, { remainingQuantity: 0 }] },
    });
    const { orders } = await run("{ orders(first: 1) { nodes { fulfillments { totalQuantity } } } }");
    expect(orders.nodes[0].fulfillments).toEqual([{ totalQuantity: 1 }, { totalQuantity: 1 }]);
  });

  const REFUSALS: [string, (shop: Accepted) => Promise<Json[]> | Json[], Json][] = [
    [
      "an unknown fulfillment order",
      () => [{ fulfillmentOrderId: "gid://shopify/FulfillmentOrder/1" }],
      { field: ["fulfillment"], message: "Fulfillment order does not exist." },
    ],
    [
      "an unknown line",
      ({ id }) => [
        {
          fulfillmentOrderId: id,
          fulfillmentOrderLineItems: [{ id: "gid://shopify/FulfillmentOrderLineItem/1", quantity: 1 }],
        },
      ],
      { field: ["fulfillment"], message: "Fulfillment order line item does not exist." },
    ],
    [
      "more than is left",
      ({ id, line }) => [{ fulfillmentOrderId: id, fulfillmentOrderLineItems: [{ id: line, quantity: 4 }] }],
      { field: ["fulfillment"], message: "Invalid fulfillment order line item quantity requested." },
    ],
    [
      "nothing",
      ({ id, line }) => [{ fulfillmentOrderId: id, fulfillmentOrderLineItems: [{ id: line, quantity: 0 }] }],
      {
        field: [
          "fulfillment",
          "lineItemsByFulfillmentOrder",
          "0",
          "fulfillmentOrderLineItems",
          "0",
          "quantity",
        ],
        message: "Quantity must be greater than 0",
      },
    ],
    [
      "pieces that are already shipped",
      async ({ id, create }) => {
        await create([{ fulfillmentOrderId: id }]);
        return [{ fulfillmentOrderId: id }];
      },
      {
        field: ["fulfillment"],
        message: expect.stringMatching(/^Fulfillment order \d+ has an unfulfillable status= closed\.$/),
      },
    ],
    [
      "a request that waits for its answer",
      async ({ shop, fulfillmentOrders }) => {
        shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
        shop.merchant.requestFulfillment("1002");
        return [{ fulfillmentOrderId: (await fulfillmentOrders("#1002"))[0]!.id }];
      },
      { message: expect.stringContaining("has an unfulfillable request status= submitted.") },
    ],
    [
      "two orders at once",
      async ({ shop, fulfillmentOrders, id }) => {
        shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
        const [other] = await fulfillmentOrders("#1002");
        return [{ fulfillmentOrderId: id }, { fulfillmentOrderId: other!.id }];
      },
      {
        message: expect.stringMatching(
          /^All fulfillment orders must belong to the same order\. Multiple orders/,
        ),
      },
    ],
    [
      "two places at once",
      async ({ shop, fulfillmentOrders }) => {
        shop.merchant.placeOrder({
          lines: [
            { sku: "OURS", quantity: 1 },
            { sku: "THEIRS", quantity: 1 },
          ],
        });
        return (await fulfillmentOrders("#1002")).map(({ id }) => ({ fulfillmentOrderId: id }));
      },
      { message: expect.stringMatching(/^All fulfillment orders must be assigned to a single location\./) },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, groups, error) => {
    const shop = await accepted();

    expect(await shop.create(await groups(shop))).toMatchObject({ fulfillment: null, userErrors: [error] });
  });

  it("ships from the merchant's location only with the scope for it", async () => {
    const shop = await startShopWithService({
      scopes: [
        "read_orders",
        "read_locations",
        "write_assigned_fulfillment_orders",
        "read_merchant_managed_fulfillment_orders",
      ],
    });
    shop.shop.merchant.placeOrder({ lines: [{ sku: "THEIRS", quantity: 1 }] });
    const [theirs] = await shop.fulfillmentOrders();

    expect((await creator(shop)([{ fulfillmentOrderId: theirs!.id }])).userErrors).toMatchObject([
      { message: "Fulfillment order does not exist." },
    ]);
  });
});

describe("a simulated fulfillment", () => {
  const UPDATE = `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking) {
      fulfillment { status trackingInfo { number } }
      userErrors { field message }
    }
  }`;
  const CANCEL = `mutation ($id: ID!) {
    fulfillmentCancel(id: $id) { fulfillment { status displayStatus } userErrors { field message } }
  }`;
  const CANCELLED = { fulfillment: { status: "CANCELLED", displayStatus: "CANCELED" }, userErrors: [] };
  const UNKNOWN = "gid://shopify/Fulfillment/1";

  async function shipped() {
    const shop = await accepted();
    const { fulfillment } = await shop.create([{ fulfillmentOrderId: shop.id }]);
    return { ...shop, fulfillment: fulfillment.id as string };
  }

  it("accepts another tracking number", async () => {
    const { run, fulfillment, shop } = await shipped();
    const { fulfillmentTrackingInfoUpdate } = await run(UPDATE, {
      id: fulfillment,
      tracking: { number: "JD2" },
    });

    expect(fulfillmentTrackingInfoUpdate).toEqual({
      fulfillment: { status: "SUCCESS", trackingInfo: [{ number: "JD2" }] },
      userErrors: [],
    });
    expect(shop.merchant.order("1001").fulfillments[0]!.tracking).toEqual([
      { company: null, number: "JD2", url: null },
    ]);
  });

  const EVENT = `mutation ($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) {
      fulfillmentEvent { status happenedAt city }
      userErrors { field message }
    }
  }`;
  const EVENTS = `query ($id: ID!) {
    fulfillment(id: $id) { displayStatus inTransitAt deliveredAt events(first: 5) { nodes { status } } }
  }`;

  // The facts of airhorns/shopify-draft-proxy, fulfillment-event-create-validation and -detail-events-lifecycle.
  it("shows its latest event as its status", async () => {
    const { run, fulfillment: id } = await shipped();
    const event = {
      fulfillmentId: id,
      status: "IN_TRANSIT",
      happenedAt: "2026-04-25T22:29:38Z",
      city: "Toronto",
    };
    expect((await run(EVENT, { event })).fulfillmentEventCreate).toEqual({
      fulfillmentEvent: { status: "IN_TRANSIT", happenedAt: "2026-04-25T22:29:38Z", city: "Toronto" },
      userErrors: [],
    });
    expect((await run(EVENTS, { id })).fulfillment).toEqual({
      displayStatus: "IN_TRANSIT",
      inTransitAt: "2026-04-25T22:29:38Z",
      deliveredAt: null,
      events: { nodes: [{ status: "IN_TRANSIT" }] },
    });
  });

  it("accepts an event twice, and an event after it was canceled", async () => {
    const { run, fulfillment: id } = await shipped();
    const event = { fulfillmentId: id, status: "DELIVERED" };
    await run(EVENT, { event });
    await run(CANCEL, { id });
    await run(EVENT, { event });
    expect((await run(EVENTS, { id })).fulfillment).toMatchObject({
      displayStatus: "CANCELED",
      events: { nodes: [{ status: "DELIVERED" }, { status: "DELIVERED" }] },
    });
  });

  it("accepts no event under an unknown id", async () => {
    const { run } = await startShopWithService();
    const event = { fulfillmentId: UNKNOWN, status: "IN_TRANSIT" };
    expect((await run(EVENT, { event })).fulfillmentEventCreate).toEqual({
      fulfillmentEvent: null,
      userErrors: [{ field: ["fulfillmentEvent", "fulfillmentId"], message: "Fulfillment does not exist." }],
    });
  });

  it("can be canceled, even twice, and opens its fulfillment order again", async () => {
    const { run, fulfillment, fulfillmentOrders, stock } = await shipped();

    expect((await run(CANCEL, { id: fulfillment })).fulfillmentCancel).toEqual(CANCELLED);
    expect((await run(CANCEL, { id: fulfillment })).fulfillmentCancel).toEqual(CANCELLED);
    expect(await fulfillmentOrders()).toMatchObject([
      { status: "CLOSED", lineItems: { nodes: [{ remainingQuantity: 3 }] } },
      { status: "OPEN", requestStatus: "UNSUBMITTED", lineItems: { nodes: [{ totalQuantity: 3 }] } },
    ]);
    expect(await stock()).toEqual({ available: 7, committed: 3, on_hand: 10 });
  });

  it("returns its pieces to their fulfillment order if it is canceled", async () => {
    const { create, id, line, run, fulfillmentOrders } = await accepted();
    const { fulfillment } = await create([
      { fulfillmentOrderId: id, fulfillmentOrderLineItems: [{ id: line, quantity: 1 }] },
    ]);
    await run(CANCEL, { id: fulfillment.id });

    expect(await fulfillmentOrders()).toMatchObject([
      { status: "IN_PROGRESS", lineItems: { nodes: [{ remainingQuantity: 3 }] } },
    ]);
  });

  it("can be neither updated nor canceled under an unknown id", async () => {
    const { run } = await startShopWithService();
    const { fulfillmentTrackingInfoUpdate } = await run(UPDATE, { id: UNKNOWN, tracking: {} });

    expect(fulfillmentTrackingInfoUpdate.userErrors).toEqual([
      { field: ["fulfillmentId"], message: "Fulfillment does not exist." },
    ]);
    expect((await run(CANCEL, { id: UNKNOWN })).fulfillmentCancel.userErrors).toEqual([
      { field: ["id"], message: "Fulfillment not found." },
    ]);
  });
});
