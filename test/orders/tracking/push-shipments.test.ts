import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { jobs } from "../../../app/queue/jobs.ts";
import { translator } from "../../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { deleteSessions } from "../../../app/shop/installation.server.ts";
import {
  fulfillShipment,
  pushShipments,
  sweepShipments,
} from "../../../app/orders/tracking/push-shipments.server.ts";
import { claimShipment } from "../../../app/orders/tracking/shipment-store.server.ts";
import { wakeTracking } from "../../../app/orders/tracking/wake-tracking.server.ts";
import { requestUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { inside } from "../shop-world.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { timePasses } from "../../support/time-passes.ts";
import { unsettledWarnings } from "../../support/unsettled-warnings.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

beforeAll(async () => {
  // No worker runs: each test processes the jobs itself.
  await startQueue(jobs);
});
afterAll(stopQueue);
afterEach(() => {
  for (const field of ["fulfillmentCreate", "fulfillmentTrackingInfoUpdate", "fulfillmentEventCreate"])
    shopify.setFault(field, "502", 0);
});

const { ledger } = wholesale.supplier;

/** One of two pieces has left, so that a mistake could create a second fulfillment for it. */
async function halfShipped(): Promise<TrackedOrder> {
  const order = await trackedOrder({ lines: [[0, 2]] });
  const [variantId = ""] = order.variants;
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01", lines: [{ variantId, quantity: 1 }] });
  return order;
}

/** Restores the state after a crash between the shop's reply and its transaction. */
async function forgetAnswer(order: TrackedOrder): Promise<void> {
  await query(
    databaseUrl,
    `update shipment set state = 'due', leased_until = null, due_at = now() - interval '1 second', fulfillment_id = null where order_id = $1`,
    [order.id],
  );
}

/** Returns the messages about a shipment that cannot be shown, or is shown after all. */
async function reports(order: TrackedOrder): Promise<string[]> {
  const entries = (await order.activity()).filter(({ kind }) => kind.startsWith("tracking.duty-"));
  return entries.map(({ message }) => translator("en")(message));
}

/** Returns the fulfillments recorded before their request to the shop. */
async function requestedOf(order: TrackedOrder): Promise<unknown[]> {
  const rows = await query(databaseUrl, "select requested from shipment where order_id = $1", [order.id]);
  return rows.map(({ requested }) => requested);
}

describe("a shipment", () => {
  it("is shown in the shop with carrier, number and tracking link, and its order counts as shipped", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toEqual([
      { company: "DHL", number: "JD01", url: "https://tracking.example/DHL/JD01", quantities: [1] },
    ]);
    expect(await order.shipments()).toMatchObject([
      { state: "shown", due_at: null, fulfillment_id: expect.stringContaining("Fulfillment/") as string },
    ]);
    expect(await requestedOf(order)).toEqual([null]);
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ status: "CLOSED" }]);
    const kinds = (await order.activity()).map(({ kind, tone }) => [kind, tone]);
    expect(kinds).toContainEqual(["orders.shipped", "success"]);
  });

  it("is shown next to a second shipment, each with its own number and pieces", async () => {
    const order = await trackedOrder({ lines: [[0, 3]] });
    const [variantId = ""] = order.variants;
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 2 }] });
    await order.follow();
    expect(await order.row()).toMatchObject({ state: "partially_shipped" });
    ledger.ship(order.number, { carrier: "GLS", trackingNumber: "B2" });
    await order.follow(60);
    expect(order.shown()).toMatchObject([
      { company: "DHL", number: "A1", quantities: [2] },
      { company: "GLS", number: "B2", quantities: [1] },
    ]);
    expect(await order.row()).toMatchObject({ state: "shipped" });
  });

  it("is shown before a second shipment of the same update", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    for (const trackingNumber of ["A1", "B2"]) {
      ledger.ship(order.number, { carrier: "DHL", trackingNumber, lines: [{ variantId, quantity: 1 }] });
    }
    await order.readUpdate();
    await Promise.all([order.push(), order.push(), order.push()]);
    await order.push();
    expect(order.shown()).toMatchObject([
      { number: "A1", quantities: [1] },
      { number: "B2", quantities: [1] },
    ]);
  });

  it("fills two lines of the same variant in sequence", async () => {
    const order = await trackedOrder({
      lines: [
        [0, 1],
        [0, 2],
      ],
    });
    const [variantId = ""] = order.variants;
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 2 }] });
    await order.follow();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "B2", lines: [{ variantId, quantity: 1 }] });
    await order.follow(60);
    expect(order.shown()).toMatchObject([
      { number: "A1", quantities: [1, 1] },
      { number: "B2", quantities: [1] },
    ]);
  });

  it("is shown even if an earlier shipment has the same number", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    for (const seconds of [6, 60]) {
      ledger.ship(order.number, {
        carrier: "DHL",
        trackingNumber: "A1",
        lines: [{ variantId, quantity: 1 }],
      });
      await order.follow(seconds);
    }
    expect(order.shown()).toMatchObject([
      { number: "A1", quantities: [1] },
      { number: "A1", quantities: [1] },
    ]);
  });

  it("is corrected in the shop if the supplier corrects its number", async () => {
    const order = await trackedOrder();
    const { shipments } = ledger.ship(order.number, { carrier: "DHL", trackingNumber: "WRONG1" });
    await order.follow();
    ledger.amend(order.number, shipments[0]?.id ?? "", { carrier: "GLS", trackingNumber: "RIGHT1" });
    await order.follow(60);
    expect(order.shown()).toEqual([
      { company: "GLS", number: "RIGHT1", url: "https://tracking.example/GLS/RIGHT1", quantities: [1] },
    ]);
    expect(await order.shipments()).toMatchObject([{ state: "shown", tracking_number: "RIGHT1" }]);
  });

  it("is shown without a number, which is added later", async () => {
    const order = await trackedOrder();
    const { shipments } = ledger.ship(order.number, { carrier: "DHL", trackingNumber: null });
    await order.follow();
    expect(order.shown()).toEqual([{ company: null, number: null, url: null, quantities: [1] }]);
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "LATE1" });
    await order.follow(60);
    expect(order.shown()).toMatchObject([{ company: "DHL", number: "LATE1", quantities: [1] }]);
  });

  it("covers everything that is left to fulfill if the supplier lists no lines", async () => {
    const order = await trackedOrder({
      lines: [
        [0, 2],
        [1, 1],
      ],
    });
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "ALL1", saysLines: false });
    await order.follow();
    expect(order.shown()).toMatchObject([{ number: "ALL1", quantities: [2, 1] }]);
  });

  it("is shown next to an earlier shipment, even if the supplier lists no lines", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    const lines = [{ variantId, quantity: 1 }];
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines: false, lines });
    await order.follow();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "B2", saysLines: false, lines });
    await order.follow(60);
    expect(order.shown().map(({ number }) => number)).toEqual(["A1", "B2"]);
    expect((await order.shipments()).map(({ state }) => state)).toEqual(["shown", "shown"]);
  });
});

