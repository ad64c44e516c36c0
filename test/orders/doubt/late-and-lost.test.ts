import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { findKey } from "../../../app/connection/connection-store.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { beginAttempt, endAttempt } from "../../../app/orders/attempt-store.server.ts";
import { decideDoubt } from "../../../app/orders/doubt/decide-doubt.server.ts";
import { decideOrder } from "../../../app/orders/placing/decide-order.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { claimOrder } from "../../../app/orders/order-store.server.ts";
import { readOrderFacts } from "../../../app/orders/placing/read-order-facts.server.ts";
import { requestCancellation } from "../../../app/orders/cancelling/request-cancellation.server.ts";
import { retryOrder } from "../../../app/orders/placing/retry-order.server.ts";
import { processOrder } from "../../../app/orders/process-order.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import type { FulfillmentOrder } from "../../../app/shop/fulfillment-order.ts";
import { callWholesale } from "../../../app/wholesale/call-wholesale.server.ts";
import { sweepShipments } from "../../../app/tracking/push-shipments.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { later, trackedOrder } from "../../tracking/testing.ts";
import { sellingShop } from "../shop-world.ts";
import { storeOrders } from "../stored-order.ts";
import { after, aRequest, bought, connectedShop, linkedVariants, now, reading, rowOf } from "../testing.ts";

let shop: ShopDomain;

beforeAll(async () => {
  // Nobody works off the wake-ups here: each test does, when it wants to.
  await startQueue(jobHandlers);
  shop = await connectedShop();
});
afterAll(stopQueue);
afterEach(() => {
  for (const operation of ["placeOrder", "getOrder", "getProduct"] as const)
    wholesale.setFault(operation, "500", 0);
});

async function opened(asked: FulfillmentOrder) {
  const { id: fulfillmentOrderId, shopOrderId, orderName } = asked;
  await openOrder(shop, { fulfillmentOrderId, shopOrderId, orderName }, now);
  const { id } = await rowOf(shop, asked);
  const workOff = (at = now, says = asked) =>
    processOrder({ shop, orderId: id }, { clock: () => at, read: () => Promise.resolve(reading(says)) });
  return { id, workOff };
}

/** Commits the intent to order, and stands still right after it. */
async function begun(asked: FulfillmentOrder) {
  const { id, workOff } = await opened(asked);
  const [order, key] = [await claimOrder(shop, id, now), await findKey(shop)];
  const decision = decideOrder({
    asked,
    linkedVariants: linkedVariants(),
    connected: true,
    paused: "no",
    confirmed: true,
  });
  if (order === null || key === null || decision.kind !== "place") throw new Error("It cannot be placed.");
  const { lines, shipTo } = decision;
  const begun = await beginAttempt(order, { lines, key, brandingVersion: null, now });
  if (begun.kind !== "begun") throw new Error("The attempt did not begin.");
  return { id, workOff, attempt: begun.attempt, shipTo, apiKey: key.apiKey };
}

describe("a wish to cancel", () => {
  it("while an attempt is under way that the supplier then refuses ends the order", async () => {
    const asked = aRequest();
    const { id, attempt, workOff } = await begun(asked);
    expect(await requestCancellation(shop, { orderId: id, now: after(1) })).toBe(true);
    const outcome = { kind: "rejected", said: "No." } as const;
    const verdict = { outcome, to: "held", goOnAfterSeconds: null } as const;
    await endAttempt({ shop, orderId: id, attemptId: attempt.id }, { verdict, now: after(2) });
    await workOff(after(3), { ...asked, status: "closed" });
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled", next_at: null });
  });

  it("of an order of which a part has left is answered in the shop", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    wholesale.supplier.ledger.ship(order.number, {
      ...{ carrier: "DHL", trackingNumber: "1" },
      lines: [{ variantId, quantity: 1 }],
    });
    await order.follow();
    expect(await order.row()).toMatchObject({ state: "partially_shipped" });
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.ingestRequests(later(10));
    await order.workOff(later(11));
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { requestStatus: "CANCELLATION_REJECTED" },
    ]);
    expect(await order.row()).toMatchObject({ reason: "not-cancelled", next_at: null });
  });

  it("in the shop, of a request that nobody here knows, is answered", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "delete from supplier_order where shop = $1", [order.shop]);
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.ingestRequests(later(10));
    expect(order.look(order.name).fulfillmentOrders[0]).toMatchObject({
      requestStatus: "CANCELLATION_ACCEPTED",
    });
  });

  it("in the shop, of what was accepted once and waits to be ordered again, is answered", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    await retryOrder(order.shop, { orderId: order.id, now: new Date() });
    shopify.merchant.cancelFulfillment(order.name, order.shop);
    await order.workOff(later(10));
    expect(await order.row()).toMatchObject({ state: "cancelled" });
    await order.ingestRequests(later(300));
    await order.workOff(later(301));
    expect(order.look(order.name).fulfillmentOrders[0]).toMatchObject({
      requestStatus: "CANCELLATION_ACCEPTED",
    });
  });

  it("of what was accepted once and waits to be ordered again does not leave the request standing", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.cancel(order.number);
    await order.readUpdate();
    await retryOrder(order.shop, { orderId: order.id, now: new Date() });
    await requestCancellation(order.shop, { orderId: order.id, now: new Date() });
    await order.workOff(later(10));
    expect(await order.row()).toMatchObject({ state: "cancelled" });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
  });

  it("does not reach another order that has the same number in another account", async () => {
    const [mine, other] = [aRequest(), aRequest()];
    const one = await opened(mine);
    const two = await opened(other);
    await one.workOff();
    await two.workOff();
    const [theirs] = bought(other);
    // Numbers are the supplier's affair: nothing says that two accounts do not share them.
    const setNumber = "update supplier_order set supplier_order_id = $1 where id = $2";
    await query(databaseUrl, setNumber, ["elsewhere", two.id]);
    await query(databaseUrl, setNumber, [theirs?.id, one.id]);
    await requestCancellation(shop, { orderId: one.id, now: after(5) });
    await one.workOff(after(5), { ...mine, request: "accepted" });
    expect(bought(other).map(({ status }) => status)).toEqual(["received"]);
    expect(await rowOf(shop, mine)).toMatchObject({ state: "placed", reason: "not-cancelled" });
  });
});

