import { describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { reconcileNow } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** Two of line A have left and the supplier has canceled B, before we read of either. */
async function halfCanceled({ saysLines = true } = {}): Promise<TrackedOrder> {
  const order = await trackedOrder({
    lines: [
      [0, 2],
      [1, 1],
    ],
  });
  const [variantId = ""] = order.variants;
  const lines = [{ variantId, quantity: 2 }];
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines, lines });
  ledger.giveUp(order.number);
  return order;
}

/** Returns the pieces bought in all, less those canceled before they left, by SKU's place. */
async function boughtPieces(order: TrackedOrder): Promise<number[]> {
  const pieces = (await order.bought()).flatMap(({ lines, shipments, status }) =>
    status === "cancelled" ? shipments.flatMap((shipment) => shipment.lines) : lines,
  );
  return order.variants.map((variant) =>
    pieces.reduce((sum, { variantId, quantity }) => (variantId === variant ? sum + quantity : sum), 0),
  );
}

async function cancelAndFollow(order: TrackedOrder): Promise<void> {
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  await order.readUpdate();
  await order.push();
  await order.processLater(120);
}

describe("canceling an order that has shipped in part", () => {
  it("keeps the shipped part, and shows its package in the shop", async () => {
    const order = await halfCanceled();
    await cancelAndFollow(order);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", reason: "rest-canceled" });
    expect(order.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
  });

  it("lets a new request order only the pieces that have not shipped", async () => {
    const order = await halfCanceled();
    await cancelAndFollow(order);
    order.request(order.name);
    await order.ingestRequests();
    await order.processDue();
    expect((await order.rows()).map(({ state }) => state)).toEqual(["partially_shipped", "placed"]);
    expect(await boughtPieces(order)).toEqual([2, 1]);
  });

  it("counts everything as bought if the supplier does not say which pieces have shipped", async () => {
    const order = await halfCanceled({ saysLines: false });
    await cancelAndFollow(order);
    expect(
      await query(databaseUrl, "select canceled from supplier_order_line where order_id = $1", [order.id]),
    ).toEqual([{ canceled: 0 }, { canceled: 0 }]);
  });

  it("reads the order's next update at once if the supplier rejects the cancellation", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
    await requestCancellation(order.shop, { orderId: order.id });
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "placed", reason: "not-canceled" });
    await order.readUpdate(0);
    expect(await order.shipments()).toMatchObject([{ tracking_number: "A1" }]);
  });
});

it("reports no change in the shop after the canceled rest of an order is ordered again", async () => {
  const order = await trackedOrder({ lines: [[0, 2]] });
  const [variantId = ""] = order.variants;
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 1 }] });
  ledger.giveUp(order.number);
  await order.readUpdate();
  await order.push();
  await order.processLater(120);
  order.request(order.name);
  await order.ingestRequests();
  await order.processDue();
  expect((await order.rows()).map(({ state }) => state)).toEqual(["partially_shipped", "placed"]);
  await reconcileNow(order);
  expect((await order.rows()).map(({ reason }) => reason)).toEqual(["rest-canceled", null]);
});
