import { randomUUID } from "node:crypto";

import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { openClaimed } from "../../../app/orders/ingest/open-order.server.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
} from "../../../app/orders/store/ordering-settings.server.ts";
import { receive } from "../../../app/queue/inbox.server.ts";
import { readWithLocation } from "../../../app/shop/orders/fulfillment-orders.server.ts";
import { inbox } from "../../../app/wiring/webhooks/webhook-topics.server.ts";
import { query } from "../../support/database.ts";
import { countWork } from "../../support/count-work.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  addParts,
  inside,
  type OrderRow,
  requestedOrder,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
async function openShop(): Promise<void> {
  world = await sellingShop();
  // The first order of a shop makes what its references begin with.
  const first = await requestedOrder(world);
  await first.process();
}
beforeAll(openShop);
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders", "getProduct"] as const)
    wholesale.setFault(operation, "500", 0);
});

/** A customer's order whose fulfillment was just requested, before the webhook arrives. */
function requested(...wanted: Parameters<SellingShop["order"]>) {
  const { name } = world.order(...wanted);
  world.request(name);
  const [part] = world.look(name).fulfillmentOrders;
  const id = part?.id ?? "";
  const number = /\d+$/.exec(id)?.[0];
  return {
    name,
    id,
    hear: () => ingestRequest(world.shop, { subjectId: id }),
    row: async () => {
      const [row] = await query<OrderRow & { version: number }>(
        databaseUrl,
        "select * from supplier_order where shop = $1 and fulfillment_order_id = $2",
        [world.shop, id],
      );
      return row;
    },
    bought: () =>
      wholesale.supplier.ledger.orders().filter(({ reference }) => reference.split("-")[1] === number),
  };
}

describe("ingestRequest", () => {
  it("places and accepts a new request in one run", async () => {
    const order = requested({ lines: [{ sku: world.skus[0], quantity: 2 }] });
    await order.hear();
    expect(order.bought()).toMatchObject([{ lines: [{ quantity: 2 }], shipTo: { city: "Köln" } }]);
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: null,
      acceptance: "accepted",
      due_at: null,
      retry_count: 0,
      supplier_order_id: order.bought()[0]?.id,
    });
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
    const entries = await query(
      databaseUrl,
      "select kind from activity where shop = $1 and subject_label = $2",
      [world.shop, JSON.stringify(order.name)],
    );
    expect(entries).toEqual([{ kind: "orders.placed" }]);
  });

  it("reads the request once more before placing if Shopify took long to answer", async () => {
    const order = requested({ lines: [{ sku: world.skus[0], quantity: 2 }] });
    const asked = vi.spyOn(shopify.tokens, "find");
    const elapsed = performance.now.bind(performance);
    // The shop's first answer takes six seconds.
    vi.spyOn(performance, "now").mockImplementation(
      () => elapsed() + (asked.mock.calls.length > 0 ? 6000 : 0),
    );
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    await order.hear();
    expect(order.bought()).toMatchObject([{ lines: [{ quantity: 2 }] }]);
    // Read, read again, and accepted.
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("orders once if eight webhooks name the request at the same time", async () => {
    const order = requested();
    await Promise.all(Array.from({ length: 8 }, order.hear));
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    await order.hear();
    expect(order.bought()).toHaveLength(1);
  });

  it("orders once if a poll opens and places the same request at the same time", async () => {
    const order = requested();
    await Promise.all([world.ingestRequests().then(() => world.processDue()), order.hear()]);
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("places each of twenty requests that come at once", async () => {
    const orders = Array.from({ length: 20 }, () => requested());
    await Promise.all(orders.map(({ hear }) => hear()));
    for (const order of orders) {
      expect(order.bought()).toHaveLength(1);
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    }
  });

  it("postpones an order whose attempt cannot be stored, and places the other orders of its batch", async () => {
    const orders = Array.from({ length: 6 }, () => requested());
    const [spoiled, ...others] = orders;
    const [{ id: another } = { id: "" }] = await world.rows();
    const [{ prefix } = { prefix: "" }] = await query<{ prefix: string }>(
      databaseUrl,
      "select reference_prefix as prefix from ordering_settings where shop = $1",
      [world.shop],
    );
    // A reference that is taken is never sent again.
    await query(
      databaseUrl,
      `insert into order_attempt (id, shop, order_id, reference, generation, turn, key_generation, lines, started_at, deadline)
       values (gen_random_uuid(), $1, $2, $3, 9, 1, 1, '[]', now(), now())`,
      [world.shop, another, `${prefix}-${/\d+$/.exec(spoiled!.id)?.[0] ?? ""}-1`],
    );
    await Promise.all(orders.map(({ hear }) => hear()));
    expect(spoiled!.bought()).toEqual([]);
    expect(await spoiled!.row()).toMatchObject({ state: "ready", retry_count: 1 });
    for (const order of others) expect(order.bought()).toHaveLength(1);
  });

  it("reads the request once more if its row was inserted late, because a refund's webhook may have found no row", async () => {
    const order = requested();
    const asked = vi.spyOn(shopify.tokens, "find");
    const lock = await holdLock("lock table branding_version in access exclusive mode");
    const heard = order.hear();
    await someoneWaits();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6000 });
    await lock.release();
    await heard;
    expect(order.bought()).toHaveLength(1);
    expect(asked).toHaveBeenCalledTimes(3);
    asked.mockRestore();
  });

  it("inserts the order with a lease, so that other workers leave the order alone until the lease ends", async () => {
    const order = requested();
    const read = await readWithLocation(world.shop, { id: order.id, shopOrderId: null });
    // The process ends right after this.
    expect(await openClaimed(world.shop, read!)).toMatchObject({ order: { state: "ready" } });
    await order.hear();
    await world.processDue();
    expect(order.bought()).toEqual([]);
    await world.processLater(301);
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("sends nothing if the merchant pauses ordering right before the attempt", async () => {
    const order = requested();
    const lock = await holdLock("lock table shop_order_line in access exclusive mode");
    const heard = order.hear();
    await someoneWaits();
    await pauseOrdering(world.shop);
    await lock.release();
    await heard;
    await world.processDue();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused" });
    const { pausedAt } = await findOrderingSettings(world.shop);
    await resumeOrdering(world.shop, { pausedAt: pausedAt! });
  });

  it("sends nothing if unclear replies pause ordering right before the attempt", async () => {
    const order = requested();
    const lock = await holdLock("lock table shop_order_line in access exclusive mode");
    const heard = order.hear();
    await someoneWaits();
    await query(
      databaseUrl,
      "insert into doubt_pause_of_all (next_try_at) values (now() + interval '1 hour')",
    );
    onTestFinished(async () => {
      await query(databaseUrl, "delete from doubt_pause_of_all");
    });
    await lock.release();
    await heard;
    await world.processDue();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "ordering-doubtful" });
  });

  it("opens no order if the shop does not show the request", async () => {
    const { name } = world.order();
    const unrequested = world.look(name).fulfillmentOrders[0]?.id ?? "";
    const before = (await world.rows()).length;
    for (const subjectId of [unrequested, "gid://shopify/FulfillmentOrder/1"])
      expect(await ingestRequest(world.shop, { subjectId })).toBe("not-yet");
    expect(await world.rows()).toHaveLength(before);
  });

  it("reads the request again ten seconds after the webhook if a lagging replica hides the request", async () => {
    const { name } = world.order();
    const subjectId = world.look(name).fulfillmentOrders[0]?.id ?? "";
    const { shop } = world;
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    const event = { shop, topic, webhookId: randomUUID(), eventId: null, subjectId, triggeredAt: null };
    await receive(event);
    await inbox.drain();
    world.request(name);
    await timePasses(shop, 10);
    await inbox.drain();
    const rows = await world.rows();
    const row = rows.find((each) => each.fulfillment_order_id === subjectId);
    expect(row).toMatchObject({ state: "placed" });
  });
});

