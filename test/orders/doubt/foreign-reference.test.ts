/** The supplier takes an order, and shows it under a reference of its own: a lookup by ours finds nothing. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { confirmNotOrdered, confirmOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wholesale } from "../../support/world.ts";
import { commitIntent } from "../committed-intent.ts";
import { offering } from "../offering.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;

let world: SellingShop;
beforeEach(async () => {
  // A contract in which an absence that a control confirms is a proof.
  offering({ lookupConsistentAfterSeconds: 60 });
  world = await sellingShop();
  await (await requestedOrder(world)).process();
});

/** Number of orders that the supplier has beyond those of the set-up. */
let before = 0;
beforeEach(() => {
  before = ledger.orders().length;
});
const taken = () => ledger.orders().slice(before);
afterEach(() => {
  // All tests share the supplier, and this shop would not know these.
  for (const { id, status } of taken()) if (status === "received") ledger.cancel(id);
});

/** The reply to the order names another reference. */
async function answeredWithAnother(): Promise<RequestedOrder> {
  ledger.alterNext("foreign-reference");
  const order = await requestedOrder(world);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-different" });
  return order;
}

async function attemptOf({ id: orderId, attempts }: RequestedOrder) {
  const attemptId = (await attempts()).at(-1)?.id ?? "";
  return { shop: world.shop, orderId, attemptId };
}

describe("an order that the supplier's reply shows under another reference", () => {
  it("is not sent again if a lookup by our reference finds nothing", async () => {
    const order = await answeredWithAnother();
    for (const seconds of [600, 3700, 3700]) await order.process(seconds);
    expect(taken()).toHaveLength(1);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-different",
      reason_params: { number: taken()[0]?.id },
    });
  });

  it("is sent again after the answer “not ordered” only once the supplier's order has ended", async () => {
    const order = await answeredWithAnother();
    await order.process(600);
    const [{ id: number } = { id: "" }] = taken();
    const id = await attemptOf(order);
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({
      kind: "contradicted",
      explanation: { code: "orders.contradicted.seen-before", numbers: [number] },
    });
    ledger.cancel(number);
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
    await order.process();
    expect(taken().map(({ status }) => status)).toEqual(["cancelled", "received"]);
  });

  it("is placed once a person has confirmed its number", async () => {
    const order = await answeredWithAnother();
    const [{ id: number } = { id: "" }] = taken();
    const said = { number: number as SupplierOrderId, certain: true };
    expect(await confirmOrdered(await attemptOf(order), said)).toEqual({ kind: "confirmed" });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: number });
  });
});

describe("an order in doubt whose pieces the supplier may have under another reference", () => {
  async function died(): Promise<RequestedOrder> {
    const order = await requestedOrder(world);
    const { post } = await commitIntent(world, order);
    ledger.alterNext("foreign-reference");
    await post();
    await order.process(60);
    return order;
  }

  it("is left to a person if the supplier has an order of the same pieces", async () => {
    const order = await died();
    for (const seconds of [600, 3700, 3700]) await order.process(seconds);
    expect(taken()).toHaveLength(1);
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "cannot-tell",
      reason_params: { explanation: { code: "orders.cannot-tell.same-pieces", number: taken()[0]?.id } },
    });
  });

  it.each([
    ["lists without its lines", { lines: [] }],
    ["lists with one line more", { lines: "one more" }],
    ["lists in a way that cannot be read", { status: "on hold" }],
  ] as const)("is not sent again while the supplier has an order that it %s", async (_, shown) => {
    const order = await died();
    const [{ id, lines } = { id: "", lines: [] }] = taken();
    const more = { lines: [...lines, { variantId: "gift", sku: "GIFT", quantity: 1 }] };
    ledger.restate(id, "lines" in shown && shown.lines === "one more" ? more : (shown as object));
    onTestFinished(() => {
      ledger.restate(id, { lines, status: "cancelled" });
    });
    for (const seconds of [600, 3700, 3700]) await order.process(seconds);
    expect(taken()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
  });

  it("is sent again once the supplier's order of the same pieces has ended", async () => {
    const order = await died();
    await order.process(600);
    ledger.cancel(taken()[0]?.id ?? "");
    await order.process(3700);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "proven-not-ordered" });
  });

  it("is sent again if the supplier's order of the same pieces belongs to another order of ours", async () => {
    const order = await requestedOrder(world);
    await commitIntent(world, order);
    await (await requestedOrder(world)).process();
    await order.process(60);
    await timePasses(world.shop, 600);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "ready", reason: "proven-not-ordered" });
  });
});
