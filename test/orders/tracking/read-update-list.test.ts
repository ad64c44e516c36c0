import { afterEach, describe, expect, it, onTestFinished } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import { readUpdateList, sweepUpdateLists } from "../../../app/orders/tracking/read-update-list.server.ts";
import { sweepUpdates } from "../../../app/orders/tracking/read-update.server.ts";
import { claimUpdate, releaseUpdate } from "../../../app/orders/tracking/store-update.server.ts";
import { offering } from "../offering.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { runJob } from "../../support/run-job.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { nextUpdateOf, trackedOrder, type TrackedOrder } from "./testing.ts";

openQueue();
afterEach(() => {
  for (const operation of ["findOrders", "getOrder"] as const) wholesale.setFault(operation, "500", 0);
});

const { ledger } = wholesale.supplier;
const dhl = { carrier: "DHL", trackingNumber: "JD01" };
const HOUR = 3600;

/** Returns an order whose first update was read by itself; from then on the shop's list covers it. */
async function listedOrder(): Promise<TrackedOrder> {
  const order = await trackedOrder();
  await order.readUpdate();
  await readList(order);
  await order.readUpdate(HOUR / 4);
  return order;
}

/** Lets this many seconds pass, then reads the list. */
async function readList({ shop }: { shop: TrackedOrder["shop"] }, seconds = 900): Promise<void> {
  await timePasses(shop, seconds);
  await readUpdateList({ shop });
}

type Run = { wait: number | null; newest: Date | null; read: boolean; page: number; left_out: boolean };

async function runOf({ shop }: TrackedOrder): Promise<Run> {
  const [run] = await query<Run>(
    databaseUrl,
    `select extract(epoch from due_at - now())::float as wait, newest, read_at is not null as read, page,
       left_out_at is not null as left_out from order_update_run where shop = $1`,
    [shop],
  );
  if (!run) throw new Error("There is no run.");
  return run;
}

/** Returns the number of calls of each operation since then. */
function calls(since: number): { lists: number; orders: number } {
  const made = wholesale.requests.slice(since).map(({ operation }) => operation);
  const count = (name: string) => made.filter((each) => each === name).length;
  return { lists: count("findOrders"), orders: count("getOrder") };
}

