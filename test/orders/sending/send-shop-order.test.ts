import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";

import { holdOrder } from "../../../app/orders/holding/hold-order.server.ts";
import { sendOrder } from "../../../app/orders/sending/send-order.server.ts";
import { readToSend, sendShopOrder } from "../../../app/orders/sending/send-shop-order.server.ts";
import { pauseOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import * as orderBlock from "../../../app/routes/api.order-block.ts";
import type { ShopOrderId } from "../../../app/shop/ids.ts";
import { callAsExtension } from "../../routes/call-as-extension.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { hearPaid, ruledShop } from "../rules/testing.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

/** Presses "Send" in the order block, and does what the worker does then. Returns the notice. */
async function pressInBlock({ shop, processDue }: SellingShop, order: string): Promise<string> {
  const { json } = await callAsExtension(orderBlock, { shop, body: { intent: "send", order } });
  const due = await query<{ id: string }>(
    databaseUrl,
    "select id from unrequested_order where shop = $1 and due_at is not null",
    [shop],
  );
  for (const { id: orderId } of due) await sendOrder({ shop, orderId });
  await processDue();
  return (json as { notice: string }).notice;
}

function holdsIn({ shop }: SellingShop): Promise<unknown[]> {
  return query(databaseUrl, "select from order_hold where shop = $1", [shop]);
}

describe("the Send button of the block on Shopify's order page", () => {
  it("does not send an order that a rule holds, and says why", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = world.order();
    await hearPaid(world, order);
    expect(await pressInBlock(world, order.id)).toMatch(/^Not sent\. Your rules ask you before each order\./);
    expect(await world.bought()).toEqual([]);
  });

  it("is not offered for an order that a rule holds, and the block says why", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = world.order();
    const block = async () =>
      (await callAsExtension(orderBlock, { shop: world.shop, search: `order=${order.id}` })).json;
    expect(await block()).toMatchObject({ unrequested: true, waits: null });
    await hearPaid(world, order);
    expect(await block()).toMatchObject({
      unrequested: false,
      waits: expect.stringMatching(/^Not sent\. Your rules ask you before each order\./) as string,
    });
  });

  it("says before and after the press that ordering is paused", async () => {
    const world = await sellingShop();
    await pauseOrdering(world.shop);
    const { id } = world.order();
    const { json } = await callAsExtension(orderBlock, { shop: world.shop, search: `order=${id}` });
    expect(json).toMatchObject({
      unrequested: true,
      waits: expect.stringMatching(/^Ordering is paused/) as string,
    });
    expect(await pressInBlock(world, id)).toMatch(
      /^Not sent to your supplier yet, because ordering is paused/,
    );
    expect(await world.bought()).toEqual([]);
  });

  it("does not send an order that a workflow held before its request, and keeps the hold", async () => {
    const world = await sellingShop();
    const { id } = world.order();
    await holdOrder(world.shop, id as ShopOrderId);
    expect(await pressInBlock(world, id)).toMatch(/^Not sent\. Held by one of your workflows/);
    expect(await holdsIn(world)).toHaveLength(1);
    expect(await world.bought()).toEqual([]);
  });

  it("does not send an order that a workflow held after its request, and keeps the hold", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await holdOrder(world.shop, order.shopOrderId as ShopOrderId);
    expect(await pressInBlock(world, order.shopOrderId)).toMatch(/^Not sent: one of your workflows/);
    expect(await holdsIn(world)).toHaveLength(1);
    expect(await world.bought()).toEqual([]);
  });

  it("sends only the part of an order that no rule holds", async () => {
    const world = await sellingShop();
    const { id } = world.order();
    await readToSend(world.shop, id as ShopOrderId);
    await query(
      databaseUrl,
      `insert into unrequested_order select (jsonb_populate_record(waiting, jsonb_build_object(
        'id', gen_random_uuid(), 'fulfillment_order_id', 'gid://shopify/FulfillmentOrder/1', 'kept_because', $2::jsonb))).*
       from unrequested_order waiting where shop = $1`,
      [world.shop, { code: "rules.kept.ask" }],
    );
    expect(await pressInBlock(world, id)).toMatch(/^Sending to your supplier\./);
    const pressed =
      "select kept_because is null as free, pressed_at is not null as pressed from unrequested_order where shop = $1";
    expect(new Set(await query(databaseUrl, pressed, [world.shop]))).toEqual(
      new Set([
        { free: true, pressed: true },
        { free: false, pressed: false },
      ]),
    );
  });
});

describe("an order that the rules judge while it is being sent", () => {
  /** Sends an order, and has a rule keep it after it was read and before it is pressed. */
  async function sendWhileJudged({ shop, order }: SellingShop, sendsKept: boolean) {
    const { id, name } = order();
    await readToSend(shop, id as ShopOrderId);
    // With a part that is over already, the shop is not read again.
    await query(
      databaseUrl,
      `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, requested_at)
       values (gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/1', $2, $3, 'canceled', 'gone', now())`,
      [shop, id, name],
    );
    const judge = new pg.Client({ connectionString: databaseUrl });
    await judge.connect();
    onTestFinished(() => judge.end());
    await judge.query("begin");
    await judge.query(
      `update unrequested_order set version = version + 1, kept_because = '{"code": "rules.kept.ask"}' where shop = $1`,
      [shop],
    );
    const sent = sendShopOrder(shop, id as ShopOrderId, { sendsKept });
    await expect
      .poll(() =>
        query(
          databaseUrl,
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%update unrequested_order waiting%'`,
        ),
      )
      .toHaveLength(1);
    await judge.query("commit");
    return sent;
  }
  const due = ({ shop }: SellingShop) =>
    query(databaseUrl, "select from unrequested_order where shop = $1 and due_at is not null", [shop]);

  it("is sent by a workflow, because workflows override rules", async () => {
    const world = await sellingShop();
    expect(await sendWhileJudged(world, true)).toEqual({ kind: "sending" });
    expect(await due(world)).toHaveLength(1);
  });

  it("is not sent by the order block, which says why", async () => {
    const world = await sellingShop();
    expect(await sendWhileJudged(world, false)).toMatchObject({
      kind: "refused",
      why: { code: "blocks.send.kept", why: { code: "rules.kept.ask" } },
    });
    expect(await due(world)).toEqual([]);
  });
});
