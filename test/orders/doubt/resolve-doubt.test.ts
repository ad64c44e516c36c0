import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { connect } from "../../../app/connection/connect.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { replaceKey } from "../../../app/connection/replace-key.server.ts";
import {
  type Certainty,
  confirmNotOrdered,
  confirmOrdered,
} from "../../../app/orders/doubt/confirm-order.server.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import type { FaultName } from "../../sandbox/wholesale/faults.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { commitIntent, type Intent } from "../committed-intent.ts";
import { offering } from "../offering.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders", "getOrder"] as const)
    wholesale.setFault(operation, "500", 0);
});

type Died = RequestedOrder & Intent;

/** An order whose process ended right after its intent was committed. */
async function diedAfterIntent(inThe = world): Promise<Died> {
  const order = await requestedOrder(inThe);
  return { ...order, ...(await commitIntent(inThe, order)) };
}

/** The same, but it ended after the supplier had taken the order. */
async function diedAfterPost(inThe = world): Promise<Died> {
  const died = await diedAfterIntent(inThe);
  await died.post();
  return died;
}

/** One that the supplier has surely taken. */
async function placed(inThe = world): Promise<RequestedOrder> {
  const order = await requestedOrder(inThe);
  await order.process();
  return order;
}

/** In a contract that says after how long a lookup surely shows an order. */
function withSureLookups(): void {
  offering({ lookupConsistentAfterSeconds: 60 });
}

function attemptOf(order: Died, { shop } = world) {
  return { shop, orderId: order.id, attemptId: order.attempt.id };
}

/** Lines of which no test's order has any. */
const OTHER_PIECES = [{ variantId: "var_gift_1", quantity: 1 }];

describe("an order whose process died before it sent the POST", () => {
  it("is in doubt after its deadline, and is not bought automatically", async () => {
    const order = await diedAfterIntent();
    await order.process(50);
    expect(await order.row()).toMatchObject({ state: "placing" });
    await order.process(10);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "abandoned" });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "not-found" });
    expect(await order.outcomes()).toEqual(["abandoned", "not-found"]);
    expect(order.bought()).toEqual([]);
  });

  it("is looked up for two days, and a repeated result is recorded once", async () => {
    const order = await diedAfterIntent();
    await order.process(60);
    for (const seconds of [0, 3700, 3700]) await order.process(seconds);
    await order.process(49 * 3600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "not-found", due_at: null });
    expect(await order.outcomes()).toEqual(["abandoned", "not-found"]);
  });

  it("is sent again under its old reference if lookups find another order of ours, but not this order", async () => {
    withSureLookups();
    await placed();
    const order = await diedAfterIntent();
    await order.process(60);
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "not-found",
      reason_params: { explanation: { code: "orders.not-found.early" } },
    });
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "proven-not-ordered" });
    await Promise.all([1, 2, 3, 4, 5].map(() => order.process()));
    expect(order.bought()).toHaveLength(1);
    const attempts = await order.attempts();
    expect(attempts.map(({ generation, turn }) => [generation, turn])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
  });
});

describe("an order whose process died after the POST, before it stored the outcome", () => {
  it("is found by a lookup, and not bought again", async () => {
    const order = await diedAfterPost();
    for (const seconds of [60, 1, 1, 3600]) {
      await order.process(seconds);
      await Promise.all([1, 2, 3].map(() => order.process()));
    }
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: order.bought()[0]?.id,
      acceptance: "accepted",
    });
    expect(await order.outcomes()).toEqual(["abandoned", "found"]);
  });
});

