import { randomUUID } from "node:crypto";

import Big from "big.js";
import { beforeAll, describe, expect, it } from "vitest";

import { reviewRefund } from "../../../app/orders/changes/record-refunds.server.ts";
import {
  compareNow,
  requestNightlyComparison,
} from "../../../app/orders/reconciling/compare-nightly.server.ts";
import { findRefunded } from "../../../app/shop/orders/refunds.server.ts";
import { receive } from "../../../app/queue/inbox.server.ts";
import { inbox } from "../../../app/wiring/webhooks/webhook-topics.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  inside,
  requestedOrder,
  requestedParts,
  type RequestedOrder,
  sellingShop,
  type SellingShop,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

const money = { taxPercent: 19, shipping: 23.8 };

/** Returns a price without its tax, to the cent. */
function net(gross: number | string): string {
  return new Big(gross).div("1.19").round(2).toFixed(2);
}

function priceOf(name: string, sku: string): number {
  return Number(inside(world, name).lines.find((line) => line.sku === sku)?.price);
}

type Refunded = { sku?: string; quantity?: number; hasLeft?: boolean; goodwill?: number; shipping?: number };

function refundInShop(name: string, { sku, quantity = 1, hasLeft, goodwill, shipping }: Refunded) {
  const pieces = sku === undefined ? [] : [{ sku, quantity, hasLeft }];
  shopify.merchant.refundOrder(name, pieces, world.shop, goodwill, shipping);
}

async function refund(name: string, refunded: Refunded) {
  refundInShop(name, refunded);
  await reviewRefund(world.shop, { subjectId: world.look(name).id, triggeredAt: null });
}

async function refundedOf(order: RequestedOrder) {
  const { refunded } = (await order.row()) as { refunded?: string | null };
  return refunded ?? null;
}

/** An order of two pieces of each product, in two parts of ours: one per product. */
async function inTwoParts(): Promise<{ name: string; one: RequestedOrder; other: RequestedOrder }> {
  const lines = world.skus.map((sku) => ({ sku, quantity: 2 }));
  const { name } = world.order({ lines, money });
  const order = inside(world, name);
  const [first] = order.fulfillmentOrders;
  const [, second] = order.lines;
  if (!first || !second) throw new Error("The order has one line.");
  const moved = first.lines.splice(
    first.lines.findIndex(({ line }) => line === second),
    1,
  );
  order.fulfillmentOrders.push({
    ...first,
    id: first.id + 500_000,
    lines: moved,
    merchantRequests: [],
    holds: [],
  });
  const parts = await requestedParts(world, name);
  const [one, other] = parts;
  if (!one || !other) throw new Error("The order has no two parts.");
  return { name, one, other };
}

describe("a refund", () => {
  it("leaves the revenue of a part alone if it names only pieces of another part", async () => {
    const { name, one, other } = await inTwoParts();
    await one.process();
    const [, sku] = world.skus;
    await refund(name, { sku });
    expect(await refundedOf(one)).toBeNull();
    await other.process();
    expect(await other.row()).toMatchObject({
      state: "placed",
      revenue: net(priceOf(name, sku)),
      refunded: null,
      // One of four pieces as ordered: the first part has had its half.
      shipping_paid: "5.00",
    });
  });

  it("lowers the revenue of the part with the refunded pieces, and splits refunded shipping between both parts", async () => {
    const { name, one, other } = await inTwoParts();
    await one.process();
    await other.process();
    const [sku] = world.skus;
    await refund(name, { sku, shipping: 11.9 });
    const named = net(priceOf(name, sku));
    expect(await refundedOf(one)).toBe(new Big(named).plus("5.00").toFixed(2));
    expect(await refundedOf(other)).toBe("5.00");
  });

  it("counts if it names no pieces and was made before the order was placed", async () => {
    const order = await requestedOrder(world, { money });
    await refund(order.name, { goodwill: 11.9 });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", refunded: "10.00" });
    const { revenue, shipping_paid, items_cost, shipping_cost, profit } =
      (await order.row()) as unknown as Record<string, string>;
    const left = new Big(revenue!)
      .plus(shipping_paid!)
      .minus("10.00")
      .minus(items_cost!)
      .minus(shipping_cost!);
    expect(left.toFixed(2)).toBe(profit);
  });

  it("counts if it arrives while the order is in doubt", async () => {
    const order = await requestedOrder(world, { money, lines: [{ sku: world.skus[0], quantity: 2 }] });
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    await refund(order.name, { sku: world.skus[0] });
    expect(await refundedOf(order)).toBe(net(priceOf(order.name, world.skus[0])));
  });
});

