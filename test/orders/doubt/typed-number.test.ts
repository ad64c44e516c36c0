import { randomUUID } from "node:crypto";

import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import {
  confirmNotOrdered,
  confirmOrdered,
  correctNumber,
} from "../../../app/orders/doubt/confirm-order.server.ts";
import { appendAttemptFor } from "../../../app/orders/doubt/typed-number.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import type { Order, SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  requestedOrder,
  type RequestedOrder,
  type SellingShop,
  sellingShop,
  reconcileNow,
} from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;
let typedNumber: SupplierOrderId;

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
beforeEach(() => {
  // Each its own: a number that another order has is another mistake.
  typedNumber = randomUUID() as SupplierOrderId;
});
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders", "getOrder"] as const)
    wholesale.setFault(operation, "500", 0);
});

/** In doubt for so many seconds; `made`: whether the supplier has it. */
async function doubtful({ made = true, seconds = 200 } = {}): Promise<RequestedOrder> {
  const order = await requestedOrder(world);
  wholesale.setFault("placeOrder", made ? "500-after-commit" : "500", 1);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "in_doubt" });
  wholesale.setFault("findOrders", "500", 50);
  await order.process(seconds);
  wholesale.setFault("findOrders", "500", 0);
  return order;
}

async function attemptOf(order: RequestedOrder) {
  const [attempt] = (await order.attempts()).toReversed();
  return { shop: world.shop, orderId: order.id, attemptId: attempt!.id };
}

async function typed(order: RequestedOrder, number = typedNumber, certain = false) {
  return confirmOrdered(await attemptOf(order), { number, certain });
}

/** An order with a wrong number, accepted because the supplier showed nothing when the merchant typed it. */
async function mistyped(): Promise<RequestedOrder> {
  const order = await doubtful();
  wholesale.setFault("findOrders", "500", 50);
  expect(await typed(order, typedNumber, true)).toEqual({ kind: "confirmed" });
  wholesale.setFault("findOrders", "500", 0);
  expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: typedNumber });
  return order;
}

describe("a supplier's number that a person types", () => {
  it("is accepted only at a second confirmation if the supplier does not know the number", async () => {
    const order = await doubtful({ made: false });
    expect(await typed(order)).toEqual({ kind: "unverified", number: typedNumber });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    expect(await typed(order, typedNumber, true)).toEqual({ kind: "confirmed" });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: typedNumber });
  });

  it("is replaced if the supplier has our order under another number", async () => {
    const order = await doubtful();
    const [bought] = order.bought();
    expect(await typed(order, typedNumber, true)).toEqual({ kind: "found", number: bought!.id });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: bought!.id });
  });

  it("can be corrected later to the number that the supplier has for this order", async () => {
    const order = await mistyped();
    const [bought] = order.bought();
    const { shop } = world;
    const correct = async (number: string, certain = false) => {
      const [{ version } = { version: 0 }] = await query<{ version: number }>(
        databaseUrl,
        "select version from supplier_order where id = $1",
        [order.id],
      );
      return correctNumber(
        { shop, orderId: order.id },
        { number: number as SupplierOrderId, certain, version },
      );
    };
    wholesale.setFault("findOrders", "500", 50);
    expect(await correct("998")).toEqual({ kind: "unverified", number: "998" });
    expect(await correct(bought!.id)).toEqual({ kind: "confirmed" });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: bought!.id, reason: null });
    // Now it is known to be right.
    wholesale.setFault("findOrders", "500", 0);
    expect(await correct("998", true)).toMatchObject({ kind: "found", number: bought!.id });
    expect(await order.row()).toMatchObject({ supplier_order_id: bought!.id });
  });

  it("is corrected by the comparison, which then reports no mismatch", async () => {
    const order = await mistyped();
    const [bought] = order.bought();
    await reconcileNow(world);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: bought!.id });
    const told = await query(
      databaseUrl,
      "select message->>'code' as code from activity where shop = $1 and kind = 'orders.mismatch'",
      [world.shop],
    );
    expect(told).toEqual([]);
  });
});