describe("a wish to cancel what the supplier does not show", () => {
  it("is asked for some minutes, and then ends with what to do", async () => {
    const asked = aRequest({ request: "accepted" });
    const { id, workOff } = await opened(asked);
    await workOff();
    const setNumber = "update supplier_order set supplier_order_id = $1 where id = $2";
    await query(databaseUrl, setNumber, ["ord_of_another_account", id]);
    await requestCancellation(shop, { orderId: id, now: after(5) });
    for (const minutes of [1, 2, 4, 6, 10]) {
      await workOff(after(minutes * 60));
      expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", reason: "rejected" });
    }
    await workOff(after(1800));
    const row = await rowOf(shop, asked);
    expect(row).toMatchObject({ state: "placed", reason: "not-cancelled" });
    expect(row.said).toContain("ord_of_another_account");
  });
});

describe("an answer that comes after its order was said not to be there", () => {
  it("is taken, and nothing is bought again", async () => {
    const asked = aRequest();
    const { id, attempt, shipTo, apiKey, workOff } = await begun(asked);
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    const word = { kind: "not-ordered" } as const;
    expect(await decideDoubt(shop, { orderId: id, word, now: after(62) })).toEqual({ kind: "decided" });
    const { reference, lines } = attempt;
    const reply = await callWholesale("placeOrder", {
      input: { reference, lines, shipTo, whiteLabel: false, shippingMethod: null, note: null },
      credential: apiKey,
    });
    const outcome = { kind: "placed", said: "Taken.", supplierOrderId: reply.id } as const;
    const verdict = { outcome, to: "placed", goOnAfterSeconds: 0 } as const;
    await endAttempt({ shop, orderId: id, attemptId: attempt.id }, { verdict, now: after(63) });
    await workOff(after(64));
    expect(bought(asked)).toHaveLength(1);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", supplier_order_id: reply.id });
  });
});

describe("a parcel", () => {
  it("shown before the acceptance was written down is no sign that the request was taken back", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "1" });
    await order.follow();
    await query(databaseUrl, "update supplier_order set acceptance = 'due', next_at = now() where id = $1", [
      order.id,
    ]);
    await order.workOff(later(20));
    expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null });
    expect((await order.activity()).map(({ kind }) => kind)).not.toContain("orders.not-cancelled");
  });
});

describe("the sweep of parcels", () => {
  it("gets to a parcel behind many that wait for the one before them", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "1" });
    await order.readUpdate();
    const waiting = await storeOrders(
      shop,
      Array.from({ length: 200 }, () => ({ state: "placed" as const })),
    );
    await query(
      databaseUrl,
      `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, shipped_at, next_at)
       select gen_random_uuid(), $1, id, n::text, '[]', 'due', now() + n * interval '1 second',
         now() + (case n when 1 then interval '1 hour' else interval '-1 hour' end)
       from unnest($2::uuid[]) as id, generate_series(1, 2) as n`,
      [shop, waiting],
    );
    await sweepShipments();
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });
});

describe("a number that the supplier gives in two accounts", () => {
  it("is that of two orders, each found by its own reference", async () => {
    const [earlier, asked] = [aRequest(), aRequest()];
    const one = await opened(earlier);
    await one.workOff();
    const two = await opened(asked);
    // Ordered with the account before, under the number that this one gives next.
    const next = `ord_${String(wholesale.supplier.ledger.orders().length + 1).padStart(6, "0")}`;
    const setNumber = "update supplier_order set supplier_order_id = $1 where id = $2";
    await query(databaseUrl, setNumber, [next, one.id]);
    await two.workOff();
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", supplier_order_id: next });
  });

  it("can be named by a person for the second of them", async () => {
    const [earlier, asked] = [aRequest(), aRequest()];
    const one = await opened(earlier);
    await one.workOff();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    const two = await opened(asked);
    await two.workOff();
    const [order] = bought(asked);
    const setNumber = "update supplier_order set supplier_order_id = $1 where id = $2";
    await query(databaseUrl, setNumber, [order?.id, one.id]);
    const word = { kind: "ordered", supplierOrderId: order?.id ?? "" } as const;
    expect(await decideDoubt(shop, { orderId: two.id, word, now: after(10) })).toEqual({ kind: "decided" });
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", supplier_order_id: order?.id });
  });
});

describe("a shop that is connected to another account while an order is being read", () => {
  it("buys nothing there that was linked in the account before", async () => {
    const world = await sellingShop();
    world.request(world.order().name);
    await world.ingestRequests();
    const { id } = await world.row();
    const read: typeof readOrderFacts = async (order) => {
      const before = await readOrderFacts(order);
      await query(
        databaseUrl,
        "update connection set account = 'another', generation = generation + 1 where shop = $1",
        [world.shop],
      );
      return before;
    };
    await processOrder({ shop: world.shop, orderId: id }, { clock: () => new Date(), read });
    expect(await world.bought()).toEqual([]);
    await world.workOff();
    expect(await world.row()).toMatchObject({ state: "held", reason: "account-changed" });
    expect(await world.bought()).toEqual([]);
  });
});