describe("a lookup that proves nothing", () => {
  const faults: [FaultName, string][] = [
    ["ignores-filter", "orders.cannot-tell.reference-ignored"],
    ["500", "orders.cannot-tell.failed"],
    ["html", "orders.cannot-tell.failed"],
    ["unauthorized", "orders.cannot-tell.failed"],
    ["reset", "orders.cannot-tell.failed"],
  ];
  it.each(faults)("leaves the order in doubt after the fault “%s”, and states why", async (fault, code) => {
    withSureLookups();
    await placed();
    const order = await diedAfterIntent();
    await order.process(60);
    wholesale.setFault("findOrders", fault, 50);
    await order.process(600);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code } },
    });
    expect(order.bought()).toEqual([]);
  });

  it("leaves the order in doubt if the lookup also misses an order that the supplier has accepted", async () => {
    withSureLookups();
    const other = await sellingShop();
    const known = await placed(other);
    // As if the supplier had forgotten what it took.
    await query(databaseUrl, "update order_attempt set reference = 'SB00000000-1-1' where order_id = $1", [
      known.id,
    ]);
    const order = await diedAfterIntent(other);
    await order.process(60);
    await order.process(600);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code: "orders.cannot-tell.control-failed" } },
    });
    expect(order.bought()).toEqual([]);
  });

  it("leaves the order in doubt if the shop has no other order to test the lookup with", async () => {
    withSureLookups();
    const other = await sellingShop();
    const order = await diedAfterIntent(other);
    await order.process(60);
    await order.process(600);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "not-found",
      reason_params: { explanation: { code: "orders.not-found.no-control" } },
    });
  });

  it("is skipped if the supplier offers no lookup by reference", async () => {
    const order = await diedAfterPost();
    offering({ findOrderByReference: false });
    await order.process(60);
    const before = wholesale.requests.length;
    await order.process();
    expect(wholesale.requests).toHaveLength(before);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code: "orders.cannot-tell.not-offered" } },
    });
  });

  it.each(["another account", null])(
    "leaves the order in doubt if the lookup's key belongs to another or an unknown account (%s)",
    async (account) => {
      withSureLookups();
      const other = await sellingShop();
      const order = await diedAfterPost(other);
      await disconnect(other.shop, { why: "disconnected" });
      await connect(other.shop, wholesale.account);
      await query(databaseUrl, "update connection set account = $2 where shop = $1", [other.shop, account]);
      await order.process(60);
      await order.process(600);
      expect(await order.row()).toMatchObject({
        state: "in_doubt",
        reason: "cannot-tell",
        reason_params: { explanation: { code: "orders.cannot-tell.other-account" } },
      });
      expect(order.bought()).toHaveLength(1);
    },
  );
});

describe("an unreadable order in the reply to a lookup", () => {
  /** The supplier has such an order, in a state that the contract has no word for. */
  function oddOrder(reference: string): void {
    const { ledger } = wholesale.supplier;
    const order = ledger.place({ ...ledger.orders()[0]!, reference });
    Object.assign(order, { status: "on hold" });
    onTestFinished(() => void Object.assign(order, { status: "cancelled" }));
  }

  it("does not prove that the order in doubt is missing", async () => {
    withSureLookups();
    await placed();
    const order = await diedAfterIntent();
    oddOrder(order.attempt.reference);
    await order.process(60);
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
    expect(order.bought()).toHaveLength(1);
  });

  it("leaves the order in doubt, even if the unreadable order has another reference", async () => {
    withSureLookups();
    await placed();
    const order = await diedAfterIntent();
    oddOrder("someone-else");
    await order.process(60);
    wholesale.setFault("findOrders", "ignores-filter", 50);
    await order.process(600);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code: "orders.cannot-tell.unreadable" } },
    });
  });

  it("does not hide the order in doubt if the supplier returns both orders", async () => {
    const order = await diedAfterPost();
    oddOrder("someone-else");
    await order.process(60);
    wholesale.setFault("findOrders", "ignores-filter", 50);
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: order.bought()[0]?.id,
    });
  });

  it("makes us ask a person a second time before the answer “not ordered” counts", async () => {
    const order = await diedAfterIntent();
    const { reference } = order.attempt;
    oddOrder(reference);
    await order.process(200);
    const say = (certain: Certainty) => confirmNotOrdered(attemptOf(order), { certain });
    expect(await say(false)).toEqual({ kind: "unreadable", reference });
    // Nor while the supplier can't be asked any more.
    await order.process(60);
    wholesale.setFault("findOrders", "500", 50);
    expect(await say(false)).toEqual({ kind: "unreadable", reference });
    wholesale.setFault("findOrders", "500", 0);
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(await say("unreadable")).toEqual({ kind: "confirmed" });
  });

  it("leaves the decision to a person if it may be a duplicate of the order in doubt", async () => {
    const order = await diedAfterPost();
    const [supplied] = order.bought();
    oddOrder(order.attempt.reference);
    await order.process(60);
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-unreadable",
      reason_params: { number: supplied!.id },
    });
  });
});

