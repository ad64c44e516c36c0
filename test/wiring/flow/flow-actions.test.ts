import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { pressSend } from "../../../app/orders/sending/send-shop-order.server.ts";
import { sendOrder } from "../../../app/orders/sending/send-order.server.ts";
import { retryOrder } from "../../../app/orders/placing/retry-order.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { setAutomaticOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import type { FlowAction } from "../../../app/wiring/flow/run-flow-action.server.ts";
import { addParts, type SellingShop, requestedOrder, sellingShop } from "../../orders/shop-world.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { actionCall, flowRoutes, work } from "./testing.ts";

openQueue();

const send = await flowRoutes();

/** Flow calls an action, the worker carries it out, and Flow calls again. */
async function callTwice(shop: string, handle: FlowAction, ids: Record<string, string>) {
  const runId = randomUUID();
  const call = actionCall(shop, { handle, runId, ids });
  const first = await send(call);
  await work(shop, runId);
  return { first, runId, again: () => send(call) };
}

async function sendDue({ shop, processDue }: SellingShop): Promise<void> {
  const due = await query<{ id: string }>(
    databaseUrl,
    "select id from unrequested_order where shop = $1 and due_at is not null",
    [shop],
  );
  for (const { id: orderId } of due) await sendOrder({ shop, orderId });
  await processDue();
}

describe("Flow's action to send an order", () => {
  it("answers 202 until the supplier has the order, and 200 to every later call", async () => {
    const world = await sellingShop();
    const { id } = world.look(world.order().name);
    const { first, again, runId } = await callTwice(world.shop, "send-order-to-supplier", { order_id: id });
    expect(first).toBe(202);
    expect(await again()).toBe(202);
    await sendDue(world);
    expect(await again()).toBe(200);
    expect(await again()).toBe(200);
    await work(world.shop, runId);
    await sendDue(world);
    expect(await world.bought()).toHaveLength(1);
  });

  it("buys once if Flow sends one call five times at once, and a second workflow sends it too", async () => {
    const world = await sellingShop();
    const { id } = world.look(world.order().name);
    const calls = [randomUUID(), randomUUID()].map((runId) =>
      actionCall(world.shop, { handle: "send-order-to-supplier", runId, ids: { order_id: id } }),
    );
    const answers = await Promise.all([...calls, ...calls, calls[0]!].map((call) => send(call)));
    expect(new Set(answers)).toEqual(new Set([202]));
    await Promise.all([...calls, ...calls].map((call) => work(world.shop, call.action_run_id)));
    await sendDue(world);
    expect(await world.bought()).toHaveLength(1);
    expect(await Promise.all(calls.map((call) => send(call)))).toEqual([200, 200]);
  });

  it("fails for an order that is not paid, and buys nothing", async () => {
    const world = await sellingShop();
    const { id } = world.look(world.order({ paid: false }).name);
    const { again } = await callTwice(world.shop, "send-order-to-supplier", { order_id: id });
    await sendDue(world);
    expect(await again()).toBe(422);
    expect(await world.bought()).toEqual([]);
  });

  it.each([
    ["an unpaid order", { paid: false }, "unpaid"],
    ["a test order", { test: true }, "test-order"],
  ])("leaves %s held if its fulfillment is requested already", async (_, wish, reason) => {
    const world = await sellingShop();
    const order = await requestedOrder(world, wish);
    await order.process();
    await callTwice(world.shop, "send-order-to-supplier", { order_id: order.shopOrderId });
    await sendDue(world);
    expect(await order.row()).toMatchObject({ state: "held", reason });
    expect(await world.bought()).toEqual([]);
  });

  it("fails in a shop that is not connected", async () => {
    const world = await sellingShop();
    const { id } = world.look(world.order().name);
    await disconnect(world.shop, { why: "disconnected" });
    const { again } = await callTwice(world.shop, "send-order-to-supplier", { order_id: id });
    expect(await again()).toBe(422);
  });
});

