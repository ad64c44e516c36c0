import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { findConnection, forgetKey } from "../../app/connection/connection-store.server.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { requestUpdate } from "../../app/tracking/request-update.server.ts";
import { readUpdate, sweepUpdates } from "../../app/tracking/read-update.server.ts";
import { jobHandlers, topicHandlers } from "../../app/wiring/handlers.server.ts";
import { query } from "../support/database.ts";
import { issueToken } from "../support/installed-shop.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";
import { later, newsOf, runJob, trackedOrder, type TrackedOrder } from "./testing.ts";

beforeAll(async () => {
  // Nobody works off the wake-ups here: each test does, when it wants to.
  await startQueue(jobHandlers);
});
afterAll(stopQueue);
afterEach(() => {
  wholesale.setFault("getOrder", "500", 0);
});

const { ledger, accounts } = wholesale.supplier;
const dhl = { carrier: "DHL", trackingNumber: "JD01" };

async function secondsUntilNews(order: TrackedOrder, from: Date): Promise<number | null> {
  const { due } = await newsOf(order.id);
  return due && Math.round((due.getTime() - from.getTime()) / 1000);
}

/** How often the supplier was asked for the order. */
function asked(order: TrackedOrder): number {
  return wholesale.requests.filter(({ path }) => path.endsWith(`/orders/${order.number}`)).length;
}

async function kinds(order: TrackedOrder): Promise<string[]> {
  return (await order.told()).map(({ kind }) => kind);
}

describe("news of an order", () => {
  it("is due five seconds after it was placed, and a job is waiting for that", async () => {
    const order = await trackedOrder();
    expect(await secondsUntilNews(order, new Date())).toBeGreaterThan(0);
    expect(await secondsUntilNews(order, new Date())).toBeLessThanOrEqual(5);
    const jobs = await query(
      databaseUrl,
      `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = 'tracking.read-update' and data->>'orderId' = $1`,
      [order.id],
    );
    expect(jobs).toEqual([{ wait: 5 }]);
  });

  it("is not asked for before it is due", async () => {
    const order = await trackedOrder();
    const before = asked(order);
    await order.readUpdate(new Date());
    expect(asked(order)).toBe(before);
  });

  it("is asked for at growing intervals while there is none, and more often again when there is some", async () => {
    const order = await trackedOrder();
    const waits: (number | null)[] = [];
    let at = later(6);
    for (let round = 0; round < 4; round += 1) {
      await order.readUpdate(at);
      waits.push(await secondsUntilNews(order, at));
      at = (await newsOf(order.id)).due ?? at;
    }
    expect(waits).toEqual([10, 20, 40, 80]);
    ledger.ship(order.number, dhl);
    await order.readUpdate(at);
    expect(await secondsUntilNews(order, at)).toBe(5);
  });

  it("is no longer asked for once the order has arrived", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    ledger.deliver(order.number);
    await order.follow();
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
    expect(await newsOf(order.id)).toMatchObject({ due: null });
  });

  it("is no longer asked for once the order is cancelled, or has left for 60 days", async () => {
    const [cancelled, shipped] = [await trackedOrder(), await trackedOrder()];
    ledger.cancel(cancelled.number);
    ledger.ship(shipped.number, dhl);
    for (const order of [cancelled, shipped]) await order.readUpdate();
    expect(await newsOf(cancelled.id)).toMatchObject({ due: null });
    await shipped.readUpdate(later(61 * 86_400));
    expect(await newsOf(shipped.id)).toMatchObject({ due: null });
  });

  it("is asked for by one worker at a time", async () => {
    const order = await trackedOrder();
    const before = asked(order);
    await Promise.all([1, 2, 3].map(() => order.readUpdate()));
    expect(asked(order)).toBe(before + 1);
  });

  it("of every shop is asked for by the sweep, and of another shop's order not at all", async () => {
    const [one, other] = [await trackedOrder(), await trackedOrder()];
    for (const { number } of [one, other]) ledger.ship(number, dhl);
    await readUpdate({ shop: other.shop, orderId: one.id }, () => later(6));
    expect(await one.row()).toMatchObject({ state: "placed" });
    await Promise.all([1, 2].map(() => sweepUpdates(() => later(6))));
    for (const order of [one, other]) expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is due at once when a person asks for it, as long as there may be some", async () => {
    const order = await trackedOrder();
    await order.readUpdate();
    const now = new Date();
    expect(await requestUpdate(order.shop, order.id, now)).toBe(true);
    expect(await newsOf(order.id)).toMatchObject({ due: now });
    ledger.ship(order.number, dhl);
    await order.readUpdate(now);
    expect(await order.row()).toMatchObject({ state: "shipped" });
    await query(databaseUrl, "update supplier_order set state = 'delivered' where id = $1", [order.id]);
    expect(await requestUpdate(order.shop, order.id, now)).toBe(false);
    expect(await requestUpdate((await trackedOrder()).shop, order.id, now)).toBe(false);
  });
});

