/** The supplier has an order twice, ships a part of the first one, and ends it. */
import { describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { orderMissingPieces } from "../../../app/orders/updates/order-missing-pieces.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { pressRetry, reconcileNow, requestedParts, versionOf } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** An order of three pieces that the supplier has twice. */
async function orderedTwice(): Promise<{ order: TrackedOrder; second: string }> {
  const order = await trackedOrder({ lines: [[0, 3]] });
  const { id: second } = ledger.place(ledger.get(order.number));
  await reconcileNow(order);
  expect(await order.row()).toMatchObject({ reason: "duplicate-at-supplier" });
  return { order, second };
}

function shipOne(order: TrackedOrder): void {
  const [variantId = ""] = order.variants;
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 1 }] });
}

/** The first order ships one piece, and its rest is canceled. */
async function endInPart(order: TrackedOrder): Promise<void> {
  shipOne(order);
  await order.follow();
  ledger.giveUp(order.number);
  await order.readUpdate(3600);
  await order.processDue();
}

async function piecesOf({ id }: TrackedOrder) {
  return query(
    databaseUrl,
    "select quantity, canceled, earlier_sent from supplier_order_line where order_id = $1",
    [id],
  );
}

async function differencesOf({ id }: TrackedOrder): Promise<unknown> {
  const [row] = await query(databaseUrl, "select differences from supplier_order where id = $1", [id]);
  return row?.["differences"];
}

/** Ships pieces of the second order in a package that has the same id as the first order's. */
function shipUnderSameId(
  order: TrackedOrder,
  { second, quantity }: { second: string; quantity: number },
): void {
  const [variantId = ""] = order.variants;
  const lines = [{ variantId, quantity }];
  const { shipments } = ledger.ship(second, { carrier: "DHL", trackingNumber: "B1", lines });
  const [{ id } = { id: "" }] = ledger.get(order.number).shipments;
  ledger.amend(second, shipments[0]?.id ?? "", { id });
}

/** The customer's line grows to four pieces, and the part of one is processed. */
async function requestFourth(order: TrackedOrder) {
  const [sku] = order.skus;
  shopify.merchant.editOrder(order.name, [{ sku, quantity: 4 }], order.shop);
  const added = (await requestedParts(order, order.name)).at(-1)!;
  await added.process();
  return added;
}

describe("a partly shipped order that continues as its duplicate", () => {
  it("is tracked under the duplicate's number, and releases no pieces for a new order", async () => {
    const { order, second } = await orderedTwice();
    await endInPart(order);
    expect(await order.row()).toMatchObject({
      state: "partially_shipped",
      acceptance: "accepted",
      supplier_order_id: second,
      second_supplier_order_id: null,
    });
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 0, earlier_sent: 1 }]);
    expect(order.look(order.name).fulfillmentOrders).toHaveLength(1);
    await reconcileNow(order);
    expect(await order.row()).toMatchObject({ reason: null, second_supplier_order_id: null });

    const [variantId = ""] = order.variants;
    ledger.ship(second, { carrier: "DHL", trackingNumber: "B1", lines: [{ variantId, quantity: 2 }] });
    await order.follow(3600);
    expect(order.shown().map(({ number, quantities }) => [number, ...quantities])).toEqual([
      ["A1", 1],
      ["B1", 2],
    ]);
  });

  it("has its rest recorded as canceled once the duplicate ends", async () => {
    const { order, second } = await orderedTwice();
    await endInPart(order);
    ledger.giveUp(second);
    await order.readUpdate(3600);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", acceptance: "closing" });
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 3, earlier_sent: 1 }]);
  });

  it("has its duplicate canceled if the merchant cancels", async () => {
    const { order, second } = await orderedTwice();
    await endInPart(order);
    await requestCancellation(order.shop, { orderId: order.id });
    await order.processDue();
    await order.readUpdate(3600);
    await order.processLater(60);
    expect(ledger.get(second).status).toBe("cancelled");
    expect(await order.row()).toMatchObject({ state: "partially_shipped", reason: "rest-canceled" });
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 3, earlier_sent: 1 }]);
  });

  it("is tracked under the duplicate's number, even if the duplicate has an earlier reference of ours", async () => {
    const { order, second } = await orderedTwice();
    await query(
      databaseUrl,
      `insert into order_attempt (id, shop, order_id, reference, generation, turn, key_generation, lines, started_at, deadline)
       select gen_random_uuid(), shop, order_id, reference || '0', generation + 1, 1, key_generation, lines, started_at, deadline
       from order_attempt where order_id = $1`,
      [order.id],
    );
    const [{ reference } = { reference: "" }] = await query<{ reference: string }>(
      databaseUrl,
      "select reference from order_attempt where order_id = $1 order by generation desc limit 1",
      [order.id],
    );
    ledger.restate(order.number, { reference });
    await endInPart(order);
    expect(await order.row()).toMatchObject({ supplier_order_id: second });
    ledger.ship(second, { carrier: "DHL", trackingNumber: "B1" });
    await order.follow(3600);
    expect((await order.row()).state).toBe("shipped");
    await order.readUpdate(3600);
    expect((await order.row()).reason).not.toBe("update-differs");
  });
});