describe("a lost reply from the shop", () => {
  it("leads to one fulfillment if our process stopped before it stored the reply", async () => {
    const order = await halfShipped();
    await order.follow();
    await forgetAnswer(order);
    await order.push();
    expect(order.shown()).toHaveLength(1);
    expect(await order.shipments()).toMatchObject([
      { state: "shown", fulfillment_id: expect.any(String) as string },
    ]);
  });

  it.each(["502-after-commit", "reset-after-commit"] as const)(
    "makes us look for the fulfillment before creating another: %s",
    async (fault) => {
      const order = await halfShipped();
      shopify.setFault("fulfillmentCreate", fault);
      await order.follow();
      expect(await order.shipments()).toMatchObject([
        {
          state: "due",
          fulfillment_id: null,
          retry_count: 1,
          problem: { code: expect.stringContaining("failure.shop.") as string },
        },
      ]);
      await order.push(60);
      expect(order.shown()).toMatchObject([{ number: "JD01" }]);
      expect(await order.shipments()).toMatchObject([{ state: "shown", problem: null }]);
    },
  );

  it("makes us find the fulfillment of an unnumbered shipment by the request that we stored", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    const lines = [{ variantId, quantity: 1 }];
    // The merchant has shipped a piece without a number: that fulfillment is not ours.
    shopify.merchant.fulfill(order.name, { quantity: 1 }, order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: null, lines });
    shopify.setFault("fulfillmentCreate", "502-after-commit");
    await order.follow();
    expect(await requestedOf(order)).toMatchObject([{ number: null, existing: [expect.any(String)] }]);
    await order.push(60);
    expect(order.shown()).toHaveLength(2);
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });

  it("makes us find the fulfillment by the number that we sent, even if the supplier has corrected the number", async () => {
    const order = await halfShipped();
    shopify.setFault("fulfillmentCreate", "502-after-commit");
    await order.follow();
    const [shipment] = ledger.get(order.number).shipments;
    ledger.amend(order.number, shipment?.id ?? "", { trackingNumber: "RIGHT1" });
    await order.follow(60);
    expect(order.shown()).toMatchObject([{ number: "RIGHT1", quantities: [1] }]);
  });

  it("makes us create the fulfillment again if the shop did not create it", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    shopify.setFault("fulfillmentCreate", "502");
    await order.follow();
    expect(order.shown()).toEqual([]);
    await order.push(60);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("makes us repeat a correction, which has no further effect", async () => {
    const order = await trackedOrder();
    const { shipments } = ledger.ship(order.number, { carrier: "DHL", trackingNumber: "WRONG1" });
    await order.follow();
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "RIGHT1" });
    shopify.setFault("fulfillmentTrackingInfoUpdate", "502-after-commit");
    await order.follow(60);
    expect(await order.shipments()).toMatchObject([{ state: "due" }]);
    await order.push(60);
    expect(order.shown()).toMatchObject([{ number: "RIGHT1" }]);
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });
});

