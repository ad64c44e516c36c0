import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { callAsShop } from "../../../app/connection/call-as-shop.server.ts";
import { connect } from "../../../app/connection/connect.server.ts";
import { findConnection, findUsableKey } from "../../../app/connection/connection-store.server.ts";
import { endOutage, recordOutage } from "../../../app/connection/supplier-outage.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { translator } from "../../../app/messages/translate.ts";
import { env } from "../../../app/lib/env.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { readUpdate, requestUpdate, sweepUpdates } from "../../../app/orders/tracking/read-update.server.ts";
import { readUpdateList } from "../../../app/orders/tracking/read-update-list.server.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { query } from "../../support/database.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { runJob } from "../../support/run-job.ts";
import { timePasses } from "../../support/time-passes.ts";
import { unsettledWarnings } from "../../support/unsettled-warnings.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { nextUpdateOf, trackedOrder, type TrackedOrder } from "./testing.ts";

beforeAll(async () => {
  // No worker runs: each test processes the jobs itself.
  await startQueue(jobs);
});
afterAll(stopQueue);
afterEach(async () => {
  await endOutage();
  wholesale.setFault("getOrder", "500", 0);
});

const { ledger, accounts } = wholesale.supplier;
const dhl = { carrier: "DHL", trackingNumber: "JD01" };

/** Matches a pause of this many seconds, less the test's own time, and up to a fifth more. */
async function expectNextIn(order: TrackedOrder, seconds: number): Promise<void> {
  const { wait } = await nextUpdateOf(order.id);
  expect(wait).toBeGreaterThan(seconds - 4);
  expect(wait).toBeLessThan(seconds * 1.2);
}

/** Returns how often the order was read from the supplier. */
function reads(order: TrackedOrder): number {
  return wholesale.requests.filter(({ path }) => path.endsWith(`/orders/${order.number}`)).length;
}

/** Returns the messages about an order that cannot be read, or can be read again. */
async function reports(order: TrackedOrder): Promise<string[]> {
  const entries = (await order.activity()).filter(({ kind }) => kind.startsWith("tracking.duty-"));
  return entries.map(({ message }) => translator("en")(message));
}

async function kinds(order: TrackedOrder): Promise<string[]> {
  return (await order.activity()).map(({ kind }) => kind);
}

