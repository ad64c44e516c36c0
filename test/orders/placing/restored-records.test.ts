import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { checkFailover } from "../../../app/lib/database/check-failover.server.ts";
import { isAfterFailover } from "../../../app/lib/database/failover.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import {
  type Certainty,
  confirmNotOrdered,
  confirmOrdered,
} from "../../../app/orders/doubt/confirm-order.server.ts";
import { pauseOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  inside,
  reconcileNow,
  requestedOrder,
  type RequestedOrder,
  requestedParts,
  restored,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders"] as const) wholesale.setFault(operation, "500", 0);
});

/** Placed, and accepted in the shop unless told otherwise; then our records are restored from before that. */
async function placedBeforeRecords({ accepted = true, quantity = 1 } = {}): Promise<RequestedOrder> {
  const order = await requestedOrder(world, { lines: [{ sku: world.skus[0], quantity }] });
  if (accepted) await order.process();
  else await order.place();
  await restored(order);
  return order;
}

/** As if the merchant had requested it so many seconds ago. */
function requestedAgo({ name }: RequestedOrder, seconds: number): void {
  for (const request of inside(world, name).fulfillmentOrders.flatMap((each) => each.merchantRequests))
    request.sentAt = new Date(Date.now() - seconds * 1000);
}

describe("an accepted request in the shop without an order in our records", () => {
  it("is looked up, and not bought again", async () => {
    const order = await placedBeforeRecords();
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
    expect(await order.outcomes()).toEqual(["found"]);
    // Nothing was sent this time, and its history doesn't say so.
    const found = await findOrder(world.shop, order.id);
    expect(timelineOf(found!).map(({ message }) => message.code)).toEqual([
      "orders.history.requested",
      "orders.outcome.found",
    ]);
  });

  it("is looked up even if the supplier has no more stock", async () => {
    const order = await placedBeforeRecords();
    await query(databaseUrl, "update supplier_variant set stock = 0 where shop = $1", [world.shop]);
    wholesale.setFault("getProduct", "html", 5);
    await order.process();
    wholesale.setFault("getProduct", "html", 0);
    await query(databaseUrl, "update supplier_variant set stock = 99 where shop = $1", [world.shop]);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it.each([true, false])("waits for a person if it is not found (lookup offered: %s)", async (offered) => {
    offering({ findOrderByReference: offered, lookupConsistentAfterSeconds: 60 });
    const known = await requestedOrder(world);
    await known.process();
    const order = await requestedOrder(world);
    // An earlier installation accepted it, whose references are not ours.
    inside(world, order.name).fulfillmentOrders[0]!.requestStatus = "ACCEPTED";
    for (const seconds of [0, 60, 3700, 3700]) await order.process(seconds);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "accepted-before-records" });
    expect(order.bought()).toEqual([]);
    const [attempt] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });

  it("gets a new row from the comparison, and is not bought again", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    await order.process();
    await order.process();
    await query(databaseUrl, "delete from supplier_order where id = $1", [order.id]);
    await reconcileNow(other);
    await other.processDue();
    expect(await other.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
    expect(order.bought()).toHaveLength(1);
  });
});

describe("canceling an accepted request whose order our records have lost", () => {
  it("finds the order and cancels it with the supplier if the merchant requests the cancellation in Shopify", async () => {
    const order = await placedBeforeRecords();
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
    await world.ingestRequests();
    await world.processDue();
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
    expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: order.bought()[0]?.id });
  });

  it("finds the order and cancels it with the supplier if the merchant cancels in the app", async () => {
    const order = await placedBeforeRecords();
    await requestCancellation(world.shop, { orderId: order.id });
    await world.processDue();
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
    expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: order.bought()[0]?.id });
  });
});