describe("a merchant's change of the fulfillment", () => {
  it("makes us report the shipment's number if the merchant fulfilled the whole order", async () => {
    const order = await trackedOrder();
    shopify.merchant.fulfill(order.name, {}, order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toMatchObject([{ number: null }]);
    expect(await order.shipments()).toMatchObject([
      { state: "failed", due_at: null, problem: { code: "shipments.nothing-left" } },
    ]);
    const [entry] = (await order.activity()).filter(({ kind }) => kind === "tracking.failed");
    expect(entry?.tone).toBe("warning");
    expect(translator("en")(entry!.message)).toBe(
      `Order ${order.name}: Package DHL JD01 isn't shown in Shopify, because nothing of the order is left to fulfill there. To let your customer know about it, add it to the order in Shopify.`,
    );
  });

  it("is left alone if the merchant entered the same number", async () => {
    const order = await trackedOrder();
    shopify.merchant.fulfill(order.name, { tracking: { company: "My DHL", number: "JD01" } }, order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toMatchObject([{ company: "My DHL", number: "JD01" }]);
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });

  it("is left alone if the merchant changed only the carrier's name", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "fed-ex", trackingNumber: "FX01" });
    await order.follow();
    expect(order.shown()).toMatchObject([{ company: "FedEx", number: "FX01" }]);
    const [fulfillment] = inside(order, order.name).fulfillments;
    fulfillment!.tracking = [{ ...fulfillment!.tracking[0]!, company: "My FedEx" }];
    await query(
      databaseUrl,
      "update shipment set state = 'due', leased_until = null, due_at = now() - interval '1 second' where shop = $1",
      [order.shop],
    );
    await order.push();
    expect(order.shown()).toMatchObject([{ company: "My FedEx", number: "FX01" }]);
  });

  it("leaves the remaining pieces to us if the merchant fulfilled some", async () => {
    const order = await trackedOrder({ lines: [[0, 3]] });
    shopify.merchant.fulfill(order.name, { quantity: 2 }, order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toMatchObject([
      { number: null, quantities: [2] },
      { number: "JD01", quantities: [1] },
    ]);
  });

  it("is not undone by a correction if the merchant canceled the fulfillment", async () => {
    const order = await trackedOrder();
    const { shipments } = ledger.ship(order.number, { carrier: "DHL", trackingNumber: "WRONG1" });
    await order.follow();
    shopify.merchant.cancelParcels(order.name, order.shop);
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "RIGHT1" });
    await order.follow(60);
    expect(order.shown()).toEqual([]);
    expect(await order.shipments()).toMatchObject([
      {
        state: "failed",
        problem: {
          code: "shipments.canceled-in-shop",
          shipment: { code: "shipments.numbered", number: "DHL RIGHT1" },
        },
      },
    ]);
  });

  it("makes us report once that the package has left if the merchant canceled the order", async () => {
    const order = await trackedOrder();
    shopify.merchant.cancelOrder(order.name, { force: true }, order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toEqual([]);
    expect(await order.shipments()).toMatchObject([{ state: "failed" }]);
    await order.follow(3600);
    expect((await order.activity()).filter(({ kind }) => kind === "tracking.failed")).toHaveLength(1);
  });
});

