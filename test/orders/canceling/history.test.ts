import { describe, expect, it } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wholesale } from "../../support/world.ts";
import { restCanceledOrder, trackedOrder, type TrackedOrder } from "../tracking/testing.ts";
import { inside, requestedOrder, sellingShop } from "../shop-world.ts";

openQueue();

/** Returns the codes of the order's history, as its page shows it. */
async function historyOf(shop: ShopDomain, id: string): Promise<string[]> {
  const order = await findOrder(shop, id);
  if (order === null) throw new Error("There is no such order.");
  return timelineOf(order).map(({ message }) => message.code);
}

async function timesRequested({ shop, id }: TrackedOrder): Promise<number> {
  const codes = await historyOf(shop, id);
  return codes.filter((code) => code === "orders.history.cancellation-requested").length;
}

describe("a requested cancellation in an order's history", () => {
  it("is shown after the supplier canceled the rest of the order", async () => {
    const order = await restCanceledOrder();
    await order.processDue();
    expect(await order.row()).toMatchObject({ acceptance: "closed", reason: "rest-canceled" });
    expect(await timesRequested(order)).toBe(1);
  });

  it("is shown after the supplier rejected the order, and still after the merchant's new request", async () => {
    const order = await trackedOrder();
    await requestCancellation(order.shop, { orderId: order.id });
    wholesale.supplier.ledger.giveUp(order.number);
    await order.readUpdate();
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closed" });
    expect(await timesRequested(order)).toBe(1);
    order.request(order.name);
    await order.ingestRequests();
    expect(await timesRequested(order)).toBe(1);
  });

  it("is shown after the supplier rejected the cancellation", async () => {
    const order = await trackedOrder();
    await requestCancellation(order.shop, { orderId: order.id });
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines: true });
    await order.processDue();
    expect(await order.row()).toMatchObject({ reason: "not-canceled", cancel_requested_at: null });
    expect(await timesRequested(order)).toBe(1);
    expect((await historyOf(order.shop, order.id)).at(-1)).toBe("orders.reason.not-canceled");
  });
});

describe("the history of an order", () => {
  it("shows that the order was canceled before it was sent, and still does after a new request", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    const canceled = [
      "orders.history.requested",
      "orders.history.cancellation-requested",
      "orders.reason.canceled-unsent",
    ];
    expect(await historyOf(world.shop, order.id)).toEqual(canceled);
    // Shopify tells the time of a request in whole seconds.
    await timePasses(world.shop, 2);
    world.request(order.name);
    await world.ingestRequests();
    expect((await order.row()).state).toBe("ready");
    expect(await historyOf(world.shop, order.id)).toEqual([...canceled, "orders.history.requested"]);
  });

  it("shows that the merchant canceled the request in Shopify before the order was sent", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    const [request] = inside(world, order.name).fulfillmentOrders;
    Object.assign(request!, { status: "CANCELLED", requestStatus: "UNSUBMITTED" });
    await order.process(3700);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone" });
    expect(await historyOf(world.shop, order.id)).toEqual(["orders.history.requested", "orders.reason.gone"]);
  });

  it("shows that the order was delivered", async () => {
    const order = await trackedOrder();
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines: true });
    await order.readUpdate();
    wholesale.supplier.ledger.deliver(order.number);
    await order.readUpdate(86_400);
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect((await historyOf(order.shop, order.id)).at(-1)).toBe("orders.state.delivered");
  });
});
