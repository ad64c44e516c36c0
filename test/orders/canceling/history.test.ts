import { describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { restCanceledOrder, trackedOrder, type TrackedOrder } from "../tracking/testing.ts";
import { pressRetry } from "../shop-world.ts";

openQueue();

async function timesRequested({ shop, id }: TrackedOrder): Promise<number> {
  const order = await findOrder(shop, id);
  if (order === null) throw new Error("There is no such order.");
  const codes = timelineOf(order).map(({ message }) => message.code);
  return codes.filter((code) => code === "orders.history.cancellation-requested").length;
}

describe("the requested cancellation in an order's history", () => {
  it("is shown after the supplier canceled the rest", async () => {
    const order = await restCanceledOrder();
    await order.processDue();
    expect(await order.row()).toMatchObject({ acceptance: "closed", reason: "rest-canceled" });
    expect(await timesRequested(order)).toBe(1);
  });

  it("is shown after the supplier rejected the order meanwhile, and after it is sent again", async () => {
    const order = await trackedOrder();
    await requestCancellation(order.shop, { orderId: order.id });
    wholesale.supplier.ledger.giveUp(order.number);
    await order.readUpdate();
    await order.processDue();
    expect(await order.row()).toMatchObject({ state: "rejected", acceptance: "closed" });
    expect(await timesRequested(order)).toBe(1);
    await pressRetry(order.shop, order.id);
    expect(await timesRequested(order)).toBe(1);
  });

  it("is shown after the supplier rejected the cancellation", async () => {
    const order = await trackedOrder();
    await requestCancellation(order.shop, { orderId: order.id });
    wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines: true });
    await order.processDue();
    expect(await order.row()).toMatchObject({ reason: "not-canceled", cancel_requested_at: null });
    expect(await timesRequested(order)).toBe(1);
  });
});
