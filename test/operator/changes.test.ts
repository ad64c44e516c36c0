import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, it } from "vitest";

import { ALL_ACTIVITY } from "../../app/lib/activity/activity-filter.ts";
import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { asSystem, inShop } from "../../app/lib/database/db.server.ts";
import { type Operator, listActions } from "../../app/operator/act.server.ts";
import { giveUpWebhook, retryWebhook } from "../../app/operator/stored-webhooks.server.ts";
import { dropQueued } from "../../app/operator/waiting-jobs.server.ts";
import { hastenOrder } from "../../app/operator/hasten-order.server.ts";
import { pauseOrders, resumeOrders } from "../../app/operator/pause-orders.server.ts";
import { pauseOrdering } from "../../app/orders/store/ordering-settings.server.ts";
import { claimUpdate, releaseUpdate } from "../../app/orders/tracking/store-update.server.ts";
import { inbox } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import { requestedOrder, type SellingShop, sellingShop, waitOf } from "../orders/shop-world.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";
import { entryRow, storeEntry } from "./stored-entry.ts";

openQueue();

const ada: Operator = { by: "ada", why: "A test.", isTrial: false };
const trial: Operator = { ...ada, isTrial: true };

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

async function actionsOn(target: string) {
  const actions = await asSystem("operator", (tx) => listActions(tx, { limit: 100, target }));
  return actions.map(({ by, command, rowId, why }) => ({ by, command, rowId, why }));
}

function postpone(id: string, seconds: number) {
  const sql =
    "update supplier_order set due_at = now() + make_interval(secs => $2), leased_until = null where id = $1";
  return query(databaseUrl, sql, [id, seconds]);
}

describe("retryWebhook", () => {
  it("makes a webhook that waits for its retry due at once, and records the operator", async () => {
    const shop = newShop();
    const id = await storeEntry({ shop, nextIn: 3000, retryCount: 8, failure: "error" });
    expect(await retryWebhook(id, trial)).toMatchObject({ isChanged: true });
    expect((await entryRow(id))?.retry_count).toBe(8);
    expect(await actionsOn(shop)).toEqual([]);
    expect(await retryWebhook(id, ada)).toMatchObject({ isChanged: true, target: shop, rowId: id });
    const row = await entryRow(id);
    expect(row?.retry_count).toBe(0);
    expect(row?.due_at?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await actionsOn(shop)).toEqual([{ by: "ada", command: "inbox-retry", rowId: id, why: "A test." }]);
  });

  it("gets a webhook that was given up processed again", async () => {
    const { shop } = world;
    const id = await storeEntry({
      shop,
      handledAgo: 600,
      retryCount: 90,
      failure: "error",
      topic: "orders/paid",
    });
    expect(await retryWebhook(id, ada)).toMatchObject({ isChanged: true });
    await inbox.drain();
    expect(await entryRow(id)).toMatchObject({
      due_at: null,
      failure: null,
      handled_at: expect.any(Date) as Date,
    });
  });

  it.each<[string, Partial<Parameters<typeof storeEntry>[0]>, string]>([
    ["a worker has", { nextIn: 200, isClaimed: true }, "A worker has entry"],
    ["was handled", { handledAgo: 60 }, "was handled on"],
    ["is due already", { nextIn: -60 }, "is due since"],
  ])("changes nothing for a webhook that %s, and says so", async (_, entry, sentence) => {
    const shop = newShop();
    const id = await storeEntry({ shop, ...entry });
    const before = await entryRow(id);
    const { isChanged, what } = await retryWebhook(id, ada);
    expect(isChanged).toBe(false);
    expect(what).toContain(sentence);
    expect(await entryRow(id)).toEqual(before);
    expect(await actionsOn(shop)).toEqual([]);
  });

  it("reports an unknown inbox entry", async () => {
    expect((await retryWebhook(randomUUID(), ada)).what).toContain("No inbox entry has the id");
  });
});

