import { describe, expect, it, onTestFinished } from "vitest";
import { type Admin, type Json, startAdmin } from "../testing.ts";
import { APP_SCOPES, startShopWithService } from "./testing.ts";

/**
 * Recorded requests of airhorns/shopify-draft-proxy, run against the sandbox. Paths are below
 * `fixtures/conformance/harry-test-heelo.myshopify.com/2026-04/shipping-fulfillments/`.
 */

const FIELDS = `id status requestStatus assignedLocation { name }
  lineItems(first: 5) { nodes { id totalQuantity remainingQuantity } }`;

// fulfillment-top-level-reads.json, assignedFulfillmentOrdersAccess
it("assignedFulfillmentOrders fails, without an error code, for an app that has no fulfillment service", async () => {
  const admin = await startAdmin(APP_SCOPES);
  onTestFinished(() => admin.shop.close());
  const { data, errors } = await admin.ask(
    `query ($first: Int!) { assignedFulfillmentOrders(first: $first, assignmentStatus: FULFILLMENT_REQUESTED) { nodes { id } } }`,
    { first: 5 },
  );

  expect(data).toBeNull();
  expect(errors).toEqual([
    {
      message: '["The api_client is not associated with any fulfillment service."]',
      locations: [{ line: 1, column: 24 }],
      path: ["assignedFulfillmentOrders"],
    },
  ]);
});

describe("fulfillmentOrderMove", () => {
  // fulfillment-order-move-validation.json, happyPath
  it("moves a whole fulfillment order, which keeps its id", async () => {
    const { run, original, ownLocation } = await startWithOrder();

    expect(await move(run, original.id, ownLocation)).toEqual({
      movedFulfillmentOrder: { ...original, assignedLocation: { name: "Shop location" } },
      originalFulfillmentOrder: { ...original, assignedLocation: { name: "Shop location" } },
      remainingFulfillmentOrder: null,
      userErrors: [],
    });
  });

  // fulfillment-order-move-multi-line.json: 2 of 2 and 1 of 3 move
  it("moves some pieces in a new fulfillment order, and keeps the others in the original one", async () => {
    const { run, original, ownLocation } = await startWithOrder();
    const [two, three] = original.lineItems.nodes as Json[];
    const answer = await move(run, original.id, ownLocation, [
      { id: two!.id, quantity: 2 },
      { id: three!.id, quantity: 1 },
    ]);

    expect(answer.userErrors).toEqual([]);
    expect(answer.movedFulfillmentOrder).toMatchObject({
      status: "OPEN",
      requestStatus: "UNSUBMITTED",
      assignedLocation: { name: "Shop location" },
      lineItems: { nodes: [{ totalQuantity: 2 }, { totalQuantity: 1 }] },
    });
    expect(answer.movedFulfillmentOrder.id).not.toBe(original.id);
    expect(answer.remainingFulfillmentOrder).toEqual({
      ...original,
      lineItems: { nodes: [{ id: three!.id, totalQuantity: 2, remainingQuantity: 2 }] },
    });
    expect(answer.originalFulfillmentOrder).toEqual(answer.remainingFulfillmentOrder);
  });

  // fulfillment-order-move-validation.json, requestStatus, unknownLocation and closed
  it("refuses an unknown location, a submitted fulfillment order, and a closed one", async () => {
    const { run, shop, original, ownLocation } = await startWithOrder();
    const refusal = (field: string[] | null, message: string) => ({
      movedFulfillmentOrder: null,
      originalFulfillmentOrder: null,
      remainingFulfillmentOrder: null,
      userErrors: [{ field, message, code: null }],
    });

    expect(await move(run, original.id, "gid://shopify/Location/999999999")).toEqual(
      refusal(["id"], "Location not found."),
    );
    shop.merchant.requestFulfillment("1001");
    expect(await move(run, original.id, ownLocation)).toEqual(
      refusal(null, "Cannot move submitted fulfillment order that is at a 3PL fulfillment service."),
    );
    await run(CANCEL, { id: original.id });
    expect(await move(run, original.id, ownLocation)).toEqual(refusal(null, "Cannot change location."));
  });
});

