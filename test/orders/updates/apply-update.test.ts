import { describe, expect, it } from "vitest";

import { findUsableKey } from "../../../app/connection/connection-store.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import { type Applied, applyUpdate } from "../../../app/orders/updates/apply-update.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import type {
  Order,
  SupplierOrderId,
  SupplierShipmentId,
  SupplierVariantId,
} from "../../../app/wholesale/resources.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";
import { reconcileNow } from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;

const early = new Date("2026-11-21T10:00:00Z");
const late = new Date("2026-11-21T11:00:00Z");

/** The supplier's update of an order as it would be true, with what a test wants to be otherwise. */
function updateOf(order: TrackedOrder, more: Partial<Order> = {}): Order {
  const { id, reference, lines } = wholesale.supplier.ledger.get(order.number);
  const truth = {
    id: id as SupplierOrderId,
    reference,
    lines: lines.map(({ variantId, quantity }) => ({
      supplierVariantId: variantId as SupplierVariantId,
      quantity,
    })),
    status: "received",
    cost: null,
    placedAt: null,
    updatedAt: null,
  } as const;
  return { ...truth, shipments: [], ...more };
}

const parcel = { carrier: "DHL", trackingNumber: "A1", trackingUrl: null, shippedAt: null, lines: [] };

async function apply(order: TrackedOrder, more: Partial<Order> = {}): Promise<Applied> {
  const update = updateOf(order, more);
  const key = await findUsableKey(order.shop);
  return inShop(order.shop, (tx, now) =>
    applyUpdate(tx, { shop: order.shop, orderId: order.id, update, key: key!, now }),
  );
}

async function kinds(order: TrackedOrder): Promise<string[]> {
  return (await order.activity()).map(({ kind }) => kind).filter((kind) => kind.startsWith("orders."));
}

describe("the supplier's update of an order", () => {
  it("changes the order's state, and records each change for the merchant once", async () => {
    const order = await trackedOrder();
    const shipments = [{ id: "s1" as SupplierShipmentId, ...parcel }];
    await apply(order, { status: "processing" });
    for (const status of ["partially_shipped", "shipped", "shipped", "delivered"] as const)
      await apply(order, { status, shipments });
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect(await kinds(order)).toEqual([
      "orders.placed",
      "orders.partially-shipped",
      "orders.shipped",
      "orders.delivered",
    ]);
  });

  it("is applied even with a time in the future, and does not block later updates", async () => {
    const order = await trackedOrder();
    await apply(order, { status: "processing", updatedAt: new Date("2199-01-01T00:00:00Z") });
    expect(await apply(order, { status: "shipped", updatedAt: late })).toMatchObject({ changed: true });
    expect(await apply(order, { status: "delivered", updatedAt: early })).toMatchObject({ changed: true });
    expect(await order.row()).toMatchObject({ state: "delivered" });
  });

  it("never moves an order back, even if the supplier gives no times", async () => {
    const order = await trackedOrder();
    const shipments = [{ id: "s1" as SupplierShipmentId, ...parcel }];
    const applied = (status: Order["status"]) => apply(order, { status, shipments });
    await applied("shipped");
    expect(await applied("processing")).toMatchObject({ state: "shipped", changed: false });
    expect(await applied("cancelled")).toMatchObject({ state: "shipped", changed: false });
  });

  it("stores a changed cost", async () => {
    const order = await trackedOrder();
    const money = (amount: number) => ({ amount: amount.toFixed(2), currency: "EUR" });
    const items = ledger.get(order.number).cost.itemsMinor / 100;
    const cost = { items: money(items), shipping: money(5), total: money(items + 5) };
    expect(await apply(order, { cost })).toMatchObject({ changed: true });
    expect(await apply(order, { cost })).toMatchObject({ changed: false });
    expect(await apply(order)).toMatchObject({ changed: false });
    const row = await order.row();
    expect(row).toMatchObject({ cost_total: (items + 5).toFixed(2), cost_currency: "EUR" });
    const left = Number(row.revenue) + Number(row.shipping_paid) - items - 5;
    expect(row.profit).toBe(left.toFixed(2));
  });

  it.each([
    ["another reference", { reference: "SB00000000-1-1" }],
    ["another number", { id: "ord_999999" as SupplierOrderId }],
  ])("is ignored if it has %s, and reported to the merchant once", async (_what, more) => {
    const order = await trackedOrder();
    for (const status of ["shipped", "delivered"] as const) {
      expect(await apply(order, { status, ...more })).toEqual({ kind: "differs" });
    }
    expect(await order.row()).toMatchObject({ state: "placed", reason: "update-differs" });
    expect(await kinds(order)).toEqual(["orders.placed", "orders.update-differs"]);
    await apply(order, { status: "processing" });
    expect(await order.row()).toMatchObject({ state: "placed", reason: null, reason_params: null });
  });

  it("is ignored for an order in doubt", async () => {
    const order = await trackedOrder();
    await query(
      databaseUrl,
      "update supplier_order set state = 'in_doubt', reason = 'unclear' where id = $1",
      [order.id],
    );
    expect(await apply(order, { status: "shipped" })).toEqual({ kind: "not-expected" });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
  });

  it("is applied once if it arrives several times at once", async () => {
    const order = await trackedOrder();
    await Promise.all([1, 2, 3].map(() => apply(order, { status: "shipped" })));
    expect((await kinds(order)).filter((kind) => kind === "orders.shipped")).toHaveLength(1);
  });
});