describe("giveUpWebhook", () => {
  it("gives a webhook up, reports that to the merchant, and can be undone with retryWebhook", async () => {
    const shop = newShop();
    const id = await storeEntry({ shop, nextIn: 3000, retryCount: 8, failure: "error" });
    expect(await giveUpWebhook(id, ada)).toMatchObject({ isChanged: true });
    expect(await entryRow(id)).toMatchObject({
      due_at: null,
      failure: "error",
      handled_at: expect.any(Date) as Date,
    });
    const { entries } = await listActivity(shop, {
      filter: { ...ALL_ACTIVITY, show: "needs-attention" },
      place: null,
    });
    expect(entries.map(({ message }) => message.code)).toEqual(["shop.activity.webhook-given-up"]);
    expect((await giveUpWebhook(id, ada)).what).toContain("was given up on");
    expect(await retryWebhook(id, ada)).toMatchObject({ isChanged: true });
    expect(await entryRow(id)).toMatchObject({ handled_at: null });
  });

  it("counts a webhook that was never tried as given up, not as handled", async () => {
    const id = await storeEntry({ shop: newShop(), nextIn: -60 });
    expect(await giveUpWebhook(id, ada)).toMatchObject({ isChanged: true });
    expect(await entryRow(id)).toMatchObject({ failure: "given-up-untried" });
  });

  it("rejects a webhook that a worker has claimed", async () => {
    const id = await storeEntry({ shop: newShop(), nextIn: 200, isClaimed: true });
    expect((await giveUpWebhook(id, ada)).what).toContain("A worker has entry");
    expect(await entryRow(id)).toMatchObject({ handled_at: null });
  });
});

describe("hastenOrder", () => {
  it("makes a held order due, and a worker holds the order again while it is unpaid", async () => {
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "unpaid" });
    await postpone(order.id, 900);
    expect(await hastenOrder(world.shop, order.name, trial)).toMatchObject({ isChanged: true });
    expect(waitOf(await order.row())).toBeGreaterThan(800);
    expect(await hastenOrder(world.shop, order.name, ada)).toMatchObject({
      isChanged: true,
      rowId: order.id,
    });
    expect(await order.row()).toMatchObject({ state: "held", reason: "unpaid" });
    expect(waitOf(await order.row())).toBeLessThanOrEqual(0);
    await world.processDue();
    // Due is not decided: it is still not paid.
    expect(await order.row()).toMatchObject({ state: "held", reason: "unpaid" });
    expect(order.bought()).toEqual([]);
    expect((await actionsOn(world.shop))[0]).toMatchObject({ command: "order-now", rowId: order.id });
  });

  it("makes an order in doubt due for a lookup, and never sends it again", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    await postpone(order.id, 3000);
    expect(await hastenOrder(world.shop, order.name, ada)).toMatchObject({ isChanged: true });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "placed" });
    expect(order.bought()).toHaveLength(1);
  });

  it("makes a supplier's update due although a worker has claimed it, and that worker cannot postpone it", async () => {
    const order = await requestedOrder(world);
    await order.process();
    await timePasses(world.shop, 3600);
    const claimed = await claimUpdate(world.shop, order.id);
    expect(await hastenOrder(world.shop, order.name, ada)).toMatchObject({ isChanged: true });
    await inShop(world.shop, (tx, now) => releaseUpdate(tx, claimed!, { result: "unchanged", now }));
    expect(await claimUpdate(world.shop, order.id)).not.toBeNull();
  });

  it.each<[string, string, string]>([
    [
      "is rejected and waits for the merchant",
      "state = 'held', reason = 'rejected', due_at = null",
      "only the merchant",
    ],
    ["a worker has", "due_at = now(), leased_until = now() + interval '200 s'", "a worker has it"],
    ["waits for a worker", "due_at = now() - interval '1 min'", "waits for a worker"],
    [
      "has an attempt under way",
      "state = 'placing', due_at = now() + interval '50 s'",
      "an attempt to order it",
    ],
    ["has ended", "state = 'canceled', reason = 'canceled-unsent', due_at = null", "nothing is due"],
  ])("changes nothing for an order that %s", async (_, columns, sentence) => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "ready" });
    await query(databaseUrl, `update supplier_order set ${columns} where id = $1`, [id]);
    const row = () => query(databaseUrl, "select * from supplier_order where id = $1", [id]);
    const before = await row();
    const { isChanged, what } = await hastenOrder(shop, id, ada);
    expect({ isChanged, what }).toMatchObject({
      isChanged: false,
      what: expect.stringContaining(sentence) as string,
    });
    expect(await row()).toEqual(before);
    expect(await actionsOn(shop)).toEqual([]);
  });
});