describe("a request without an attempt in our records", () => {
  it("has its order found at the supplier, even if the request is older than the first order in our records", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    await query(databaseUrl, "delete from ordering_settings where shop = $1", [world.shop]);
    requestedAgo(order, 700);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
  });

  it.each([
    ["is looked up before it is sent if it is older than ten minutes", 700],
    ["is looked up if its time is in the future, because a clock is wrong", -3600],
  ])("%s", async (_, seconds) => {
    const order = await placedBeforeRecords({ accepted: false });
    requestedAgo(order, seconds);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
  });

  it("is in doubt while the supplier's lookup misses even an order that the supplier has", async () => {
    const known = await requestedOrder(world);
    await known.process();
    const order = await placedBeforeRecords({ accepted: false });
    requestedAgo(order, 700);
    wholesale.setFault("findOrders", "finds-nothing", 100);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code: "orders.cannot-tell.control-failed" } },
    });
    wholesale.setFault("findOrders", "finds-nothing", 0);
    await order.process(3600);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
  });

  it("is sent without a lookup if it is recent, and after a lookup if it is older than ten minutes", async () => {
    const lookups = () => wholesale.requests.filter(({ operation }) => operation === "findOrders").length;
    const before = lookups();
    const young = await requestedOrder(world);
    await young.process();
    expect(lookups()).toBe(before);
    const old = await requestedOrder(world);
    requestedAgo(old, 700);
    await old.process();
    // Its own reference, and that of an order which the supplier surely has.
    expect(lookups()).toBe(before + 2);
    expect([young.bought(), old.bought()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("waits while the supplier does not answer the lookup, and is in doubt after an invalid reply", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    requestedAgo(order, 700);
    wholesale.setFault("findOrders", "429", 50);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "ready", reason: "supplier-rate-limited" });
    wholesale.setFault("findOrders", "html", 50);
    await order.process(3700);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
    expect(order.bought()).toHaveLength(1);
  });

  it("has its order found under a later reference if the order with the first reference is canceled", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "422", 1);
    await order.process();
    const [attempt] = await order.attempts();
    const like = await requestedOrder(world);
    await like.process();
    // As if each had been placed before the records begin.
    const place = (generation: number) => {
      const reference = attempt!.reference.replace(/-1$/, `-${String(generation)}`);
      return wholesale.supplier.ledger.place({ ...like.bought()[0]!, reference });
    };
    wholesale.supplier.ledger.cancel(place(1).id);
    const second = place(2);
    await restored(order);
    requestedAgo(order, 700);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-dead" });
    // The merchant looks for the reference on the page, and finds one that was canceled.
    await order.process(200);
    const [standing] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: standing!.id };
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
    requestedAgo(order, 700);
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "received"]);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id });
  });

  it("is sent without a lookup if the supplier offers no lookup", async () => {
    offering({ findOrderByReference: false });
    const order = await requestedOrder(world);
    requestedAgo(order, 700);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });
});

/** Ordered and forgotten; then the merchant has withdrawn the request in the shop and made another for the same pieces. */
async function requestedAnew({ quantity = 1 } = {}) {
  const before = await placedBeforeRecords({ accepted: false, quantity });
  await query(databaseUrl, "delete from supplier_order where id = $1", [before.id]);
  shopify.merchant.cancelFulfillment(before.name, world.shop);
  const [order, ...others] = await requestedParts(world, before.name);
  if (!order || others.length > 0) throw new Error("There is not one part.");
  return { order, bought: before.bought()[0]! };
}

/** The merchant has looked for what the order's page shows, and says so as soon as their word counts. */
async function notOrdered(order: RequestedOrder, { certain = false }: { certain?: Certainty } = {}) {
  await order.process();
  await order.process(200);
  const attempt = (await order.attempts()).at(-1);
  return confirmNotOrdered({ shop: world.shop, orderId: order.id, attemptId: attempt!.id }, { certain });
}

/** The supplier answers with it in a way that cannot be read. */
function unreadable(order: { id: string }): void {
  answered(order, "on hold");
  onTestFinished(() => {
    answered(order, "cancelled");
  });
}

function answered({ id }: { id: string }, status: string): void {
  const order = wholesale.supplier.ledger.orders().find((each) => each.id === id);
  Object.assign(order!, { status });
}

