import { beforeAll, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { inside, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

it("rejects the open request of an order that the customer has canceled, and buys nothing", async () => {
  const order = await requestedOrder(world);
  // No webhook has told of it so far.
  inside(world, order.name).cancelledAt = new Date();
  await order.process();
  expect(order.bought()).toEqual([]);
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled-unsent", due_at: null });
  expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
});

it("does not buy a canceled order again if the customer cancels and the shop shows the old request as accepted", async () => {
  const order = await requestedOrder(world);
  await order.place();
  await requestCancellation(world.shop, { orderId: order.id });
  await order.process();
  expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  const [request] = inside(world, order.name).fulfillmentOrders;
  Object.assign(request!, { status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  inside(world, order.name).cancelledAt = new Date();
  await openOrder(world.shop, { ...order, orderName: order.name, sentAt: new Date() });
  await order.process();
  expect(order.bought()).toHaveLength(1);
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "not-ordered-again" });
});