describe("the update of an order", () => {
  it("is due five seconds after placing, and a scheduled job reads it then", async () => {
    const order = await trackedOrder();
    expect((await nextUpdateOf(order.id)).wait).toBeLessThanOrEqual(6);
    const enqueued = await query(
      databaseUrl,
      `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = $1 and data->>'orderId' = $2`,
      [jobs["orders.placed"].name, order.id],
    );
    expect(enqueued).toEqual([{ wait: 5 }]);
  });

  it("is not read before it is due", async () => {
    const order = await trackedOrder();
    const before = reads(order);
    await query(
      databaseUrl,
      "update supplier_order set update_leased_until = null, update_due_at = now() + interval '1 minute' where id = $1",
      [order.id],
    );
    await order.readUpdate(0);
    expect(reads(order)).toBe(before);
  });

  it("is read at growing intervals while nothing changes, and sooner again after a change", async () => {
    const order = await trackedOrder();
    let seconds = 6;
    for (const next of [10, 20, 40, 80]) {
      await order.readUpdate(seconds);
      await expectNextIn(order, next);
      seconds = next * 1.2;
    }
    ledger.ship(order.number, dhl);
    await order.readUpdate(seconds);
    await expectNextIn(order, 5);
  });

  it("is not read once the order is delivered", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    ledger.deliver(order.number);
    await order.follow();
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
    expect(await nextUpdateOf(order.id)).toMatchObject({ wait: null });
  });

  it("is not read once the order is canceled, or 60 days after the package has left", async () => {
    const [canceled, shipped] = [await trackedOrder(), await trackedOrder()];
    ledger.cancel(canceled.number);
    ledger.ship(shipped.number, dhl);
    for (const order of [canceled, shipped]) await order.follow();
    expect(await nextUpdateOf(canceled.id)).toMatchObject({ wait: null });
    await shipped.readUpdate(61 * 86_400);
    expect(await nextUpdateOf(shipped.id)).toMatchObject({ wait: null });
  });

  it("is read by one worker at a time", async () => {
    const order = await trackedOrder();
    const before = reads(order);
    await timePasses(order.shop, 6);
    await Promise.all([1, 2, 3].map(() => order.readUpdate(0)));
    expect(reads(order)).toBe(before + 1);
  });

  it("is read by the sweep in every shop, and never by a shop that does not have the order", async () => {
    const [one, other] = [await trackedOrder(), await trackedOrder()];
    for (const { number, shop } of [one, other]) {
      ledger.ship(number, dhl);
      await timePasses(shop, 6);
    }
    await readUpdate({ shop: other.shop, orderId: one.id });
    expect(await one.row()).toMatchObject({ state: "placed" });
    await Promise.all([1, 2].map(() => sweepUpdates()));
    for (const order of [one, other]) expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is read at once if a person requests that, and the person sees the result", async () => {
    const order = await trackedOrder();
    await order.readUpdate();
    const press = (shop = order.shop) => requestUpdate(shop, order.id);
    expect(await press()).toEqual({ kind: "unchanged" });
    ledger.ship(order.number, dhl);
    expect(await press()).toEqual({ kind: "changed" });
    expect(await order.row()).toMatchObject({ state: "shipped" });
    wholesale.setFault("getOrder", "500", 5);
    expect(await press()).toMatchObject({
      kind: "failed",
      explanation: { code: expect.any(String) as string },
    });
    wholesale.setFault("getOrder", "500", 0);
    await query(databaseUrl, "update supplier_order set state = 'delivered' where id = $1", [order.id]);
    expect(await press()).toEqual({ kind: "none" });
    expect(await press((await trackedOrder()).shop)).toEqual({ kind: "none" });
  });
});

it("lets a read that a person requests pass the shop's background calls", async () => {
  const order = await trackedOrder();
  await order.readUpdate();
  const key = await findUsableKey(order.shop);
  const ended: string[] = [];
  const reply = wholesale.holdReplies("getOrder", env.WHOLESALE_CONCURRENCY);
  const id = order.number as SupplierOrderId;
  const background = Array.from({ length: env.WHOLESALE_CONCURRENCY }, () =>
    callAsShop({ shop: order.shop, key: key! }, "getOrder", { id }, { pace: "bulk" }).then(() =>
      ended.push("bulk"),
    ),
  );
  await expect.poll(() => reads(order)).toBeGreaterThan(env.WHOLESALE_CONCURRENCY);
  await requestUpdate(order.shop, order.id);
  ended.push("wanted");
  reply();
  await Promise.all(background);
  expect(ended[0]).toBe("wanted");
});

describe("a shipment in an update", () => {
  it("keeps its latest state, even after an older update or an update of another shipment", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    const { shipments } = ledger.ship(order.number, { ...dhl, lines: [{ variantId, quantity: 1 }] });
    await order.readUpdate();
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "JD02" });
    ledger.ship(order.number, { carrier: "GLS", trackingNumber: "B2" });
    await order.readUpdate(60);
    // An earlier update arrives again: a reply that was under way for long.
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "OLD1" });
    Object.assign(ledger.get(order.number), { updatedAt: new Date("2020-01-01T00:00:00Z") });
    await query(
      databaseUrl,
      "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
      [order.id],
    );
    await order.readUpdate(0);
    expect(await order.shipments()).toMatchObject([
      { carrier: "DHL", tracking_number: "JD02" },
      { carrier: "GLS", tracking_number: "B2" },
    ]);
  });
});

