import { describe, expect, it } from "vitest";

import { sweepOrders } from "../../../app/orders/placing/process-order.server.ts";
import { readUpdate, sweepUpdates } from "../../../app/orders/tracking/read-update.server.ts";
import { readUpdateList, sweepUpdateLists } from "../../../app/orders/tracking/read-update-list.server.ts";
import { countWork } from "../../support/count-work.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wholesale } from "../../support/world.ts";
import { trackedOrder } from "./testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** An order that was placed some time ago: its shop's list is read every few minutes. */
async function listedOrder() {
  const order = await trackedOrder();
  await order.readUpdate();
  for (let times = 0; times < 4; times += 1) {
    await timePasses(order.shop, 900);
    await readUpdateList(order);
  }
  await order.readUpdate(900);
  return order;
}

describe("the cost of updates", () => {
  it("is at most three transactions for an update of an order without changes", async () => {
    const order = await trackedOrder();
    await timePasses(order.shop, 6);
    const { transactions, statements } = await countWork(() =>
      readUpdate({ shop: order.shop, orderId: order.id }),
    );
    expect(transactions).toBeLessThanOrEqual(3);
    expect(statements).toBeLessThanOrEqual(14);
  });

  it("is at most four transactions and six statements for a list without changes", async () => {
    const order = await listedOrder();
    await timePasses(order.shop, 900);
    const { transactions, statements, jobs } = await countWork(() => readUpdateList(order));
    expect(transactions).toBeLessThanOrEqual(4);
    expect(statements).toBeLessThanOrEqual(6);
    expect(jobs).toBe(0);
  });

  it("is one more transaction for each changed order in a list", async () => {
    const order = await listedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await timePasses(order.shop, 900);
    const { transactions, statements, jobs } = await countWork(() => readUpdateList(order));
    expect(transactions).toBeLessThanOrEqual(5);
    expect(statements).toBeLessThanOrEqual(20);
    // Its shipment waits to be shown.
    expect(jobs).toBe(1);
  });

  it("is one transaction and one statement for a sweep without due orders", async () => {
    for (const sweep of [sweepOrders, sweepUpdates, sweepUpdateLists]) {
      await sweep();
      expect(await countWork(sweep)).toMatchObject({ transactions: 1, statements: 1, jobs: 0 });
    }
  });
});
