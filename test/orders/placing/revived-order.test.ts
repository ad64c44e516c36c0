/** A canceled order whose pieces the merchant requests again: earlier answers and lookups are about the first one. */
import { afterEach, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  inside,
  requestedOrder,
  type RequestedOrder,
  requestedParts,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

afterEach(() => {
  wholesale.setFault("findOrders", "html", 0);
});

const { ledger } = wholesale.supplier;

/** The merchant has looked for an order in doubt, and says that there is none. */
async function sayNotOrdered(world: SellingShop, order: RequestedOrder): Promise<void> {
  await order.process(200);
  const attempt = (await order.attempts()).at(-1)!;
  const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
  expect(await confirmNotOrdered(id, { certain: "unreadable" })).toEqual({ kind: "confirmed" });
}

it("asks a person about a second request while the lookup fails, even after an answer about the first one", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  for (const { merchantRequests } of inside(world, order.name).fulfillmentOrders)
    for (const request of merchantRequests) request.sentAt = new Date(Date.now() - 700_000);
  wholesale.setFault("findOrders", "html", 100);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
  await sayNotOrdered(world, order);
  await order.place();
  expect(await order.row()).toMatchObject({ state: "placed" });
  await requestCancellation(world.shop, { orderId: order.id });
  await order.process();
  expect(await order.row()).toMatchObject({ state: "canceled" });
  await timePasses(world.shop, 60);
  world.request(order.name);
  await world.ingestRequests();
  await world.processDue();
  expect(await order.row()).toMatchObject({ state: "in_doubt" });
  expect(order.bought()).toHaveLength(1);
});

it.each([true, false])(
  "leaves a new fulfillment order to a person if the supplier has reopened the first order (lookup by reference: %s)",
  async (offered) => {
    offering({ findOrderByReference: offered });
    const world = await sellingShop();
    const first = await requestedOrder(world);
    await first.process();
    const [bought] = first.bought();
    shopify.merchant.cancelFulfillment(first.name, world.shop);
    await requestCancellation(world.shop, { orderId: first.id });
    await first.process();
    expect(await first.row()).toMatchObject({ state: "canceled" });
    const { reference } = ledger.restate(bought!.id, { status: "processing" });
    await timePasses(world.shop, 2);
    const second = (await requestedParts(world, first.name)).find(({ id }) => id !== first.id)!;
    await second.process();
    expect(second.bought()).toEqual([]);
    expect(await second.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-for-earlier-request",
      reason_params: { number: bought!.id, reference },
    });
  },
);

it("buys a new fulfillment order if the first order stays canceled at a supplier without lookup by reference", async () => {
  offering({ findOrderByReference: false });
  const world = await sellingShop();
  const first = await requestedOrder(world);
  await first.process();
  shopify.merchant.cancelFulfillment(first.name, world.shop);
  await requestCancellation(world.shop, { orderId: first.id });
  await first.process();
  await timePasses(world.shop, 2);
  const second = (await requestedParts(world, first.name)).find(({ id }) => id !== first.id)!;
  await second.process();
  expect(second.bought()).toHaveLength(1);
  expect(await second.row()).toMatchObject({ state: "placed" });
});