describe("an order whose duplicate the comparison finds after the supplier canceled the rest", () => {
  it.each([false, true])(
    "is tracked under the duplicate's number, and counts no piece twice (request closed: %s)",
    async (closed) => {
      const order = await trackedOrder({ lines: [[0, 3]] });
      shipOne(order);
      await order.follow();
      ledger.giveUp(order.number);
      await order.readUpdate(3600);
      if (closed) await order.processDue();
      expect(await order.row()).toMatchObject({
        state: "partially_shipped",
        acceptance: closed ? "closed" : "closing",
      });
      const { id: second } = ledger.place(ledger.get(order.number));
      await reconcileNow(order);
      await order.readUpdate(3600);
      await order.processDue();
      expect(await order.row()).toMatchObject({
        state: "partially_shipped",
        acceptance: "closed",
        supplier_order_id: second,
        second_supplier_order_id: null,
        reason: "still-open-at-supplier",
        reason_params: { number: second },
      });
      expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 0, earlier_sent: 1 }]);
    },
  );
});

describe("packages of a partly shipped order that continues as its duplicate", () => {
  it("stay separate if both supplier orders have a package with the same id", async () => {
    const { order, second } = await orderedTwice();
    await endInPart(order);
    shipUnderSameId(order, { second, quantity: 2 });
    await order.follow(3600);
    expect(order.shown().map(({ number, quantities }) => [number, ...quantities])).toEqual([
      ["A1", 1],
      ["B1", 2],
    ]);
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 0, earlier_sent: 1 }]);
  });

  it("stay separate if the first supplier order shows its package only in its last update", async () => {
    const { order, second } = await orderedTwice();
    shipOne(order);
    ledger.giveUp(order.number);
    await order.follow(3600);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", supplier_order_id: second });
    shipUnderSameId(order, { second, quantity: 2 });
    await order.follow(3600);
    expect(order.shown().map(({ number }) => number)).toEqual(["A1", "B1"]);
  });

  it("release no pieces for a new order if one package cannot be read", async () => {
    const { order, second } = await orderedTwice();
    shipOne(order);
    wholesale.setFault("getOrder", "odd-package");
    await order.follow();
    ledger.giveUp(order.number);
    wholesale.setFault("getOrder", "odd-package");
    await order.readUpdate(3600);
    expect(await order.row()).toMatchObject({ supplier_order_id: second });
    const [variantId = ""] = order.variants;
    const lines = [{ variantId, quantity: 1 }];
    ledger.ship(second, { carrier: "DHL", trackingNumber: "B1", lines });
    ledger.giveUp(second);
    await order.follow(3600);
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 2, earlier_sent: 3 }]);
    const added = await requestFourth(order);
    expect(await added.row()).toMatchObject({ state: "held", reason: "already-ordered" });
    expect(added.bought()).toEqual([]);
  });

  it("are counted before missing pieces of the duplicate are reported", async () => {
    const { order, second } = await orderedTwice();
    await endInPart(order);
    const [variantId = ""] = order.variants;
    ledger.restate(second, { lines: [{ variantId, quantity: 2 }] });
    await order.readUpdate(3600);
    expect(await order.row()).toMatchObject({ supplier_order_id: second });
    expect(await differencesOf(order)).toEqual([]);
    ledger.restate(second, { lines: [{ variantId, quantity: 1 }] });
    await order.readUpdate(3600);
    expect(await differencesOf(order)).toMatchObject([{ code: "orders.difference.missing", quantity: 1 }]);
    const [{ lineItemId } = { lineItemId: "" }] = (await differencesOf(order)) as { lineItemId: string }[];
    const pressed = { orderId: order.id, version: await versionOf(order.id), seen: { [lineItemId]: 1 } };
    expect(await orderMissingPieces(order.shop, pressed)).toBe("released");
    expect(await piecesOf(order)).toEqual([{ quantity: 3, canceled: 2, earlier_sent: 1 }]);
  });
});

describe("a line of an order that the supplier has twice", () => {
  it("is not ordered in a larger quantity until the second order has ended", async () => {
    const { order, second } = await orderedTwice();
    const added = await requestFourth(order);
    expect(await added.row()).toMatchObject({ state: "held", reason: "already-ordered" });
    expect(added.bought()).toEqual([]);
    ledger.giveUp(second);
    await reconcileNow(order);
    await pressRetry(order.shop, added.id);
    await added.process();
    expect(await added.row()).toMatchObject({ state: "placed" });
  });

  it("is not ordered again if the first order's shipped pieces and the second order cover the new quantity", async () => {
    const { order } = await orderedTwice();
    await endInPart(order);
    const added = await requestFourth(order);
    expect(await added.row()).toMatchObject({ state: "held", reason: "already-ordered" });
    expect(added.bought()).toEqual([]);
  });

  it("is reported as changed only if fewer pieces are left in the shop than we bought", async () => {
    const { order } = await orderedTwice();
    await endInPart(order);
    await reconcileNow(order);
    expect((await order.row()).reason).toBeNull();
    await requestFourth(order);
    const [sku] = order.skus;
    shopify.merchant.editOrder(order.name, [{ sku, quantity: 3 }], order.shop);
    await reconcileNow(order);
    const select = "select reason, reason_params from supplier_order where id = $1";
    expect(await query(databaseUrl, select, [order.id])).toMatchObject([
      {
        reason: "changed-in-shop",
        reason_params: { changes: [{ code: "orders.change.removed", ordered: 4, left: 3 }] },
      },
    ]);
  });
});
