import { afterAll, beforeAll, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/cancelling/request-cancellation.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { shopify } from "../../support/world.ts";
import { later, trackedOrder } from "../../tracking/testing.ts";

beforeAll(async () => {
  // Nobody works off the wake-ups here: each test does, when it wants to.
  await startQueue(jobHandlers);
});
afterAll(stopQueue);

it("an accepted order that the merchant cancels in the app does not stay under way in Shopify", async () => {
  const order = await trackedOrder();
  await requestCancellation(order.shop, { orderId: order.id, now: new Date() });
  await order.workOff(later(1));
  expect(await order.bought()).toMatchObject([{ status: "cancelled" }]);
  expect(await order.row()).toMatchObject({
    state: "cancelled",
    acceptance: "closed",
    reason: "cancelled",
  });
  expect(order.look(order.name).fulfillmentOrders).toMatchObject([
    { status: "INCOMPLETE", requestStatus: "CLOSED" },
  ]);
  // The merchant has it fulfilled after all: another request, another order.
  order.request(order.name);
  await order.ingestRequests();
  await order.workOff();
  expect((await order.rows()).map(({ state }) => state)).toEqual(["cancelled", "placed"]);
});

it("an order whose acceptance got through at the second try no longer says why it did not at the first", async () => {
  const order = await trackedOrder({ accepted: false });
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502");
  await order.workOff();
  expect(await order.row()).toMatchObject({ acceptance: "due", reason: "outcome-unknown" });
  await order.workOff(later(60));
  expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null, said: null });
});

it("a cancellation that both sides hear of at the same moment ends the order once", async () => {
  const order = await trackedOrder();
  shopify.merchant.cancelFulfillment(order.name, order.shop);
  await order.ingestRequests();
  await Promise.all([order.workOff(later(6)), order.readUpdate()]);
  await order.readUpdate(60);
  await order.workOff(later(300));
  expect(await order.row()).toMatchObject({ state: "cancelled", next_at: null });
  expect(order.look(order.name).fulfillmentOrders).toMatchObject([
    { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" },
    { status: "OPEN", requestStatus: "UNSUBMITTED" },
  ]);
  expect((await order.activity()).filter(({ kind }) => kind === "orders.cancelled")).toHaveLength(1);
});
