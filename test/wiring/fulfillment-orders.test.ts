/** Webhooks about changed fulfillment orders, and their effect on an order. */

import { describe, expect, it, vi } from "vitest";

import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { pollRequests } from "../../app/orders/ingest/poll-requests.server.ts";
import { requestPaidOrders } from "../../app/orders/ingest/request-paid-orders.server.ts";
import type { Topic } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import {
  type RequestedOrder,
  requestedOrder,
  inside,
  type SellingShop,
  sellingShop,
} from "../orders/shop-world.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { unsettledWarnings } from "../support/unsettled-warnings.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";

openQueue();

const tokens = vi.spyOn(shopify.tokens, "find");

/** Returns the number of requests that the shop received for it. */
async function hear({ shop }: SellingShop, event: string, subjectId: string | undefined): Promise<number> {
  const topic = `fulfillment_orders/${event}` as Topic;
  const before = tokens.mock.calls.length;
  await handleWebhook(topic, { shop, subjectId: subjectId ?? null });
  return tokens.mock.calls.length - before;
}

async function automatic(world: SellingShop, secondsAgo = 60): Promise<void> {
  await query(
    databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since)
     values ($1, $1, now() - make_interval(secs => $2))
     on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
    [world.shop, secondsAgo],
  );
}

function first(world: SellingShop, name: string) {
  return world.look(name).fulfillmentOrders[0];
}

async function placed(world: SellingShop): Promise<RequestedOrder> {
  const order = await requestedOrder(world);
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  return order;
}

describe("an order that is routed after its payment was announced", () => {
  it("is requested once Shopify has routed it, with automatic ordering on", async () => {
    const world = await sellingShop();
    await automatic(world);
    const { name, id } = world.order({ routed: false });
    await handleWebhook("orders/paid", { shop: world.shop, subjectId: id, triggeredAt: new Date() });
    expect(world.look(name).fulfillmentOrders).toEqual([]);
    shopify.merchant.routeOrder(name, world.shop);
    await hear(world, "order_routing_complete", first(world, name)?.id);
    expect(first(world, name)).toMatchObject({ requestStatus: "ACCEPTED" });
    await world.processDue();
    expect(await world.bought()).toHaveLength(1);
  });

  it("is left alone without a request to the shop if automatic ordering is off", async () => {
    const world = await sellingShop();
    const { name } = world.order();
    expect(await hear(world, "order_routing_complete", first(world, name)?.id)).toBe(0);
    expect(first(world, name)).toMatchObject({ requestStatus: "UNSUBMITTED" });
  });

  it("is left alone if it is older than automatic ordering, or not paid", async () => {
    const world = await sellingShop();
    await automatic(world, 60);
    const old = world.order();
    inside(world, old.name).createdAt = new Date(Date.now() - 3_600_000);
    const unpaid = world.order({ paid: false });
    for (const { name } of [old, unpaid]) {
      await hear(world, "order_routing_complete", first(world, name)?.id);
      expect(first(world, name)).toMatchObject({ requestStatus: "UNSUBMITTED" });
    }
  });
});