describe("a parcel in the news", () => {
  it("is kept as it was told last, and never overwritten by an older word or by another parcel", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    const { shipments } = ledger.ship(order.number, { ...dhl, lines: [{ variantId, quantity: 1 }] });
    await order.readUpdate();
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "JD02" });
    ledger.ship(order.number, { carrier: "GLS", trackingNumber: "B2" });
    await order.readUpdate(later(60));
    // As if the news of before were read once more: an answer that was under way for long.
    await query(
      databaseUrl,
      "update supplier_order set supplier_updated_at = supplier_updated_at + interval '1 hour', update_due_at = now() where id = $1",
      [order.id],
    );
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "OLD" });
    await order.readUpdate(later(120));
    expect(await order.shipments()).toMatchObject([
      { carrier: "DHL", tracking_number: "JD02" },
      { carrier: "GLS", tracking_number: "B2" },
    ]);
  });
});

describe("a supplier that gives no news", () => {
  it("because it is down is asked again later, and nobody is alarmed", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    wholesale.setFault("getOrder", "500", 1);
    const told = await kinds(order);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    expect(await kinds(order)).toEqual(told);
    expect((await newsOf(order.id)).retryCount).toBe(1);
    await order.readUpdate(later(60));
    expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("because it asks to wait is left alone as long as it wants", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "429-retry-after", 1, 70_000);
    const at = later(6);
    await order.readUpdate(at);
    expect(await secondsUntilNews(order, at)).toBe(70);
  });

  it("because it does not know the order is asked on at long intervals; the merchant is told once", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "update supplier_order set supplier_order_id = 'ord_404' where id = $1", [
      order.id,
    ]);
    // Right after placing it may not know the order yet.
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    for (const hours of [1, 3]) {
      await order.readUpdate(later(hours * 3600));
      expect(await secondsUntilNews(order, later(hours * 3600))).toBeGreaterThanOrEqual(3599);
    }
    expect(await order.row()).toMatchObject({ state: "placed", reason: "unknown-to-supplier" });
    expect((await kinds(order)).filter((kind) => kind === "orders.unknown-to-supplier")).toHaveLength(1);
    await query(databaseUrl, "update supplier_order set supplier_order_id = $2 where id = $1", [
      order.id,
      order.number,
    ]);
    await order.readUpdate(later(9 * 3600));
    expect(await order.row()).toMatchObject({ state: "placed", reason: null, said: null });
  });

  it("that can be read says so on the order, until it does", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "html", 1);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({
      ...{ state: "placed", reason: "update-unreadable" },
      said: expect.stringContaining("a web page instead of data") as string,
    });
    await order.readUpdate(later(1000));
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
  });
});

describe("a shop without a key that works", () => {
  it("waits, and goes on once it is connected again", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    const { keyName = "" } = (await findConnection(order.shop)) ?? {};
    accounts.revoke(keyName);
    await order.readUpdate();
    expect((await findConnection(order.shop))?.check.kind).toBe("unauthorized");
    const before = asked(order);
    for (const minutes of [20, 40]) await order.readUpdate(later(minutes * 60));
    // Nobody knocks with a key that is known to be refused.
    expect(asked(order)).toBe(before);
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });

    await forgetKey(order.shop, { why: "disconnected" });
    await order.readUpdate(later(3600));
    expect(asked(order)).toBe(before);
    await connect(order.shop, wholesale.account);
    await runJob("connection.connected", { shop: order.shop });
    await order.follow(new Date());
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("because the app was uninstalled rests, and goes on after a reinstall", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    await order.readUpdate();
    shopify.uninstall(order.shop);
    await uninstalled(order);
    expect(await newsOf(order.id)).toMatchObject({ due: null });
    expect(await order.shipments()).toMatchObject([{ state: "due", next_at: null }]);
    await order.follow(later(3600));
    expect(order.shown()).toEqual([]);

    await issueToken(order.shop);
    await connect(order.shop, wholesale.account);
    await runJob("connection.connected", { shop: order.shop });
    await order.follow(new Date());
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });
});

it("a shop that is redacted leaves no parcel behind", async () => {
  const order = await trackedOrder();
  const other = await trackedOrder();
  for (const each of [order, other]) {
    ledger.ship(each.number, dhl);
    await each.readUpdate();
  }
  shopify.uninstall(order.shop);
  await uninstalled(order);
  await topicHandlers["shop/redact"](event(order, "shop/redact"), new Date());
  expect(await query(databaseUrl, "select id from shipment where shop = $1", [order.shop])).toEqual([]);
  expect(await other.shipments()).toHaveLength(1);
});

function event<Topic extends string>({ shop }: TrackedOrder, topic: Topic) {
  return { shop, topic, webhookId: "w", eventId: null, subjectId: null, triggeredAt: null };
}

async function uninstalled(order: TrackedOrder): Promise<void> {
  await topicHandlers["app/uninstalled"](event(order, "app/uninstalled"), new Date());
}
