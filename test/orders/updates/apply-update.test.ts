import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/db.server.ts";
import { type Taken, applyUpdate } from "../../../app/orders/updates/apply-update.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import type {
  Order,
  SupplierOrderId,
  SupplierShipmentId,
  SupplierVariantId,
} from "../../../app/wholesale/resources.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { later, trackedOrder, type TrackedOrder } from "../../tracking/testing.ts";

beforeAll(async () => {
  // Nobody works off the wake-ups here: each test does, when it wants to.
  await startQueue(jobHandlers);
});
afterAll(stopQueue);

const early = new Date("2026-11-21T10:00:00Z");
const late = new Date("2026-11-21T11:00:00Z");

/** The supplier's news of an order as it would be true, with what a test wants to be otherwise. */
function newsOf(order: TrackedOrder, more: Partial<Order> = {}): Order {
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

async function take(order: TrackedOrder, more: Partial<Order> = {}): Promise<Taken> {
  const news = newsOf(order, more);
  return inShop(order.shop, (tx) =>
    applyUpdate(tx, { shop: order.shop, orderId: order.id, news, now: new Date() }),
  );
}

async function kinds(order: TrackedOrder): Promise<string[]> {
  return (await order.activity()).map(({ kind }) => kind).filter((kind) => kind.startsWith("orders."));
}

describe("the supplier's news of an order", () => {
  it("moves it on, and tells the merchant what has happened, once", async () => {
    const order = await trackedOrder();
    for (const status of ["processing", "partially_shipped", "shipped", "shipped", "delivered"] as const) {
      await take(order, { status });
    }
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect(await kinds(order)).toEqual([
      "orders.placed",
      "orders.partially-shipped",
      "orders.shipped",
      "orders.delivered",
    ]);
  });

  it("changes nothing when it is older than what is known", async () => {
    const order = await trackedOrder();
    await take(order, { status: "shipped", updatedAt: late });
    expect(await take(order, { status: "delivered", updatedAt: early })).toEqual({ kind: "older" });
    expect(await order.row()).toMatchObject({ state: "shipped" });
    expect(await take(order, { status: "delivered", updatedAt: late })).toMatchObject({ kind: "taken" });
    expect(await order.row()).toMatchObject({ state: "delivered" });
  });

  it("never leads back, also where the supplier gives no times", async () => {
    const order = await trackedOrder();
    await take(order, { status: "shipped" });
    expect(await take(order, { status: "processing" })).toMatchObject({ state: "shipped", changed: false });
    expect(await take(order, { status: "cancelled" })).toMatchObject({ state: "shipped", changed: false });
  });

  it("brings what the order costs, if that has changed", async () => {
    const order = await trackedOrder();
    const money = (amount: string) => ({ amount, currency: "EUR" });
    const cost = { items: money("10.00"), shipping: money("5.00"), total: money("15.00") };
    expect(await take(order, { cost })).toMatchObject({ changed: true });
    expect(await take(order, { cost })).toMatchObject({ changed: false });
    expect(await take(order)).toMatchObject({ changed: false });
    expect(await order.row()).toMatchObject({ cost_total: "15.00", cost_currency: "EUR" });
  });

  it.each([
    ["another reference", { reference: "SB00000000-1-1" }],
    ["other pieces", { lines: [{ supplierVariantId: "var_000000_1" as SupplierVariantId, quantity: 9 }] }],
    ["another number", { id: "ord_999999" as SupplierOrderId }],
  ])(
    "is not believed when it is of %s: nothing moves, and the merchant is told once",
    async (_what, more) => {
      const order = await trackedOrder();
      for (const status of ["shipped", "delivered"] as const) {
        expect(await take(order, { status, ...more })).toEqual({ kind: "not-believed" });
      }
      expect(await order.row()).toMatchObject({ state: "placed", reason: "update-differs" });
      expect(await kinds(order)).toEqual(["orders.placed", "orders.update-differs"]);
      await take(order, { status: "processing" });
      expect(await order.row()).toMatchObject({ state: "placed", reason: null, said: null });
    },
  );

  it("is not taken of an order that the supplier is not known to have", async () => {
    const order = await trackedOrder();
    await query(
      databaseUrl,
      "update supplier_order set state = 'in_doubt', reason = 'unclear', said = 'Unclear.' where id = $1",
      [order.id],
    );
    expect(await take(order, { status: "shipped" })).toEqual({ kind: "not-expected" });
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
  });

  it("of two at once is taken one after the other", async () => {
    const order = await trackedOrder();
    await Promise.all([1, 2, 3].map(() => take(order, { status: "shipped" })));
    expect((await kinds(order)).filter((kind) => kind === "orders.shipped")).toHaveLength(1);
  });
});

describe("an order that the supplier will not send", () => {
  it("after it was accepted is closed in the shop, and the merchant is told what to do", async () => {
    const order = await trackedOrder();
    await take(order, { status: "cancelled" });
    expect(await order.row()).toMatchObject({ state: "cancelled", acceptance: "closing" });
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ status: "IN_PROGRESS" }]);
    await order.workOff();
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
    expect(await order.row()).toMatchObject({
      ...{ state: "cancelled", acceptance: "closed", next_at: null },
      reason: "cancelled-there",
      said: expect.stringContaining("Refund your customer") as string,
    });
    expect(await order.activity()).toContainEqual({
      kind: "orders.cancelled",
      tone: "critical",
      message: {
        code: "earlier-message",
        text: expect.stringContaining("request fulfilment in Shopify again") as string,
      },
    });
  });

  it("before it was accepted is turned down in the shop, and not taken for a new request", async () => {
    const order = await trackedOrder({ accepted: false });
    await take(order, { status: "rejected" });
    await order.ingestRequests();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closing" });
    await order.workOff();
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "OPEN", requestStatus: "REJECTED" },
    ]);
    await order.ingestRequests();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closed" });
    expect(await order.bought()).toHaveLength(1);
  });

  it.each(["cancelled", "rejected"] as const)(
    "and was %s is ordered again on a new request",
    async (status) => {
      const order = await trackedOrder({ accepted: false });
      await take(order, { status });
      await order.workOff();
      order.request(order.name);
      await order.ingestRequests();
      await order.workOff();
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
      expect(await order.bought()).toHaveLength(2);
    },
  );

  it("as the merchant wished is no bad news", async () => {
    const order = await trackedOrder();
    await query(databaseUrl, "update supplier_order set cancel_requested_at = now() where id = $1", [
      order.id,
    ]);
    await take(order, { status: "cancelled" });
    expect(await order.activity()).toContainEqual({
      kind: "orders.cancelled",
      tone: "info",
      message: { code: "earlier-message", text: expect.stringContaining("as you wished") as string },
    });
  });

  it("is closed in the shop later, where the shop does not answer at once", async () => {
    const order = await trackedOrder();
    await take(order, { status: "cancelled" });
    shopify.setFault("fulfillmentOrderClose", "502-after-commit");
    await order.workOff();
    expect(await order.row()).toMatchObject({ acceptance: "closing", reason: "outcome-unknown" });
    await order.workOff(later(60));
    expect(await order.row()).toMatchObject({ acceptance: "closed", reason: "cancelled-there" });
  });

  it("of which a part has left stays, its parcel is shown, and then the rest is closed in the shop", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    const { ledger } = wholesale.supplier;
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 1 }] });
    ledger.giveUp(order.number);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "partially_shipped", acceptance: "closing" });
    // The parcel is still to be shown, so nothing is closed yet.
    await order.workOff(later(10));
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ status: "IN_PROGRESS" }]);
    await order.push(20);
    await order.workOff(later(120));
    expect(order.shown()).toMatchObject([{ number: "A1", quantities: [1] }]);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
    expect(await order.row()).toMatchObject({ state: "partially_shipped", reason: "rest-cancelled" });
    await order.readUpdate(3600);
    expect((await kinds(order)).filter((kind) => kind === "orders.cancelled")).toHaveLength(1);
  });

  it("of which a part has left before the request was accepted is accepted first", async () => {
    const order = await trackedOrder({ lines: [[0, 2]], accepted: false });
    await take(order, { status: "cancelled", shipments: [{ id: "s1" as SupplierShipmentId, ...parcel }] });
    await query(
      databaseUrl,
      `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, next_at)
       values (gen_random_uuid(), $1, $2, 's1', '[]', 'due', now())`,
      [order.shop, order.id],
    );
    await order.workOff(later(10), 1);
    expect(order.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
    await order.push(20);
    expect(order.shown()).toMatchObject([{ quantities: [2] }]);
    await order.workOff(later(120));
    expect(await order.row()).toMatchObject({ state: "partially_shipped", acceptance: "closed" });
  });
});