describe("a part of an order that is scheduled for later", () => {
  const DAYS = 86_400_000;

  /** An order of a prepaid subscription whose next delivery is due this many days after it was placed. */
  function scheduled(world: SellingShop, days: number): string {
    const { name } = world.order();
    shopify.merchant.scheduleFulfillment(name, new Date(), world.shop);
    Object.assign(inside(world, name), { createdAt: new Date(Date.now() - days * DAYS) });
    return name;
  }

  async function told(world: SellingShop): Promise<unknown[]> {
    const { entries } = await listActivity(world.shop, { place: null });
    return entries
      .map(({ message }) => message)
      .filter(({ code }) => code.startsWith("orders.activity.request"));
  }

  it("is requested once it opens, and not before, with automatic ordering on", async () => {
    const world = await sellingShop();
    await automatic(world, 90 * 86_400);
    const name = scheduled(world, 30);
    await hear(world, "order_routing_complete", first(world, name)?.id);
    expect(first(world, name)).toMatchObject({ status: "SCHEDULED", requestStatus: "UNSUBMITTED" });
    shopify.merchant.openScheduled(name, world.shop);
    await hear(world, "scheduled_fulfillment_order_ready", first(world, name)?.id);
    expect(first(world, name)).toMatchObject({ requestStatus: "ACCEPTED" });
    await world.processDue();
    expect(await world.bought()).toHaveLength(1);
  });

  it("is reported once if Shopify no longer shows its old order", async () => {
    const world = await sellingShop();
    await automatic(world, 90 * 86_400);
    const [heard, polled] = [scheduled(world, 61), scheduled(world, 61)];
    for (const name of [heard, polled]) shopify.merchant.openScheduled(name, world.shop);
    await hear(world, "scheduled_fulfillment_order_ready", first(world, heard)?.id);
    for (const _ of [1, 2]) await requestPaidOrders(world.shop);
    expect(await told(world)).toEqual(
      [polled, heard].map((order) => ({ code: "orders.activity.request-hidden", order })),
    );
    expect(first(world, heard)).toMatchObject({ status: "OPEN", requestStatus: "UNSUBMITTED" });
  });

  it("has a warning while Shopify does not show its old order, until the merchant requests or cancels it", async () => {
    const world = await sellingShop();
    await automatic(world, 90 * 86_400);
    const [heard, polled] = [scheduled(world, 61), scheduled(world, 61)];
    for (const name of [heard, polled]) shopify.merchant.openScheduled(name, world.shop);
    await pollRequests();
    await hear(world, "scheduled_fulfillment_order_ready", first(world, heard)?.id);
    const codes = ["orders.activity.request-hidden", "orders.activity.request-hidden"];
    expect(await unsettledWarnings(world.shop)).toEqual(codes);
    shopify.merchant.requestFulfillment(heard, world.shop);
    await requestPaidOrders(world.shop);
    expect(await unsettledWarnings(world.shop)).toEqual(codes.slice(1));
    shopify.merchant.cancelOrder(polled, { force: true }, world.shop);
    await requestPaidOrders(world.shop);
    expect(await unsettledWarnings(world.shop)).toEqual([]);
  });

  it("is held if the merchant requests it although Shopify no longer shows its old order", async () => {
    const world = await sellingShop();
    const name = scheduled(world, 61);
    shopify.merchant.openScheduled(name, world.shop);
    shopify.merchant.requestFulfillment(name, world.shop);
    await hear(world, "fulfillment_request_submitted", first(world, name)?.id);
    await world.processDue();
    const rows = await query(databaseUrl, "select state, reason from supplier_order where shop = $1", [
      world.shop,
    ]);
    expect(rows).toMatchObject([{ state: "held", reason: "payment-not-shown" }]);
  });
});

describe("a hold in the shop", () => {
  it("keeps an order from being placed until the hold is released", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    Object.assign(inside(world, order.name).fulfillmentOrders[0]!, { status: "ON_HOLD" });
    expect(await hear(world, "placed_on_hold", order.fulfillmentOrderId)).toBe(0);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "on-hold" });
    Object.assign(inside(world, order.name).fulfillmentOrders[0]!, { status: "OPEN" });
    await hear(world, "hold_released", order.fulfillmentOrderId);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it("lets automatic ordering request the order once the hold is released", async () => {
    const world = await sellingShop();
    await automatic(world);
    const { name } = world.order();
    shopify.merchant.holdFulfillment(name, world.shop);
    await hear(world, "order_routing_complete", first(world, name)?.id);
    expect(first(world, name)).toMatchObject({ status: "ON_HOLD", requestStatus: "UNSUBMITTED" });
    shopify.merchant.releaseFulfillment(name, world.shop);
    await hear(world, "hold_released", first(world, name)?.id);
    expect(first(world, name)).toMatchObject({ requestStatus: "ACCEPTED" });
  });

  it("does not wake an order that the supplier has rejected and that waits for a person", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await query(
      databaseUrl,
      "update supplier_order set state = 'held', reason = 'rejected', leased_until = null, due_at = null where id = $1",
      [order.id],
    );
    for (const event of ["placed_on_hold", "hold_released", "split", "merged"])
      await hear(world, event, order.fulfillmentOrderId);
    expect(await order.row()).toMatchObject({ state: "held", due_at: null });
  });
});