describe("fulfillmentOrderHold", () => {
  // fulfillment-order-hold-multi-line.json: 2 of 2 and 1 of 3 are held
  it("keeps the held pieces in the original fulfillment order, and opens a new one for the rest", async () => {
    const { run, original } = await startWithOrder();
    const answer = await hold(run, original);

    expect(answer.fulfillmentOrder).toMatchObject({
      id: original.id,
      status: "ON_HOLD",
      requestStatus: "UNSUBMITTED",
      lineItems: { nodes: [{ totalQuantity: 2 }, { totalQuantity: 1 }] },
    });
    expect(answer.remainingFulfillmentOrder).toMatchObject({
      status: "OPEN",
      requestStatus: "UNSUBMITTED",
      lineItems: { nodes: [{ totalQuantity: 2, remainingQuantity: 2 }] },
    });
    expect(answer.remainingFulfillmentOrder.id).not.toBe(original.id);
  });

  // fulfillment-order-lifecycle.json, holdRelease
  it("is undone by a release, which returns all pieces to the original fulfillment order and closes the new one", async () => {
    const { run, original, fulfillmentOrders } = await startWithOrder();
    const { fulfillmentHold } = await hold(run, original);
    const { fulfillmentOrderReleaseHold } = await run(
      `mutation ($id: ID!, $holdIds: [ID!]) {
        fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) { fulfillmentOrder { ${FIELDS} } userErrors { message } }
      }`,
      { id: original.id, holdIds: [fulfillmentHold.id] },
    );

    expect(fulfillmentOrderReleaseHold).toEqual({ fulfillmentOrder: original, userErrors: [] });
    expect(await fulfillmentOrders()).toMatchObject([
      { id: original.id, status: "OPEN", lineItems: { nodes: [{ totalQuantity: 2 }, { totalQuantity: 3 }] } },
      { status: "CLOSED", lineItems: { nodes: [{ totalQuantity: 0, remainingQuantity: 0 }] } },
    ]);
  });
});

// fulfillment-order-lifecycle.json, cancelAfterReroute and cancelAgainAfterCancel
it("fulfillmentOrderCancel empties and closes an unsubmitted fulfillment order, opens a new one, and works only once", async () => {
  const { run, original } = await startWithOrder();

  expect((await run(CANCEL, { id: original.id })).fulfillmentOrderCancel).toMatchObject({
    fulfillmentOrder: {
      id: original.id,
      status: "CLOSED",
      requestStatus: "UNSUBMITTED",
      lineItems: { nodes: [] },
    },
    replacementFulfillmentOrder: {
      status: "OPEN",
      requestStatus: "UNSUBMITTED",
      lineItems: { nodes: [{ totalQuantity: 2 }, { totalQuantity: 3 }] },
    },
    userErrors: [],
  });
  expect((await run(CANCEL, { id: original.id })).fulfillmentOrderCancel).toEqual({
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

const CANCEL = `mutation ($id: ID!) {
  fulfillmentOrderCancel(id: $id) {
    fulfillmentOrder { ${FIELDS} }
    replacementFulfillmentOrder { ${FIELDS} }
    userErrors { field message }
  }
}`;

/** An order of two pieces of one variant and three of another, all at the service. */
async function startWithOrder() {
  const started = await startShopWithService();
  const { shop, run, service } = started;
  shop.merchant.createProduct({ title: "Plate", variants: [{ sku: "PLATE" }] });
  const [state] = shop.shops;
  const plate = [...state!.catalog.items.values()].find(({ sku }) => sku === "PLATE")!;
  plate.levels[0]!.location = state!.locations.find(({ name }) => name === "Stockbridge")!;
  shop.merchant.placeOrder({
    lines: [
      { sku: "OURS", quantity: 2 },
      { sku: "PLATE", quantity: 3 },
    ],
  });
  const { order } = await run(
    `query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { ${FIELDS} } } } }`,
    { id: `gid://shopify/Order/${String(state!.orders[0]!.id)}` },
  );
  const [original] = order.fulfillmentOrders.nodes as [Json];
  const ownLocation = `gid://shopify/Location/${String(state!.locations[0]!.id)}`;
  return { ...started, original, ownLocation, service };
}

async function move(run: Admin["run"], id: string, newLocationId: string, lines?: Json[]): Promise<Json> {
  const { fulfillmentOrderMove } = await run(
    `mutation ($id: ID!, $newLocationId: ID!, $lines: [FulfillmentOrderLineItemInput!]) {
      fulfillmentOrderMove(id: $id, newLocationId: $newLocationId, fulfillmentOrderLineItems: $lines) {
        movedFulfillmentOrder { ${FIELDS} }
        originalFulfillmentOrder { ${FIELDS} }
        remainingFulfillmentOrder { ${FIELDS} }
        userErrors { field message code }
      }
    }`,
    { id, newLocationId, lines },
  );
  return fulfillmentOrderMove as Json;
}

async function hold(run: Admin["run"], original: Json): Promise<Json> {
  const [two, three] = original.lineItems.nodes as Json[];
  const { fulfillmentOrderHold } = await run(
    `mutation ($id: ID!, $fulfillmentHold: FulfillmentOrderHoldInput!) {
      fulfillmentOrderHold(id: $id, fulfillmentHold: $fulfillmentHold) {
        fulfillmentHold { id }
        fulfillmentOrder { ${FIELDS} }
        remainingFulfillmentOrder { ${FIELDS} }
        userErrors { field message code }
      }
    }`,
    {
      id: original.id,
      fulfillmentHold: {
        reason: "OTHER",
        reasonNotes: "two and one",
        handle: "multi-line-hold",
        notifyMerchant: false,
        fulfillmentOrderLineItems: [
          { id: two!.id, quantity: 2 },
          { id: three!.id, quantity: 1 },
        ],
      },
    },
  );
  return fulfillmentOrderHold as Json;
}
