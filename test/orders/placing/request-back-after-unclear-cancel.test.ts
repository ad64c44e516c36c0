import { expect, it } from "vitest";

import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { inside, requestedOrder, sellingShop } from "../shop-world.ts";

openQueue();

it("leaves an order to the merchant if its request appears again, but the supplier no longer shows the order", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  await order.place();
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  await order.process(700);
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  inShop.fulfillmentOrders = shown;
  const [supplied] = order.bought();
  Object.assign(supplied!, { account: "another one" });
  for (let retry = 0; retry < 8; retry += 1) await order.process(3700);
  expect(await order.row()).toMatchObject({
    state: "placed",
    reason: "not-canceled",
    reason_params: { explanation: { code: "orders.not-canceled.not-shown" } },
    due_at: null,
  });
});

it("ends an order whose request appears again if the supplier canceled the order with an unclear reply", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  await order.place();
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  await order.process(700);
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  // The supplier cancels it, and its answer is lost.
  wholesale.setFault("cancelOrder", "500-after-commit", 1);
  await order.process();
  inShop.fulfillmentOrders = shown;
  await order.process(60);
  await order.process();
  const told = await query<{ kind: string }>(databaseUrl, "select kind from activity where shop = $1", [
    world.shop,
  ]);
  expect(told.map(({ kind }) => kind)).not.toContain("orders.request-back");
  expect(await order.row()).toMatchObject({ state: "canceled" });
  expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
});

it.each([
  ["an unreadable reply", "html"],
  ["a failure", "500"],
] as const)(
  "accepts a request that appears again once the supplier's order can be read after %s",
  async (_, fault) => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.place();
    const inShop = inside(world, order.name);
    const shown = inShop.fulfillmentOrders;
    inShop.fulfillmentOrders = [];
    await order.process();
    await order.process(700);
    expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
    inShop.fulfillmentOrders = shown;
    wholesale.setFault("getOrder", fault, 1);
    await order.process();
    await order.process(3700);
    await order.process();
    expect(order.bought()).toMatchObject([{ status: "received" }]);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted", reason: null });
  },
);