describe("a typed number of an order with another reference", () => {
  beforeAll(async () => {
    world = await sellingShop();
  });

  /** As an earlier installation has ordered the same, or a person by hand. */
  async function orderedElsewhere(more: Partial<ReturnType<RequestedOrder["bought"]>[number]> = {}) {
    const like = await requestedOrder(world);
    await like.process();
    const bought = like.bought()[0]!;
    const placed = ledger.place({ ...bought, reference: `SBELSEWHERE-${randomUUID()}`, ...more });
    return { ...placed, id: placed.id as SupplierOrderId };
  }

  it("is accepted at the second confirmation if the items match, and lets us track the order", async () => {
    const order = await doubtful({ made: false });
    const { id: number, reference } = await orderedElsewhere();
    expect(await typed(order, number)).toEqual({ kind: "other-reference", number, reference });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    const attempt = await attemptOf(order);
    const insist = () => confirmOrdered(attempt, { number, certain: true });
    const insisted = await Promise.all([insist(), insist()]);
    // The second press may come before, during or after the first one's write.
    const kinds = new Set(insisted.map(({ kind }) => kind));
    expect(kinds).toContain("confirmed");
    expect([...kinds].filter((kind) => kind !== "confirmed" && kind !== "changed")).toEqual([]);
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: number,
      second_supplier_order_id: null,
      reason: null,
    });
    ledger.ship(number, { carrier: "DHL", trackingNumber: "1" });
    await query(
      databaseUrl,
      "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
      [order.id],
    );
    await readUpdate({ shop: world.shop, orderId: order.id });
    expect(await order.row()).toMatchObject({ state: "shipped", reason: null });
  });

  it("allows tracking and canceling after a second confirmation if the order has no reference", async () => {
    for (const cancels of [false, true]) {
      const order = await doubtful({ made: false });
      const { id: number } = await orderedElsewhere({ reference: "" });
      expect(await typed(order, number)).toEqual({ kind: "other-reference", number, reference: "" });
      expect(await typed(order, number, true)).toEqual({ kind: "confirmed" });
      if (!cancels) ledger.ship(number, { carrier: "DHL", trackingNumber: "1" });
      await query(
        databaseUrl,
        "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
        [order.id],
      );
      await readUpdate({ shop: world.shop, orderId: order.id });
      if (cancels) await requestCancellation(world.shop, { orderId: order.id });
      for (let round = 0; round < 3; round += 1) await order.process();
      expect(await order.row()).toMatchObject({ state: cancels ? "canceled" : "shipped" });
    }
    // Without a reference, the same number in another account is another order.
    const foreign = await doubtful({ made: false });
    const { id: number } = await orderedElsewhere({ reference: "" });
    await typed(foreign, number, true);
    await query(
      databaseUrl,
      "update order_attempt set account = 'another', key_generation = 0 where order_id = $1",
      [foreign.id],
    );
    await query(
      databaseUrl,
      "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
      [foreign.id],
    );
    await readUpdate({ shop: world.shop, orderId: foreign.id });
    expect(await foreign.row()).toMatchObject({ state: "placed", reason: "other-account" });
    await requestCancellation(world.shop, { orderId: foreign.id });
    for (let round = 0; round < 3; round += 1) await foreign.process();
    expect(await foreign.row()).toMatchObject({ state: "placed", reason: "not-canceled" });
    expect(ledger.get(number).status).toBe("received");

    const order = await doubtful({ made: false });
    const { lines } = await orderedElsewhere();
    const { id } = await orderedElsewhere({ reference: " ", lines: [{ ...lines[0]!, quantity: 7 }] });
    expect(await typed(order, id, true)).toMatchObject({ kind: "contradicted" });
  });

  /** The process ended before it stored the person's answer; the order that they mean has no reference. */
  async function halfConfirmed() {
    offering({ lookupConsistentAfterSeconds: 60 });
    // Serves as a control of lookups.
    await (await requestedOrder(world)).process();
    const order = await doubtful({ made: false });
    const { id: number, lines } = await orderedElsewhere({ reference: "" });
    const found = {
      id: number,
      reference: "",
      lines: lines.map(({ variantId, quantity }) => ({ supplierVariantId: variantId, quantity })),
    } as unknown as Order;
    const id = await attemptOf(order);
    expect(await inShop(world.shop, (tx) => appendAttemptFor(tx, { ...id, found }))).not.toBeNull();
    const sentUnderNumber = () => ledger.orders().filter(({ reference }) => reference === `#${number}`);
    return { ...order, number, sentUnderNumber };
  }

  it("places the order after a crash during the confirmation if the supplier's order has no reference", async () => {
    const order = await halfConfirmed();
    for (let round = 0; round < 3; round += 1) await order.process(600);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.number });
    expect([...order.sentUnderNumber(), ...order.bought()]).toEqual([]);
  });

  it("is never sent as a reference if a crash interrupts the confirmation and the supplier does not show the number", async () => {
    const order = await halfConfirmed();
    wholesale.setFault("getOrder", "404", 50);
    for (let round = 0; round < 3; round += 1) await order.process(600);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
    expect(await confirmNotOrdered(await attemptOf(order), { certain: false })).toEqual({
      kind: "confirmed",
    });
    await order.process();
    expect(order.sentUnderNumber()).toEqual([]);
    expect(order.bought()).toHaveLength(1);
  });

  it("replaces a mistyped number at the second confirmation", async () => {
    const order = await doubtful({ made: false });
    await typed(order, typedNumber, true);
    const { id: number, reference } = await orderedElsewhere();
    const [row] = await query<{ version: number }>(
      databaseUrl,
      "select version from supplier_order where id = $1",
      [order.id],
    );
    const correction = { number, version: row!.version };
    const about = { shop: world.shop, orderId: order.id };
    expect(await correctNumber(about, { ...correction, certain: false })).toEqual({
      kind: "other-reference",
      number,
      reference,
    });
    expect(await correctNumber(about, { ...correction, certain: true })).toEqual({ kind: "confirmed" });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: number });
    expect((await order.attempts()).at(-1)).toMatchObject({ reference });
  });

  it("is rejected even at the second confirmation if the order's items differ", async () => {
    const order = await doubtful({ made: false });
    const { lines } = await orderedElsewhere();
    const { id: number } = await orderedElsewhere({ lines: [{ ...lines[0]!, quantity: 7 }] });
    expect(await typed(order, number, true)).toMatchObject({
      kind: "contradicted",
      explanation: { code: "orders.contradicted.other-order" },
    });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
  });
});