describe("ingestRequest for one line in several fulfillment orders at once", () => {
  it("buys as many pieces as the customer ordered", async () => {
    const { name } = world.order({ lines: [{ sku: world.skus[0], quantity: 3 }] });
    const order = inside(world, name);
    Object.assign(order.fulfillmentOrders[0]!.lines[0]!, { total: 1, remaining: 1 });
    addParts(world, name, Array<number>(9).fill(1));
    world.request(name);
    const ids = world.look(name).fulfillmentOrders.map(({ id }) => id);
    await Promise.all(ids.map((subjectId) => ingestRequest(world.shop, { subjectId })));
    await world.processDue();
    const rows = (await world.rows()).filter(({ fulfillment_order_id: id }) => ids.includes(id));
    expect(rows.map(({ state }) => state).toSorted()).toEqual([
      ...Array<string>(7).fill("held"),
      ...Array<string>(3).fill("placed"),
    ]);
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set([null, "already-ordered"]));
  });
});

describe("ingestRequest for an order with an obstacle", () => {
  it.each<[string, Partial<Parameters<SellingShop["order"]>[0]>, () => unknown, object]>([
    ["a test order", { test: true }, () => null, { state: "held", reason: "test-order" }],
    ["a payment that is missing", { paid: false }, () => null, { state: "held", reason: "unpaid" }],
    ["an address that is missing", { address: null }, () => null, { state: "held", reason: "no-address" }],
    [
      "a supplier that does not show cost and stock",
      {},
      () => wholesale.setFault("getProduct", "500", 2),
      { state: "ready", reason: "supplier-unreachable" },
    ],
  ])("buys nothing for %s", async (_, wanted, spoil, expected) => {
    const order = requested(wanted);
    spoil();
    await order.hear();
    await world.processDue(1);
    expect(await order.row()).toMatchObject(expected);
    expect(order.bought()).toEqual([]);
  });

  it("waits until the shop has a key that the supplier accepts", async () => {
    const order = requested();
    await query(databaseUrl, "update connection set key_check = 'unauthorized' where shop = $1", [
      world.shop,
    ]);
    onTestFinished(async () => {
      await query(databaseUrl, "update connection set key_check = 'verified' where shop = $1", [world.shop]);
    });
    await order.hear();
    await world.processDue(1);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "key-unauthorized" });
    expect(order.bought()).toEqual([]);
  });

  it("waits while unclear replies pause ordering", async () => {
    const order = requested();
    await query(
      databaseUrl,
      "insert into doubt_pause_of_all (next_try_at) values (now() + interval '1 hour')",
    );
    onTestFinished(async () => {
      await query(databaseUrl, "delete from doubt_pause_of_all");
    });
    await order.hear();
    await world.processDue(1);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "ordering-doubtful" });
    expect(order.bought()).toEqual([]);
  });

  it("holds an order that is too old for Shopify to show its payment", async () => {
    const order = requested();
    Object.assign(inside(world, order.name), { createdAt: new Date(Date.now() - 61 * 86_400_000) });
    await order.hear();
    await world.processDue(1);
    expect(await order.row()).toMatchObject({ state: "held", reason: "payment-not-shown" });
  });

  it("looks up an old request first, since our records may have lost its order", async () => {
    const order = requested();
    for (const request of inside(world, order.name).fulfillmentOrders.flatMap(
      (each) => each.merchantRequests,
    ))
      request.sentAt = new Date(Date.now() - 3_600_000);
    const before = wholesale.requests.filter(({ operation }) => operation === "findOrders").length;
    await order.hear();
    expect(order.bought()).toHaveLength(1);
    expect(wholesale.requests.filter(({ operation }) => operation === "findOrders").length).toBeGreaterThan(
      before,
    );
  });

  it("leaves the order in doubt if the supplier's reply is unclear", async () => {
    const order = requested();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.hear();
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "unclear" });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(order.bought()).toHaveLength(1);
  });

  it("cancels with the supplier if the merchant canceled the request during placing", async () => {
    const order = requested();
    const place = wholesale.supplier.ledger.place.bind(wholesale.supplier.ledger);
    const placing = vi.spyOn(wholesale.supplier.ledger, "place").mockImplementation((...args) => {
      shopify.merchant.cancelFulfillment(order.name, world.shop);
      return place(...args);
    });
    onTestFinished(() => {
      placing.mockRestore();
    });
    await order.hear();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due" });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "canceled", acceptance: "gone" });
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("cancels with the supplier if a cancellation was requested in the app during placing", async () => {
    const order = requested();
    const reply = wholesale.holdReplies("placeOrder");
    const heard = order.hear();
    await expect.poll(async () => (await order.row())?.state).toBe("placing");
    const { id: orderId = "" } = (await order.row()) ?? {};
    expect(await requestCancellation(world.shop, { orderId })).toBe(true);
    reply();
    await heard;
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due" });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("accepts the request later if Shopify fails at first", async () => {
    const order = requested();
    shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502");
    await order.hear();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due", reason: null });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(order.bought()).toHaveLength(1);
  });
});