describe("a shipment that cannot be shown yet", () => {
  it("waits until the shop shows the order as accepted", async () => {
    const order = await trackedOrder({ accepted: false });
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(order.shown()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "due" });
    await timePasses(order.shop, 60);
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "accepted" });
    await order.push(60);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("waits until the shop releases the hold, and the merchant is notified once", async () => {
    const order = await trackedOrder();
    const held = simulated(order.shop).orders.flatMap(({ fulfillmentOrders }) => fulfillmentOrders);
    for (const each of held) Object.assign(each, { status: "ON_HOLD" });
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    await order.push(1000);
    expect((await order.activity()).filter(({ kind }) => kind === "tracking.waits")).toHaveLength(1);
    for (const each of held) Object.assign(each, { status: "IN_PROGRESS" });
    await order.push(1000);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("delays the other shipments of its order until it is due again", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const held = simulated(order.shop).orders.flatMap(({ fulfillmentOrders }) => fulfillmentOrders);
    for (const each of held) Object.assign(each, { status: "ON_HOLD" });
    const [variantId = ""] = order.variants;
    for (const trackingNumber of ["A1", "B2"]) {
      ledger.ship(order.number, { carrier: "DHL", trackingNumber, lines: [{ variantId, quantity: 1 }] });
    }
    await order.follow();
    const [first, second] = await order.shipments();
    expect(first).toMatchObject({ state: "due", problem: { code: "shipments.on-hold" } });
    expect(second).toMatchObject({ state: "due", problem: null, due_at: first?.due_at });
    for (const each of held) Object.assign(each, { status: "IN_PROGRESS" });
    await order.push(900);
    expect(order.shown()).toMatchObject([{ number: "A1" }, { number: "B2" }]);
  });

  it("is tried a few times if the shop does not let us fulfill, and is then reported as failed", async () => {
    const order = await trackedOrder();
    await issueToken(order.shop, {
      scopes: [
        "read_orders",
        "read_inventory",
        "read_assigned_fulfillment_orders",
        "write_third_party_fulfillment_orders",
      ],
    });
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    expect(await order.shipments()).toMatchObject([{ state: "due", retry_count: 1 }]);
    for (const minutes of [1, 4, 15]) await order.push(minutes * 60);
    expect(await order.shipments()).toMatchObject([
      {
        state: "failed",
        due_at: null,
        problem: {
          code: "shipments.rejected",
          shipment: { code: "shipments.numbered", number: "DHL JD01" },
          problem: {
            code: "failure.shop.user-errors",
            problem: expect.stringContaining("Fulfillment order does not exist") as string,
          },
        },
      },
    ]);
  });
});

describe("a shipment that Shopify fails to show for an hour", () => {
  it("is reported once, and once more when it is shown after all", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    shopify.setFault("fulfillmentCreate", "502", 100);
    await order.follow();
    await order.push(3000);
    expect(await reports(order)).toEqual([]);
    for (let times = 0; times < 3; times += 1) await order.push(4500);
    const failing = `Order ${order.name}: Package DHL JD01 isn't shown in Shopify yet, although Stockbridge has been trying for more than an hour. Shopify has a problem (status 502). Stockbridge tries again automatically. Your customer learns about the package once it's shown.`;
    expect(await reports(order)).toEqual([failing]);
    expect(await unsettledWarnings(order.shop)).toEqual(["shipments.activity"]);
    shopify.setFault("fulfillmentCreate", "502", 0);
    for (let times = 0; times < 2; times += 1) await order.push(4500);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
    expect(await reports(order)).toEqual([
      failing,
      `Order ${order.name}: Package DHL JD01 is shown in Shopify now.`,
    ]);
    expect(await unsettledWarnings(order.shop)).toEqual([]);
  });

  it("is reported if only its corrected tracking is missing", async () => {
    const order = await trackedOrder();
    const { shipments } = ledger.ship(order.number, { carrier: "DHL", trackingNumber: "WRONG1" });
    await order.follow();
    ledger.amend(order.number, shipments[0]?.id ?? "", { trackingNumber: "RIGHT1" });
    shopify.setFault("fulfillmentTrackingInfoUpdate", "502", 100);
    await order.follow(60);
    await order.push(4500);
    expect(await reports(order)).toEqual([
      expect.stringContaining("Package DHL RIGHT1 doesn't have its latest tracking in Shopify yet"),
    ]);
  });

  it("is not reported if Shopify answered once between the failures", async () => {
    const order = await trackedOrder();
    const held = simulated(order.shop).orders.flatMap(({ fulfillmentOrders }) => fulfillmentOrders);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    shopify.setFault("fulfillmentCreate", "502", 100);
    await order.follow();
    for (const each of held) Object.assign(each, { status: "ON_HOLD" });
    await order.push(4500);
    for (const each of held) Object.assign(each, { status: "IN_PROGRESS" });
    await order.push(4500);
    expect(await reports(order)).toEqual([]);
  });

  it("is not reported if only the package's events are missing", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    await order.follow();
    ledger.deliver(order.number);
    shopify.setFault("fulfillmentEventCreate", "502", 100);
    for (let times = 0; times < 3; times += 1) await order.follow(4500);
    expect(await order.shipments()).toMatchObject([{ state: "shown", due_at: expect.any(Date) as Date }]);
    expect(await reports(order)).toEqual([]);
  });

  it("is reported as given up, and not as shown, once Shopify rejects it", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
    shopify.setFault("fulfillmentCreate", "502", 100);
    await order.follow();
    await order.push(4500);
    shopify.setFault("fulfillmentCreate", "502", 0);
    shopify.merchant.fulfill(order.name, {}, order.shop);
    await order.push(4500);
    const kinds = (await order.activity()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith("tracking."))).toEqual([
      "tracking.duty-failing",
      "tracking.failed",
    ]);
  });
});