describe("a duplicate order that the comparison finds", () => {
  it("is reported on the order's page with both numbers", async () => {
    const order = await requestedOrder(world);
    await order.process();
    await order.process();
    const [bought] = order.bought();
    const second = ledger.place(bought!);
    await reconcileNow(world);
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "duplicate-at-supplier",
      reason_params: { number: bought!.id, other: second.id },
    });
  });
});

describe("the answer “not ordered”", () => {
  it("is accepted only two minutes after the attempt's deadline, when no request can still be on its way", async () => {
    const order = await doubtful({ made: false, seconds: 100 });
    expect(await confirmNotOrdered(await attemptOf(order), { certain: false })).toMatchObject({
      kind: "too-early",
    });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    await order.process(80);
    expect(await confirmNotOrdered(await attemptOf(order), { certain: false })).toEqual({
      kind: "confirmed",
    });
  });

  it("is accepted without a lookup after the shop has connected to another account", async () => {
    const order = await doubtful();
    await query(
      databaseUrl,
      "update connection set account = 'another', generation = generation + 1 where shop = $1",
      [world.shop],
    );
    const before = wholesale.requests.length;
    expect(await confirmNotOrdered(await attemptOf(order), { certain: false })).toEqual({
      kind: "confirmed",
    });
    expect(wholesale.requests).toHaveLength(before);
  });
});
