/** The supplier's order is ours by its number and reference. Other pieces, packages or charges are news about it. */
import { describe, expect, it } from "vitest";

import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { fulfillUntracked } from "../../../app/orders/tracking/fulfill-untracked.server.ts";
import type { Alteration } from "../../sandbox/wholesale/alterations.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wholesale } from "../../support/world.ts";
import { requestedOrder, sellingShop, versionOf } from "../shop-world.ts";
import type { TrackedOrder } from "../tracking/testing.ts";
import { canOf, orderOfThreePieces } from "./testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** An order of two pieces of one product and one of another, of which the supplier makes something else. */
function alteredOrder(alteration: Alteration): Promise<TrackedOrder> {
  wholesale.setFault("placeOrder", alteration);
  return orderOfThreePieces();
}

const linesOf = (number: string) => ledger.get(number).lines;

async function differencesOf(tracked: TrackedOrder) {
  const { reason, reason_params } = (await tracked.rows())[0]!;
  if (reason !== "differs-at-supplier") return reason;
  return (reason_params as { differences: { code: string; quantity?: number }[] }).differences.map(
    ({ code, quantity }) => [code.replace("orders.difference.", ""), quantity ?? null],
  );
}

describe("placing an order that the supplier alters", () => {
  it.each<[Alteration, unknown]>([
    ["adds-gift", [["extra", 1]]],
    ["drops-line", [["missing", 1]]],
    ["drops-piece", [["missing", 1]]],
    [
      "replaces-line",
      [
        ["missing", 1],
        ["extra", 1],
      ],
    ],
    ["overcharges", [["cost", null]]],
    ["other-currency", [["cost", null]]],
    ["lower-case-reference", null],
  ])("places the order, and reports each difference once (%s)", async (alteration, differences) => {
    const placed = await alteredOrder(alteration);
    expect(await placed.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    await placed.readUpdate(0);
    await placed.readUpdate(3600);
    expect(await differencesOf(placed)).toEqual(differences);
    const told = (await placed.activity()).filter(({ kind }) => kind === "orders.differs-at-supplier");
    expect(told).toHaveLength(differences === null ? 0 : 1);
  });

  it("offers to cancel the order after an unexpected charge", async () => {
    const placed = await alteredOrder("overcharges");
    await placed.readUpdate(0);
    expect((await canOf(placed)).cancel).toEqual({ code: "orders.cancel.placed", number: placed.number });
  });

  it("reports no charge that is at most a fifth higher than expected", async () => {
    const placed = await orderOfThreePieces();
    const { cost } = ledger.get(placed.number);
    ledger.restate(placed.number, { cost: { ...cost, itemsMinor: Math.floor(cost.itemsMinor * 1.2) } });
    await placed.readUpdate();
    expect(await differencesOf(placed)).toBeNull();
  });
});

describe("the supplier's charge for shipping", () => {
  it.each([
    ["as usual for the country, with the items a fifth above their cost", { shipping: 1, items: 1.2 }, null],
    ["ten times the usual one to the country", { shipping: 10, items: 1 }, [["total", null]]],
    ["ten times the usual one, and so are the items", { shipping: 10, items: 10 }, [["cost", null]]],
  ])("is reported only if it makes the total much higher: %s", async (_, factor, differences) => {
    const before = await orderOfThreePieces();
    const [mug, hose] = before.skus;
    const lines = [
      { sku: mug, quantity: 2 },
      { sku: hose, quantity: 1 },
    ];
    const order = await requestedOrder(before, { lines });
    await order.process();
    const [{ id } = { id: "" }] = order.bought();
    const { cost } = ledger.get(id);
    const itemsMinor = Math.floor(cost.itemsMinor * factor.items);
    ledger.restate(id, {
      cost: { ...cost, itemsMinor, shippingMinor: cost.shippingMinor * factor.shipping },
    });
    await timePasses(before.shop, 3700);
    await readUpdate({ shop: before.shop, orderId: order.id });
    const { reason, reason_params } = await order.row();
    const found = (reason_params as { differences?: { code: string }[] } | null)?.differences;
    expect({
      reason,
      found: found?.map(({ code }) => [code.replace("orders.difference.", ""), null]),
    }).toEqual({
      reason: differences && "differs-at-supplier",
      found: differences ?? undefined,
    });
  });
});

describe("looking up an order that the supplier altered", () => {
  it.each<Alteration>(["adds-gift", "drops-piece", "lower-case-reference"])(
    "finds the order by its reference (%s)",
    async (alteration) => {
      const world = await sellingShop();
      const lost = await requestedOrder(world, { lines: [{ sku: world.skus[0], quantity: 2 }] });
      ledger.alterNext(alteration);
      wholesale.setFault("placeOrder", "500-after-commit");
      await lost.process();
      expect(await lost.row()).toMatchObject({ state: "in_doubt" });
      await lost.process(60);
      expect(await lost.row()).toMatchObject({ state: "placed", supplier_order_id: lost.bought()[0]?.id });
      expect(lost.bought()).toHaveLength(1);
    },
  );

  it("leaves an order with none of our pieces to a person", async () => {
    const world = await sellingShop();
    const lost = await requestedOrder(world);
    ledger.alterNext("replaces-line");
    wholesale.setFault("placeOrder", "500-after-commit");
    await lost.process();
    await lost.process(60);
    expect(await lost.row()).toMatchObject({ state: "in_doubt", reason: "found-different" });
    expect(lost.bought()).toHaveLength(1);
  });
});

describe("an order for which the supplier lists other pieces", () => {
  it("has its packages with our pieces shown in the shop, and its dropped line reported", async () => {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { lines: linesOf(tracked.number).slice(0, 1) });
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.follow();
    expect(tracked.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
    expect(await differencesOf(tracked)).toEqual([["missing", 1]]);
  });

  it("has no missing line if a package contains the line that the supplier no longer lists", async () => {
    const tracked = await orderOfThreePieces();
    const [first, second] = linesOf(tracked.number);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", lines: [second!] });
    ledger.restate(tracked.number, { lines: [first!] });
    await tracked.follow();
    expect(await differencesOf(tracked)).toBeNull();
  });

  it("has a package without any of our pieces reported, and its other packages shown", async () => {
    const tracked = await orderOfThreePieces();
    const gift = { variantId: "var_gift_1", quantity: 1 };
    ledger.restate(tracked.number, { lines: [...linesOf(tracked.number), gift] });
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "G1", lines: [gift] });
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.follow();
    await tracked.push();
    expect(tracked.shown()).toMatchObject([{ number: "A1", quantities: [2, 1] }]);
    expect(await tracked.shipments()).toMatchObject([
      { tracking_number: "G1", state: "failed", problem: { code: "shipments.not-ordered" } },
      { tracking_number: "A1", state: "shown" },
    ]);
    expect(await differencesOf(tracked)).toEqual([["extra", 1]]);
  });

  it("has no difference once the supplier lists the pieces again", async () => {
    const tracked = await orderOfThreePieces();
    const lines = linesOf(tracked.number);
    ledger.restate(tracked.number, { lines: lines.slice(0, 1) });
    await tracked.readUpdate();
    ledger.restate(tracked.number, { lines });
    await tracked.readUpdate(60);
    expect(await tracked.row()).toMatchObject({ state: "placed", reason: null });
    expect((await canOf(tracked)).orderMissing).toBeNull();
  });
});

