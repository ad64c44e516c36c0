import { describe, expect, it } from "vitest";

import { dryRun } from "../../../app/orders/dry-run.server.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { orderAgain } from "../../../app/orders/ingest/order-again.server.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf, toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { inside, pressRetry, requestedOrder, sellingShop } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

openQueue();

/** Placed, and canceled at the supplier before it was accepted in the shop. */
async function canceledOnce(): Promise<TrackedOrder> {
  const order = await trackedOrder({ accepted: false });
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  // Shopify shows times to the second: the next request is newer.
  await timePasses(order.shop, 2);
  return order;
}

/** Returns the decisions of a dry run on an order's parts. */
async function tried({ shop, name }: TrackedOrder): Promise<string[]> {
  const run = await dryRun(shop, { kind: "name", name });
  if (run.kind !== "orders") throw new Error(`The dry run is "${run.kind}".`);
  return run.orders.flatMap(({ parts }) => parts.map(({ decision }) => decision));
}

it("offers no button for a canceled order whose request in the shop is rejected", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world, { paid: false });
  await order.process();
  await requestCancellation(world.shop, { orderId: order.id });
  await order.process();
  expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  const canceled = { state: "canceled", reason: "canceled-unsent", due_at: null };
  expect(await order.row()).toMatchObject(canceled);
  const page = toShown((await findOrder(world.shop, order.id))!, { connected: true });
  expect(Object.values(page.can).filter(Boolean)).toEqual([]);
  expect(await pressRetry(world.shop, order.id)).toBe(false);
  expect(await order.row()).toMatchObject(canceled);
});

it("keeps the number and the history of a canceled order if the merchant cancels its new request", async () => {
  const order = await canceledOnce();
  const { fulfillment_order_id: fulfillmentOrderId } = await order.row();
  const requested = { fulfillmentOrderId, shopOrderId: order.look(order.name).id, orderName: order.name };
  Object.assign(inside(order, order.name).fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
  await openOrder(order.shop, { ...requested, sentAt: new Date() });
  await order.processDue();
  await timePasses(order.shop, 700);
  await order.processDue();
  expect(await order.row()).toMatchObject({
    state: "canceled",
    supplier_order_id: order.number,
    reason: "not-ordered-again",
    reason_params: { number: order.number },
  });
  const found = await findOrder(order.shop, order.id);
  expect(timelineOf(found!).map(({ message }) => message.code)).toEqual([
    "orders.history.requested",
    "orders.history.began",
    "orders.outcome.placed",
    "orders.history.cancellation-requested",
    "orders.reason.canceled",
    "orders.history.requested",
    "orders.reason.not-ordered-again",
  ]);
});

it("still shows that the supplier canceled the order if a lagging replica shows the rejected request as open", async () => {
  const order = await trackedOrder({ accepted: false });
  wholesale.supplier.ledger.restate(order.number, { status: "cancelled" });
  await order.readUpdate();
  await order.processDue();
  expect(inside(order, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  expect(await order.row()).toMatchObject({ reason: "canceled-at-supplier" });
  const { fulfillment_order_id: fulfillmentOrderId } = await order.row();
  const requested = { fulfillmentOrderId, shopOrderId: order.look(order.name).id, orderName: order.name };
  await timePasses(order.shop, 2);
  await openOrder(order.shop, { ...requested, sentAt: new Date() });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: order.number });
  const page = toShown((await findOrder(order.shop, order.id))!, { connected: true });
  expect(page).toMatchObject({
    message: { number: order.number },
    can: { acknowledge: "rejected-since-ended" },
  });
  expect(await order.bought()).toHaveLength(1);
});

it("shows both numbers in the history of a canceled order that is ordered again on a new request", async () => {
  const order = await canceledOnce();
  order.request(order.name);
  await order.ingestRequests();
  await order.processDue();
  const { supplier_order_id: second } = await order.row();
  expect(second).not.toBe(order.number);
  const found = await findOrder(order.shop, order.id);
  const numbers = timelineOf(found!).flatMap(({ message }) => ("number" in message ? [message.number] : []));
  expect(numbers).toEqual([order.number, order.number, second]);
});

it.each<[string, (order: TrackedOrder, subjectId: string) => Promise<unknown>]>([
  ["webhook", ({ shop }, subjectId) => ingestRequest(shop, { subjectId })],
  ["poll", ({ ingestRequests }) => ingestRequests()],
])(
  "does not order a canceled order again if a %s reads its old request from a lagging replica",
  async (_, read) => {
    const order = await canceledOnce();
    const { fulfillment_order_id: subjectId } = await order.row();
    const [request] = inside(order, order.name).fulfillmentOrders;
    const before = { status: request!.status, requestStatus: request!.requestStatus };
    request!.merchantRequests.at(-1)!.sentAt = new Date(Date.now() - 5000);
    Object.assign(request!, { status: "OPEN", requestStatus: "SUBMITTED" });
    await read(order, subjectId);
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: order.number });
    // A real request is newer.
    Object.assign(request!, before);
    order.request(order.name);
    await read(order, subjectId);
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "placed" });
  },
);

