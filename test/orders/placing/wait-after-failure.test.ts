import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { endOutage, recordOutage } from "../../../app/connection/supplier-outage.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import {
  pressRetry,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(async () => {
  for (const operation of ["placeOrder", "getProduct"] as const) wholesale.setFault(operation, "500", 0);
  await endOutage();
});

/** An hour is as long as one ever waits, with what is added at random. */
async function fails(order: RequestedOrder, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await order.process(4400);
}

async function told(order: RequestedOrder): Promise<unknown[]> {
  const rows = await query(
    databaseUrl,
    "select tone, message from activity where shop = $1 and kind = 'orders.still-waiting' and subject_url = $2",
    [world.shop, `/app/orders/${order.id}`],
  );
  return rows;
}

describe("an order that cannot be placed for now", () => {
  it.each([
    ["429", "supplier-rate-limited", "failure.supplier.rate-limited"],
    ["500", "supplier-unreachable", "failure.supplier.server-error"],
  ] as const)(
    "is reported once after repeated failures if the supplier answers the request for costs with %s",
    async (fault, passing, explanation) => {
      const order = await requestedOrder(world);
      wholesale.setFault("getProduct", fault, 1000);
      await fails(order, 5);
      expect(await order.row()).toMatchObject({ state: "ready", reason: passing });
      expect(await told(order)).toEqual([]);
      await fails(order, 4);
      const explained = { explanation: { code: explanation } };
      expect(await order.row()).toMatchObject({
        state: "ready",
        reason: "still-waiting",
        due_at: expect.any(Date) as Date,
        reason_params: explained,
      });
      expect(await told(order)).toMatchObject([
        { tone: "warning", message: { what: { code: "orders.reason.still-waiting", ...explained } } },
      ]);
      wholesale.setFault("getProduct", "500", 0);
      await order.process(4400);
      expect(await order.row()).toMatchObject({ state: "placed", reason: null });
      expect(order.bought()).toHaveLength(1);
    },
  );

  it("needs the merchant after repeated failures if the supplier accepts no more orders", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "429", 1000);
    await fails(order, 5);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "supplier-rate-limited" });
    await fails(order, 2);
    expect(await order.row()).toMatchObject({
      state: "ready",
      reason: "still-waiting",
      due_at: expect.any(Date) as Date,
      reason_params: { explanation: { code: "failure.supplier.rate-limited" } },
    });
    wholesale.setFault("placeOrder", "500", 0);
    await pressRetry(world.shop, order.id);
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });

  it("is not reported if the supplier answers no shop at all, because every page says that already", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("getProduct", "500", 1000);
    await recordOutage();
    await fails(order, 8);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "supplier-unreachable" });
    expect(await told(order)).toEqual([]);
  });

  it("stays held for its former reason if the supplier fails later", async () => {
    const [sku] = world.skus;
    const order = await requestedOrder(world, { lines: [{ sku, quantity: 1_000_000 }] });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    wholesale.setFault("getProduct", "500", 1000);
    await fails(order, 8);
    expect(await order.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    expect(await told(order)).toEqual([]);
  });
});