describe("an update that we fail to read", () => {
  it("is read again later if the supplier is down, without alarming the merchant", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    wholesale.setFault("getOrder", "500", 1);
    const before = await kinds(order);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    expect(await kinds(order)).toEqual(before);
    expect((await nextUpdateOf(order.id)).retryCount).toBe(1);
    await order.readUpdate(60);
    expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is not requested again before the supplier's Retry-After has passed", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "429-retry-after", 1, 70_000);
    await order.readUpdate();
    const { wait } = await nextUpdateOf(order.id);
    expect(wait).toBeGreaterThan(60);
    expect(wait).toBeLessThanOrEqual(70);
  });

  it("is read at long intervals if the supplier does not know the order, and the merchant is notified once", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "update supplier_order set supplier_order_id = 'ord_404' where id = $1", [
      order.id,
    ]);
    // Right after placing it may not know the order yet.
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    for (const hours of [1, 2]) {
      await order.readUpdate(hours * 3600);
      expect((await nextUpdateOf(order.id)).wait).toBeGreaterThan(3590);
    }
    expect(await order.row()).toMatchObject({ state: "placed", reason: "unknown-to-supplier" });
    expect((await kinds(order)).filter((kind) => kind === "orders.unknown-to-supplier")).toHaveLength(1);
    await query(databaseUrl, "update supplier_order set supplier_order_id = $2 where id = $1", [
      order.id,
      order.number,
    ]);
    await order.readUpdate(6 * 3600);
    expect(await order.row()).toMatchObject({ state: "placed", reason: null, reason_params: null });
  });

  it("is reported on the order until it can be read", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "html", 1);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "update-unreadable",
      reason_params: { explanation: { code: "failure.supplier.unexpected-reply" } },
    });
    await order.readUpdate(1000);
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
  });
});

describe("an order whose reads fail", () => {
  const failing = ({ name }: TrackedOrder) =>
    `For more than an hour, Stockbridge hasn't been able to read order ${name} from your supplier, so the status and packages shown here may be out of date. Stockbridge keeps trying. If it's urgent, look at the order on your supplier's site.`;
  const over = ({ name }: TrackedOrder) => `Stockbridge can read order ${name} from your supplier again.`;

  it.each(["500", "reset"] as const)(
    "is reported once, and once more when a read succeeds: %s",
    async (fault) => {
      const order = await trackedOrder();
      wholesale.setFault("getOrder", fault, 100);
      await order.readUpdate();
      await order.readUpdate(3000);
      expect(await reports(order)).toEqual([]);
      for (let times = 0; times < 3; times += 1) await order.readUpdate(3700);
      expect(await reports(order)).toEqual([failing(order)]);
      expect(await unsettledWarnings(order.shop)).toEqual(["orders.activity.update-not-read"]);
      wholesale.setFault("getOrder", fault, 0);
      for (let times = 0; times < 2; times += 1) await order.readUpdate(3700);
      expect(await reports(order)).toEqual([failing(order), over(order)]);
      expect(await unsettledWarnings(order.shop)).toEqual([]);
    },
  );

  it("is reported with a link to the order, without an e-mail", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "500", 100);
    for (let times = 0; times < 2; times += 1) await order.readUpdate(3700);
    const rows = await query(
      databaseUrl,
      "select tone, subject_label, subject_url from activity where shop = $1 and kind = 'tracking.duty-failing'",
      [order.shop],
    );
    expect(rows).toEqual([
      { tone: "warning", subject_label: order.name, subject_url: `/app/orders/${order.id}` },
    ]);
    expect(await query(databaseUrl, "select from outbox_entry where shop = $1", [order.shop])).toEqual([]);
  });

  it("is not reported if one read succeeds, or if only reads of another order fail", async () => {
    const [order, other] = [await trackedOrder(), await trackedOrder()];
    for (let times = 0; times < 3; times += 1) {
      wholesale.setFault("getOrder", "500", 1);
      await order.readUpdate(3700);
      await order.readUpdate(3700);
    }
    wholesale.setFault("getOrder", "500", 100);
    for (let times = 0; times < 2; times += 1) await other.readUpdate(3700);
    expect(await reports(order)).toEqual([]);
    expect(await reports(other)).toEqual([failing(other)]);
  });

  it("is reported as readable again once the supplier's list shows the order", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "500", 100);
    for (let times = 0; times < 2; times += 1) await order.readUpdate(3700);
    ledger.ship(order.number, dhl);
    await readUpdateList({ shop: order.shop, isWanted: true });
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(await reports(order)).toEqual([failing(order), over(order)]);
  });

  it("is reported only an hour after an outage has ended", async () => {
    const order = await trackedOrder();
    wholesale.setFault("getOrder", "500", 100);
    await recordOutage();
    for (let times = 0; times < 3; times += 1) await order.readUpdate(3700);
    await endOutage();
    await order.readUpdate(3700);
    expect(await reports(order)).toEqual([]);
    await order.readUpdate(3700);
    expect(await reports(order)).toEqual([failing(order)]);
  });

  it("is not reported if the key is unauthorized, or if the order's page shows the reason", async () => {
    const [refused, unreadable] = [await trackedOrder(), await trackedOrder()];
    wholesale.setFault("getOrder", "html", 100);
    for (let times = 0; times < 3; times += 1) await unreadable.readUpdate(3700);
    wholesale.setFault("getOrder", "401", 100);
    for (let times = 0; times < 3; times += 1) await refused.readUpdate(3700);
    for (const order of [refused, unreadable]) expect(await reports(order)).toEqual([]);
  });
});