describe("the supplier's list of changes", () => {
  it("brings the updates of all orders of a shop in one call, so that single orders are rarely read", async () => {
    const order = await listedOrder();
    const before = wholesale.requests.length;
    ledger.ship(order.number, dhl);
    await readList(order);
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(await order.shipments()).toMatchObject([{ tracking_number: "JD01" }]);
    await sweepUpdates();
    expect(calls(before)).toEqual({ lists: 1, orders: 0 });
    expect((await nextUpdateOf(order.id)).wait).toBeGreaterThan(5 * HOUR);
  });

  it("is read a few seconds after an order was placed, then less often, but at least every ten minutes", async () => {
    const order = await trackedOrder();
    await order.readUpdate();
    expect((await runOf(order)).wait).toBeLessThanOrEqual(10);
    for (const seconds of [10, 20, 40, 80, 160, 320, 600, 600]) {
      await readList(order);
      const { wait } = await runOf(order);
      expect(wait).toBeGreaterThan(seconds - 4);
      expect(wait).toBeLessThan(seconds * 1.2 + 1);
    }
  });

  it("saves single reads of a new order, unless the list has not shown the order for 15 minutes", async () => {
    const { shop, ...world } = await listedOrder();
    const { name } = world.order();
    world.request(name);
    await world.ingestRequests();
    await world.processDue(6);
    const [order] = (await world.rows()).filter(({ order_name }) => order_name === name);
    expect((await nextUpdateOf(order!.id)).wait).toBeGreaterThan(890);
    const before = wholesale.requests.length;
    await runJob(jobs["orders.placed-in-shop"].name, { shop });
    expect(calls(before)).toEqual({ lists: 1, orders: 0 });
    expect((await nextUpdateOf(order!.id)).wait).toBeGreaterThan(5 * HOUR);
    ledger.ship(order!.supplier_order_id!, dhl);
    await readList({ shop });
    expect(await world.rows()).toContainEqual(expect.objectContaining({ id: order!.id, state: "shipped" }));
    expect(calls(before)).toEqual({ lists: 2, orders: 0 });
  });

  it("is read again once a new order had to be read singly", async () => {
    const first = await listedOrder();
    const { shop } = first;
    ledger.ship(first.number, dhl);
    ledger.deliver(first.number);
    await readList(first);
    expect((await runOf(first)).wait).toBeNull();
    const { name } = first.order();
    first.request(name);
    await first.ingestRequests();
    await first.processDue(6);
    await query(databaseUrl, "delete from pgboss.job where data->>'shop' = $1", [shop]);
    await timePasses(shop, 901);
    await sweepUpdates();
    expect((await runOf(first)).wait).toBeLessThanOrEqual(10);
  });

  it("becomes due once per shop, ten seconds after orders were placed", async () => {
    const { shop, ...world } = await listedOrder();
    for (let count = 0; count < 3; count += 1) world.request(world.order().name);
    await world.ingestRequests();
    await world.processDue(6);
    const enqueued = await query(
      databaseUrl,
      `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = $1 and data->>'shop' = $2`,
      [jobs["orders.placed-in-shop"].name, shop],
    );
    expect(enqueued).toEqual([{ wait: 10 }]);
  });

  it("is not read while no order is under way, nor after a disconnection, nor by two workers at once", async () => {
    const order = await listedOrder();
    const before = wholesale.requests.length;
    await timePasses(order.shop, 900);
    await Promise.all([1, 2, 3].map(() => readUpdateList(order)));
    expect(calls(before).lists).toBe(1);
    ledger.ship(order.number, dhl);
    ledger.deliver(order.number);
    await readList(order);
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect((await runOf(order)).wait).toBeNull();
    const other = await listedOrder();
    await disconnect(other.shop, { why: "disconnected" });
    const after = wholesale.requests.length;
    await readList(other);
    expect(calls(after).lists).toBe(0);
  });

  it("continues from five minutes before the supplier's latest timestamp, and applies nothing twice", async () => {
    const order = await listedOrder();
    ledger.ship(order.number, dhl);
    await readList(order);
    const { newest } = await runOf(order);
    const updated = ledger.get(order.number).updatedAt.getTime();
    const entries = (await order.activity()).length;
    const version = (await order.row()) as { version?: number };
    await readList(order, 0);
    await query(
      databaseUrl,
      "update order_update_run set leased_until = null, due_at = now() - interval '1 second' where shop = $1",
      [order.shop],
    );
    const before = wholesale.requests.length;
    await readUpdateList(order);
    const [asked] = wholesale.requests.slice(before).filter(({ operation }) => operation === "findOrders");
    const since = Date.parse(asked?.query.updated_since as string);
    expect(newest!.getTime()).toBeLessThanOrEqual(updated);
    expect(newest!.getTime()).toBeGreaterThan(updated - 5000);
    expect(since).toBe(newest!.getTime() - 300_000);
    expect(await order.activity()).toHaveLength(entries);
    expect(await order.row()).toMatchObject({ version: version.version });
  });

  it("is still read up to the present if one timestamp lies in the future", async () => {
    const order = await listedOrder();
    const other = ledger.place({ ...ledger.get(order.number), reference: "someone-else" });
    Object.assign(ledger.get(other.id), { updatedAt: new Date("2099-01-01T00:00:00Z") });
    await readList(order);
    ledger.ship(order.number, dhl);
    await readList(order);
    expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is continued by the next worker if a worker stops in the middle", async () => {
    const order = await listedOrder();
    wholesale.setFault("findOrders", "never-ends", 20);
    await readList(order);
    expect(await runOf(order)).toMatchObject({ page: 20 });
    ledger.ship(order.number, dhl);
    await readList(order, 0);
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(await runOf(order)).toMatchObject({ page: 0, read: true });
  });

  it("makes an order due for a single read if the order's update cannot be applied", async () => {
    const order = await listedOrder();
    const { shop, id } = order;
    const refusal = "check (tracking_number <> 'UNWRITABLE1') not valid";
    await query(databaseUrl, `alter table shipment add constraint unwritable ${refusal}`);
    onTestFinished(async () => {
      await query(databaseUrl, "alter table shipment drop constraint unwritable");
    });
    ledger.ship(order.number, { ...dhl, trackingNumber: "UNWRITABLE1" });
    await timePasses(shop, 8 * HOUR);
    const claimed = await claimUpdate(shop, id);
    await readUpdateList({ shop });
    await inShop(shop, (tx, now) => releaseUpdate(tx, claimed!, { result: "unchanged", now }));
    expect(await claimUpdate(shop, id)).not.toBeNull();
  });

  it("is not used if it never ends: each order is read singly instead", async () => {
    const order = await listedOrder();
    wholesale.setFault("findOrders", "never-ends", 100);
    for (let times = 0; times < 2; times += 1) {
      await query(
        databaseUrl,
        "update order_update_run set page = 1990, began_at = now(), since = now(), cursor = $2 where shop = $1",
        [order.shop, Buffer.from("orders:0").toString("base64url")],
      );
      await readList(order);
    }
    expect(await runOf(order)).toMatchObject({ read: false, page: 0 });
    expect((await runOf(order)).wait).toBeGreaterThan(HOUR / 2);
    expect((await nextUpdateOf(order.id)).wait).toBeLessThan(900);
    ledger.ship(order.number, dhl);
    await timePasses(order.shop, 900);
    await sweepUpdates();
    expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is not used if the supplier does not offer the list: each order is read singly instead", async () => {
    const order = await listedOrder();
    wholesale.setFault("findOrders", "404", 1);
    await readList(order);
    expect(await runOf(order)).toMatchObject({ read: false });
    expect((await nextUpdateOf(order.id)).wait).toBeLessThan(900);
  });

  it("is not used after an hour of failures, until a read works again", async () => {
    const order = await listedOrder();
    wholesale.setFault("findOrders", "500", 2);
    await readList(order);
    expect(await runOf(order)).toMatchObject({ read: true });
    await readList(order, HOUR);
    expect(await runOf(order)).toMatchObject({ read: false });
    await readList(order, HOUR);
    expect(await runOf(order)).toMatchObject({ read: true });
  });

  it("is not used for a day if it has left an order out", async () => {
    const order = await listedOrder();
    const later = ledger.place({ ...ledger.get(order.number), reference: "someone-else" });
    ledger.ship(order.number, dhl);
    Object.assign(ledger.get(order.number), { updatedAt: new Date(Date.now() - HOUR * 1000) });
    wholesale.setFault("findOrders", "leaves-out", 1);
    await readList(order);
    expect(ledger.get(later.id).status).toBe("received");
    expect(await order.row()).toMatchObject({ state: "placed" });
    await timePasses(order.shop, 8 * HOUR);
    await query(databaseUrl, "update order_update_run set read_at = now(), newest = now() where shop = $1", [
      order.shop,
    ]);
    await sweepUpdates();
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(await runOf(order)).toMatchObject({ left_out: true });
    expect((await nextUpdateOf(order.id)).wait).toBeLessThan(900);
  });

  it("starts over from 30 days ago if the shop connects to another account", async () => {
    const order = await listedOrder();
    await query(databaseUrl, "update connection set account = 'another' where shop = $1", [order.shop]);
    const before = wholesale.requests.length;
    await readList(order);
    const [asked] = wholesale.requests.slice(before).filter(({ operation }) => operation === "findOrders");
    expect(Date.parse(asked?.query.updated_since as string)).toBeLessThan(Date.now() - 29 * 86_400_000);
  });

  it("is read in every shop by the sweep", async () => {
    const [one, other] = [await listedOrder(), await listedOrder()];
    for (const { number, shop } of [one, other]) {
      ledger.ship(number, dhl);
      await timePasses(shop, 900);
    }
    await Promise.all([1, 2].map(() => sweepUpdateLists()));
    for (const order of [one, other]) expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is not requested if the contract has no such list", async () => {
    offering({ ordersUpdatedSince: false });
    const order = await trackedOrder();
    await order.readUpdate();
    expect(await query(databaseUrl, "select from order_update_run where shop = $1", [order.shop])).toEqual(
      [],
    );
    expect((await nextUpdateOf(order.id)).wait).toBeLessThan(13);
  });
});