describe("a key that has replaced the key of an attempt in doubt", () => {
  const ways: [string, (other: SellingShop) => Promise<unknown>][] = [
    ["replaced", ({ shop }) => replaceKey(shop, wholesale.account)],
    [
      "replaced by connecting again",
      async ({ shop }) => {
        await disconnect(shop, { why: "disconnected" });
        await connect(shop, wholesale.account);
      },
    ],
  ];
  it.each(ways)("finds the order of the old key after the old key was %s", async (_, renew) => {
    const other = await sellingShop();
    const order = await diedAfterPost(other);
    await renew(other);
    await order.process(60);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
    expect(order.bought()).toHaveLength(1);
  });

  it("cannot prove that an order is missing if it shows only its own orders", async () => {
    withSureLookups();
    const other = await sellingShop();
    const order = await diedAfterIntent(other);
    await replaceKey(other.shop, wholesale.account);
    await order.process(60);
    // One of the new key's own proves nothing: a supplier may show each key its own orders only.
    await placed(other);
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "not-found" });
    expect(order.bought()).toEqual([]);
  });

  it("proves that an order is missing if it shows another order of the old key", async () => {
    withSureLookups();
    const other = await sellingShop();
    await placed(other);
    const order = await diedAfterIntent(other);
    await replaceKey(other.shop, wholesale.account);
    await order.process(60);
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "ready" });
  });
});

describe("an order in doubt that a lookup finds with differences", () => {
  it("needs a person's decision if it is canceled, and gets a new reference after “not ordered”", async () => {
    const order = await diedAfterPost();
    wholesale.supplier.ledger.cancel(order.bought()[0]!.id);
    await order.process(60);
    await order.process(200);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-dead",
      reason_params: { number: order.bought()[0]!.id, status: "cancelled" },
    });
    expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({ kind: "confirmed" });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "received"]);
    expect((await order.attempts()).map(({ generation }) => generation)).toEqual([1, 2]);
  });

  it("needs a person's decision if the supplier has the order twice", async () => {
    const order = await diedAfterPost();
    wholesale.supplier.ledger.place(order.bought()[0]!);
    await order.process(60);
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-twice",
      reason_params: { numbers: order.bought().map(({ id }) => id) },
    });
  });

  it("needs a person's decision if the supplier's order has none of our pieces", async () => {
    const order = await diedAfterIntent();
    await order.post();
    wholesale.supplier.ledger.restate(order.bought()[0]!.id, { lines: OTHER_PIECES });
    await order.process(60);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-different" });
  });
});

