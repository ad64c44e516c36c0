import { describe, expect, it, onTestFinished, vi } from "vitest";

import { setAutomaticOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { judgeAssessedOrder } from "../../../app/orders/ingest/judge-kept-orders.server.ts";
import { requestPaidOrder } from "../../../app/orders/ingest/request-paid-orders.server.ts";
import type { OrderRules } from "../../../app/orders/rules/order-rules.ts";
import { wakeTimedOrders } from "../../../app/orders/rules/rules-store.server.ts";
import { pressSend, readToSend } from "../../../app/orders/sending/send-shop-order.server.ts";
import { sweepSends } from "../../../app/orders/sending/send-order.server.ts";
import { listToSend } from "../../../app/orders/views/list-to-send.server.ts";
import type { ShopOrderId } from "../../../app/shop/ids.ts";
import { refreshFacts } from "../../../app/shop/shop-facts.server.ts";
import { DEFAULT_SHIPPING } from "../../sandbox/shop/order-defaults.ts";
import type { OrderWish } from "../../sandbox/shop/merchant.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, type SellingShop } from "../shop-world.ts";
import { hearPaid, judgeLater, keptIn, poll, ruledShop, save, statusesOf, tag, touch } from "./testing.ts";

openQueue();

const DELAYED: Partial<OrderRules> = { delay: { kind: "minutes", minutes: 15 } };

const eur = (amount: string) => ({ amount, currency: "EUR" });

/** An order that is paid, as the webhook reports it. */
async function paidOrder(world: SellingShop, wanted: Partial<OrderWish> = {}) {
  const order = world.order(wanted);
  await hearPaid(world, order);
  return order;
}

async function boughtIn(world: SellingShop): Promise<number> {
  await world.processDue();
  return (await world.bought()).length;
}

async function activityOf({ shop }: SellingShop, kind: string): Promise<unknown[]> {
  return query(databaseUrl, "select message from activity where shop = $1 and kind = $2", [shop, kind]);
}

describe("a process that is suspended between reading an order and requesting it", () => {
  it("reads the order again, and does not request it if the merchant has tagged it meanwhile", async () => {
    const world = await ruledShop({ neverTags: ["stop"] });
    const order = world.order();
    const lock = await holdLock("lock table automatic_request in access exclusive mode");
    const heard = hearPaid(world, order);
    await someoneWaits();
    tag(world, order, ["stop"]);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const elapsed = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => elapsed() + 121_000);
    await lock.release();
    await heard;
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await keptIn(world)).toEqual({ [order.name]: "tag" });
  });
});