describe("a refund that a lagging replica shows only after the webhook", () => {
  async function receiveWebhook(order: RequestedOrder, triggeredAt = new Date()) {
    const ids = { webhookId: randomUUID(), eventId: null, subjectId: order.shopOrderId };
    await receive({ shop: world.shop, topic: "refunds/create", ...ids, triggeredAt });
    await inbox.drain();
  }

  async function lookAgain() {
    await timePasses(world.shop, 10);
    await inbox.drain();
  }

  it("is deducted when we read the shop ten seconds later", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    await receiveWebhook(order);
    refundInShop(order.name, { goodwill: 11.9 });
    await lookAgain();
    expect(await refundedOf(order)).toBe("10.00");
  });

  it("is deducted ten seconds later, even if the first read showed an earlier refund", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    await refund(order.name, { goodwill: 11.9 });
    await receiveWebhook(order, new Date(Date.now() + 60_000));
    refundInShop(order.name, { goodwill: 11.9 });
    await lookAgain();
    expect(await refundedOf(order)).toBe("20.00");
  });

  it("is deducted from an order that is placed between the two reads", async () => {
    const order = await requestedOrder(world, { money, lines: [{ sku: world.skus[0], quantity: 2 }] });
    await receiveWebhook(order);
    await order.process();
    refundInShop(order.name, { sku: world.skus[0] });
    await lookAgain();
    expect(await refundedOf(order)).toBe(net(priceOf(order.name, world.skus[0])));
  });

  it("stays deducted if a later webhook reads a replica without the refund", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    await refund(order.name, { goodwill: 11.9 });
    await refund(order.name, { goodwill: 5.95 });
    const { refunds } = inside(world, order.name);
    const latest = refunds.pop()!;
    await reviewRefund(world.shop, { subjectId: order.shopOrderId, triggeredAt: null });
    refunds.push(latest);
    expect(await refundedOf(order)).toBe("15.00");
  });

  it("is not read a second time if the first read shows the refund after all", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    refundInShop(order.name, { goodwill: 11.9 });
    const answer = await reviewRefund(world.shop, { subjectId: order.shopOrderId, triggeredAt: new Date() });
    expect(answer).toBeUndefined();
  });
});

describe("a refund whose webhook was lost", () => {
  async function compareTonight() {
    await requestNightlyComparison(world.shop);
    await compareNow(world.shop);
  }

  it("is deducted by the nightly comparison", async () => {
    await compareTonight();
    const order = await requestedOrder(world, { money });
    await order.process();
    const before = await order.row();
    refundInShop(order.name, { goodwill: 11.9 });
    await compareTonight();
    expect(await order.row()).toMatchObject({
      refunded: "10.00",
      profit: new Big(before.profit!).minus("10.00").toFixed(2),
    });
  });

  it("is not looked for in an order that has not changed since the last comparison", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    await refund(order.name, { goodwill: 11.9 });
    const { id } = world.look(order.name);
    const ids = { ids: [id, "gid://shopify/Order/1"] };
    expect(await findRefunded(world.shop, { ...ids, since: null })).toEqual([id]);
    expect(await findRefunded(world.shop, { ...ids, since: new Date(Date.now() + 60_000) })).toEqual([]);
  });
});

it("stores amounts per line that add up to the order's amounts", async () => {
  const order = await requestedOrder(world, {
    money,
    lines: world.skus.map((sku) => ({ sku, quantity: 1 })),
  });
  await order.process();
  const row = (await order.row()) as unknown as Record<string, string>;
  const [sums] = await query(
    databaseUrl,
    `select sum(revenue::numeric)::text as revenue, sum(tax::numeric)::text as tax,
       sum(shipping_paid::numeric)::text as shipping_paid from supplier_order_line where order_id = $1`,
    [order.id],
  );
  expect(sums).toEqual({ revenue: row["revenue"], tax: row["tax"], shipping_paid: row["shipping_paid"] });
});
