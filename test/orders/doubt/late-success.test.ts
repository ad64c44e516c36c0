import { beforeAll, describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { endAttempt } from "../../../app/orders/store/end-attempt.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import type { NotPlaced } from "../../../app/orders/states/outcome.ts";
import type { Order } from "../../../app/wholesale/resources.ts";
import { query } from "../../support/database.ts";
import { holdLock } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { commitIntent } from "../committed-intent.ts";
import { type RequestedOrder, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

/** Returns the activity of an order, oldest first. */
async function told({ name }: RequestedOrder) {
  const { entries } = await listActivity(world.shop, { place: null });
  return entries
    .filter(({ message }) => "order" in message && message.order === name)
    .map(({ message, tone }) => ({ message, tone }))
    .reverse();
}

/** An order whose process stood still before its POST, so that a person said that it was not ordered. */
async function orderSaidNotToBeThere() {
  const order = await requestedOrder(world);
  const { attempt, post } = await commitIntent(world, order);
  const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
  await order.process(200);
  expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "confirmed" });
  const write = ({ id: number }: Order) => endAttempt(id, { outcome: { code: "placed", number } });
  return { order, post, write };
}

describe("endAttempt", () => {
  it("stores an unclear outcome once, even if it arrives again after a lookup has found the order", async () => {
    const order = await requestedOrder(world);
    const { attempt, post } = await commitIntent(world, order);
    const { id: number } = await post();
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    const outcome = { code: "unclear", explanation: { code: "orders.unclear.ours" } } as const;
    const known = async () => ({
      outcomes: await order.outcomes(),
      settings: await query(databaseUrl, "select * from ordering_settings where shop = $1", [world.shop]),
    });
    await endAttempt(id, { outcome, isSent: true });
    await endAttempt(id, { outcome: { code: "found", number } });
    const before = await known();
    await endAttempt(id, { outcome, isSent: true });
    expect(await known()).toEqual(before);
    expect(before.outcomes).toEqual(["unclear", "found"]);
  });
});

describe("endAttempt in a batch of two shops", () => {
  it("stores one shop's outcome while another transaction has locked the other shop's order", async () => {
    const begun = await Promise.all(
      [world, await sellingShop()].map(async (each) => {
        const order = await requestedOrder(each);
        const { attempt, post } = await commitIntent(each, order);
        const { id: number } = await post();
        const id = { shop: each.shop, orderId: order.id, attemptId: attempt.id };
        return { order, end: () => endAttempt(id, { outcome: { code: "placed", number }, isSent: true }) };
      }),
    );
    const [locked, free] = begun;
    const lock = await holdLock("select from supplier_order where id = $1 for update", [locked?.order.id]);
    const [waiting] = [locked?.end(), await free?.end()];
    expect(await free?.order.row()).toMatchObject({ state: "placed" });
    expect(await locked?.order.row()).toMatchObject({ state: "placing" });
    await lock.release();
    await waiting;
    expect(await locked?.order.row()).toMatchObject({ state: "placed" });
  });
});

describe("an attempt whose success is stored late", () => {
  it("reopens an order that the merchant has canceled, and cancels the order with the supplier", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    const reply = await post();
    await write(reply);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: reply.id });
    expect((await told(order)).at(-1)).toEqual({
      tone: "critical",
      message: { code: "orders.mismatch.reopened", order: order.name, number: reply.id, other: "" },
    });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
  });

  it("is found by a lookup a minute after a person said “not ordered”, before the order is sent again", async () => {
    const { order, post } = await orderSaidNotToBeThere();
    // The process died before it could record the outcome.
    const { id } = await post();
    await order.process(60);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: id });
    expect(order.bought()).toHaveLength(1);
  });

  it("is reported once with both numbers if a later attempt was placed as well", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    await order.process();
    const { supplier_order_id: other } = await order.row();
    const late = { ...(await post()), id: "W-late" as Order["id"] };
    await write(late);
    await write(late);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: other });
    const mismatches = (await told(order)).filter(({ tone }) => tone === "critical");
    expect(mismatches.slice(1)).toEqual([
      {
        tone: "critical",
        message: { code: "orders.mismatch.second", order: order.name, number: "W-late", other },
      },
    ]);
  });

  it("is reported if a later attempt is under way", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    await commitIntent(world, order);
    const reply = await post();
    await write(reply);
    expect(await order.row()).toMatchObject({ state: "placing" });
    expect((await told(order)).at(-1)).toMatchObject({
      tone: "critical",
      message: { code: "orders.mismatch.parallel-attempt", number: reply.id },
    });
  });

  it("has its order canceled together with the order of a later attempt", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    const { attempt } = await commitIntent(world, order);
    await write(await post());
    const { id: number } = wholesale.supplier.ledger.place(order.bought()[0]!);
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await endAttempt(id, { outcome: { code: "placed", number: number as Order["id"] } });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: number });
    await requestCancellation(world.shop, { orderId: order.id });
    for (let count = 0; count < 2; count += 1) await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });

  it.each<NotPlaced>([
    { code: "never-sent" },
    { code: "rejected", explanation: { code: "failure.supplier.rejected", status: 422 } },
  ])("places the order if a later attempt ends without an order ($code)", async (outcome) => {
    const { order, post, write } = await orderSaidNotToBeThere();
    const { attempt } = await commitIntent(world, order);
    const reply = await post();
    await write(reply);
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await endAttempt(id, { outcome });
    await order.process(600);
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: reply.id,
      second_supplier_order_id: null,
    });
    expect(order.bought()).toHaveLength(1);
    expect(await order.outcomes()).toContain(outcome.code);
  });

  it("counts as no duplicate if a later attempt led to the same order", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    const { attempt } = await commitIntent(world, order);
    const reply = await post();
    await write(reply);
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await endAttempt(id, { outcome: { code: "found", number: reply.id } });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: reply.id });
  });

  it("places an order that was about to be sent again", async () => {
    const { order, post, write } = await orderSaidNotToBeThere();
    const { attempt } = await commitIntent(world, order);
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await endAttempt(id, { outcome: { code: "never-sent" } });
    const reply = await post();
    await write(reply);
    await order.process(60);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: reply.id });
    expect(order.bought()).toHaveLength(1);
  });

  it("changes nothing if a lookup has found the order already", async () => {
    const order = await requestedOrder(world);
    const { attempt, post } = await commitIntent(world, order);
    const reply = await post();
    await order.process(60);
    await order.process();
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    const id = { shop: world.shop, orderId: order.id, attemptId: attempt.id };
    await endAttempt(id, { outcome: { code: "placed", number: reply.id } });
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect((await told(order)).filter(({ message }) => message.code.startsWith("orders.mismatch"))).toEqual(
      [],
    );
  });
});

it("reports a duplicate if an attempt succeeds after a later attempt was placed", async () => {
  const { order, write } = await orderSaidNotToBeThere();
  await order.process();
  const late = wholesale.supplier.ledger.place(order.bought()[0]!);
  await write({ id: late.id } as Order);
  expect(await order.row()).toMatchObject({
    state: "placed",
    reason: "duplicate-at-supplier",
    reason_params: { other: late.id },
  });
});
