import { expect, it } from "vitest";

import { readInShop } from "../../../app/lib/database/db.server.ts";
import {
  compareNow,
  findNightlyComparison,
  requestNightlyComparison,
} from "../../../app/orders/reconciling/compare-nightly.server.ts";
import { reviewFulfillments } from "../../../app/orders/reconciling/review-fulfillments.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { requestRoutedOrder } from "../../../app/orders/ingest/request-paid-orders.server.ts";
import { showAgain } from "../../../app/orders/tracking/show-again.server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { inside, versionOf } from "../shop-world.ts";
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

it("reports a fulfillment that was canceled in the shop, and creates it again when the merchant asks for that", async () => {
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

it("creates a canceled fulfillment again once, even if Shopify's answer gets lost", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  await press(order);
  shopify.setFault("fulfillmentCreate", "502-after-commit");
  for (const seconds of [0, 60]) await order.push(seconds);
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
});

it("creates no fulfillment of pieces that the merchant has already fulfilled", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  shopify.merchant.fulfill(order.name, {}, order.shop);
  await press(order);
  await order.push();
  expect(order.shown()).toHaveLength(1);
});

it("cannot show a package again if the merchant has requested the pieces again", async () => {
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

/** The merchant switched automatic ordering on an hour ago, and Stockbridge looks for paid orders now. */
async function orderAutomatically({ shop, processDue }: TrackedOrder): Promise<void> {
  await query(
    databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since) values ($1, $1, now() - interval '1 hour')
     on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
    [shop],
  );
  await query(databaseUrl, "delete from request_poll");
  await pollRequests();
  await processDue();
}

it("creates a canceled fulfillment again, and automatic ordering does not request its pieces a second time", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  for (const _ of [1, 2]) await orderAutomatically(order);
  const routed = order.look(order.name).fulfillmentOrders.find(({ status }) => status === "OPEN");
  await requestRoutedOrder(order.shop, { subjectId: routed?.id ?? null });
  expect(routed).toMatchObject({ requestStatus: "UNSUBMITTED" });
  expect(order.look(order.name).fulfillmentOrders.at(-1)).toMatchObject({ requestStatus: "UNSUBMITTED" });
  expect(await order.rows()).toHaveLength(1);
  // The merchant still sees it, among the orders to send.
  const listed = "select fulfillment_order_id from unrequested_order where shop = $1 and left_at is null";
  expect(await query(databaseUrl, listed, [order.shop])).toEqual([{ fulfillment_order_id: routed?.id }]);
  expect(await press(order)).toBe(true);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  expect(await order.bought()).toHaveLength(1);
});

it("lets automatic ordering request added pieces that were not bought yet", async () => {
  const order = await shownOrder();
  const [line] = inside(order, order.name).lines;
  shopify.merchant.editOrder(order.name, [{ sku: line!.sku ?? "", quantity: 3 }], order.shop);
  await orderAutomatically(order);
  const bought = await order.bought();
  expect(bought.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[2], [1]]);
});

it("lets automatic ordering request the pieces of a canceled fulfillment once the supplier no longer has them", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await orderAutomatically(order);
  expect(await order.rows()).toHaveLength(1);
  await query(databaseUrl, "update supplier_order_line set canceled = quantity where order_id = $1", [
    order.id,
  ]);
  await orderAutomatically(order);
  expect(await order.rows()).toMatchObject([{ id: order.id }, { state: "placed" }]);
});

it("creates a canceled fulfillment again after a second order for the same pieces was canceled", async () => {
  const order = await shownOrder();
  shopify.merchant.cancelParcels(order.name, order.shop);
  await reviewFulfillments(order.shop);
  order.request(order.name);
  await order.ingestRequests();
  await order.processDue();
  const [, second] = await order.rows();
  expect(second).toMatchObject({ state: "held", reason: "already-ordered" });
  await requestCancellation(order.shop, { orderId: second!.id });
  await order.processDue();
  expect((await order.rows())[1]).toMatchObject({ state: "canceled" });
  expect(await press(order)).toBe(true);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
  expect(await order.bought()).toHaveLength(1);
});

it("skips fulfillments of orders that were canceled in the shop, and makes one call per 100 packages", async () => {
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

it("lists a canceled fulfillment on the reconciliation page until the merchant has the package shown again", async () => {
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