describe("a person's answer about an order in doubt", () => {
  it("sends the order again once if it is “not ordered”, even if the person presses twice", async () => {
    const order = await diedAfterIntent();
    await order.process(200);
    const say = () => confirmNotOrdered(attemptOf(order), { certain: false });
    await Promise.all([say(), say()]);
    await Promise.all([1, 2, 3].map(() => order.process()));
    expect(order.bought()).toHaveLength(1);
    expect(await say()).toEqual({ kind: "changed" });
  });

  it("places the order if it is “not ordered” but the supplier has the order", async () => {
    const order = await diedAfterPost();
    await order.process(200);
    const number = order.bought()[0]!.id;
    expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({ kind: "found", number });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: number });
  });

  it("is rejected if it is “not ordered” and the supplier has other pieces under our reference", async () => {
    const order = await diedAfterIntent();
    await order.process(60);
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "not-found" });
    await order.post();
    wholesale.supplier.ledger.restate(order.bought()[0]!.id, { lines: OTHER_PIECES });
    const number = order.bought()[0]!.id;
    expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({
      kind: "contradicted",
      explanation: { code: "orders.contradicted.found", number },
    });
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-different",
      reason_params: { number },
    });
  });

  it.each<[string, FaultName]>([
    ["fails", "500"],
    ["returns no orders that can be read", "html"],
  ])(
    "is rejected if it is “not ordered”, a lookup has found an open order, and a later lookup %s",
    async (_, fault) => {
      const order = await diedAfterPost();
      wholesale.supplier.ledger.restate(order.bought()[0]!.id, { lines: OTHER_PIECES });
      const { id: number } = order.bought()[0]!;
      await order.process(60);
      await order.process(600);
      expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-different" });
      wholesale.setFault("findOrders", fault, 50);
      await order.process(600);
      expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
      for (const certain of [false, "unreadable"] as const)
        expect(await confirmNotOrdered(attemptOf(order), { certain })).toEqual({
          kind: "contradicted",
          explanation: { code: "orders.contradicted.seen-before", numbers: [number] },
        });
      await order.process(600);
      expect(order.bought()).toHaveLength(1);
      wholesale.setFault("findOrders", fault, 0);
      wholesale.supplier.ledger.cancel(number);
      expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({ kind: "confirmed" });
    },
  );

  it("is accepted if it is “not ordered” and the last lookup found the supplier's order canceled", async () => {
    const order = await diedAfterPost();
    const { id: number } = order.bought()[0]!;
    const { lines } = wholesale.supplier.ledger.get(number);
    wholesale.supplier.ledger.restate(number, { lines: OTHER_PIECES });
    await order.process(60);
    await order.process(600);
    wholesale.supplier.ledger.restate(number, { lines, status: "cancelled" });
    await order.process(600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-dead" });
    wholesale.setFault("findOrders", "500", 50);
    expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({ kind: "confirmed" });
  });

  it("leads to a new reference if it is “not ordered” and the supplier has canceled the order", async () => {
    const order = await diedAfterPost();
    wholesale.supplier.ledger.cancel(order.bought()[0]!.id);
    await order.process(200);
    expect(await confirmNotOrdered(attemptOf(order), { certain: false })).toEqual({ kind: "confirmed" });
    expect(await order.outcomes()).toEqual(["abandoned", "found-dead", "confirmed-not-ordered"]);
    await order.process();
    expect((await order.attempts()).map(({ generation }) => generation)).toEqual([1, 2]);
  });

  it("places the order if it is “ordered” with the number of a matching order", async () => {
    const order = await diedAfterPost();
    const strange = await placed();
    await order.process(200);
    const say = (number: string) =>
      confirmOrdered(attemptOf(order), { number: number as SupplierOrderId, certain: false });
    const other = strange.bought()[0]!.id;
    wholesale.setFault("findOrders", "500", 50);
    expect(await say(other)).toEqual({
      kind: "contradicted",
      explanation: { code: "orders.contradicted.number-in-use", number: other, order: strange.name },
    });
    expect(await say(order.bought()[0]!.id)).toEqual({ kind: "confirmed" });
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: order.bought()[0]?.id,
    });
    expect(order.bought()).toHaveLength(1);
  });

  it("has no effect on an attempt that started later", async () => {
    const order = await diedAfterIntent();
    await order.process(200);
    const say = () => confirmNotOrdered(attemptOf(order), { certain: false });
    expect(await say()).toEqual({ kind: "confirmed" });
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    wholesale.setFault("findOrders", "500", 50);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(await say()).toEqual({ kind: "changed" });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(order.bought()).toHaveLength(1);
  });

  it("has no effect if it comes from another shop", async () => {
    const order = await diedAfterIntent();
    await order.process(200);
    const stranger = await sellingShop();
    expect(await confirmNotOrdered(attemptOf(order, stranger), { certain: false })).toEqual({
      kind: "changed",
    });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
  });
});
