import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { endAttempt } from "../../../app/orders/store/end-attempt.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered, confirmOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import { sweepShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { query } from "../../support/database.ts";
import { connectionsThat, holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { trackedOrder } from "../tracking/testing.ts";
import { commitIntent } from "../committed-intent.ts";
import { inside, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";
import { storeOrders } from "../stored-order.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  for (const operation of ["placeOrder", "getOrder", "getProduct"] as const)
    wholesale.setFault(operation, "500", 0);
});

/** Numbers are the supplier's affair: nothing says that two accounts do not share them. */
async function setNumber({ id }: { id: string }, number: string | undefined): Promise<void> {
  await query(databaseUrl, "update supplier_order set supplier_order_id = $1 where id = $2", [number, id]);
}

describe("a late or unusual cancellation", () => {
  it("ends the order if the merchant requests it during an attempt that the supplier rejects", async () => {
    const order = await requestedOrder(world);
    const { attempt } = await commitIntent(world, order);
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    await endAttempt(
      { shop: world.shop, orderId: order.id, attemptId: attempt.id },
      { outcome: { code: "rejected", explanation: { code: "failure.supplier.rejected", status: 422 } } },
    );
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", due_at: null });
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  });

  it("is rejected in the shop if a part of the order has shipped", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    wholesale.supplier.ledger.ship(order.number, {
      carrier: "DHL",
      trackingNumber: "1",
      lines: [{ variantId, quantity: 1 }],
    });
    await order.follow();
    expect(await order.row()).toMatchObject({ state: "partially_shipped" });
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.ingestRequests();
    await order.processDue();
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { requestStatus: "CANCELLATION_REJECTED" },
    ]);
    expect(await order.row()).toMatchObject({ reason: "not-canceled", due_at: null });
  });

  it("is accepted in the shop if our records have no row of the request", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "delete from supplier_order where shop = $1", [order.shop]);
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.ingestRequests();
    expect(order.look(order.name).fulfillmentOrders[0]).toMatchObject({
      requestStatus: "CANCELLATION_ACCEPTED",
    });
    expect(await order.activity()).toContainEqual({
      kind: "orders.mismatch",
      tone: "critical",
      message: { code: "orders.mismatch.canceled-unknown", order: order.name },
    });
  });

  it("is accepted in the shop if the supplier has already canceled the order", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    await order.ingestRequests();
    await order.processDue();
    expect(order.look(order.name).fulfillmentOrders[0]).toMatchObject({
      requestStatus: "CANCELLATION_ACCEPTED",
    });
  });

  it("closes the request of an order that the supplier has already canceled", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    await requestCancellation(order.shop, { orderId: order.id });
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
  });

  it("does not cancel an order of another account that has the same number", async () => {
    const [mine, other] = [await requestedOrder(world), await requestedOrder(world)];
    for (const order of [mine, other]) {
      await order.process();
      await order.process();
    }
    const [theirs] = other.bought();
    await setNumber(other, "elsewhere");
    await setNumber(mine, theirs?.id);
    await requestCancellation(world.shop, { orderId: mine.id });
    await mine.process();
    expect(other.bought().map(({ status }) => status)).toEqual(["received"]);
    expect(await mine.row()).toMatchObject({
      state: "placed",
      reason: "not-canceled",
      reason_params: { explanation: { code: "orders.not-canceled.other-order", number: theirs?.id } },
    });
  });

  it("is retried for some minutes if the supplier does not show the order, and then left to the merchant", async () => {
    const order = await requestedOrder(world);
    await order.process();
    await order.process();
    await setNumber(order, "ord_of_another_account");
    await requestCancellation(world.shop, { orderId: order.id });
    for (const seconds of [0, 15, 30, 60, 120]) {
      await order.process(seconds);
      expect(await order.row()).toMatchObject({ state: "placed", reason: "supplier-rejected" });
    }
    await order.process(300);
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "not-canceled",
      reason_params: {
        explanation: { code: "orders.not-canceled.not-shown", number: "ord_of_another_account" },
      },
    });
  });
});

