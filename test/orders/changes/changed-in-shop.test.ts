/**
 * Changes that the merchant makes to an order in the shop after the supplier has it, and how they learn what follows.
 */

import { beforeAll, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { recordChanges } from "../../../app/orders/changes/compare-with-shop.server.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { pushShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  inside,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  reconcileNow,
  versionOf,
} from "../shop-world.ts";

openQueue();

const { merchant } = shopify;

let world: SellingShop;
let mug: string;
let plate: string;
beforeAll(async () => {
  world = await sellingShop();
  [mug, plate] = world.skus;
});

/** An order of two mugs and a plate that the supplier has, accepted in the shop. */
async function placed(): Promise<RequestedOrder> {
  const order = await requestedOrder(world, {
    lines: [
      { sku: mug, quantity: 2 },
      { sku: plate, quantity: 1 },
    ],
  });
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted", reason: null });
  return order;
}

async function hear(topic: "orders/edited" | "refunds/create", { shopOrderId }: RequestedOrder) {
  await handleWebhook(topic, { shop: world.shop, subjectId: shopOrderId });
}

/** Returns the codes of the order's activity. */
async function told({ id }: RequestedOrder): Promise<unknown[]> {
  const rows = await query<{ message: { what: { changes: unknown[] } } }>(
    databaseUrl,
    `select message from activity where kind = 'orders.changed-in-shop' and subject_url = $1 order by id`,
    [`/app/orders/${id}`],
  );
  return rows.map(({ message }) => message.what.changes);
}

function title({ name }: RequestedOrder, sku: string): string {
  const line = inside(world, name).lines.find((each) => each.sku === sku);
  return line?.variantTitle ? `${line.title}, ${line.variantTitle}` : (line?.title ?? "");
}

const address = { code: "orders.change.address" };
const closed = { code: "orders.change.closed" };
const removed = (order: RequestedOrder, sku: string, ordered: number, left: number) => ({
  code: "orders.change.removed",
  title: title(order, sku),
  ordered,
  left,
  lineItemId: expect.any(String) as string,
});

describe("a change in the shop after placing", () => {
  it.each<[string, (order: RequestedOrder) => unknown, (order: RequestedOrder) => object]>([
    [
      "a refund",
      ({ name }) => merchant.refundOrder(name, [{ sku: mug, quantity: 1 }], world.shop),
      (order) => removed(order, mug, 2, 1),
    ],
    [
      "an edit",
      ({ name }) => merchant.editOrder(name, [{ sku: plate, quantity: 0 }], world.shop),
      (order) => removed(order, plate, 1, 0),
    ],
    [
      "another address",
      ({ name }) => merchant.changeAddress(name, { address1: "Neue Straße 1" }, world.shop),
      () => address,
    ],
    [
      "a fulfillment order that was closed by force",
      ({ name }) => merchant.closeFulfillment(name, world.shop),
      () => closed,
    ],
  ])("is found by the hourly comparison, and reported once (%s)", async (_, change, expected) => {
    const order = await placed();
    await reconcileNow(world);
    expect(await told(order)).toEqual([]);
    change(order);
    await reconcileNow(world);
    await reconcileNow(world);
    expect(await told(order)).toEqual([[expected(order)]]);
    expect(await order.row()).toMatchObject({
      state: "placed",
      reason: "changed-in-shop",
      reason_params: { changes: [expected(order)], number: order.bought()[0]?.id },
    });
  });

  it("is reported at once if a webhook names the order, even if an earlier change was reported", async () => {
    const order = await placed();
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1 }], world.shop);
    await hear("refunds/create", order);
    await hear("refunds/create", order);
    merchant.editOrder(order.name, [{ sku: mug, quantity: 0 }], world.shop);
    await hear("orders/edited", order);
    const [first, second] = [removed(order, mug, 2, 1), removed(order, mug, 2, 0)];
    expect(await told(order)).toEqual([[first], [second]]);
    // The later count takes the place of the earlier one.
    expect(await order.row()).toMatchObject({ reason_params: { changes: [second] } });

    const seen = { orderId: order.id, reason: "changed-in-shop", version: await versionOf(order.id) };
    // The page of before showed the first change only.
    expect(await acknowledgeOrder(world.shop, { ...seen, version: seen.version - 1 })).toBe(false);
    expect(await acknowledgeOrder(world.shop, seen)).toBe(true);
    merchant.changeAddress(order.name, { zip: "10115" }, world.shop);
    await reconcileNow(world);
    const rows = await query<{ acknowledged_reason: string | null; reason_params: unknown }>(
      databaseUrl,
      "select acknowledged_reason, reason_params from supplier_order where id = $1",
      [order.id],
    );
    expect(rows).toMatchObject([{ acknowledged_reason: null, reason_params: { changes: [address] } }]);
  });

  it("is reported once per line, even if two lines have the same title and quantities", async () => {
    const order = await placed();
    const record = async (lineItemIds: string[]) =>
      inShop(world.shop, (tx, now) =>
        recordChanges(tx, { shop: world.shop, orderId: order.id, changes: lineItemIds.map(reduced), now }),
      );
    const reduced = (lineItemId: string) =>
      ({ code: "orders.change.removed", title: "Mug", ordered: 2, left: 1, lineItemId }) as const;
    await record(["b"]);
    await record(["a", "b"]);
    await record(["a", "b"]);
    expect(await told(order)).toEqual([[reduced("b")], [reduced("a")]]);
    expect(await order.row()).toMatchObject({
      reason_params: { changes: [reduced("b"), reduced("a")] },
    });
  });

  it("is reported without storing any part of the address", async () => {
    const order = await placed();
    merchant.changeAddress(
      order.name,
      { address1: "Suchweg 99", lastName: "Ungewöhnlichername" },
      world.shop,
    );
    await reconcileNow(world);
    expect(await told(order)).toEqual([[address]]);
    for (const table of ["supplier_order", "order_attempt", "activity", "recorded_mismatch"]) {
      const dump = JSON.stringify(await query(databaseUrl, `select * from ${table}`));
      for (const secret of ["Suchweg", "Ungewöhnlichername", "Heidestraße"])
        expect(dump).not.toContain(secret);
    }
  });
});

