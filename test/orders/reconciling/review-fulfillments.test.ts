import { expect, it } from "vitest";

import { readInShop } from "../../../app/lib/database/db.server.ts";
import {
  compareNow,
  findNightlyComparison,
  requestNightlyComparison,
} from "../../../app/orders/reconciling/compare-nightly.server.ts";
import { reviewFulfillments } from "../../../app/orders/reconciling/review-fulfillments.server.ts";
import { showAgain } from "../../../app/orders/tracking/show-again.server.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify, wholesale } from "../../support/world.ts";
import { versionOf } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** An order whose package the shop shows. */
async function shownOrder(): Promise<TrackedOrder> {
  const order = await trackedOrder({ lines: [[0, 2]] });
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
  await order.follow();
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  return order;
}

/** The merchant presses "Show it again". */
async function press(order: TrackedOrder): Promise<boolean> {
  const [shipment] = await order.shipments();
  return showAgain(order.shop, {
    orderId: order.id,
    version: await versionOf(order.id),
    shipmentId: shipment?.id ?? "",
  });
}

const canceled = { state: "failed", problem: { code: "shipments.canceled-in-shop" } };

async function reported({ activity }: TrackedOrder): Promise<number> {
  return (await activity()).filter(({ kind }) => kind === "tracking.failed").length;
}

it("reports once a fulfillment that was canceled in the shop, and fulfills again once the merchant asks for it", async () => {
  const order = await shownOrder();
  await reviewFulfillments(order.shop);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  shopify.merchant.cancelParcels(order.name, order.shop);
  expect(order.shown()).toEqual([]);
  await reviewFulfillments(order.shop);
  await reviewFulfillments(order.shop);
  expect(await order.shipments()).toMatchObject([canceled]);
  expect(await order.row()).toMatchObject({ reason: "shipment-not-shown" });
  expect(await reported(order)).toBe(1);
  // Nothing was fulfilled without the merchant.
  expect(order.shown()).toEqual([]);

  expect(await press(order)).toBe(true);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  expect(await order.shipments()).toMatchObject([{ state: "shown", problem: null }]);
  expect(await order.row()).toMatchObject({ reason: null });
  await reviewFulfillments(order.shop);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);

  // A number that the supplier corrects reaches the fulfillment that took the other's place.
  const [first] = ledger.get(order.number).shipments;
  ledger.amend(order.number, first!.id, { trackingNumber: "A2" });
  await order.follow(60);
  expect(order.shown()).toMatchObject([{ number: "A2", quantities: [2] }]);
  expect(await order.shipments()).toMatchObject([{ state: "shown", tracking_number: "A2" }]);
});

it("fulfills once if the answer to that gets lost", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  await press(order);
  shopify.setFault("fulfillmentCreate", "502-after-commit");
  for (const seconds of [0, 60]) await order.push(seconds);
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
});

it("fulfills nothing that the merchant has fulfilled by hand meanwhile", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  shopify.merchant.fulfill(order.name, {}, order.shop);
  await press(order);
  await order.push();
  expect(order.shown()).toHaveLength(1);
});

it("says so if the merchant has requested the pieces again", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  order.request(order.name);
  await order.ingestRequests();
  await press(order);
  await order.push();
  expect(order.shown()).toEqual([]);
  expect(await order.shipments()).toMatchObject([{ state: "failed" }]);
});

it("does not concern orders that were canceled in the shop, and costs one call per 100 packages", async () => {
  const order = await shownOrder();
  const before = simulated(order.shop).usage.calls;
  await reviewFulfillments(order.shop);
  expect(simulated(order.shop).usage.calls - before).toBe(1);
  shopify.merchant.cancelParcels(order.name, order.shop);
  const shown = simulated(order.shop).orders.find(({ name }) => name === order.name);
  shown!.cancelledAt = new Date();
  await reviewFulfillments(order.shop);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  expect(await reported(order)).toBe(0);
});

it("is a difference on the reconciliation page until the merchant has it shown again", async () => {
  const order = await shownOrder();
  const listed = async () => {
    await requestNightlyComparison(order.shop);
    await compareNow(order.shop);
    const { rows, problem } = await readInShop(order.shop, (tx, now) =>
      findNightlyComparison(tx, { shop: order.shop, now, connected: true }),
    );
    expect(problem).toBeNull();
    return rows;
  };
  expect(await listed()).toEqual([]);
  shopify.merchant.cancelParcels(order.name, order.shop);
  expect(await listed()).toMatchObject([
    {
      url: `/app/orders/${order.id}`,
      buttons: [{ fields: { intent: "show-shipment" } }, { fields: { intent: "acknowledge" } }],
    },
  ]);
  await press(order);
  await order.push();
  expect(await listed()).toEqual([]);
});
