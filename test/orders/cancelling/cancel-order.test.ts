import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { eraseOrders } from "../../../app/orders/erase-orders.server.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { requestCancellation } from "../../../app/orders/cancelling/request-cancellation.server.ts";
import { suspendOrders } from "../../../app/orders/suspend-orders.server.ts";
import { wakeOrders } from "../../../app/orders/wake-orders.server.ts";
import { processOrder } from "../../../app/orders/process-order.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import type { FulfillmentOrder } from "../../../app/shop/fulfillment-order.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { after, aRequest, bought, connectedShop, now, reading, rowOf } from "../testing.ts";

let shop: ShopDomain;

beforeAll(async () => {
  await startQueue(jobHandlers);
  shop = await connectedShop();
});
afterAll(stopQueue);
afterEach(() => {
  for (const operation of ["placeOrder", "cancelOrder"] as const) wholesale.setFault(operation, "500", 0);
});

async function opened(asked: FulfillmentOrder, inThe = shop) {
  const { id: fulfillmentOrderId, shopOrderId, orderName } = asked;
  await openOrder(inThe, { fulfillmentOrderId, shopOrderId, orderName }, now);
  const { id } = await rowOf(inThe, asked);
  const workOff = (at = now, says: FulfillmentOrder | null = asked) =>
    processOrder(
      { shop: inThe, orderId: id },
      { clock: () => at, read: () => Promise.resolve(reading(says)) },
    );
  return { id, workOff };
}

/** Placed at the supplier, and accepted in the shop. */
async function placed(asked: FulfillmentOrder) {
  const order = await opened(asked);
  await order.workOff();
  await order.workOff(after(1), { ...asked, request: "accepted" });
  expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", acceptance: "accepted", next_at: null });
  return order;
}

describe("a request that is taken back while the supplier takes the order", () => {
  it.each<[string, Partial<FulfillmentOrder> | null]>([
    ["not there any more", null],
    ["unsubmitted", { request: "unsubmitted" }],
    ["cancelled", { status: "cancelled", request: "closed" }],
  ])("(%s) has the order cancelled at the supplier, and says so", async (_, change) => {
    const asked = aRequest();
    const { workOff } = await opened(asked);
    await workOff();
    const gone = change && { ...asked, ...change };
    await workOff(after(1), gone);
    const row = await rowOf(shop, asked);
    expect(row).toMatchObject({ state: "placed", acceptance: "gone", reason: "request-gone" });
    expect(row.said).toMatch(/taken back/);
    await workOff(after(2), gone);
    expect(bought(asked).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled", next_at: null });
  });
});

describe("a wish to cancel", () => {
  it("cancels a placed order at the supplier, once, however often it is wished", async () => {
    const asked = aRequest({ request: "accepted" });
    const { id, workOff } = await placed(asked);
    const wishes = await Promise.all(
      [1, 2, 3].map(() => requestCancellation(shop, { orderId: id, now: after(5) })),
    );
    expect(wishes.filter(Boolean)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => workOff(after(5))));
    expect(bought(asked).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled" });
  });

  it("that comes too late leaves the order where it is, and says so", async () => {
    const asked = aRequest({ request: "accepted" });
    const { id, workOff } = await placed(asked);
    wholesale.supplier.ledger.ship(bought(asked)[0]!.id, { carrier: "DHL", trackingNumber: "1" });
    await requestCancellation(shop, { orderId: id, now: after(5) });
    await workOff(after(5));
    const row = await rowOf(shop, asked);
    expect(row).toMatchObject({ state: "placed", reason: "not-cancelled", next_at: null });
    expect(row.said).toContain("shipped");
  });

  it("during a running attempt waits for its outcome, and changes nothing of it", async () => {
    const asked = aRequest();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    const { id, workOff } = await opened(asked);
    await workOff();
    await requestCancellation(shop, { orderId: id, now: after(1) });
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    await workOff(after(2));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed" });
    await workOff(after(3), null);
    expect(bought(asked).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled" });
  });

  it("whose answer is unclear is asked again, until the supplier has said what holds", async () => {
    const asked = aRequest({ request: "accepted" });
    const { id, workOff } = await placed(asked);
    await requestCancellation(shop, { orderId: id, now: after(5) });
    wholesale.setFault("cancelOrder", "500", 1);
    await workOff(after(5));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed", reason: "outcome-unknown" });
    await workOff(after(60));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled" });
  });

  it("before anything was sent ends the order without asking the supplier", async () => {
    const asked = aRequest({ paid: false });
    const { id, workOff } = await opened(asked);
    await workOff();
    await requestCancellation(shop, { orderId: id, now: after(5) });
    await workOff(after(5), { ...asked, request: "rejected" });
    expect(bought(asked)).toEqual([]);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled", reason: "cancelled" });
  });
});

describe("a shop that goes", () => {
  it("has nothing ordered any more, and goes on after it came back", async () => {
    const other = await connectedShop();
    const asked = aRequest();
    const { workOff } = await opened(asked, other);
    await suspendOrders(other);
    await workOff(after(9999));
    expect(bought(asked)).toEqual([]);
    await wakeOrders(other, after(9999));
    await workOff(after(9999));
    expect(bought(asked)).toHaveLength(1);
  });

  it("is forgotten, and no other shop", async () => {
    const other = await connectedShop();
    const [theirs, ours] = [aRequest(), aRequest()];
    await (await opened(theirs, other)).workOff();
    await (await opened(ours)).workOff();
    await eraseOrders(other);
    for (const table of [
      "supplier_order",
      "supplier_order_line",
      "shop_order_line",
      "order_attempt",
      "ordering_settings",
    ]) {
      expect(await query(databaseUrl, `select from ${table} where shop = $1`, [other])).toEqual([]);
      expect(await query(databaseUrl, `select from ${table} where shop = $1`, [shop])).not.toEqual([]);
    }
  });
});