describe("an order that a rule holds", () => {
  it.each<[string, Partial<OrderRules>, Partial<OrderWish>]>([
    ["ask", { askForEach: true }, {}],
    ["tag", { neverTags: ["wholesale 🎁"] }, { tags: ["a", "Wholesale 🎁"] }],
    ["no-tag", { onlyTags: ["web"] }, { tags: ["pos"] }],
    ["amount", { holdAbove: eur("0.01") }, {}],
    ["currency", { holdAbove: { amount: "9999", currency: "JPY" } }, {}],
    ["country", { countries: { kind: "except", codes: ["DE"] } }, {}],
    ["risk-high", {}, { risk: ["LOW", "HIGH"] }],
    ["risk-medium", {}, { risk: ["MEDIUM"] }],
    ["risk-pending", {}, { risk: ["PENDING"] }],
    ["above-daily", { moneyPerDay: eur("0.01") }, {}],
  ])("is not requested, and the list names the rule: %s", async (code, rules, wanted) => {
    const world = await ruledShop(rules);
    const order = await paidOrder(world, wanted);
    await poll(world);
    await judgeLater(world);
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await keptIn(world)).toEqual({ [order.name]: code });
    expect(await boughtIn(world)).toBe(0);
  });

  it("is bought once if the merchant presses “Send anyway”", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = await paidOrder(world);
    const { orders } = await readInShop(world.shop, (tx) => listToSend(tx, world.shop, { place: null }));
    expect(orders).toMatchObject([{ kept: { why: { code: "rules.kept.ask" }, until: null } }]);
    await pressSend(world.shop, orders);
    await Promise.all([sweepSends(), poll(world)]);
    expect(statusesOf(world, order)).not.toContain("UNSUBMITTED");
    expect(await boughtIn(world)).toBe(1);
  });

  it("is not sent from a page that was loaded before the rule held the order", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = world.order();
    expect(await readToSend(world.shop, order.id as ShopOrderId)).toBeNull();
    const read = async () =>
      (await readInShop(world.shop, (tx) => listToSend(tx, world.shop, { place: null }))).orders;
    const before = await read();
    expect(before).toMatchObject([{ kept: null }]);
    await hearPaid(world, order);
    await pressSend(world.shop, before);
    await sweepSends();
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await boughtIn(world)).toBe(0);
    const pressed = "select result from unrequested_order where shop = $1";
    expect(await query(databaseUrl, pressed, [world.shop])).toEqual([
      { result: { code: "to-send.result.edited" } },
    ]);
    const [held] = await read();

    await hearPaid(world, order);
    await poll(world);
    await judgeLater(world);
    expect(await read()).toMatchObject([{ version: held!.version }]);
    await save(world, { neverTags: ["stop"] });
    tag(world, order, ["stop"]);
    await judgeLater(world);
    expect(await keptIn(world)).toEqual({ [order.name]: "tag" });
    expect(await read()).toMatchObject([{ version: held!.version + 1 }]);
  });

  it("is bought if the merchant requests the order in Shopify", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = await paidOrder(world);
    world.request(order.name);
    await world.ingestRequests();
    expect(await boughtIn(world)).toBe(1);
  });

  it("is requested once it has the required tag", async () => {
    const world = await ruledShop({ onlyTags: ["Go"] });
    const order = await paidOrder(world);
    await poll(world);
    expect(await keptIn(world)).toEqual({ [order.name]: "no-tag" });
    tag(world, order, ["go"]);
    await poll(world);
    expect(await boughtIn(world)).toBe(1);
    expect(await keptIn(world)).toEqual({});
  });

  it("is requested once the rules that held it are replaced", async () => {
    const world = await ruledShop({ askForEach: true });
    await paidOrder(world);
    await save(world, {});
    await judgeLater(world);
    expect(await boughtIn(world)).toBe(1);
  });

  it("waits without a reason once the merchant switches automatic ordering off", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world);
    await setAutomaticOrdering(world.shop, "off");
    expect(await keptIn(world)).toEqual({});
    await judgeLater(world, 20);
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
  });

  it("is judged again when Shopify has assessed its fraud risk, and sent or held accordingly", async () => {
    const world = await ruledShop();
    const [good, bad] = [
      await paidOrder(world, { risk: ["PENDING"] }),
      await paidOrder(world, { risk: ["PENDING"] }),
    ];
    shopify.merchant.assessRisk(good.name, "LOW", world.shop);
    shopify.merchant.assessRisk(bad.name, "HIGH", world.shop);
    for (const { id } of [good, bad]) await judgeAssessedOrder(world.shop, { subjectId: id });
    expect(await boughtIn(world)).toBe(1);
    expect(await keptIn(world)).toEqual({ [bad.name]: "risk-high" });
  });

  it("is held until Shopify has assessed its fraud risk, and stays held if the risk is high", async () => {
    const world = await ruledShop();
    const order = await paidOrder(world, { risk: [] });
    expect(await boughtIn(world)).toBe(0);
    expect(await keptIn(world)).toEqual({ [order.name]: "risk-missing" });
    shopify.merchant.assessRisk(order.name, "HIGH", world.shop);
    await judgeAssessedOrder(world.shop, { subjectId: order.id });
    await judgeLater(world, 20);
    expect(await boughtIn(world)).toBe(0);
    expect(await keptIn(world)).toEqual({ [order.name]: "risk-high" });
  });

  it("is bought after 15 minutes if Shopify does not assess its fraud risk", async () => {
    const world = await ruledShop();
    await paidOrder(world, { risk: [] });
    await judgeLater(world, 14);
    expect(await boughtIn(world)).toBe(0);
    await judgeLater(world, 2);
    expect(await boughtIn(world)).toBe(1);
  });

  it("is judged again 15 minutes later if the webhook about its assessment got lost", async () => {
    const world = await ruledShop();
    const order = await paidOrder(world, { risk: ["PENDING"] });
    inside(world, order.name).riskAssessments = ["LOW"];
    await judgeLater(world, 16);
    expect(await boughtIn(world)).toBe(1);
  });

  it("is reported to the merchant once per rule, and stored without the customer's data", async () => {
    const world = await ruledShop({ neverTags: ["stop"] });
    const order = await paidOrder(world, { tags: ["stop", "Erika Mustermann"] });
    await hearPaid(world, order);
    await poll(world);
    expect(await activityOf(world, "orders.held-by-rule")).toHaveLength(1);
    const rows = await query(databaseUrl, "select * from unrequested_order where shop = $1", [world.shop]);
    expect(JSON.stringify(rows)).not.toMatch(/Mustermann|Heidestra/);
  });

  it("costs no extra call in later polls while neither the order nor the rules change", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = await paidOrder(world);
    inside(world, order.name).updatedAt = new Date(Date.now() - 120_000);
    await poll(world);
    const before = simulated(world.shop).usage.calls;
    await poll(world);
    // The two pages of the list, and requests and cancellations.
    expect(simulated(world.shop).usage.calls - before).toBe(4);
  });
});

