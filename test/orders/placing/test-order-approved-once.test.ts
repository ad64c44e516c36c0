import { expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { ingestRequests } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { approveTestOrder } from "../../../app/orders/placing/retry-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { requestedOrder, sellingShop, versionOf } from "../shop-world.ts";

openQueue();

it("holds an approved and canceled test order again at its next request", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world, { test: true });
  await order.process();
  const version = await versionOf(order.id);
  expect(await approveTestOrder(world.shop, { orderId: order.id, version })).toBe(true);
  await requestCancellation(world.shop, { orderId: order.id });
  await order.process();
  world.request(order.name);
  await ingestRequests(world.shop);
  await order.process();
  expect(order.bought()).toEqual([]);
  expect(await order.row()).toMatchObject({ state: "held", reason: "test-order" });
});
