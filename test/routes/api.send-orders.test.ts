import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { disconnect } from "../../app/connection/disconnect.server.ts";
import { holdOrder } from "../../app/orders/holding/hold-order.server.ts";
import { sendOrder } from "../../app/orders/sending/send-order.server.ts";
import * as sendOrders from "../../app/routes/api.send-orders.ts";
import type { ShopOrderId } from "../../app/shop/ids.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../orders/shop-world.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";
import { callAsExtension as call } from "./call-as-extension.ts";

openQueue();

describe("orders selected in Shopify's order list", () => {
  it("are refused with 401 without a token, and with 400 for an invalid body", async () => {
    const shop = await installedShop();
    expect(await call(sendOrders, { shop: null })).toEqual({ status: 401, json: null });
    expect(await call(sendOrders, { shop: null, body: { intent: "sync" } })).toEqual({
      status: 401,
      json: null,
    });
    for (const body of ["", "{", "[]", "null", { intent: "delete" }, { intent: "send", orders: "1" }])
      expect((await call(sendOrders, { shop, body })).status).toBe(400);
  });

  type Selected = {
    orders: {
      id: string;
      name: string;
      toSend: object[];
      toRetry: object[];
      status: string;
      kept: string | null;
      amounts: string[];
    }[];
    totals: { lines: { label: string; amount: string }[] };
  };

  function dialog({ shop }: SellingShop, orders: string[]) {
    return {
      read: async (intent: "preview" | "results") =>
        (await call(sendOrders, { shop, body: { intent, orders } })).json as Selected,
      send: async ({ orders: shows }: Selected, press = randomUUID()) => {
        const [toSend, toRetry] = [
          shows.flatMap((each) => each.toSend),
          shows.flatMap((each) => each.toRetry),
        ];
        const { json } = await call(sendOrders, { shop, body: { intent: "send", press, toSend, toRetry } });
        return (json as { notice: string }).notice;
      },
    };
  }

  async function keep({ shop }: SellingShop, order: string, why: object): Promise<void> {
    await query(
      databaseUrl,
      "update unrequested_order set kept_because = $3 where shop = $1 and shop_order_id = $2",
      [shop, order, why],
    );
  }

  async function work({ shop, processDue }: SellingShop): Promise<void> {
    const due = await query<{ id: string }>(
      databaseUrl,
      "select id from unrequested_order where shop = $1 and due_at is not null",
      [shop],
    );
    await Promise.all(due.map(({ id: orderId }) => sendOrder({ shop, orderId })));
    await processDue();
  }

  it("are previewed, sent once even if the button is pressed twice, and get a result each", async () => {
    const world = await sellingShop();
    const [first, second, unpaid] = [world.order(), world.order(), world.order({ paid: false })];
    const held = world.order({ paid: false });
    world.request(held.name);
    await world.ingestRequests();
    await world.processDue();
    const { read, send } = dialog(world, [first.id, second.id, unpaid.id, held.id]);
    const preview = await read("preview");
    expect(preview.orders.map((each) => [each.name, each.toSend.length, each.toRetry.length])).toEqual([
      [first.name, 1, 0],
      [second.name, 1, 0],
      [expect.stringMatching(/^Order \d+$/), 0, 0],
      [held.name, 0, 1],
    ]);
    expect(preview.orders[0]?.amounts).toEqual([
      expect.stringMatching(/^Cost €[\d.]+, expected profit €[\d.]+$/),
    ]);
    expect(preview.orders[2]?.status).toMatch(/^Not sent: the order isn't paid in full/);
    expect(preview.totals.lines.map(({ label }) => label)).toContain("Expected profit");

    shopify.merchant.cancelOrder(second.name, {}, world.shop);
    const press = randomUUID();
    await Promise.all([send(preview, press), send(preview, press), send(preview)]);
    await work(world);
    const { orders } = await read("results");
    expect(orders.map(({ status }) => status)).toEqual([
      expect.stringMatching(/supplier/),
      "Not sent. Changed meanwhile: the order is canceled.",
      "Nothing in this order waits to be sent to your supplier.",
      expect.stringMatching(/paid/),
    ]);
    expect(await world.bought()).toHaveLength(1);
    await send(preview);
    await work(world);
    expect(await world.bought()).toHaveLength(1);
  });

  it("stay unsent if they are test orders, even if fulfillment was already requested", async () => {
    const world = await sellingShop();
    const [waiting, held] = [world.order({ test: true }), world.order({ test: true })];
    world.request(held.name);
    await world.ingestRequests();
    await world.processDue();
    const { read, send } = dialog(world, [waiting.id, held.id]);
    const preview = await read("preview");
    expect(preview.orders.map(({ toSend, status }) => [toSend.length, status])).toEqual(
      Array(2).fill([0, expect.stringMatching(/test order/)]),
    );
    await send(preview);
    await work(world);
    expect((await read("results")).orders[1]?.status).toMatch(/test order/);
    expect(await world.bought()).toEqual([]);
  });

  it("stay unsent if a delay or a workflow holds them, and show the reason", async () => {
    const world = await sellingShop();
    const [free, held, delayed] = [world.order(), world.order(), world.order()];
    const { read, send } = dialog(world, [free.id, held.id, delayed.id]);
    await read("preview");
    await keep(world, held.id, { code: "rules.kept.on-request" });
    await keep(world, delayed.id, { code: "rules.kept.delay", minutes: 30 });
    const preview = await read("preview");
    expect(preview.orders.map(({ toSend }) => toSend.length)).toEqual([1, 0, 0]);
    expect(preview.orders.map(({ status }) => status)).toEqual([
      "Waits to be sent to your supplier.",
      expect.stringMatching(/^Not sent\. Held by one of your workflows.*“Send anyway”/),
      expect.stringMatching(/^Not sent\. Waits because of your delay of 30 minutes\./),
    ]);
    await send(preview);
    await work(world);
    const { orders } = await read("results");
    expect(orders.map(({ toSend, status }) => [toSend.length, /^Not sent/.test(status)])).toEqual([
      [0, false],
      [0, true],
      [0, true],
    ]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("stay unsent if a workflow holds them after the fulfillment request, and show how to send them", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    expect(await holdOrder(world.shop, order.shopOrderId as ShopOrderId)).toBe(true);
    const { read, send } = dialog(world, [order.shopOrderId]);
    const preview = await read("preview");
    await send(preview);
    await work(world);
    expect(await query(databaseUrl, "select from order_hold where shop = $1", [world.shop])).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "held", reason: "held-on-request" });
    expect(await world.bought()).toEqual([]);
    for (const { orders } of [preview, await read("results")])
      expect(orders).toMatchObject([
        {
          toSend: [],
          toRetry: [],
          status: expect.stringMatching(/^Not sent: one of your workflows.*“Try again”/) as string,
        },
      ]);
  });

  it("show as waiting if the server never received the merchant's press", async () => {
    const world = await sellingShop();
    const { read } = dialog(world, [world.order().id]);
    await read("preview");
    expect((await read("results")).orders.map(({ status }) => status)).toEqual([
      "Waits to be sent to your supplier.",
    ]);
  });

  it("show the part of an order that a rule holds, with the reason, beside the part that can be sent", async () => {
    const world = await sellingShop();
    const order = world.order();
    const { read } = dialog(world, [order.id]);
    await read("preview");
    await query(
      databaseUrl,
      `insert into unrequested_order select (jsonb_populate_record(waiting, jsonb_build_object(
        'id', gen_random_uuid(), 'fulfillment_order_id', 'gid://shopify/FulfillmentOrder/1', 'kept_because', $2::jsonb))).*
       from unrequested_order waiting where shop = $1`,
      [world.shop, { code: "rules.kept.ask" }],
    );
    const [shown] = (await read("preview")).orders;
    expect(shown).toMatchObject({
      status: "Waits to be sent to your supplier.",
      amounts: [expect.any(String)],
    });
    expect(shown?.toSend).toHaveLength(1);
    expect(shown?.kept).toMatch(/^Not sent. Your rules ask you before each order\./);
  });

  it("show as under way after sending, until the supplier order exists", async () => {
    const world = await sellingShop();
    const { read, send } = dialog(world, [world.order().id]);
    await send(await read("preview"));
    await query(
      databaseUrl,
      "update unrequested_order set due_at = null, left_at = now(), result = $2 where shop = $1",
      [world.shop, { code: "to-send.result.sent" }],
    );
    expect(await read("results")).toMatchObject({ orders: [{ isUnderWay: true }] });
  });

  it("are sent neither by another shop nor while their shop is disconnected", async () => {
    const [world, other] = [await sellingShop(), await sellingShop()];
    const order = world.order();
    const { read } = dialog(world, [order.id]);
    const preview = await read("preview");
    await dialog(other, [order.id]).send(preview);
    await work(world);
    expect(await world.bought()).toEqual([]);
    await disconnect(world.shop, { why: "disconnected" });
    expect(await read("preview")).toEqual({ connected: false });
    expect(await dialog(world, [order.id]).send(preview)).toMatch(/isn't connected/);
    expect(await world.bought()).toEqual([]);
  });

  it("are refused with 400 if there are none or more than a hundred", async () => {
    const { shop } = await sellingShop();
    const orders = Array.from({ length: 101 }, (_, index) => `gid://shopify/Order/${String(index + 1)}`);
    expect((await call(sendOrders, { shop, body: { intent: "preview", orders } })).status).toBe(400);
    expect((await call(sendOrders, { shop, body: { intent: "preview", orders: [] } })).status).toBe(400);
  });
});
