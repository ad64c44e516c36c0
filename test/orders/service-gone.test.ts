/** Orders in a shop whose merchant deletes our fulfillment service. */
import { describe, expect, it } from "vitest";

import { processLinkRun } from "../../app/catalog/link-runs/process-link-run.server.ts";
import { recreateService } from "../../app/catalog/location/ensure-service.server.ts";
import { holdOrder } from "../../app/orders/holding/hold-order.server.ts";
import { pollRequests } from "../../app/orders/ingest/poll-requests.server.ts";
import { requestPaidOrder } from "../../app/orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../app/orders/ingest/review-request.server.ts";
import { retryOrder } from "../../app/orders/placing/retry-order.server.ts";
import { reconcileShop } from "../../app/orders/reconciling/reconcile-shop.server.ts";
import { query } from "../support/database.ts";
import { requestCancellation } from "../../app/orders/canceling/request-cancellation.server.ts";
import type { ShopOrderId } from "../../app/shop/ids.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { runJob } from "../support/run-job.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify } from "../support/world.ts";
import { inside, type RequestedOrder, requestedOrder, type SellingShop, sellingShop } from "./shop-world.ts";

openQueue();

async function pollAll(): Promise<void> {
  await query(databaseUrl, "delete from request_poll");
  await pollRequests();
}

async function stateOf({ shop }: SellingShop): Promise<string | undefined> {
  const [row] = await query<{ state: string }>(
    databaseUrl,
    "select state from fulfillment_service where shop = $1",
    [shop],
  );
  return row?.state;
}

async function withAutomaticOrdering(): Promise<SellingShop> {
  const world = await sellingShop();
  await query(
    databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since)
     values ($1, $1, now() - interval '1 minute')
     on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
    [world.shop],
  );
  return world;
}

describe("the poll of a shop whose merchant deleted our fulfillment service", () => {
  it("notices the deletion at once, and looks for no requests after that", async () => {
    const world = await withAutomaticOrdering();
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await pollAll();
    expect(await stateOf(world)).toBe("gone");
    const { calls } = simulated(world.shop).usage;
    await pollAll();
    await reconcileShop(world.shop);
    const order = world.order({ lines: [{ sku: ownSku(world), quantity: 1 }] });
    await requestPaidOrder(world.shop, { subjectId: order.id, triggeredAt: new Date() });
    expect(simulated(world.shop).usage.calls).toBe(calls);
  });

  it("continues once the merchant has brought the service back", async () => {
    const world = await withAutomaticOrdering();
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await pollAll();
    expect(await recreateService(world.shop)).toBeNull();
    await pollAll();
    expect(await stateOf(world)).toBe("ready");
  });
});

/** Takes away the optional scope without which Shopify shows no fulfillment order at the merchant's own locations. */
async function withoutOptionalScope(world: SellingShop): Promise<void> {
  const scopes = shopify.app.scopes.filter((scope) => scope !== "read_merchant_managed_fulfillment_orders");
  expect(scopes.length).toBeLessThan(shopify.app.scopes.length);
  await issueToken(world.shop, { scopes });
}

/** Runs the jobs that announce a change of our location. */
async function runAnnounced({ shop }: SellingShop): Promise<void> {
  const announced = await query<{ data: object }>(
    databaseUrl,
    "delete from pgboss.job where name = $1 and data->>'shop' = $2 returning data",
    [jobs["catalog.selling"].name, shop],
  );
  for (const { data } of announced) await runJob("catalog.selling", data);
}

/** Compares the shop's orders with the shop now. */
async function compare({ shop }: SellingShop): Promise<void> {
  await query(
    databaseUrl,
    `insert into shop_reconciliation (shop, due_at) values ($1, date_trunc('milliseconds', now()))
     on conflict (shop) do update set leased_until = null, due_at = excluded.due_at`,
    [shop],
  );
  await reconcileShop(shop);
}