describe("a delay by a rule", () => {
  it("ends in a request and a single purchase", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world);
    await judgeLater(world, 14);
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    await judgeLater(world, 2);
    expect(statusesOf(world, order)).toEqual(["ACCEPTED"]);
    expect(await boughtIn(world)).toBe(1);
    expect(await keptIn(world)).toEqual({});
  });

  it.each<[string, (world: SellingShop, name: string) => unknown]>([
    ["canceled", (world, name) => shopify.merchant.cancelOrder(name, {}, world.shop)],
    [
      "refunded",
      (world, name) => shopify.merchant.refundOrder(name, [{ sku: world.skus[0], quantity: 2 }], world.shop),
    ],
    ["put on hold", (world, name) => shopify.merchant.holdFulfillment(name, world.shop)],
    ["tagged as not to be sent", (world, name) => shopify.merchant.tagOrder(name, ["Stop"], world.shop)],
    ["found risky", (world, name) => (inside(world, name).riskAssessments = ["HIGH"])],
  ])("ends without a request if the order was %s meanwhile, even if no webhook came", async (_, change) => {
    const world = await ruledShop({ ...DELAYED, neverTags: ["stop"] });
    const order = await paidOrder(world, { lines: [{ sku: world.skus[0], quantity: 2 }] });
    change(world, order.name);
    await judgeLater(world, 20);
    expect(await boughtIn(world)).toBe(0);
    expect(statusesOf(world, order)).not.toContain("SUBMITTED");
  });

  it("ends in a purchase of the remaining items if the order was edited meanwhile", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world, { lines: [{ sku: world.skus[0], quantity: 3 }] });
    shopify.merchant.editOrder(order.name, [{ sku: world.skus[0], quantity: 1 }], world.shop);
    await judgeLater(world, 20);
    expect((await world.bought()).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1]]);
  });

  it("does not start over for an item that an edit adds", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world);
    await timePasses(world.shop, 14 * 60);
    shopify.merchant.editOrder(order.name, [{ sku: world.skus[1], quantity: 1 }], world.shop);
    touch(world, order);
    await poll(world);
    await judgeLater(world, 2);
    expect(statusesOf(world, order)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  it("ends at the rule's time of day in the shop's time zone, even after the zone has changed", async () => {
    const world = await ruledShop();
    const now = new Date();
    // In three hours by the clock in London, and a minute ago or so in a zone that is ahead.
    const time = new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(11, 16);
    simulated(world.shop).ianaTimezone = "Etc/UTC";
    await refreshFacts(world.shop);
    await save(world, { delay: { kind: "daily", at: time } });
    const order = await paidOrder(world);
    expect(await keptIn(world)).toEqual({ [order.name]: "daily" });
    const dueIn = async () => {
      const [row] = await query<{ hours: number }>(
        databaseUrl,
        "select extract(epoch from judge_due_at - now())::float / 3600 as hours from unrequested_order where shop = $1",
        [world.shop],
      );
      return row!.hours;
    };
    expect(await dueIn()).toBeCloseTo(3, 1);
    simulated(world.shop).ianaTimezone = "Etc/GMT-2";
    await refreshFacts(world.shop);
    await wakeTimedOrders(world.shop);
    await judgeLater(world);
    expect(await dueIn()).toBeCloseTo(1, 1);
  });

  it("still ends in a request after a crash right before the request", async () => {
    const world = await ruledShop(DELAYED);
    await paidOrder(world);
    await query(
      databaseUrl,
      "update unrequested_order set judge_leased_until = now() + interval '30 minutes' where shop = $1",
      [world.shop],
    );
    await judgeLater(world, 20);
    expect(await boughtIn(world)).toBe(0);
    await judgeLater(world, 20);
    expect(await boughtIn(world)).toBe(1);
  });

  it("ends in a single purchase if Shopify's answer to the request gets lost", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world);
    shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502-after-commit", 1);
    await judgeLater(world, 20);
    await judgeLater(world, 20);
    await world.ingestRequests();
    expect(await boughtIn(world)).toBe(1);
    expect(inside(world, order.name).fulfillmentOrders[0]!.merchantRequests).toHaveLength(1);
  });
});

