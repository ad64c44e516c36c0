import { beforeAll, expect, it } from "vitest";

import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { inside, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue(jobHandlers.map(({ job }) => job));

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

it.each<[string, (order: ReturnType<typeof inside>) => void]>([
  [
    "another location's by now",
    ({ fulfillmentOrders }) => {
      const own = simulated(world.shop).locations.find(({ service }) => service === null);
      for (const each of fulfillmentOrders) if (own) each.location = own;
    },
  ],
  [
    "no longer requested",
    ({ fulfillmentOrders }) => {
      for (const each of fulfillmentOrders) each.requestStatus = "UNSUBMITTED";
    },
  ],
])("a request that is %s is not accepted, and its order is canceled at the supplier", async (_, change) => {
  const order = await requestedOrder(world);
  await order.process();
  expect(order.bought()).toHaveLength(1);
  change(inside(world, order.name));
  await order.process();
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  expect(world.look(order.name).fulfillmentOrders.map(({ requestStatus }) => requestStatus)).not.toContain(
    "ACCEPTED",
  );
  await order.process();
  expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
});

it("a request that the shop does not show for a moment is accepted once it does", async () => {
  const order = await requestedOrder(world);
  await order.process();
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  expect(await order.row()).toMatchObject({ acceptance: "due", reason: null, cancel_requested_at: null });
  inShop.fulfillmentOrders = shown;
  await order.process(15);
  expect(await order.row()).toMatchObject({ acceptance: "accepted", next_at: null });
  expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
});

it("a request that the shop has not shown for a minute is gone, and its order is canceled at the supplier", async () => {
  const order = await requestedOrder(world);
  await order.process();
  inside(world, order.name).fulfillmentOrders = [];
  for (const seconds of [0, 15, 25]) {
    await order.process(seconds);
    expect(await order.row()).toMatchObject({ acceptance: "due" });
  }
  await order.process(50);
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  await order.process();
  expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
});