describe("a change in the shop that does not matter", () => {
  const nothing: [string, (order: RequestedOrder) => unknown][] = [
    ["a refund without pieces", ({ name }) => merchant.refundOrder(name, [], world.shop)],
    [
      "added pieces, which are requested separately",
      ({ name }) => merchant.editOrder(name, [{ sku: mug, quantity: 5 }], world.shop),
    ],
    [
      "another spelling of the address",
      ({ name }) => merchant.changeAddress(name, { city: " köln ", phone: "+49 221 1" }, world.shop),
    ],
    [
      "the cancellation of the order, which is handled separately",
      ({ name }) => merchant.cancelOrder(name, { force: true }, world.shop),
    ],
  ];
  it.each(nothing)("is not reported if it is %s", async (_, change) => {
    const order = await placed();
    change(order);
    await hear("refunds/create", order);
    await reconcileNow(world);
    expect(await told(order)).toEqual([]);
  });

  it("is not reported if it is a refund of a piece that has shipped", async () => {
    const order = await placed();
    const [{ id, lines } = { id: "", lines: [] }] = order.bought();
    const part = [{ variantId: lines[0]?.variantId ?? "", quantity: 1 }];
    wholesale.supplier.ledger.ship(id, {
      carrier: "DHL",
      trackingNumber: "1",
      lines: part,
      saysLines: true,
    });
    await timePasses(world.shop, 3700);
    await readUpdate({ shop: world.shop, orderId: order.id });
    await pushShipments({ shop: world.shop, orderId: order.id });
    const [fulfillment] = inside(world, order.name).fulfillments;
    fulfillment!.createdAt = new Date(Date.now() - 60_000);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, hasLeft: true }], world.shop);
    await hear("refunds/create", order);
    expect(await told(order)).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", reason: null });
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1 }], world.shop);
    await hear("refunds/create", order);
    expect(await told(order)).toEqual([[removed(order, mug, 1, 0)]]);
  });

  it("is not reported if the address changes after the order has shipped and its address was compared", async () => {
    const order = await placed();
    await leaves(order);
    await reconcileNow(world);
    merchant.changeAddress(order.name, { zip: "10115" }, world.shop);
    await hear("orders/edited", order);
    await reconcileNow(world);
    expect(await told(order)).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "shipped", reason: null });
  });

  it("is not reported if the webhook about the order comes from another shop", async () => {
    const order = await placed();
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1 }], world.shop);
    const other = await sellingShop();
    await handleWebhook("refunds/create", { shop: other.shop, subjectId: order.shopOrderId });
    expect(await told(order)).toEqual([]);
  });
});

it("reports changes of newer orders before changes of older orders", async () => {
  const [older, newer] = [await placed(), await placed()];
  for (const { name } of [older, newer]) merchant.changeAddress(name, { zip: "10115" }, world.shop);
  await reconcileNow(world);
  const told = await query<{ subject_url: string }>(
    databaseUrl,
    "select subject_url from activity where kind = 'orders.changed-in-shop' and subject_url = any($1) order by id",
    [[older, newer].map(({ id }) => `/app/orders/${id}`)],
  );
  expect(told.map(({ subject_url: url }) => url)).toEqual(
    [newer, older].map(({ id }) => `/app/orders/${id}`),
  );
});