describe("an order that a rule no longer holds", () => {
  it("stays on the list of orders to send while the app may not request fulfillment, and is requested later", async () => {
    const world = await ruledShop(DELAYED);
    const order = await paidOrder(world);
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    await judgeLater(world, 20);
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await keptIn(world)).toEqual({ [order.name]: "delay" });
    await issueToken(world.shop);
    await judgeLater(world, 20);
    expect(await boughtIn(world)).toBe(1);
    expect(await keptIn(world)).toEqual({});
    expect(await activityOf(world, "orders.not-requestable")).toEqual([]);
  });

  it("is requested by a later poll if the app lacked the permission when an assessment ended the hold", async () => {
    const world = await ruledShop({ risk: "medium" });
    const order = await paidOrder(world, { risk: ["HIGH"] });
    // The poll omits an order that has not changed for long.
    inside(world, order.name).updatedAt = new Date(Date.now() - 3_600_000);
    await poll(world);
    expect(await keptIn(world)).toEqual({ [order.name]: "risk-high" });
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    inside(world, order.name).riskAssessments = ["LOW"];
    await judgeAssessedOrder(world.shop, { subjectId: order.id });
    expect(statusesOf(world, order)).toEqual(["UNSUBMITTED"]);
    await issueToken(world.shop);
    await poll(world);
    expect(await boughtIn(world)).toBe(1);
  });

  it.each<[string, (world: SellingShop, name: string) => unknown]>([
    ["canceled", ({ shop }, name) => shopify.merchant.cancelOrder(name, {}, shop)],
    ["put on hold", ({ shop }, name) => shopify.merchant.holdFulfillment(name, shop)],
  ])("leaves the list of orders to send, and Activity says so, if it was %s", async (_, change) => {
    const world = await ruledShop(DELAYED);
    const { name } = await paidOrder(world);
    change(world, name);
    await judgeLater(world, 20);
    await judgeLater(world, 20);
    expect(await keptIn(world)).toEqual({});
    expect(await activityOf(world, "orders.not-requestable")).toEqual([
      { message: { code: "orders.activity.not-requestable", order: name } },
    ]);
  });

  it("leaves the list of orders to send without a report if the merchant requested it in Shopify", async () => {
    const world = await ruledShop(DELAYED);
    const { name } = await paidOrder(world);
    world.request(name);
    await judgeLater(world, 20);
    expect(await keptIn(world)).toEqual({});
    expect(await activityOf(world, "orders.not-requestable")).toEqual([]);
  });
});

