import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { reviewRequest } from "../../../app/orders/ingest/review-request.server.ts";
import {
  processClaimed,
  processOrder,
  sweepOrders,
} from "../../../app/orders/placing/process-order.server.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { type RequestedOrder, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

async function requestedOrders(count: number): Promise<RequestedOrder[]> {
  const orders: RequestedOrder[] = [];
  for (let number = 0; number < count; number += 1) orders.push(await requestedOrder(world));
  return orders;
}

async function expectBoughtOnce(order: RequestedOrder): Promise<void> {
  expect(order.bought()).toHaveLength(1);
  expect(await order.outcomes()).toEqual(["placed"]);
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
}

describe("concurrent workers on the same orders", () => {
  it("buy each order once if sweeps, jobs and webhooks come at the same time", async () => {
    const orders = await requestedOrders(8);
    await Promise.all([
      sweepOrders(),
      sweepOrders(),
      ...orders.flatMap(({ id, fulfillmentOrderId: subjectId }) => [
        processOrder({ shop: world.shop, orderId: id }),
        ingestRequest(world.shop, { subjectId }),
        reviewRequest(world.shop, { subjectId }),
      ]),
    ]);
    await world.processDue();
    for (const order of orders) await expectBoughtOnce(order);
  });

  it("buy an order once if the first worker's lease ends before its attempt", async () => {
    const order = await requestedOrder(world);
    const claimed = await claimOrder(world.shop, order.id);
    await query(
      databaseUrl,
      "update supplier_order set leased_until = now() - interval '1 second' where id = $1",
      [order.id],
    );
    await order.process();
    await processClaimed(claimed!);
    await expectBoughtOnce(order);
  });
});

describe("a batch of outcomes", () => {
  it("is written once, except for an outcome that cannot be stored, whose order a lookup finds later", async () => {
    const orders = await requestedOrders(6);
    const [spoiled, ...others] = orders;
    await query(
      databaseUrl,
      `create function spoil() returns trigger language plpgsql as $$ begin
         if exists (select from order_attempt where id = new.attempt_id and order_id = '${spoiled!.id}')
         then raise exception 'spoiled'; end if; return new; end $$`,
    );
    const mend = () => query(databaseUrl, "drop function if exists spoil cascade");
    onTestFinished(async () => {
      await mend();
    });
    await query(
      databaseUrl,
      "create trigger spoil before insert on order_attempt_outcome for each row execute function spoil()",
    );
    await Promise.all(orders.map(({ process }) => process()));
    for (const order of others) await expectBoughtOnce(order);
    expect(await spoiled!.row()).toMatchObject({ state: "placing" });
    await mend();
    await world.processLater(61);
    expect(spoiled!.bought()).toHaveLength(1);
    expect(await spoiled!.outcomes()).toEqual(["abandoned", "found"]);
    expect(await spoiled!.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });
});

describe("a request that the merchant cancels and makes again with another address during placing", () => {
  it("has its order canceled with the supplier, and the new request is bought", async () => {
    const order = await requestedOrder(world);
    const place = wholesale.supplier.ledger.place.bind(wholesale.supplier.ledger);
    const placing = vi.spyOn(wholesale.supplier.ledger, "place").mockImplementationOnce((...args) => {
      shopify.merchant.cancelFulfillment(order.name, world.shop);
      shopify.merchant.changeAddress(order.name, { city: "Bonn" }, world.shop);
      shopify.merchant.requestFulfillment(order.name, world.shop);
      return place(...args);
    });
    onTestFinished(() => placing.mockRestore());
    await order.process();
    await world.ingestRequests();
    await world.processDue();
    await world.processLater(3700);
    expect(order.bought()).toMatchObject([{ status: "cancelled", shipTo: { city: "Köln" } }]);
    const rows = (await world.rows()).filter(({ order_name: name }) => name === order.name);
    expect(rows.map(({ state }) => state)).toEqual(["canceled", "placed"]);
    const alive = (await world.bought()).filter(({ id }) => id === rows[1]?.supplier_order_id);
    expect(alive).toMatchObject([{ status: "received", shipTo: { city: "Bonn" } }]);
  });
});