describe("the cost of ingestRequest", () => {
  // A new shop has its whole budget of points. Throttled calls would be sent again, and counted.
  beforeEach(openShop);

  it("is at most four transactions, two Admin calls and one job for a lone order", async () => {
    const order = requested();
    const work = await countWork(order.hear);
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(work.adminCalls).toBe(2);
    expect(work.jobs).toBeLessThanOrEqual(1);
    expect(work.statements, work.sql.join("\n")).toBeLessThanOrEqual(17);
    expect(work.transactions).toBeLessThanOrEqual(4);
  });

  it("is at most six transactions including the webhook", async () => {
    const order = requested();
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    const ids = { webhookId: randomUUID(), eventId: null, subjectId: order.id, triggeredAt: new Date() };
    const work = await countWork(async () => {
      await receive({ shop: world.shop, topic, ...ids });
      inbox.wake();
      await expect.poll(() => order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    });
    // The next claim writes the end of the webhook, in its own transaction.
    await inbox.drain();
    expect(work.statements, work.sql.join("\n")).toBeLessThanOrEqual(20);
    expect(work.transactions).toBeLessThanOrEqual(6);
    const [entry] = await query(databaseUrl, "select handled_at from inbox_entry where webhook_id = $1", [
      ids.webhookId,
    ]);
    expect(entry).toMatchObject({ handled_at: expect.any(Date) as Date });
  });

  it("is at most two transactions per order in a burst", async () => {
    // As many as the shop's budget of points allows at once.
    const orders = Array.from({ length: 12 }, () => requested());
    const work = await countWork(() => Promise.all(orders.map(({ hear }) => hear())));
    expect(orders.flatMap(({ bought }) => bought())).toHaveLength(orders.length);
    expect(work.adminCalls).toBe(2 * orders.length);
    // About one on an idle machine, which the bench measures. Four would mean that orders share no transaction.
    expect(work.transactions / orders.length).toBeLessThanOrEqual(2);
  });
});