/** A shop in whose time zone it is about noon, so that no day ends during the test. */
async function ruledAtNoon(rules: Partial<OrderRules> = {}): Promise<SellingShop> {
  const world = await ruledShop(rules);
  const ahead = 12 - new Date().getUTCHours();
  // The names of these zones have the opposite sign.
  const ianaTimezone = `Etc/GMT${ahead > 0 ? "-" : "+"}${String(Math.abs(ahead))}`;
  Object.assign(simulated(world.shop), { ianaTimezone });
  await refreshFacts(world.shop);
  return world;
}

describe("daily limits", () => {
  it("let only the allowed number of orders through, even if more arrive at once, and are reported once", async () => {
    const world = await ruledAtNoon({ ordersPerDay: 2 });
    const orders = [1, 2, 3, 4, 5].map(() => world.order());
    await Promise.all(orders.map((order) => hearPaid(world, order)));
    await poll(world);
    await judgeLater(world);
    expect(await boughtIn(world)).toBe(2);
    expect(Object.values(await keptIn(world))).toEqual(["orders-today", "orders-today", "orders-today"]);
    expect(await activityOf(world, "orders.daily-limit")).toHaveLength(1);
    await judgeLater(world, 24 * 60);
    expect(await boughtIn(world)).toBe(4);
  });

  it("let orders through up to the allowed amount", async () => {
    const world = await ruledAtNoon();
    const price = Number(inside(world, world.order({ paid: false }).name).lines[0]!.price) + DEFAULT_SHIPPING;
    await save(world, { moneyPerDay: eur((price * 2.5).toFixed(2)) });
    for (let count = 0; count < 4; count += 1) await paidOrder(world);
    expect(await boughtIn(world)).toBe(2);
    expect(Object.values(await keptIn(world))).toEqual(["money-today", "money-today"]);
  });

  it("count a request once if Shopify's answer is lost", async () => {
    const world = await ruledAtNoon({ ordersPerDay: 1 });
    const order = world.order();
    shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502", 1);
    await hearPaid(world, order).catch(() => undefined);
    await hearPaid(world, order);
    expect(await boughtIn(world)).toBe(1);
    await paidOrder(world);
    expect(await boughtIn(world)).toBe(1);
  });

  it("do not count orders that the merchant sends", async () => {
    const world = await ruledAtNoon({ ordersPerDay: 1 });
    const first = world.order();
    world.request(first.name);
    await world.ingestRequests();
    await paidOrder(world);
    expect(await boughtIn(world)).toBe(2);
  });
});

describe("a paid order under rules", () => {
  it("is recorded with the rules' version and the order's facts if the rules let it through", async () => {
    const world = await ruledShop({ onlyTags: ["Web"] });
    const order = await paidOrder(world, { tags: ["web", "Erika Mustermann"], risk: ["LOW"] });
    const rows = await query(databaseUrl, "select * from automatic_request where shop = $1", [world.shop]);
    expect(rows).toMatchObject([
      {
        fulfillment_order_id: order.fulfillmentOrders[0]!.id,
        rules_version: 1,
        total_currency: "EUR",
        facts: { tags: ["web"], country: "DE", risk: "low" },
      },
    ]);
  });

  it("is not judged if it was paid before automatic ordering was switched on", async () => {
    const world = await ruledShop({ askForEach: true });
    const { id } = world.order();
    const before = new Date(Date.now() - 3_600_000);
    await requestPaidOrder(world.shop, { subjectId: id, triggeredAt: before });
    expect(await keptIn(world)).toEqual({});
  });
});