describe("a second request for the pieces of an earlier order", () => {
  it.each([0, 700])(
    "is left to a person %d seconds after its creation if our records have lost the first order",
    async (seconds) => {
      const { order, bought } = await requestedAnew();
      requestedAgo(order, seconds);
      for (const later of [0, 60, 3700]) await order.process(later);
      expect(order.bought()).toEqual([]);
      const { id: number, reference } = bought;
      expect(await order.row()).toMatchObject({
        state: "in_doubt",
        reason: "found-for-earlier-request",
        reason_params: { number, reference },
      });
    },
  );

  it.each(["finds-nothing", "html"] as const)(
    "is left to a person once a lookup that failed (%s) finds the first order",
    async (fault) => {
      offering({ lookupConsistentAfterSeconds: 30 });
      await (await requestedOrder(world)).process();
      const { order } = await requestedAnew();
      wholesale.setFault("findOrders", fault, 100);
      await order.process();
      expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
      wholesale.setFault("findOrders", fault, 0);
      for (const later of [130, 60, 3700]) await order.process(later);
      expect(order.bought()).toEqual([]);
      expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-for-earlier-request" });
    },
  );

  it("is not bought after a person's “not ordered” if a later lookup finds the first order", async () => {
    const { order, bought } = await requestedAnew();
    wholesale.setFault("findOrders", "html", 100);
    expect(await notOrdered(order, { certain: "unreadable" })).toEqual({ kind: "confirmed" });
    wholesale.setFault("findOrders", "html", 0);
    for (const later of [0, 60]) await order.process(later);
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-for-earlier-request",
      reason_params: { number: bought.id },
    });
  });

  it("is bought if a person says “not ordered” and the lookup still fails", async () => {
    const { order } = await requestedAnew();
    wholesale.setFault("findOrders", "html", 100);
    expect(await notOrdered(order, { certain: "unreadable" })).toEqual({ kind: "confirmed" });
    await order.process();
    wholesale.setFault("findOrders", "html", 0);
    expect(order.bought()).toHaveLength(1);
  });

  it("is not bought if “not ordered” led to a POST that failed, and a later lookup finds the first order", async () => {
    const { order, bought } = await requestedAnew();
    wholesale.setFault("findOrders", "html", 100);
    await notOrdered(order, { certain: "unreadable" });
    wholesale.setFault("placeOrder", "429", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "ready", reason: "supplier-rate-limited" });
    wholesale.setFault("findOrders", "html", 0);
    await order.process(300);
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason_params: { number: bought.id } });
  });

  it("is not bought while the first order is unreadable, until a person decides", async () => {
    offering({ lookupConsistentAfterSeconds: 30 });
    await (await requestedOrder(world)).process();
    const { order, bought } = await requestedAnew();
    const { reference } = bought;
    unreadable(bought);
    for (const later of [0, 60, 200, 3700, 3700]) await order.process(later);
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "unreadable-for-earlier-request",
      reason_params: { reference },
    });
    expect(await order.attempts()).toHaveLength(1);
    expect(await notOrdered(order)).toEqual({ kind: "unreadable", reference });
    expect(await notOrdered(order, { certain: "unreadable" })).toEqual({ kind: "confirmed" });
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });

  it("is not bought after a person's “not ordered” if the unreadable first order turns out to be open", async () => {
    const { order, bought } = await requestedAnew();
    const { status, reference } = bought;
    unreadable(bought);
    expect(await notOrdered(order)).toEqual({ kind: "unreadable", reference });
    answered(bought, status);
    const [attempt] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
    for (const certain of [false, "unreadable"] as const)
      expect(await confirmNotOrdered(id, { certain })).toEqual({ kind: "stands", number: bought.id });
    answered(bought, "cancelled");
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
  });

  it("takes over the first order as soon as a person confirms its number", async () => {
    const { order, bought } = await requestedAnew();
    await order.process();
    const [attempt] = await order.attempts();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
    expect(await confirmOrdered(id, { number: bought.id as SupplierOrderId, certain: false })).toEqual({
      kind: "confirmed",
    });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: bought.id });
    expect(order.bought()).toEqual([]);
  });

  it("needs the answer “not ordered” three times if its own order is unreadable and the first order is open", async () => {
    const { order, bought } = await requestedAnew();
    await order.process();
    const [attempt] = await order.attempts();
    const { reference } = attempt!;
    unreadable(wholesale.supplier.ledger.place({ ...bought, reference }));
    expect(await notOrdered(order)).toEqual({ kind: "unreadable", reference });
    expect(await notOrdered(order, { certain: "unreadable" })).toEqual({ kind: "stands", number: bought.id });
    expect(await notOrdered(order, { certain: "stands" })).toEqual({ kind: "confirmed" });
  });

  it("is not bought if our records have only a rejected attempt for the first order", async () => {
    const before = await requestedOrder(world);
    wholesale.setFault("placeOrder", "422", 1);
    await before.process();
    const [refused] = await before.attempts();
    // As if it had been placed with another attempt, which our records have forgotten.
    const like = await requestedOrder(world);
    await like.process();
    wholesale.supplier.ledger.place({ ...like.bought()[0]!, reference: refused!.reference });
    shopify.merchant.cancelFulfillment(before.name, world.shop);
    await before.process();
    const order = (await requestedParts(world, before.name)).find(({ id }) => id !== before.id);
    await order!.process();
    expect(order!.bought()).toEqual([]);
    expect(await order!.row()).toMatchObject({ state: "in_doubt", reason: "found-for-earlier-request" });
  });

  it("is not bought if the first order has ended in our records, but is open again at the supplier", async () => {
    const before = await requestedOrder(world);
    await before.process();
    const [bought] = before.bought();
    wholesale.supplier.ledger.cancel(bought!.id);
    await timePasses(world.shop, 3700);
    await readUpdate({ shop: world.shop, orderId: before.id });
    await before.process();
    expect(await before.row()).toMatchObject({ state: "canceled" });
    answered(bought!, "processing");
    onTestFinished(() => {
      answered(bought!, "cancelled");
    });
    const order = (await requestedParts(world, before.name)).find(({ id }) => id !== before.id);
    await order!.process();
    expect(order!.bought()).toEqual([]);
    expect(await order!.row()).toMatchObject({ state: "in_doubt", reason: "found-for-earlier-request" });
  });

  it("is not bought if the first order has ended after it had shipped in part", async () => {
    const { order, bought } = await requestedAnew({ quantity: 2 });
    const lines = bought.lines.map((line) => ({ ...line, quantity: 1 }));
    wholesale.supplier.ledger.ship(bought.id, { carrier: "DHL", trackingNumber: "1Z", lines });
    wholesale.supplier.ledger.giveUp(bought.id);
    expect(await notOrdered(order)).toEqual({ kind: "stands", number: bought.id });
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-for-earlier-request" });
  });

  it("is bought if the supplier has canceled the first order", async () => {
    const { order, bought } = await requestedAnew();
    wholesale.supplier.ledger.cancel(bought.id);
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });

  it("needs the answer “not ordered” once if the supplier cancels the first order meanwhile", async () => {
    const { order, bought } = await requestedAnew();
    await order.process();
    wholesale.supplier.ledger.cancel(bought.id);
    expect(await notOrdered(order)).toEqual({ kind: "confirmed" });
  });

  it("is bought once a person has said twice that the first order does not count", async () => {
    const { order, bought } = await requestedAnew();
    expect(await notOrdered(order)).toEqual({ kind: "stands", number: bought.id });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(await notOrdered(order, { certain: "stands" })).toEqual({ kind: "confirmed" });
    requestedAgo(order, 700);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });
});