describe("an order that has shipped without packages", () => {
  it.each(["shipped", "delivered"] as const)("is reported if it is %s", async (status) => {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { status });
    await tracked.follow();
    expect(await tracked.row()).toMatchObject({ state: status, reason: "differs-at-supplier" });
    expect(await differencesOf(tracked)).toEqual([
      ["unpacked", 2],
      ["unpacked", 1],
    ]);
    expect(tracked.shown()).toEqual([]);
  });

  it("can be fulfilled without tracking, and gets a tracking number that the supplier reports later", async () => {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { status: "delivered" });
    await tracked.follow();
    const { shop, id: orderId } = tracked;
    const { fulfillUntracked: pieces } = await canOf(tracked);
    const seen = pieces!.byLine;
    expect(await fulfillUntracked(shop, { orderId, version: await versionOf(orderId), seen })).toBe(true);
    expect(await fulfillUntracked(shop, { orderId, version: await versionOf(orderId), seen })).toBe(false);
    await tracked.push();
    expect(tracked.shown()).toMatchObject([{ number: null, quantities: [2, 1] }]);
    expect(await tracked.row()).toMatchObject({ state: "delivered", reason: null });
    ledger.restate(tracked.number, { status: "received" });
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    ledger.deliver(tracked.number);
    await tracked.follow(7 * 86_400);
    expect(tracked.shown()).toMatchObject([{ number: "A1", quantities: [2, 1] }]);
    expect(await tracked.row()).toMatchObject({ state: "delivered", reason: null });
  });

  it.each([
    ["shipped", "cancelled"],
    ["delivered", "cancelled"],
    ["shipped", "rejected"],
  ] as const)(
    "needs attention again, and cannot be fulfilled without tracking, if it is first %s and then %s",
    async (before, after) => {
      const tracked = await orderOfThreePieces();
      ledger.restate(tracked.number, { status: before });
      await tracked.follow();
      const { shop, id: orderId } = tracked;
      const seen = { orderId, version: await versionOf(orderId), reason: "differs-at-supplier" };
      expect(await acknowledgeOrder(shop, seen)).toBe(true);
      ledger.restate(tracked.number, { status: after });
      await tracked.readUpdate(7 * 86_400);
      await tracked.readUpdate(7 * 86_400);
      expect(await tracked.row()).toMatchObject({ state: before, reason: "canceled-after-shipping" });
      expect(await canOf(tracked)).toMatchObject({
        acknowledge: "canceled-after-shipping",
        fulfillUntracked: null,
      });
      const told = (await tracked.activity()).filter(({ kind }) => kind === "orders.canceled");
      expect(told).toMatchObject([{ tone: "critical" }]);
    },
  );

  it("needs attention if it is canceled after a person fulfilled it without tracking", async () => {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { status: "shipped" });
    await tracked.follow();
    const { shop, id: orderId } = tracked;
    const seen = (await canOf(tracked)).fulfillUntracked!.byLine;
    await fulfillUntracked(shop, { orderId, version: await versionOf(orderId), seen });
    ledger.restate(tracked.number, { status: "cancelled" });
    await tracked.readUpdate(7 * 86_400);
    expect(await tracked.row()).toMatchObject({ state: "shipped", reason: "canceled-after-shipping" });
  });

  it("needs no attention if it is canceled after packages with all its pieces have shipped", async () => {
    const tracked = await orderOfThreePieces();
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.follow();
    ledger.restate(tracked.number, { status: "cancelled" });
    await tracked.readUpdate(7 * 86_400);
    expect(await tracked.row()).toMatchObject({ state: "shipped", reason: null });
  });

  it("is reported only for the pieces that no package contains", async () => {
    const tracked = await orderOfThreePieces();
    const [first] = linesOf(tracked.number);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", lines: [first!] });
    ledger.restate(tracked.number, { status: "delivered" });
    await tracked.follow();
    expect(tracked.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
    expect(await differencesOf(tracked)).toEqual([["unpacked", 1]]);
    const { fulfillUntracked: pieces } = await canOf(tracked);
    const { shop, id: orderId } = tracked;
    await fulfillUntracked(shop, { orderId, version: await versionOf(orderId), seen: pieces!.byLine });
    await tracked.push();
    expect(tracked.shown()).toMatchObject([{ number: "A1" }, { number: null, quantities: [1] }]);
  });
});