describe("Flow's action to hold an order", () => {
  it("holds an order whose request arrives later, until the merchant tries again", async () => {
    const world = await sellingShop();
    const { name, id } = world.order();
    const { first, again } = await callTwice(world.shop, "hold-order-for-supplier", { order_id: id });
    expect([first, await again()]).toEqual([202, 200]);
    world.request(name);
    await world.ingestRequests();
    await world.processDue();
    const held = await world.row();
    expect(held).toMatchObject({ state: "held", reason: "held-on-request", due_at: null });
    expect(await world.bought()).toEqual([]);

    const [{ version } = { version: 0 }] = await query<{ version: number }>(
      databaseUrl,
      "select version from supplier_order where id = $1",
      [held.id],
    );
    expect(await retryOrder(world.shop, { orderId: held.id, version })).toBe(true);
    await world.processDue();
    expect(await world.bought()).toHaveLength(1);
  });

  it.each(["hold-order-for-supplier", "cancel-order-with-supplier"] as const)(
    "keeps an order from being sent if its request arrives after %s",
    async (action) => {
      const world = await sellingShop();
      const { name, id } = world.order();
      await callTwice(world.shop, action, { order_id: id });
      world.request(name);
      const [{ id: subjectId } = { id: "" }] = world.look(name).fulfillmentOrders;
      await ingestRequest(world.shop, { subjectId });
      await world.processDue();
      expect(await world.bought()).toEqual([]);
      expect(await world.row()).toMatchObject({ state: "held", reason: "held-on-request" });
    },
  );

  it.each(["hold-order-for-supplier", "cancel-order-with-supplier"] as const)(
    "holds a part of an order that is requested after %s, although the supplier has another part",
    async (action) => {
      const world = await sellingShop();
      const order = await requestedOrder(world);
      await order.process();
      expect(await world.bought()).toHaveLength(1);
      await callTwice(world.shop, action, { order_id: order.shopOrderId });
      addParts(world, order.name, [1]);
      world.request(order.name);
      await world.ingestRequests();
      await world.processDue();
      expect(await world.bought()).toHaveLength(1);
      const states = (await world.rows()).map(({ reason }) => reason);
      expect(states).toContain("held-on-request");
    },
  );

  it("keeps an order even if the merchant then sends it from a page that was loaded before", async () => {
    const world = await sellingShop();
    const { id } = world.order();
    await query(databaseUrl, "delete from request_poll where shop = $1", [world.shop]);
    await pollRequests();
    const [listed] = await query<{ id: string; version: number }>(
      databaseUrl,
      "select id, version from unrequested_order where shop = $1",
      [world.shop],
    );
    await callTwice(world.shop, "hold-order-for-supplier", { order_id: id });
    await pressSend(world.shop, [listed!]);
    await sendDue(world);
    expect(await world.bought()).toEqual([]);
  });

  it.each(["on", "off"] as const)(
    "keeps an unrequested order until a workflow sends it, with automatic ordering %s",
    async (automatic) => {
      const world = await sellingShop();
      await setAutomaticOrdering(world.shop, automatic);
      await query(
        databaseUrl,
        "update ordering_settings set automatic_ordering_since = automatic_ordering_since - interval '1 day' where shop = $1",
        [world.shop],
      );
      const { id } = world.order();
      await callTwice(world.shop, "hold-order-for-supplier", { order_id: id });
      await query(databaseUrl, "delete from request_poll where shop = $1", [world.shop]);
      await pollRequests();
      await world.processDue();
      expect(await world.bought()).toEqual([]);
      const kept = "select kept_because ->> 'code' as code from unrequested_order where shop = $1";
      expect(await query(databaseUrl, kept, [world.shop])).toEqual([{ code: "rules.kept.on-request" }]);

      const sent = await callTwice(world.shop, "send-order-to-supplier", { order_id: id });
      await sendDue(world);
      expect(await sent.again()).toBe(200);
      expect(await world.bought()).toHaveLength(1);
    },
  );

  it("ignores the merchant's retry on a page that shows an earlier reason", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    const before = await query<{ version: number }>(
      databaseUrl,
      "select version from supplier_order where id = $1",
      [order.id],
    );
    await callTwice(world.shop, "hold-order-for-supplier", { order_id: order.shopOrderId });
    expect(await retryOrder(world.shop, { orderId: order.id, version: before[0]!.version })).toBe(false);
    expect(await order.row()).toMatchObject({ reason: "held-on-request" });
  });

  it("fails once the supplier has the order", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.process();
    const { again } = await callTwice(world.shop, "hold-order-for-supplier", { order_id: order.shopOrderId });
    expect(await again()).toBe(422);
  });
});

