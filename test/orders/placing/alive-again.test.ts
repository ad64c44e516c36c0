/** An order of ours that ended, and that the supplier has taken up again when the merchant requests fulfillment once more. */
import { beforeEach, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered, confirmOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import { pressRetry, reconcileNow, versionOf } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";
import { pageOf } from "../updates/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

let order: TrackedOrder;
beforeEach(async () => {
  order = await trackedOrder({ accepted: false });
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "canceled" });
  // Shopify shows times to the second: the next request is newer.
  await timePasses(order.shop, 2);
});

/** The merchant requests fulfillment once more. */
async function requestAgain(): Promise<void> {
  order.request(order.name);
  await order.ingestRequests();
  await order.processDue();
}

async function latestAttempt() {
  const [attempt] = await query<{ id: string }>(
    databaseUrl,
    "select id from order_attempt where order_id = $1 order by generation desc, turn desc limit 1",
    [order.id],
  );
  return { shop: order.shop, orderId: order.id, attemptId: attempt!.id };
}

it.each([true, false])(
  "leaves a new request to a person if the supplier has reopened the canceled order (lookup by reference: %s)",
  async (offered) => {
    offering({ findOrderByReference: offered });
    const { reference } = ledger.restate(order.number, { status: "processing" });
    await requestAgain();
    expect(await order.bought()).toHaveLength(1);
    const params = { number: order.number, reference };
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "found-for-earlier-request",
      reason_params: params,
    });
  },
);

it("places and tracks a reopened order under its number once the merchant confirms the number", async () => {
  ledger.restate(order.number, { status: "processing" });
  await requestAgain();
  const typed = { number: order.number as SupplierOrderId, certain: false };
  expect(await confirmOrdered(await latestAttempt(), typed)).toEqual({ kind: "confirmed" });
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.number });
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
  await order.follow(3600);
  expect(await order.row()).toMatchObject({ state: "shipped", reason: null });
  expect(await order.bought()).toHaveLength(1);
});

it("buys a new order next to the reopened one once the merchant has answered “not ordered” twice", async () => {
  ledger.restate(order.number, { status: "processing" });
  await requestAgain();
  await timePasses(order.shop, 200);
  const id = await latestAttempt();
  expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "stands", number: order.number });
  expect(await confirmNotOrdered(id, { certain: "stands" })).toEqual({ kind: "confirmed" });
  await order.processLater(60);
  expect(await order.row()).toMatchObject({ state: "placed" });
  expect(await order.bought()).toHaveLength(2);
});

it("buys an order again without a question if the supplier's order has stayed canceled", async () => {
  await requestAgain();
  expect(await order.row()).toMatchObject({ state: "placed" });
  expect((await order.bought()).map(({ status }) => status)).toEqual(["cancelled", "received"]);
});

it("does not let the merchant end a doubt with the number of an order that the supplier has canceled", async () => {
  wholesale.setFault("placeOrder", "500", 1);
  await requestAgain();
  expect(await order.row()).toMatchObject({ state: "in_doubt" });
  const typed = { number: order.number as SupplierOrderId, certain: true };
  expect(await confirmOrdered(await latestAttempt(), typed)).toMatchObject({ kind: "contradicted" });
});

it("reports a second time that the supplier has reopened the order once the merchant requests it again, and holds the new request", async () => {
  ledger.restate(order.number, { status: "processing" });
  await reconcileNow(order);
  order.request(order.name);
  await order.ingestRequests();
  await query(databaseUrl, "update supplier_order set due_at = now() + interval '1 hour' where id = $1", [
    order.id,
  ]);
  await reconcileNow(order);
  const mismatches = (await order.activity()).filter(({ kind }) => kind === "orders.mismatch");
  expect(mismatches.map(({ message }) => message.code)).toEqual([
    "orders.mismatch.closed-locally",
    "orders.mismatch.pending-locally",
  ]);
  expect(await order.row()).toMatchObject({
    state: "held",
    reason: "already-at-supplier",
    reason_params: { number: order.number },
    due_at: null,
  });
  const page = await pageOf(order);
  expect(page.text).toContain(order.number);
  expect(page.can).toMatchObject({ retry: true, cancel: { code: "orders.cancel.unsent-again" } });
  expect(await versionOf(order.id)).toBe(page.version);
  await order.processLater(86_400);
  expect(await order.row()).toMatchObject({ state: "held", reason: "already-at-supplier" });
  await pressRetry(order.shop, order.id);
  await order.processDue();
  expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "found-for-earlier-request" });
  expect(await order.bought()).toHaveLength(1);
});