describe("concurrent workers", () => {
  it("create one fulfillment per shipment, in every shop", async () => {
    const [one, other] = [await trackedOrder(), await trackedOrder()];
    for (const { number } of [one, other]) ledger.ship(number, { carrier: "DHL", trackingNumber: "JD01" });
    await Promise.all([one.readUpdate(), other.readUpdate()]);
    await Promise.all([1, 2, 3].map(() => sweepShipments()));
    await Promise.all([1, 2].map(() => pushShipments({ shop: one.shop, orderId: one.id })));
    for (const order of [one, other]) expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  });

  it("do not claim a shipment while another shipment of the order is claimed", async () => {
    const order = await halfShipped();
    await order.follow();
    ledger.ship(order.number, { carrier: "GLS", trackingNumber: "B2" });
    await order.readUpdate(60);
    const claimed = await claimShipment(order.shop, order.id);
    expect(claimed).toMatchObject({ tracking: { number: "B2" } });
    const [first] = ledger.get(order.number).shipments;
    ledger.amend(order.number, first?.id ?? "", { trackingNumber: "JD02" });
    await order.follow(10);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
    // The process that had claimed it has died.
    await order.push(240);
    expect(order.shown()).toMatchObject([{ number: "JD02" }, { number: "B2" }]);
  });

  it("notice a correction that arrives after they claimed the shipment", async () => {
    const order = await halfShipped();
    await order.readUpdate();
    const claimed = await claimShipment(order.shop, order.id);
    const [first] = ledger.get(order.number).shipments;
    ledger.amend(order.number, first?.id ?? "", { trackingNumber: "JD02" });
    await requestUpdate(order.shop, order.id);
    await fulfillShipment(claimed!);
    expect(order.shown()).toMatchObject([{ number: "JD01" }]);
    expect(await order.shipments()).toMatchObject([{ state: "due", tracking_number: "JD02" }]);
    await order.push();
    expect(order.shown()).toMatchObject([{ number: "JD02" }]);
    expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
  });

  it("create no fulfillment after a long suspension, because another worker may create it", async () => {
    const order = await halfShipped();
    await order.readUpdate();
    const claimed = await claimShipment(order.shop, order.id);
    await fulfillShipment({ ...claimed!, changeUntil: performance.now() });
    expect(order.shown()).toEqual([]);
    expect(await order.shipments()).toMatchObject([{ state: "due" }]);
  });

  it("leave another shop's shipments alone", async () => {
    const [one, other] = [await trackedOrder(), await trackedOrder()];
    ledger.ship(one.number, { carrier: "DHL", trackingNumber: "JD01" });
    await one.readUpdate();
    await pushShipments({ shop: other.shop, orderId: one.id });
    expect(await one.shipments()).toMatchObject([{ state: "due" }]);
  });
});

it("stops trying to show a shipment in an uninstalled shop, and shows it once the shop is connected again", async () => {
  const order = await trackedOrder();
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
  await order.readUpdate();
  await deleteSessions(order.shop);
  await order.push();
  expect(await order.shipments()).toMatchObject([{ state: "due", due_at: null }]);
  expect(order.shown()).toEqual([]);
  await issueToken(order.shop);
  await wakeTracking(order.shop);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "JD01" }]);
  expect(await order.shipments()).toMatchObject([{ state: "shown" }]);
});
