/** A duplicate stays known until one of the two orders has ended, even if other reasons replace it. */
import { beforeAll, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { cancelAtSupplier, endCanceled } from "../../../app/orders/canceling/cancel-order.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { recordUpdateProblem } from "../../../app/orders/updates/apply-update.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { trackedOrder } from "../tracking/testing.ts";
import { whileOffering } from "../offering.ts";
import {
  inside,
  reconcileNow,
  requestedOrder,
  type RequestedOrder,
  type SellingShop,
  sellingShop,
  versionOf,
} from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

/** Placed, and accepted in the shop. */
async function placed(): Promise<RequestedOrder> {
  const order = await requestedOrder(world);
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  return order;
}

/** The same, and the comparison has found a second one. */
async function placedTwice() {
  const order = await placed();
  const [first] = order.bought();
  const second = ledger.place(first!);
  await reconcileNow(world);
  expect(await order.row()).toMatchObject({ reason: "duplicate-at-supplier" });
  return { order, first: first!.id, second: second.id };
}

async function acknowledge({ shop }: Pick<SellingShop, "shop">, orderId: string): Promise<void> {
  const seen = { orderId, version: await versionOf(orderId), reason: "duplicate-at-supplier" };
  expect(await acknowledgeOrder(shop, seen)).toBe(true);
}

/** Later reasons, which replace it. */
const overwritten: [reason: string, (order: RequestedOrder) => Promise<unknown>][] = [
  [
    "changed-in-shop",
    async ({ id, name }) => {
      await acknowledge(world, id);
      shopify.merchant.changeAddress(name, { address1: "Neue Straße 1" }, world.shop);
      await reconcileNow(world);
    },
  ],
  [
    "update-differs",
    ({ id: orderId }) =>
      inShop(world.shop, (tx, now) =>
        recordUpdateProblem(tx, { shop: world.shop, orderId, problem: { code: "update-differs" }, now }),
      ),
  ],
  [
    "not-canceled",
    async (order) => {
      await requestCancellation(world.shop, { orderId: order.id });
      await whileOffering({ cancelOrder: false }, () => order.process());
    },
  ],
];

async function cancellationOf({ id }: RequestedOrder) {
  const found = await findOrder(world.shop, id);
  return toShown(found!, { connected: true }).can.cancel;
}

describe("an order that exists twice at the supplier", () => {
  it.each(overwritten)(
    "is canceled under both numbers, even if its reason has changed to %s",
    async (reason, overwrite) => {
      const { order, second } = await placedTwice();
      await overwrite(order);
      expect(await order.row()).toMatchObject({ state: "placed", reason });
      await requestCancellation(world.shop, { orderId: order.id });
      await order.process();
      expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second });
      await order.process();
      expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
      expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled" });
    },
  );

  it.each(overwritten)(
    "offers the merchant to cancel both numbers, even if its reason has changed to %s",
    async (_, overwrite) => {
      const { order, first, second } = await placedTwice();
      await overwrite(order);
      expect(await cancellationOf(order)).toEqual({
        code: "orders.cancel.one-of-two",
        number: first,
        other: second,
      });
    },
  );

  it("is canceled under both numbers, even if the merchant has acknowledged the duplicate", async () => {
    const { order, first, second } = await placedTwice();
    await acknowledge(world, order.id);
    expect(await cancellationOf(order)).toMatchObject({ number: first, other: second });
    await requestCancellation(world.shop, { orderId: order.id });
    for (let count = 0; count < 2; count += 1) await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("is canceled under both numbers if the comparison finds the second order during the cancellation", async () => {
    const order = await placed();
    await requestCancellation(world.shop, { orderId: order.id });
    const claimed = await claimOrder(world.shop, order.id);
    const second = ledger.place(order.bought()[0]!);
    await reconcileNow(world);
    await cancelAtSupplier(claimed!, null);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("is canceled under both numbers, even if the second order was already reported as a mismatch", async () => {
    const order = await placed();
    const second = ledger.place(order.bought()[0]!);
    await query(
      databaseUrl,
      "insert into recorded_mismatch (shop, subject, recorded_at) values ($1, $2, now())",
      [world.shop, `supplier:${second.id}`],
    );
    await reconcileNow(world);
    expect(await cancellationOf(order)).toMatchObject({ other: second.id });
    await requestCancellation(world.shop, { orderId: order.id });
    for (let count = 0; count < 2; count += 1) await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("is tracked under its second number once the first order has ended, even if its reason has changed", async () => {
    const order = await trackedOrder();
    const second = ledger.place(ledger.get(order.number));
    await reconcileNow(order);
    await acknowledge(order, order.id);
    shopify.merchant.changeAddress(order.name, { address1: "Neue Straße 1" }, order.shop);
    // Not just now, or it would be compared once more anyway.
    inside(order, order.name).updatedAt = new Date(Date.now() - 3_600_000);
    await reconcileNow(order);
    expect(await order.row()).toMatchObject({ reason: "changed-in-shop" });
    ledger.giveUp(order.number);
    await order.readUpdate();
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id, reason: null });
    await reconcileNow(order);
    expect(await order.row()).toMatchObject({
      reason: "changed-in-shop",
      reason_params: { number: second.id },
    });
    ledger.giveUp(second.id);
    await order.readUpdate(3600);
    expect(await order.row()).toMatchObject({ state: "rejected", reason: "rejected-at-supplier" });
  });

  it("is canceled under its only number once the second order has ended", async () => {
    const { order, first, second } = await placedTwice();
    ledger.giveUp(second);
    await reconcileNow(world);
    expect(await cancellationOf(order)).toEqual({ code: "orders.cancel.placed", number: first });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", supplier_order_id: first });
  });

  it("has its second order canceled, even if the first order has shipped", async () => {
    const { order, first, second } = await placedTwice();
    ledger.ship(first, { carrier: "DHL", trackingNumber: "A1" });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["shipped", "cancelled"]);
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: first,
      second_supplier_order_id: null,
      reason: "not-canceled",
    });
    expect(ledger.get(second).status).toBe("cancelled");
  });

  it("is reported with both numbers if neither can be canceled", async () => {
    const { order, first, second } = await placedTwice();
    for (const each of [first, second]) ledger.ship(each, { carrier: "DHL", trackingNumber: "A1" });
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({
      reason: "not-canceled",
      second_supplier_order_id: second,
      reason_params: {
        explanation: {
          code: "orders.not-canceled.both",
          first: { number: first },
          second: { number: second },
        },
      },
    });
  });

  it.each(["canceled", "rejected"])(
    "cannot be stored as %s while its second number is stored",
    async (state) => {
      const { order } = await placedTwice();
      await expect(
        query(databaseUrl, "update supplier_order set state = $2 where id = $1", [order.id, state]),
      ).rejects.toThrow("supplier_order_ended_has_no_second");
    },
  );

  it("is canceled under both numbers if the comparison finds the second order while we answer the request in Shopify", async () => {
    const order = await placed();
    await requestCancellation(world.shop, { orderId: order.id });
    const claimed = await claimOrder(world.shop, order.id);
    const second = ledger.place(order.bought()[0]!);
    ledger.cancel(order.bought()[0]!.id);
    await reconcileNow(world);
    const reason = { code: "canceled", number: claimed!.supplierOrderId! } as const;
    await endCanceled(claimed!, { reason, closes: false });
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("is canceled under both numbers if the merchant cancels while the order waits to be sent again", async () => {
    const order = await placed();
    const [first] = order.bought();
    const second = ledger.place(first!);
    ledger.cancel(first!.id);
    await query(
      databaseUrl,
      `update supplier_order set state = 'held', reason = 'unpaid', acceptance = null, due_at = date_trunc('milliseconds', now()),
         second_supplier_order_id = $2, cancel_requested_at = now() where id = $1`,
      [order.id, second.id],
    );
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: second.id });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });
});