describe("pauseOrders and resumeOrders", () => {
  it("change nothing in a trial run, and record the operator and reason otherwise", async () => {
    const shop = newShop();
    const why = "The supplier moves.";
    expect((await pauseOrders(shop, { ...trial, why })).what).toContain("Ordering is paused");
    expect(await query(databaseUrl, "select from support_pause where shop = $1", [shop])).toEqual([]);
    expect(await pauseOrders(shop, { ...ada, why })).toMatchObject({ isChanged: true });
    expect((await pauseOrders(shop, { ...ada, why })).what).toContain("is paused already");
    expect(await resumeOrders(shop, ada)).toMatchObject({ isChanged: true });
    expect((await resumeOrders(shop, ada)).what).toContain("has not paused");
    expect(await actionsOn(shop)).toMatchObject([
      { command: "resume" },
      { command: "pause", by: "ada", why },
    ]);
  });

  it("report other pauses of the shop, and leave the merchant's pause alone", async () => {
    const shop = newShop();
    await pauseOrdering(shop);
    const { isChanged, what } = await resumeOrders(shop, ada);
    expect(isChanged).toBe(false);
    expect(what).toContain("The merchant has paused it since");
    const [row] = await query(databaseUrl, "select paused_at from ordering_settings where shop = $1", [shop]);
    expect(row).toMatchObject({ paused_at: expect.any(Date) as Date });
  });
});

describe("dropQueued", () => {
  const waiting = async (name: string) =>
    query<{ shop: string }>(
      databaseUrl,
      "select data->>'shop' as shop from pgboss.job where name = $1 and state < 'active' order by 1",
      [name],
    );

  it("deletes a shop's jobs, and the order that they would have woken is still placed", async () => {
    const other = await sellingShop();
    const [order, another] = [await requestedOrder(world), await requestedOrder(other)];
    const name = "orders.process";
    expect(await waiting(name)).toEqual(expect.arrayContaining([{ shop: world.shop }, { shop: other.shop }]));
    expect(await dropQueued({ name, shop: world.shop }, trial)).toMatchObject({ isChanged: true });
    expect(await waiting(name)).toContainEqual({ shop: world.shop });
    expect(await dropQueued({ name, shop: world.shop }, ada)).toMatchObject({
      isChanged: true,
      target: name,
    });
    expect(await waiting(name)).not.toContainEqual({ shop: world.shop });
    expect(await waiting(name)).toContainEqual({ shop: other.shop });
    expect(await dropQueued({ name, shop: null }, ada)).toMatchObject({ isChanged: true });
    expect(await waiting(name)).toEqual([]);
    // As the sweep does: by the rows.
    for (const { processDue } of [world, other]) await processDue();
    for (const each of [order, another]) expect(each.bought()).toHaveLength(1);
    expect(await actionsOn(name)).toMatchObject([{ command: "jobs-drop" }, { command: "jobs-drop" }]);
  });

  it.each([
    ["orders.no-such-queue", "No job is in a queue"],
    ["__pgboss__send-it", "a queue of pg-boss's own"],
  ])("changes nothing for the queue %s", async (name, sentence) => {
    const { isChanged, what } = await dropQueued({ name, shop: null }, ada);
    expect({ isChanged, what }).toMatchObject({
      isChanged: false,
      what: expect.stringContaining(sentence) as string,
    });
  });
});
