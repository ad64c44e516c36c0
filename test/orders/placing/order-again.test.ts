import { expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import { openQueue } from "../../support/queue.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";
import { pressRetry } from "../shop-world.ts";

openQueue();

/** Placed, and canceled at the supplier before it was accepted in the shop. */
async function canceledOnce(): Promise<TrackedOrder> {
  const order = await trackedOrder({ accepted: false });
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  return order;
}

it("keeps number and history of a canceled order that is not ordered again", async () => {
  const order = await canceledOnce();
  await pressRetry(order.shop, order.id);
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
    "orders.reason.not-ordered-again",
  ]);
});

it("shows both numbers in the history of a canceled order that is ordered on a new request", async () => {
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