describe("a package whose contents cannot be read", () => {
  it("does not hide the other packages, and is shown once its contents can be read", async () => {
    const tracked = await orderOfThreePieces();
    const [first, second] = linesOf(tracked.number);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", lines: [first!] });
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A2", lines: [second!] });
    wholesale.setFault("getOrder", "odd-package");
    await tracked.follow();
    expect(tracked.shown()).toMatchObject([{ number: "A2", quantities: [1] }]);
    expect(await differencesOf(tracked)).toEqual([["unreadable", null]]);
    await tracked.follow(7 * 86_400);
    await tracked.push();
    expect(tracked.shown()).toMatchObject([
      { number: "A2", quantities: [1] },
      { number: "A1", quantities: [2] },
    ]);
    expect(await tracked.row()).toMatchObject({ state: "shipped", reason: null });
  });

  it("counts as shipped if the supplier cancels the rest of its order", async () => {
    const tracked = await orderOfThreePieces();
    const [first] = linesOf(tracked.number);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", lines: [first!] });
    ledger.giveUp(tracked.number);
    wholesale.setFault("getOrder", "odd-package");
    await tracked.readUpdate();
    expect(await tracked.row()).toMatchObject({ state: "partially_shipped", reason: "rest-canceled" });
  });
});

describe("the tracking fields of a package", () => {
  it.each([
    ["1Z84, 1Z93", ["1Z84", "1Z93"]],
    ["N/A", [null]],
    ["pending", [null]],
  ])("reach the shop as separate numbers, without placeholders (%j)", async (trackingNumber, numbers) => {
    const tracked = await orderOfThreePieces();
    ledger.ship(tracked.number, { carrier: "UPS", trackingNumber });
    await tracked.follow();
    expect(tracked.shown().map(({ number }) => number)).toEqual(numbers);
    expect(await tracked.shipments()).toMatchObject([{ state: "shown" }]);
    await tracked.follow(7 * 86_400);
    expect(tracked.shown().map(({ number }) => number)).toEqual(numbers);
  });
});
