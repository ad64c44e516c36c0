import { beforeAll, describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { offering } from "../offering.ts";
import { inside, requestedOrder, restored, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

/** Processes the order while the shop shows no fulfillment order, as a replica that lags may. */
async function processUnseen(order: Awaited<ReturnType<typeof requestedOrder>>): Promise<void> {
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  inShop.fulfillmentOrders = shown;
}

describe("processOrder for an order that is not sent yet", () => {
  it("places the order even if one read of the shop showed no request", async () => {
    const order = await requestedOrder(world);
    await processUnseen(order);
    expect(await order.row()).toMatchObject({ state: "ready" });
    await order.process(60);
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", not_shown_since: null });
  });

  it("places an accepted request after a person's “not ordered”, even if one read of the shop showed no request", async () => {
    offering({ findOrderByReference: true, lookupConsistentAfterSeconds: 60 });
    const known = await requestedOrder(world);
    await known.process();
    const order = await requestedOrder(world);
    inside(world, order.name).fulfillmentOrders[0]!.requestStatus = "ACCEPTED";
    for (const seconds of [0, 60, 3700, 3700]) await order.process(seconds);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "accepted-before-records" });
    const [attempt] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
    await processUnseen(order);
    await order.process(60);
    expect(order.bought()).toHaveLength(1);
  });

  it("looks up a lost order before canceling it, even if one read of the shop showed no request", async () => {
    const order = await requestedOrder(world);
    await order.process();
    await restored(order);
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    shopify.setFault("fulfillmentOrder\\(", "not-shown", 1, 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "ready" });
    for (const later of [15, 70, 70]) await order.process(later);
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });
});