describe("an order that the supplier will not send", () => {
  it("is closed in the shop if it was accepted, and the activity reports the cancellation", async () => {
    const order = await trackedOrder();
    await apply(order, { status: "cancelled" });
    expect(await order.row()).toMatchObject({ state: "canceled", acceptance: "closing" });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ status: "IN_PROGRESS" }]);
    await order.processDue();
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
    expect(await order.row()).toMatchObject({
      state: "canceled",
      acceptance: "closed",
      due_at: null,
      reason: "canceled-at-supplier",
      reason_params: { number: order.number },
    });
    expect(await order.activity()).toContainEqual({
      kind: "orders.canceled",
      tone: "critical",
      message: {
        code: "orders.activity.changed",
        order: order.name,
        what: { code: "orders.reason.canceled-at-supplier", number: order.number },
      },
    });
    const found = await findOrder(order.shop, order.id);
    expect(timelineOf(found!).at(-1)).toMatchObject({
      message: { code: "orders.reason.canceled-at-supplier", number: order.number },
    });
  });

  it("is rejected in the shop if it was not accepted yet, and not bought again", async () => {
    const order = await trackedOrder({ accepted: false });
    await apply(order, { status: "rejected" });
    await order.ingestRequests();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closing" });
    await order.processDue();
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "OPEN", requestStatus: "REJECTED" },
    ]);
    await order.ingestRequests();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closed" });
    expect(await order.bought()).toHaveLength(1);
  });

  it.each(["cancelled", "rejected"] as const)(
    "is ordered again on a new request if it was %s",
    async (status) => {
      const order = await trackedOrder({ accepted: false });
      ledger.restate(order.number, { status });
      await apply(order, { status });
      await order.processDue();
      await timePasses(order.shop, 2);
      order.request(order.name);
      await order.ingestRequests();
      await order.processDue();
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
      expect(await order.bought()).toHaveLength(2);
    },
  );

  it("is recorded as information, not as a warning, if the merchant requested the cancellation", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "update supplier_order set cancel_requested_at = now() where id = $1", [
      order.id,
    ]);
    await apply(order, { status: "cancelled" });
    expect(await order.activity()).toContainEqual({
      kind: "orders.canceled",
      tone: "info",
      message: {
        code: "orders.activity.changed",
        order: order.name,
        what: { code: "orders.reason.canceled", number: order.number },
      },
    });
  });

  it("is closed in the shop later if Shopify fails at first", async () => {
    const order = await trackedOrder();
    await apply(order, { status: "cancelled" });
    shopify.setFault("fulfillmentOrderClose", "502-after-commit");
    await order.processDue();
    // A passing reason never replaces one that the merchant must know.
    expect(await order.row()).toMatchObject({ acceptance: "closing", reason: "canceled-at-supplier" });
    await order.processLater(60);
    expect(await order.row()).toMatchObject({ acceptance: "closed", reason: "canceled-at-supplier" });
  });

  it("is tracked under its second number if the supplier has the order twice", async () => {
    const order = await trackedOrder({ lines: [[0, 1]] });
    const first = order.number;
    const [bought] = await order.bought();
    const second = ledger.place(bought!);
    await reconcileNow(order);
    expect(await order.row()).toMatchObject({ reason: "duplicate-at-supplier" });
    // As the merchant was told to, one of them is ended there.
    ledger.giveUp(first);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id, reason: null });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
    ledger.giveUp(second.id);
    await order.readUpdate(3600);
    expect(await order.row()).toMatchObject({ state: "rejected", reason: "rejected-at-supplier" });
  });

  it("has the package of its shipped part shown before its rest is closed in the shop", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 1 }] });
    ledger.giveUp(order.number);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "partially_shipped", acceptance: "closing" });
    // The parcel is still to be shown, so nothing is closed yet.
    await order.processLater(10);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ status: "IN_PROGRESS" }]);
    await order.push(20);
    await order.processLater(120);
    expect(order.shown()).toMatchObject([{ number: "A1", quantities: [1] }]);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", reason: "rest-canceled" });
    await order.readUpdate(3600);
    expect((await kinds(order)).filter((kind) => kind === "orders.canceled")).toHaveLength(1);
  });

  it("is accepted first if it has shipped in part before the acceptance", async () => {
    const order = await trackedOrder({ lines: [[0, 2]], accepted: false });
    await apply(order, { status: "cancelled", shipments: [{ id: "s1" as SupplierShipmentId, ...parcel }] });
    await query(
      databaseUrl,
      `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, due_at)
       values (gen_random_uuid(), $1, $2, 's1', '[]', 'due', now())`,
      [order.shop, order.id],
    );
    await order.processLater(10, 1);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
    await order.push(20);
    expect(order.shown()).toMatchObject([{ quantities: [2] }]);
    await order.processLater(120);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", acceptance: "closed" });
  });
});