describe("a recent request after a failover", () => {
  // While the clock stands still, a shop gets no new points for calls. A new shop has all of them.
  beforeEach(async () => {
    world = await sellingShop();
  });

  /** Lets the database fail over, so many seconds ago. The clock goes far back, so that the failover is over for other tests. */
  async function failedOver(secondsAgo: number): Promise<void> {
    const clock = vi.spyOn(performance, "now").mockReturnValue(-1e9);
    onTestFinished(() => {
      clock.mockRestore();
    });
    await checkFailover();
    await query(databaseUrl, "update database_life set life = 'another cluster'");
    await checkFailover();
    clock.mockReturnValue(-1e9 + secondsAgo * 1000);
  }

  it("is looked up, even if the shop's clock is a minute ahead", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    await failedOver(930);
    requestedAgo(order, 580);
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });

  it("is looked up when the merchant cancels it, and the order that is found is canceled with the supplier", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    await failedOver(0);
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    for (let step = 0; step < 2; step += 1) await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("is looked up when the merchant cancels it, even while ordering is paused", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    await failedOver(0);
    await pauseOrdering(world.shop);
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    for (let step = 0; step < 2; step += 1) await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("is not canceled while an attempt that lost its commit may still reach the supplier", async () => {
    const order = await requestedOrder(world);
    await failedOver(0);
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "ready" });
    await failedOver(300);
    await order.process(300);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled-unsent" });
  });

  it("is looked up before it is sent, and not bought again", async () => {
    const order = await placedBeforeRecords({ accepted: false });
    await failedOver(0);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
  });
});

describe("checkFailover", () => {
  it("treats the records as restored if they contain orders, but no database timeline", async () => {
    await requestedOrder(world);
    const clock = vi.spyOn(performance, "now").mockReturnValue(-1e9);
    onTestFinished(() => {
      clock.mockRestore();
    });
    await query(databaseUrl, "delete from database_life");
    await checkFailover();
    expect(isAfterFailover()).toBe(true);
  });
});