describe("Flow's action to cancel an order", () => {
  it("cancels nothing if Flow gave the call up before a worker carried it out", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.process();
    const runId = randomUUID();
    const ids = { order_id: order.shopOrderId };
    const call = actionCall(world.shop, { handle: "cancel-order-with-supplier", runId, ids });
    await send(call);
    await query(
      databaseUrl,
      "update flow_action_run set received_at = received_at - interval '37 hours' where id = $1",
      [runId],
    );
    await work(world.shop, runId);
    await world.processDue();
    expect(await send(call)).toBe(422);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it("answers 202 until the supplier has canceled the order", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
    const { first, again } = await callTwice(world.shop, "cancel-order-with-supplier", {
      order_id: order.shopOrderId,
    });
    expect([first, await again()]).toEqual([202, 202]);
    await world.processDue();
    expect(await again()).toBe(200);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });
});

describe("Flow's action to refresh a product", () => {
  it("fails for a product that is none of the supplier's", async () => {
    const world = await sellingShop();
    const { again } = await callTwice(world.shop, "refresh-supplier-product", {
      product_id: "gid://shopify/Product/999999999",
    });
    expect(await again()).toBe(422);
  });

  it("reads the product from the supplier, and answers 202 until the shop has it", async () => {
    const world = await sellingShop();
    const linked = await query<{ id: string; theirs: string }>(
      databaseUrl,
      "select shop_product_id as id, supplier_product_id as theirs from product_link where shop = $1 limit 1",
      [world.shop],
    );
    await query(
      databaseUrl,
      "update supplier_variant set stock = 999999 where shop = $1 and supplier_product_id = $2",
      [world.shop, linked[0]!.theirs],
    );
    const { first, again } = await callTwice(world.shop, "refresh-supplier-product", {
      product_id: linked[0]!.id,
    });
    expect([first, await again()]).toEqual([202, 202]);
    const stock = await query<{ stock: number }>(
      databaseUrl,
      "select stock from supplier_variant where shop = $1 and supplier_product_id = $2",
      [world.shop, linked[0]!.theirs],
    );
    expect(stock.map((row) => row.stock)).not.toContain(999_999);
    await query(databaseUrl, "update product_link set sync_due_at = null where shop = $1", [world.shop]);
    expect(await again()).toBe(200);
  });
});

describe("a call of Flow", () => {
  const call = actionCall("a-shop.myshopify.com", {
    handle: "hold-order-for-supplier",
    ids: { order_id: "gid://shopify/Order/1" },
  });

  it.each([
    ["another app's secret", { secret: "another secret" }],
    ["an empty signature", { signature: "" }],
    ["a signature that is no base64", { signature: "§" }],
    ["a shorter signature", { signature: "YQ==" }],
  ])("is refused with %s, before anything is stored", async (_, sent) => {
    expect(await send(call, sent)).toBe(401);
    expect(await send(call, { ...sent, path: "/flow/lifecycle" })).toBe(401);
    const rows = "select from flow_action_run where id = $1";
    expect(await query(databaseUrl, rows, [call.action_run_id])).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["no JSON", "not json"],
    ["nothing", null],
    ["no shop", { ...call, shopify_domain: undefined }],
    ["another host as its shop", { ...call, shopify_domain: "evil.example" }],
    ["no run", { ...call, action_run_id: "" }],
    ["a NUL in its run", { ...call, action_run_id: "a\0b" }],
    ["an action of another version", { ...call, handle: "some-later-action" }],
    ["no order", { ...call, properties: {} }],
    ["an order without a number", { ...call, properties: { order_id: "gid://shopify/Order/" } }],
  ])("ends as failed with %s, and stores nothing", async (_, body) => {
    expect(await send(body)).toBe(422);
  });
});