/** The changes that the merchant was told of, by entry. */
async function toldOf({ id }: RequestedOrder): Promise<string[][]> {
  const rows = await query<{ message: { what: { changes: { code: string }[] } } }>(
    databaseUrl,
    `select message from activity where kind = 'orders.changed-in-shop' and subject_url = $1 order by id`,
    [`/app/orders/${id}`],
  );
  return rows.map(({ message }) => message.what.changes.map(({ code }) => code));
}

async function acceptedOrder(world: SellingShop): Promise<RequestedOrder> {
  const order = await requestedOrder(world);
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  return order;
}

const KEPT = { state: "placed", acceptance: "gone", cancel_requested_at: null, reason: "changed-in-shop" };

describe("a placed order that is not yet accepted when the merchant deletes our fulfillment service", () => {
  it.each(["DELETE", "KEEP", "TRANSFER"] as const)(
    "stays with the supplier, and is reported as moved (%s)",
    async (inventory) => {
      const world = await sellingShop();
      await withoutOptionalScope(world);
      const order = await requestedOrder(world);
      await order.place();
      shopify.merchant.deleteService("Stockbridge", inventory, world.shop);
      await order.process();
      await order.process(11 * 60);
      await world.processDue();
      expect(await order.row()).toMatchObject(KEPT);
      expect(await toldOf(order)).toEqual([["orders.change.moved"]]);
      expect(order.bought()).toMatchObject([{ status: "received" }]);
    },
  );

  it("stays with the supplier if the merchant keeps the location and creates the service again", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.place();
    shopify.merchant.deleteService("Stockbridge", "KEEP", world.shop);
    await pollAll();
    expect(await recreateService(world.shop)).toBeNull();
    await order.process(60);
    await world.processDue();
    expect(await order.row()).toMatchObject(KEPT);
    expect(await toldOf(order)).toEqual([["orders.change.moved"]]);
    expect(order.bought()).toMatchObject([{ status: "received" }]);
  });

  it("is canceled if the merchant had canceled the request before the deletion", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await order.place();
    const [fulfillmentOrder] = inside(world, order.name).fulfillmentOrders;
    Object.assign(fulfillmentOrder!, { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" });
    shopify.merchant.deleteService("Stockbridge", "KEEP", world.shop);
    await pollAll();
    expect(await recreateService(world.shop)).toBeNull();
    await order.process(60);
    await world.processDue();
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("is canceled if its request came after the service was created again, and then disappears", async () => {
    const world = await sellingShop();
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await pollAll();
    expect(await recreateService(world.shop)).toBeNull();
    await timePasses(world.shop, 60);
    await processLinkRun(world.shop);
    const order = await requestedOrder(world);
    await order.place();
    inside(world, order.name).fulfillmentOrders = [];
    await order.process();
    await order.process(11 * 60);
    await world.processDue();
    expect(order.bought()).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("an order that a workflow holds when the service is deleted", () => {
  it("waits for the service, and keeps the workflow's hold when a person tries again", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    await holdOrder(world.shop, order.shopOrderId as ShopOrderId);
    expect(await order.row()).toMatchObject({ state: "held", reason: "held-on-request" });
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await pollAll();
    const tryAgain = async () => {
      const [row] = await query<{ version: number }>(
        databaseUrl,
        "select version from supplier_order where id = $1::uuid",
        [order.id],
      );
      expect(await retryOrder(world.shop, { orderId: order.id, version: row!.version })).toBe(true);
      await world.processDue();
    };
    for (const _ of ["from the page that shows the hold", "from one that shows the missing service"]) {
      await tryAgain();
      expect(await order.row()).toMatchObject({ state: "held", reason: "service-gone" });
      expect(await query(databaseUrl, "select from order_hold where shop = $1", [world.shop])).toHaveLength(
        1,
      );
    }
    expect(order.bought()).toEqual([]);
  });
});

describe("the comparison with a shop whose service was deleted", () => {
  it.each(["DELETE", "KEEP"] as const)(
    "reports that an order moved, and later its changed address (%s)",
    async (how) => {
      const world = await sellingShop();
      const order = await acceptedOrder(world);
      await compare(world);
      shopify.merchant.deleteService("Stockbridge", how, world.shop);
      await pollAll();
      await compare(world);
      expect(await toldOf(order)).toEqual([["orders.change.moved"]]);
      await timePasses(world.shop, 120);
      shopify.merchant.changeAddress(order.name, { address1: "Elsewhere 1" }, world.shop);
      await compare(world);
      expect(await toldOf(order)).toEqual([["orders.change.moved"], ["orders.change.address"]]);
      expect(await order.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
    },
  );

  it("reports a changed address of an order whose request is gone", async () => {
    const world = await sellingShop();
    await withoutOptionalScope(world);
    const order = await requestedOrder(world);
    await order.place();
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await order.process();
    await order.process(11 * 60);
    shopify.merchant.changeAddress(order.name, { address1: "Elsewhere 1" }, world.shop);
    await compare(world);
    await compare(world);
    expect(await toldOf(order)).toEqual([["orders.change.moved"], ["orders.change.address"]]);
  });
});

describe("an order that waits when the service is deleted", () => {
  const HELD = { state: "held", reason: "service-gone" };

  it.each(["DELETE", "KEEP", "TRANSFER"] as const)(
    "is held, and ordered once the merchant requests it at the new location (%s)",
    async (inventory) => {
      const world = await sellingShop();
      const order = await requestedOrder(world);
      shopify.merchant.deleteService("Stockbridge", inventory, world.shop);
      await pollAll();
      await order.process();
      expect(await order.row()).toMatchObject(HELD);
      expect(order.bought()).toEqual([]);
      expect(await recreateService(world.shop)).toBeNull();
      await runAnnounced(world);
      await order.process();
      expect(await order.row()).toMatchObject({ state: "held", reason: "service-replaced" });
      const [fulfillmentOrder] = inside(world, order.name).fulfillmentOrders;
      const [service] = simulated(world.shop).services;
      Object.assign(fulfillmentOrder!, { location: service!.location, requestStatus: "UNSUBMITTED" });
      world.request(order.name);
      await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      await world.processDue();
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
      expect(order.bought()).toHaveLength(1);
    },
  );

  it("is held even if the app may not see fulfillment orders at the merchant's own location", async () => {
    const world = await sellingShop();
    await withoutOptionalScope(world);
    const order = await requestedOrder(world);
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await order.process();
    await order.process(11 * 60);
    await world.processDue();
    expect(await order.row()).toMatchObject(HELD);
  });

  it.each(["DELETE", "KEEP"] as const)("can be canceled (%s)", async (inventory) => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.merchant.deleteService("Stockbridge", inventory, world.shop);
    await pollAll();
    await order.process();
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled-unsent" });
  });

  it("ends if the customer's order is canceled", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.merchant.deleteService("Stockbridge", "KEEP", world.shop);
    await pollAll();
    shopify.merchant.cancelOrder(order.name, {}, world.shop);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled" });
  });
});

describe("an order whose service is deleted", () => {
  it.each(["DELETE", "KEEP", "TRANSFER"] as const)(
    "stays with the supplier if it was accepted, whatever the merchant does with the stock (%s)",
    async (inventory) => {
      const world = await sellingShop();
      const order = await requestedOrder(world);
      await order.process();
      await order.process();
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
      shopify.merchant.deleteService("Stockbridge", inventory, world.shop);
      await pollAll();
      await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      await recreateService(world.shop);
      await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      await world.processDue();
      expect(await order.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
      expect(order.bought()).toMatchObject([{ status: "received" }]);
    },
  );

  it("stays with the supplier if the service is deleted before the request is accepted", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 2);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due" });
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await order.process();
    await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
    expect(order.bought()).toMatchObject([{ status: "received" }]);
  });

  it("is held if the service is deleted before the order is placed, even before a poll notices", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await world.processDue();
    expect(await order.row()).toMatchObject({ state: "held", reason: "service-gone" });
    expect(order.bought()).toEqual([]);
  });
});

function ownSku({ shop }: SellingShop): string {
  shopify.merchant.createProduct({ title: "Own Bowl", variants: [{ sku: "THEIRS" }] }, shop);
  return "THEIRS";
}
