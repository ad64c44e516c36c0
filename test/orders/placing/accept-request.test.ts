import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { log } from "../../../app/lib/telemetry/log.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { reviewRequest } from "../../../app/orders/ingest/review-request.server.ts";
import { acceptPlaced } from "../../../app/orders/placing/accept-request.server.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { pushShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { rejectFulfillment } from "../../../app/shop/orders/request-answers.server.ts";
import { simulated } from "../../support/installed-shop.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  inside,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  whileNotAccepting,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

it("cancels a placed order if its request has moved to another location", async () => {
  const order = await requestedOrder(world);
  await order.place();
  expect(order.bought()).toHaveLength(1);
  const own = simulated(world.shop).locations.find(({ service }) => service === null)!;
  for (const each of inside(world, order.name).fulfillmentOrders) each.location = own;
  await order.process();
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  expect(world.look(order.name).fulfillmentOrders.map(({ requestStatus }) => requestStatus)).not.toContain(
    "ACCEPTED",
  );
  await order.process();
  expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
});

describe("a request that a lagging replica does not show yet", () => {
  it("is accepted once the replica shows the request", async () => {
    const order = await requestedOrder(world);
    await order.place();
    const [request] = inside(world, order.name).fulfillmentOrders;
    request!.requestStatus = "UNSUBMITTED";
    for (const later of [0, 15, 70]) await order.process(later);
    expect(await order.row()).toMatchObject({ acceptance: "due", reason: null, cancel_requested_at: null });
    request!.requestStatus = "SUBMITTED";
    await order.process(70);
    expect(await order.row()).toMatchObject({ acceptance: "accepted", due_at: null, not_shown_since: null });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
  });

  it("counts as gone after ten minutes, and its order is canceled with the supplier", async () => {
    const order = await requestedOrder(world);
    await order.place();
    inside(world, order.name).fulfillmentOrders[0]!.requestStatus = "UNSUBMITTED";
    for (const later of [0, 700]) await order.process(later);
    expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("is closed once the shop shows the request, if the merchant has canceled the order in the app", async () => {
    const order = await requestedOrder(world);
    for (let step = 0; step < 2; step += 1) await order.process();
    const [request] = inside(world, order.name).fulfillmentOrders;
    request!.requestStatus = "UNSUBMITTED";
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    for (const later of [0, 15]) await order.process(later);
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
    request!.requestStatus = "ACCEPTED";
    await order.process(70);
    expect(await order.row()).toMatchObject({ state: "canceled", acceptance: "closed" });
    expect(world.look(order.name).fulfillmentOrders[0]).not.toMatchObject({ requestStatus: "ACCEPTED" });
  });
});

describe("a request that a late rejection of ours reaches after the order was placed", () => {
  const rejectLate = ({ fulfillmentOrderId: id }: RequestedOrder) =>
    rejectFulfillment(world.shop, { id, reason: "OTHER", message: "Out of stock", lines: [] });

  it("is submitted again and accepted", async () => {
    const order = await requestedOrder(world);
    await order.place();
    await rejectLate(order);
    wholesale.setFault("getOrder", "html", 1);
    for (const later of [0, 60, 0]) await order.process(later);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted", reason: null });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
  });

  it("stays rejected, and ends our order, if the supplier's order has ended", async () => {
    const order = await requestedOrder(world);
    await order.place();
    await rejectLate(order);
    wholesale.supplier.ledger.cancel(order.bought()[0]!.id);
    for (const later of [0, 60, 0]) await order.process(later);
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(world.look(order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
  });

  it("is submitted again later if Shopify fails at first", async () => {
    const order = await requestedOrder(world);
    await order.place();
    await rejectLate(order);
    shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
    for (const later of [3700, 0]) await order.process(later);
    expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
  });
});

it("accepts a request that the shop briefly did not show", async () => {
  const order = await requestedOrder(world);
  await order.place();
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  expect(await order.row()).toMatchObject({ acceptance: "due", reason: null, cancel_requested_at: null });
  inShop.fulfillmentOrders = shown;
  await order.process(15);
  expect(await order.row()).toMatchObject({ acceptance: "accepted", due_at: null });
  expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
});

describe("a request that the shop does not show", () => {
  it("counts as gone after ten minutes, even if we read it often, and has its order canceled", async () => {
    const order = await requestedOrder(world);
    await order.place();
    inside(world, order.name).fulfillmentOrders = [];
    // Webhooks make it due at once.
    for (let look = 0; look < 5; look += 1) {
      await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      await order.process();
      expect(await order.row()).toMatchObject({ acceptance: "due", cancel_requested_at: null });
    }
    await order.process(500);
    expect(await order.row()).toMatchObject({ acceptance: "due" });
    await order.process(120);
    expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("keeps its order after one empty reply that follows hours of failures", async () => {
    const order = await requestedOrder(world);
    await order.place();
    for (let failure = 0; failure < 5; failure += 1) {
      shopify.setFault("fulfillmentOrder\\(", "502", 3);
      await order.process(3700);
    }
    shopify.setFault("fulfillmentOrder\\(", "502", 0);
    inside(world, order.name).fulfillmentOrders = [];
    await order.process(3700);
    expect(await order.row()).toMatchObject({ acceptance: "due", cancel_requested_at: null });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
  });

  it("keeps its order if the shop showed the request between two empty replies", async () => {
    const order = await requestedOrder(world);
    await order.place();
    const inShop = inside(world, order.name);
    const shown = inShop.fulfillmentOrders;
    inShop.fulfillmentOrders = [];
    await order.process();
    inShop.fulfillmentOrders = shown;
    shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 3);
    await order.process(3700);
    shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 0);
    inShop.fulfillmentOrders = [];
    await order.process(3700);
    expect(await order.row()).toMatchObject({ acceptance: "due", cancel_requested_at: null });
  });

  it("is accepted if the shop shows the request again right before the order would be canceled", async () => {
    const order = await goneOrder();
    await order.process();
    expect(await order.row()).toMatchObject({ acceptance: "due", reason: null, cancel_requested_at: null });
    await order.process();
    expect(await order.row()).toMatchObject({ acceptance: "accepted", due_at: null });
    expect(order.bought().map(({ status }) => status)).toEqual(["received"]);
  });

  it("has its order canceled if the customer's order is canceled, even if the request appears again", async () => {
    const order = await goneOrder();
    inside(world, order.name).cancelledAt = new Date();
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("has its order canceled if the merchant cancels the order, even if the request appears again", async () => {
    const order = await goneOrder({ isBack: false });
    wholesale.setFault("cancelOrder", "422", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "gone", reason: "not-canceled" });
    order.showAgain();
    expect(await requestCancellation(world.shop, { orderId: order.id })).toBe(true);
    await order.process();
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it.each(["a webhook", "the package"])(
    "is accepted once %s finds the request again, and the shipped order gets its tracking",
    async (finder) => {
      const order = await requestedOrder(world);
      await order.place();
      const inShop = inside(world, order.name);
      const shown = inShop.fulfillmentOrders;
      inShop.fulfillmentOrders = [];
      await order.process();
      await order.process(700);
      wholesale.supplier.ledger.ship(order.bought()[0]!.id, { carrier: "DHL", trackingNumber: "JD014" });
      await order.process();
      expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "not-canceled" });
      inShop.fulfillmentOrders = shown;
      if (finder === "a webhook") await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      await timePasses(world.shop, 3700);
      await readUpdate({ shop: world.shop, orderId: order.id });
      await pushShipments({ shop: world.shop, orderId: order.id });
      await order.process();
      await timePasses(world.shop, 60);
      await pushShipments({ shop: world.shop, orderId: order.id });
      expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "accepted" });
      const tracking = world.look(order.name).fulfillments.flatMap((each) => each.tracking);
      expect(tracking.map(({ number }) => number)).toEqual(["JD014"]);
    },
  );
});

/** The shop has not shown the request for ten minutes, and shows it again before the order is canceled, or later. */
async function goneOrder({ isBack = true } = {}): Promise<RequestedOrder & { showAgain: () => void }> {
  const order = await requestedOrder(world);
  await order.place();
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await order.process();
  await order.process(700);
  expect(await order.row()).toMatchObject({ acceptance: "gone", reason: "request-gone" });
  const showAgain = () => {
    inShop.fulfillmentOrders = shown;
  };
  if (isBack) showAgain();
  return { ...order, showAgain };
}

describe("acceptPlaced", () => {
  /** A placed order that a worker is about to accept, while its update is due. */
  async function placedOrder() {
    const order = await requestedOrder(world);
    await order.place();
    await timePasses(world.shop, 3600);
    const claimed = await claimOrder(world.shop, order.id);
    if (claimed === null) throw new Error("The order is not due.");
    return { order, claimed };
  }

  /** The supplier ships the order, and the update is applied. */
  async function ship(order: RequestedOrder): Promise<void> {
    wholesale.supplier.ledger.ship(order.bought()[0]?.id ?? "", { carrier: "DHL", trackingNumber: "1" });
    await readUpdate({ shop: world.shop, orderId: order.id });
    expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "due" });
  }

  it("stores the acceptance even if an update has changed the order's state meanwhile", async () => {
    const { order, claimed } = await placedOrder();
    await ship(order);
    await acceptPlaced(claimed);
    const released = { due_at: null, leased_until: null };
    expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "accepted", ...released });
  });

  it("makes the order due at once if Shopify fails, even if an update has changed the order's state meanwhile", async () => {
    const { order, claimed } = await placedOrder();
    await ship(order);
    await whileNotAccepting(() => acceptPlaced(claimed));
    await order.process();
    expect(await order.row()).toMatchObject({ state: "shipped", acceptance: "accepted" });
  });

  it("stores and logs nothing after its lease ends, so that the next worker records the acceptance", async () => {
    const { order, claimed } = await placedOrder();
    await query(databaseUrl, "update supplier_order set leased_until = null where id = $1", [order.id]);
    const logged = vi.spyOn(log, "info");
    onTestFinished(() => logged.mockRestore());
    const accepted = expect.arrayContaining(["orders.accepted"]) as unknown[];
    await acceptPlaced(claimed);
    expect(await order.row()).toMatchObject({ acceptance: "due" });
    expect(logged.mock.calls).not.toContainEqual(accepted);
    await order.process();
    expect(await order.row()).toMatchObject({ acceptance: "accepted", due_at: null });
    expect(logged.mock.calls).toContainEqual(accepted);
  });
});