it("keeps an order's earlier reason if a change in the shop is reported", async () => {
  const order = await placed();
  await query(
    databaseUrl,
    `update supplier_order set reason = 'update-differs', reason_params = '{"number": "1"}' where id = $1`,
    [order.id],
  );
  merchant.refundOrder(order.name, [{ sku: mug, quantity: 1 }], world.shop);
  await hear("refunds/create", order);
  expect(await told(order)).toHaveLength(1);
  expect(await order.row()).toMatchObject({ reason: "update-differs" });
});

/** The supplier ships the whole order, and we read that. */
async function leaves(order: RequestedOrder): Promise<void> {
  wholesale.supplier.ledger.ship(order.bought()[0]?.id ?? "", { carrier: "DHL", trackingNumber: "JD1" });
  await query(
    databaseUrl,
    "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
    [order.id],
  );
  await readUpdate({ shop: world.shop, orderId: order.id });
  expect(await order.row()).toMatchObject({ state: "shipped" });
}

function kept({ id }: RequestedOrder) {
  return query(databaseUrl, "select destination_hash as hash from supplier_order where id = $1", [id]);
}

it("erases the hash of an order's address after its cancellation, or after the comparison that follows its shipment", async () => {
  const [order, ended] = [await placed(), await placed()];
  expect(await kept(order)).toEqual([{ hash: expect.any(String) as string }]);
  await leaves(order);
  await reconcileNow(world);
  expect(await kept(order)).toEqual([{ hash: null }]);
  expect(await told(order)).toEqual([]);

  wholesale.supplier.ledger.cancel(ended.bought()[0]?.id ?? "");
  await query(
    databaseUrl,
    "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
    [ended.id],
  );
  await readUpdate({ shop: world.shop, orderId: ended.id });
  expect(await ended.row()).toMatchObject({ state: "canceled" });
  expect(await kept(ended)).toEqual([{ hash: null }]);
});

describe("an address that changes right before the package leaves", () => {
  const tooLate = { code: "orders.reason.address-changed-too-late" };

  async function toldTooLate({ id }: RequestedOrder): Promise<unknown[]> {
    const rows = await query<{ what: unknown }>(
      databaseUrl,
      `select message->'what' as what from activity where kind = 'orders.changed-in-shop' and subject_url = $1`,
      [`/app/orders/${id}`],
    );
    return rows.map(({ what }) => what);
  }

  it("is reported once, can be acknowledged even after the delivery, and leaves no hash", async () => {
    const order = await placed();
    merchant.changeAddress(order.name, { zip: "10115" }, world.shop);
    await leaves(order);
    await reconcileNow(world);
    await reconcileNow(world);
    const number = order.bought()[0]?.id;
    expect(await toldTooLate(order)).toEqual([{ ...tooLate, number }]);
    expect(await order.row()).toMatchObject({ state: "shipped", reason: "address-changed-too-late" });
    expect(await kept(order)).toEqual([{ hash: null }]);
    await query(databaseUrl, "update supplier_order set state = 'delivered' where id = $1", [order.id]);
    const acknowledged = await acknowledgeOrder(world.shop, {
      orderId: order.id,
      reason: "address-changed-too-late",
      version: await versionOf(order.id),
    });
    expect(acknowledged).toBe(true);
  });

  it("is not reported again if it was reported before the package left", async () => {
    const order = await placed();
    merchant.changeAddress(order.name, { zip: "10115" }, world.shop);
    await reconcileNow(world);
    await leaves(order);
    await reconcileNow(world);
    expect(await told(order)).toEqual([[address]]);
    expect(await order.row()).toMatchObject({ reason: "changed-in-shop" });
    expect(await kept(order)).toEqual([{ hash: null }]);
  });

  it("has its hash erased without a report if the shop has canceled the order or no longer shows the order", async () => {
    const [canceled, gone] = [await placed(), await placed()];
    for (const order of [canceled, gone]) await leaves(order);
    merchant.cancelOrder(canceled.name, { force: true }, world.shop);
    await query(
      databaseUrl,
      "update supplier_order set shop_order_id = 'gid://shopify/Order/99' where id = $1",
      [gone.id],
    );
    await reconcileNow(world);
    for (const order of [canceled, gone]) {
      expect(await toldTooLate(order)).toEqual([]);
      expect(await kept(order)).toEqual([{ hash: null }]);
    }
  });
});
