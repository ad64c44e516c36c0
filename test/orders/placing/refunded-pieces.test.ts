/** Refunds of pieces that have left, and how many pieces may still be ordered after them. */
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { pushShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify, wholesale } from "../../support/world.ts";
import {
  inside,
  pressRetry,
  type RequestedOrder,
  requestedOrder,
  requestedParts,
  type SellingShop,
  sellingShop,
} from "../shop-world.ts";

openQueue();

const { merchant } = shopify;

let world: SellingShop;
let mug: string;
beforeAll(async () => {
  world = await sellingShop();
  [mug] = world.skus;
});

/** An order of two mugs that the supplier has, accepted in the shop. */
async function twoMugs(): Promise<RequestedOrder> {
  const order = await requestedOrder(world, { lines: [{ sku: mug, quantity: 2 }] });
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  return order;
}

/** The supplier ships the order, or these pieces of it, and the shop shows it. */
async function ship(order: RequestedOrder, lines?: { variantId: string; quantity: number }[]): Promise<void> {
  const [{ id } = { id: "" }] = order.bought();
  const part = lines && { lines, saysLines: true };
  wholesale.supplier.ledger.ship(id, { carrier: "DHL", trackingNumber: "1", ...part });
  await timePasses(world.shop, 3700);
  await readUpdate({ shop: world.shop, orderId: order.id });
  await pushShipments({ shop: world.shop, orderId: order.id });
  expect(inside(world, order.name).fulfillments).toHaveLength(1);
}

/** Moves everything that the shop has recorded of the order back by a minute, because its times are whole seconds. */
function aMinutePasses({ name }: RequestedOrder): void {
  const { fulfillments, refunds } = inside(world, name);
  for (const each of [...fulfillments, ...refunds])
    each.createdAt = new Date(each.createdAt.getTime() - 60_000);
}

/** The customer adds mugs, and the merchant requests them. */
async function requestMore({ name }: RequestedOrder, quantity: number): Promise<RequestedOrder> {
  const [line] = inside(world, name).lines;
  merchant.editOrder(name, [{ sku: mug, quantity: line!.quantity - line!.removed + quantity }], world.shop);
  const added = (await requestedParts(world, name)).at(-1)!;
  await added.process();
  return added;
}

const HELD = { state: "held", reason: "already-ordered" };

const shipped = { hasLeft: true };