describe("a supplier's reply that arrives after a person said “not ordered”", () => {
  it("places the order, and prevents a second purchase", async () => {
    const order = await requestedOrder(world);
    const { attempt, post } = await commitIntent(world, order);
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await order.process(200);
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
    const reply = await post();
    await endAttempt(id, { outcome: { code: "placed", number: reply.id } });
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: reply.id });
  });
});

describe("an order whose shipment is in the shop before we have stored the acceptance of its request", () => {
  it("counts as accepted, and reports no cancellation", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "1" });
    await order.follow();
    await query(
      databaseUrl,
      "update supplier_order set acceptance = 'due', leased_until = null, due_at = now() - interval '1 second' where id = $1",
      [order.id],
    );
    await order.processDue();
    expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null });
    expect((await order.activity()).map(({ kind }) => kind)).not.toContain("orders.not-canceled");
  });
});

describe("the sweep of shipments", () => {
  it("shows a due shipment, even if many due shipments wait for earlier shipments of their orders", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "1" });
    await order.readUpdate();
    const waiting = await storeOrders(
      world.shop,
      Array.from({ length: 200 }, () => ({ state: "placed" as const })),
    );
    await query(
      databaseUrl,
      `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, shipped_at, due_at)
       select gen_random_uuid(), $1, id, n::text, '[]', 'due', now() + n * interval '1 second',
         now() + (case n when 1 then interval '1 hour' else interval '-1 hour' end)
       from unnest($2::uuid[]) as id, generate_series(1, 2) as n`,
      [world.shop, waiting],
    );
    await sweepShipments();
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });
});

describe("a number that the supplier uses in two accounts", () => {
  it("can belong to two orders of a shop", async () => {
    const [earlier, order] = [await requestedOrder(world), await requestedOrder(world)];
    await earlier.process();
    // Ordered with the account before, under the number that this one gives next.
    const next = `ord_${String(wholesale.supplier.ledger.orders().length + 1).padStart(6, "0")}`;
    await setNumber(earlier, next);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: next });
  });

  it("can be confirmed by a person for the second order", async () => {
    const [earlier, order] = [await requestedOrder(world), await requestedOrder(world)];
    await earlier.process();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    const [bought] = order.bought();
    await setNumber(earlier, bought?.id);
    const [attempt] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
    expect(await confirmOrdered(id, { number: bought!.id as SupplierOrderId, certain: false })).toEqual({
      kind: "confirmed",
    });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: bought?.id });
  });
});

describe("an order of a shop that connects to another account while we read the order", () => {
  it("is held, and not bought through links to the former account's products", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    // Held up at the last of what it reads.
    const lock = await holdLock("lock table branding_version in access exclusive mode");
    const processed = order.process();
    await someoneWaits();
    await query(
      databaseUrl,
      "update connection set account = 'another', generation = generation + 1 where shop = $1",
      [other.shop],
    );
    await lock.release();
    await processed;
    expect(order.bought()).toEqual([]);
    expect(await order.attempts()).toEqual([]);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "account-changed" });
    expect(order.bought()).toEqual([]);
  });
});

describe("a worker whose lease has passed to another worker", () => {
  it("writes nothing and starts no attempt", async () => {
    const order = await requestedOrder(world);
    // Held up at the last of what they read.
    const lock = await holdLock("lock table branding_version in access exclusive mode");
    const slow = order.process();
    await someoneWaits();
    // Its lease has ended meanwhile, and the request is gone.
    await query(
      databaseUrl,
      "update supplier_order set leased_until = null, due_at = now() - interval '1 second' where id = $1",
      [order.id],
    );
    inside(world, order.name).fulfillmentOrders[0]!.status = "CLOSED";
    const quick = order.process();
    await expect.poll(() => connectionsThat("wait_event_type = 'Lock'")).toBe(2);
    await lock.release();
    await Promise.all([slow, quick]);
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone" });
  });
});