it.each<[string, string]>([
  ["our clock is slow", "requested_at = requested_at - interval '10 s'"],
  [
    "the row is from before requests had a time",
    "request_sent_at = null, requested_at = requested_at - interval '10 s'",
  ],
])("does not order a canceled order again from a lagging replica's old request if %s", async (_, set) => {
  const order = await trackedOrder({ accepted: false });
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  await query(databaseUrl, `update supplier_order set ${set} where id = $1`, [order.id]);
  const [request] = inside(order, order.name).fulfillmentOrders;
  Object.assign(request!, { status: "OPEN", requestStatus: "SUBMITTED" });
  await ingestRequest(order.shop, { subjectId: (await order.row()).fulfillment_order_id });
  await order.ingestRequests();
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: order.number });
  expect(await order.bought()).toHaveLength(1);
});

it("orders a canceled order again if a request stays open for ten minutes, even if the request states an old time", async () => {
  const order = await canceledOnce();
  order.request(order.name);
  for (const { merchantRequests } of inside(order, order.name).fulfillmentOrders)
    for (const request of merchantRequests) request.sentAt = new Date(Date.now() - 3_600_000);
  await order.ingestRequests();
  expect(await order.row()).toMatchObject({ state: "canceled" });
  expect(await tried(order)).toEqual(["known"]);
  await timePasses(order.shop, 601);
  expect(await tried(order)).toEqual(["place"]);
  await order.ingestRequests();
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "placed" });
});

it("places an order at the next poll if its request was hidden by a lagging replica", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  const [request] = inside(world, order.name).fulfillmentOrders;
  const shown = { status: request!.status, requestStatus: request!.requestStatus };
  request!.merchantRequests.at(-1)!.sentAt = new Date(Date.now() - 5000);
  Object.assign(request!, { status: "OPEN", requestStatus: "UNSUBMITTED" });
  await order.process();
  expect(await order.row()).toMatchObject({ state: "ready" });
  await order.process(700);
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone" });
  Object.assign(request!, shown);
  await world.ingestRequests();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed" });
});

it("reopens an order that ended over ten minutes ago for a request with an old time, even after an acknowledgement", async () => {
  const order = await trackedOrder();
  wholesale.supplier.ledger.cancel(order.number);
  await order.readUpdate();
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled-at-supplier" });
  await timePasses(order.shop, 700);
  const { version, can, requestedAt } = toShown((await findOrder(order.shop, order.id))!, {
    connected: true,
  });
  await acknowledgeOrder(order.shop, { orderId: order.id, version, reason: can.acknowledge! });
  const { fulfillment_order_id: fulfillmentOrderId } = await order.row();
  const requested = { fulfillmentOrderId, shopOrderId: order.look(order.name).id, orderName: order.name };
  expect(await openOrder(order.shop, { ...requested, sentAt: new Date(requestedAt) })).toBe(true);
});

describe("“Order again” after the supplier's own cancellation", () => {
  it("buys the order once more, even if the merchant presses twice", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    await order.processDue();
    await timePasses(order.shop, 2);
    const page = toShown((await findOrder(order.shop, order.id))!, { connected: true });
    expect(page.can.orderAgain).toBe(true);
    const onPage = { orderId: order.id, version: page.version };
    expect(await orderAgain(order.shop, { ...onPage, version: page.version - 1 })).toBe("changed");
    expect(await orderAgain(order.shop, onPage)).toBe("requested");
    await orderAgain(order.shop, onPage);
    await order.ingestRequests();
    await order.processDue();
    const alive = (await order.bought()).filter(({ status }) => status !== "cancelled");
    expect(alive).toHaveLength(1);
    expect(alive[0]!.id).not.toBe(order.number);
  });

  it("is not offered while the request in the shop is still to be closed", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "canceled", acceptance: "closing" });
    const page = toShown((await findOrder(order.shop, order.id))!, { connected: true });
    expect(page.can.orderAgain).toBe(false);
    const onPage = { orderId: order.id, version: page.version };
    expect(await orderAgain(order.shop, onPage)).toBe("changed");
    await order.processDue();
    const closed = toShown((await findOrder(order.shop, order.id))!, { connected: true });
    expect(closed.can.orderAgain).toBe(true);
  });

  it("is not offered after the merchant canceled the order", async () => {
    const order = await canceledOnce();
    const page = toShown((await findOrder(order.shop, order.id))!, { connected: true });
    expect(page.can.orderAgain).toBe(false);
    const onPage = { orderId: order.id, version: page.version };
    expect(await orderAgain(order.shop, onPage)).toBe("changed");
  });
});