describe("placeOrder after a refund", () => {
  it.each(["RETURN", "NO_RESTOCK"] as const)(
    "orders more pieces of a line if the refunded piece had shipped before (%s)",
    async (restockType) => {
      const order = await twoMugs();
      await ship(order);
      aMinutePasses(order);
      merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped, restockType }], world.shop);
      const added = await requestMore(order, 1);
      expect(await added.row()).toMatchObject({ state: "placed" });
      expect(added.bought()).toMatchObject([{ lines: [{ quantity: 1 }] }]);
    },
  );

  it("orders more pieces of a line after two pieces were returned, while a third one has not shipped", async () => {
    const order = await requestedOrder(world, {
      lines: [{ sku: mug, quantity: 3 }],
      money: { shipping: 200 },
    });
    await order.process();
    await order.process();
    const [{ variantId } = { variantId: "" }] = order.bought()[0]?.lines ?? [];
    await ship(order, [{ variantId, quantity: 2 }]);
    aMinutePasses(order);
    merchant.refundOrder(
      order.name,
      [{ sku: mug, quantity: 2, ...shipped, restockType: "RETURN" }],
      world.shop,
    );
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject({ state: "placed" });
  });

  it("orders nothing in place of pieces that were refunded before they shipped", async () => {
    const order = await twoMugs();
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, restockType: "RETURN" }], world.shop);
    aMinutePasses(order);
    await ship(order);
    aMinutePasses(order);
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject(HELD);
    expect(added.bought()).toEqual([]);
  });

  it("orders nothing if the shop shows the refund and the package in the same second", async () => {
    const order = await twoMugs();
    await ship(order);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped }], world.shop);
    const { fulfillments, refunds } = inside(world, order.name);
    refunds[0]!.createdAt = fulfillments[0]!.createdAt;
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject(HELD);
  });

  it("orders nothing if the refund names another line of the same variant", async () => {
    const order = await twoMugs();
    await ship(order);
    aMinutePasses(order);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped }], world.shop);
    const { lines, refunds } = inside(world, order.name);
    const other = { ...lines[0]!, id: lines[0]!.id + 500_000, removed: 0, returned: 0 };
    refunds[0]!.lines[0]!.line = other;
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject(HELD);
  });

  it("orders nothing if the refund names no line", async () => {
    const order = await twoMugs();
    await ship(order);
    aMinutePasses(order);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped }], world.shop);
    inside(world, order.name).refunds[0]!.lines = [];
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject(HELD);
  });

  it.each(["CANCEL", "RETURN", "NO_RESTOCK"] as const)(
    "orders nothing if a refund took an unshipped piece, even if another piece of the line has shipped (%s)",
    async (restockType) => {
      const order = await twoMugs();
      const [{ variantId } = { variantId: "" }] = order.bought()[0]?.lines ?? [];
      await ship(order, [{ variantId, quantity: 1 }]);
      aMinutePasses(order);
      merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, restockType }], world.shop);
      const added = await requestMore(order, 1);
      expect(await added.row()).toMatchObject(HELD);
      expect(added.bought()).toEqual([]);
    },
  );

  it("orders nothing for a returned piece of a package that is not ours", async () => {
    const order = await twoMugs();
    // The merchant sends both pieces of their own stock, and the supplier's are still to come.
    merchant.fulfill(order.name, {}, world.shop);
    aMinutePasses(order);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped }], world.shop);
    const added = await requestMore(order, 1);
    expect(await added.row()).toMatchObject(HELD);
  });

  it("orders nothing for a returned piece whose fulfillment was canceled in the shop", async () => {
    const order = await twoMugs();
    await ship(order);
    aMinutePasses(order);
    merchant.refundOrder(order.name, [{ sku: mug, quantity: 1, ...shipped }], world.shop);
    merchant.cancelParcels(order.name, world.shop);
    const [part] = (await requestedParts(world, order.name)).slice(-1);
    await part!.process();
    expect(await part!.row()).toMatchObject(HELD);
    expect(part!.bought()).toEqual([]);
  });

  it.each(["fresh", "stale"])(
    "orders nothing right after a customer returned a piece, if the shop's first answer is %s",
    async (answer) => {
      const order = await twoMugs();
      const [{ id, lines } = { id: "", lines: [] }] = order.bought();
      await ship(order, [{ variantId: lines[0]!.variantId, quantity: 1 }]);
      wholesale.supplier.ledger.ship(id, { carrier: "DHL", trackingNumber: "2" });
      await timePasses(world.shop, 3700);
      await readUpdate({ shop: world.shop, orderId: order.id });
      await pushShipments({ shop: world.shop, orderId: order.id });
      aMinutePasses(order);
      // The merchant cancels the second package in the shop, and refunds some money.
      const [first, second] = inside(world, order.name).fulfillments;
      const { status } = first!;
      first!.status = "CANCELLED";
      merchant.cancelParcels(order.name, world.shop);
      first!.status = status;
      expect(second).toMatchObject({ status: "CANCELLED" });
      merchant.refundOrder(order.name, [], world.shop, 1);
      const part = (await requestedParts(world, order.name)).at(-1)!;
      await part.process();
      expect(await part.row()).toMatchObject(HELD);
      aMinutePasses(order);
      const returned = { sku: mug, quantity: 1, ...shipped, restockType: "RETURN" as const };
      merchant.refundOrder(order.name, [returned], world.shop);
      expect(await pressRetry(world.shop, part.id)).toBe(true);
      if (answer === "stale") shopify.setFault("fulfillmentOrder\\(", "stale", 1);
      onTestFinished(() => shopify.setFault("fulfillmentOrder\\(", "stale", 0));
      await part.process();
      expect(part.bought()).toEqual([]);
      expect(await part.row()).toMatchObject(HELD);
    },
  );
});
