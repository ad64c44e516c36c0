import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { openQueue } from "../../support/queue.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  reconcileNow,
  requestedOrder,
  type RequestedOrder,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  for (const operation of ["placeOrder", "cancelOrder"] as const) wholesale.setFault(operation, "500", 0);
});

/** Placed at the supplier, and accepted in the shop. */
async function placed(): Promise<RequestedOrder> {
  const order = await requestedOrder(world);
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted", due_at: null });
  return order;
}

describe("an order whose request the merchant cancels during placing", () => {
  it("is canceled with the supplier", async () => {
    const order = await requestedOrder(world);
    await order.place();
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "gone", reason: "request-gone" });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled", due_at: null });
  });
});

describe("the cancellation of an order", () => {
  it("cancels a placed order once, even if the cancellation is requested several times", async () => {
    const order = await placed();
    const requests = await Promise.all(
      [1, 2, 3].map(() => requestCancellation(world.shop, { orderId: order.id })),
    );
    expect(requests.filter(Boolean)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => order.process()));
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  });

  it("leaves a shipped order alone, and tells the merchant that the supplier has shipped the order", async () => {
    const order = await placed();
    wholesale.supplier.ledger.ship(order.bought()[0]!.id, { carrier: "DHL", trackingNumber: "1" });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "not-canceled",
      due_at: null,
      cancel_requested_at: null,
      reason_params: {
        explanation: {
          code: "orders.not-canceled.rejected",
          number: order.bought()[0]?.id,
          status: "shipped",
        },
      },
    });
  });

  it("needs the merchant's attention if it fails again after the merchant acknowledged an earlier failure", async () => {
    const order = await placed();
    wholesale.supplier.ledger.ship(order.bought()[0]!.id, { carrier: "DHL", trackingNumber: "1" });
    const acknowledged = "update supplier_order set acknowledged_reason = 'not-canceled' where id = $1";
    await query(databaseUrl, acknowledged, [order.id]);
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ reason: "not-canceled", acknowledged_reason: null });
  });

  it("is left to the merchant if the supplier's interface offers no cancellation", async () => {
    offering({ cancelOrder: false });
    const order = await placed();
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "not-canceled",
      reason_params: { explanation: { code: "orders.not-canceled.not-offered" } },
    });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
  });

  it("waits until an attempt in doubt is resolved, and then cancels the order", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    await requestCancellation(world.shop, { orderId: order.id });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  });

  it("is retried after an unclear reply, until the supplier states the result", async () => {
    const order = await placed();
    await requestCancellation(world.shop, { orderId: order.id });
    wholesale.setFault("cancelOrder", "500", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", reason: "supplier-outcome-unknown" });
    await order.process(60);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });

  it("waits until the shop has a key that the supplier accepts", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    await order.process();
    await query(databaseUrl, "update connection set key_check = 'unauthorized' where shop = $1", [
      other.shop,
    ]);
    await requestCancellation(other.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", reason: "key-unauthorized" });
    await query(databaseUrl, "update connection set key_check = 'verified' where shop = $1", [other.shop]);
    await order.process(301);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });

  it("ends an unsent order without calling the supplier", async () => {
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    await requestCancellation(world.shop, { orderId: order.id });
    const before = wholesale.requests.length;
    await order.process();
    expect(wholesale.requests).toHaveLength(before);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled-unsent" });
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  });
});

describe("canceling an order that exists twice at the supplier", () => {
  it("cancels both orders, one after the other", async () => {
    const order = await placed();
    wholesale.supplier.ledger.place(order.bought()[0]!);
    await reconcileNow(world);
    expect(await order.row()).toMatchObject({ reason: "duplicate-at-supplier" });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "received"]);
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  });

  it("reports the second order's number if the supplier has shipped that order", async () => {
    const order = await placed();
    const second = wholesale.supplier.ledger.place(order.bought()[0]!);
    await reconcileNow(world);
    wholesale.supplier.ledger.ship(second.id, { carrier: "DHL", trackingNumber: "1" });
    await requestCancellation(world.shop, { orderId: order.id });
    for (let count = 0; count < 3; count += 1) await order.process();
    expect(await order.row()).toMatchObject({ supplier_order_id: second.id, reason: "not-canceled" });
    expect(JSON.stringify((await order.row()).reason_params)).toContain(second.id);
  });

  it.each([
    ["before acceptance", 1, true],
    ["without a lookup", 2, false],
  ] as const)(
    "leaves exactly one open order at the supplier after the merchant's new request (%s)",
    async (_, steps, findOrderByReference) => {
      const own = await sellingShop();
      offering({ findOrderByReference });
      const order = await requestedOrder(own);
      for (let count = 0; count < steps; count += 1) await order.process();
      wholesale.supplier.ledger.place(order.bought()[0]!);
      await reconcileNow(own);
      await requestCancellation(own.shop, { orderId: order.id });
      for (let count = 0; count < 3; count += 1) await order.process();
      own.request(order.name);
      await own.ingestRequests();
      await own.processDue();
      expect((await own.bought()).filter(({ status }) => status !== "cancelled")).toHaveLength(1);
    },
  );
});