describe("a canceled fulfillment order", () => {
  it("ends its order at once if the order is not placed yet", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await hear(world, "cancelled", order.fulfillmentOrderId);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone" });
    expect(order.bought()).toEqual([]);
  });

  it("is canceled with the supplier even if Shopify did not wait for our reply", async () => {
    const world = await sellingShop();
    const order = await placed(world);
    shopify.merchant.cancelOrder(order.name, { force: true }, world.shop);
    await hear(world, "cancelled", order.fulfillmentOrderId);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("is ignored if the shop does not show it as canceled", async () => {
    const world = await sellingShop();
    const order = await placed(world);
    for (const event of ["cancelled", "moved", "split", "merged", "placed_on_hold", "hold_released"])
      expect(await hear(world, event, order.fulfillmentOrderId), event).toBe(1);
    expect(await order.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
  });
});

it("ends an order whose fulfillment order is moved to another location", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  shopify.merchant.cancelFulfillment(order.name, world.shop);
  shopify.merchant.moveFulfillment(order.name, world.shop);
  await hear(world, "moved", order.fulfillmentOrderId);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone" });
});

it.each([
  "cancelled",
  "hold_released",
  "merged",
  "moved",
  "order_routing_complete",
  "placed_on_hold",
  "split",
])("makes no call to the shop after %s of a fulfillment order that is not ours", async (event) => {
  const world = await sellingShop();
  for (const subjectId of ["gid://shopify/FulfillmentOrder/1", "nonsense", undefined])
    expect(await hear(world, event, subjectId)).toBe(0);
});

describe.each(["as-recorded", "as-documented"] as const)(
  "a cancellation request that Shopify shows %s",
  (shows) => {
    async function asked(shipped: boolean) {
      const world = await sellingShop();
      simulated(world.shop).showsCancellation = shows;
      const order = await placed(world);
      if (shipped) {
        const { supplier_order_id: id } = await order.row();
        wholesale.supplier.ledger.ship(String(id), { carrier: "DHL", trackingNumber: "T-1" });
        await query(databaseUrl, "update supplier_order set state = 'shipped' where id = $1", [order.id]);
      }
      shopify.merchant.cancelFulfillment(order.name, world.shop);
      await world.ingestRequests();
      await order.process();
      return { world, order };
    }

    it("cancels the order with the supplier, and is accepted in the shop", async () => {
      const { world, order } = await asked(false);
      expect(await order.row()).toMatchObject({ state: "canceled" });
      expect(world.look(order.name).fulfillmentOrders[0]).toMatchObject({
        status: "CLOSED",
        requestStatus: "CANCELLATION_ACCEPTED",
      });
    });

    it("is rejected in the shop once the package has left, and again at the next request", async () => {
      const { world, order } = await asked(true);
      for (const time of ["once", "again"]) {
        expect(first(world, order.name), time).toMatchObject({ requestStatus: "CANCELLATION_REJECTED" });
        expect(await order.row(), time).toMatchObject({ reason: "not-canceled", cancel_requested_at: null });
        shopify.merchant.cancelFulfillment(order.name, world.shop);
        await world.ingestRequests();
        await order.process();
      }
    });
  },
);

describe("an order older than 60 days", () => {
  const age = (world: SellingShop, name: string) =>
    Object.assign(inside(world, name), { createdAt: new Date(Date.now() - 61 * 86_400_000) });

  it("is accepted, canceled and answered as usual once the supplier has it", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.process();
    age(world, order.name);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await world.ingestRequests();
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });

  it("is not placed, since the shop no longer shows if it is paid", async () => {
    const world = await sellingShop();
    const { name } = world.order();
    age(world, name);
    world.request(name);
    await world.ingestRequests();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "held", reason: "payment-not-shown" });
  });
});

it("holds an order whose address Shopify hides, and continues once customer data is approved", async () => {
  const world = await sellingShop();
  shopify.app.customerDataApproved = false;
  const order = await requestedOrder(world);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "held", reason: "address-not-shown" });
  shopify.app.customerDataApproved = true;
  await order.process(3600);
  expect(await order.row()).toMatchObject({ state: "placed" });
});

it.each(["PICK_UP", "NONE", "LOCAL", "PICKUP_POINT", "RETAIL"] as const)(
  "holds an order with the delivery method %s, and names that method as the reason",
  async (deliveryMethod) => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { deliveryMethod });
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "held",
      reason: "not-shipped",
      reason_params: { delivery: deliveryMethod.toLowerCase() },
    });
  },
);