describe("the updates of a shop without a working key", () => {
  it("are not read until the shop is connected again", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    const { keyName = "" } = (await findConnection(order.shop)) ?? {};
    accounts.revoke(keyName);
    await order.readUpdate();
    expect((await findConnection(order.shop))?.check.kind).toBe("unauthorized");
    const before = reads(order);
    for (const minutes of [20, 20]) await order.readUpdate(minutes * 60);
    // Nothing is read with a key that is known not to be accepted.
    expect(reads(order)).toBe(before);
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });

    await disconnect(order.shop, { why: "disconnected" });
    await order.readUpdate(3600);
    expect(reads(order)).toBe(before);
    await connect(order.shop, wholesale.account);
    await runJob("connection.connected", { shop: order.shop });
    await order.follow(0);
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("are not read after an uninstall until the app is installed again", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, dhl);
    await order.readUpdate();
    shopify.uninstall(order.shop);
    await uninstalled(order);
    expect(await nextUpdateOf(order.id)).toMatchObject({ wait: null });
    expect(await order.shipments()).toMatchObject([{ state: "due", due_at: null }]);
    await order.follow(3600);
    expect(order.shown()).toEqual([]);

    await issueToken(order.shop);
    await connect(order.shop, wholesale.account);
    await runJob("connection.connected", { shop: order.shop });
    await order.follow(0);
    // The fulfillment order has gone with our location, so the shop accepts no fulfillment of it from us any more.
    expect(await order.shipments()).toMatchObject([{ problem: { code: "shipments.elsewhere" } }]);
  });
});

it("deletes the shipments of a shop that is redacted", async () => {
  const order = await trackedOrder();
  const other = await trackedOrder();
  for (const each of [order, other]) {
    ledger.ship(each.number, dhl);
    await each.readUpdate();
  }
  shopify.uninstall(order.shop);
  await uninstalled(order);
  await handleWebhook("shop/redact", { shop: order.shop });
  expect(await query(databaseUrl, "select id from shipment where shop = $1", [order.shop])).toEqual([]);
  expect(await other.shipments()).toHaveLength(1);
});

async function uninstalled(order: TrackedOrder): Promise<void> {
  await handleWebhook("app/uninstalled", { shop: order.shop });
}
