import { describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { processClaimed } from "../../../app/orders/placing/process-order.server.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { wakeAllOrders, wakeOrders } from "../../../app/orders/store/wake-orders.server.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { restCanceledOrder, trackedOrder } from "../tracking/testing.ts";

openQueue();

it("closes an accepted request in Shopify after the merchant cancels in the app, and orders again on a new request", async () => {
  const order = await trackedOrder();
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  expect(await order.bought()).toMatchObject([{ status: "cancelled" }]);
  expect(await order.row()).toMatchObject({
    state: "canceled",
    acceptance: "closed",
    reason: "canceled",
    reason_params: { number: order.number },
  });
  expect(order.look(order.name).fulfillmentOrders).toMatchObject([
    { status: "INCOMPLETE", requestStatus: "CLOSED" },
  ]);
  // The merchant has it fulfilled after all: another request, another order.
  order.request(order.name);
  await order.ingestRequests();
  await order.processDue();
  expect((await order.rows()).map(({ state }) => state)).toEqual(["canceled", "placed"]);
});

it("clears the reason of a failed acceptance once a second try succeeds", async () => {
  const order = await trackedOrder({ accepted: false });
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502");
  await order.processDue();
  expect(await order.row()).toMatchObject({ acceptance: "due", reason: "shop-outcome-unknown" });
  await order.processLater(60);
  expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null, reason_params: null });
});

it("records one cancellation if the app cancels an order and reads the supplier's update at the same moment", async () => {
  const order = await trackedOrder();
  shopify.merchant.cancelFulfillment(order.name, order.shop);
  await order.ingestRequests();
  await Promise.all([order.processDue(), order.readUpdate()]);
  await order.readUpdate(60);
  await order.processLater(300);
  expect(await order.row()).toMatchObject({ state: "canceled", due_at: null });
  expect(order.look(order.name).fulfillmentOrders).toMatchObject([
    { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" },
    { status: "OPEN", requestStatus: "UNSUBMITTED" },
  ]);
  expect((await order.activity()).filter(({ kind }) => kind === "orders.canceled")).toHaveLength(1);
});

describe("a partly shipped order whose rest the supplier has canceled", () => {
  const wakeUps = {
    "of its shop": (shop: ShopDomain) => wakeOrders(shop, "products-linked"),
    "of all shops": () => wakeAllOrders("supplier-back"),
  };

  it.each(Object.entries(wakeUps))(
    "gets no second cancellation if a wake-up %s arrives while its request is being closed",
    async (_, wakeUp) => {
      const order = await restCanceledOrder();
      const claimed = await claimOrder(order.shop, order.id);
      if (claimed === null) throw new Error("The order is not due.");
      await wakeUp(order.shop);
      await processClaimed(claimed);
      await order.processDue();
      expect(await order.row()).toMatchObject({
        state: "partially_shipped",
        acceptance: "closed",
        reason: "rest-canceled",
        due_at: null,
      });
      expect((await order.activity()).map(({ kind }) => kind)).not.toContain("orders.not-canceled");
    },
  );
});
