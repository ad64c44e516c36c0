/** Orders in a shop whose merchant deletes our fulfillment service. */
import { describe, expect, it } from "vitest";

import { recreateService } from "../../app/catalog/location/ensure-service.server.ts";
import { pollRequests } from "../../app/orders/ingest/poll-requests.server.ts";
import { requestPaidOrder } from "../../app/orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../app/orders/ingest/review-request.server.ts";
import { reconcileShop } from "../../app/orders/reconciling/reconcile-shop.server.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";
import { requestedOrder, type SellingShop, sellingShop } from "./shop-world.ts";

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

describe("the poll of a shop whose service was deleted", () => {
  it("notices it at once, and reads nothing from the shop after that", async () => {
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

  it("continues once the merchant has brought it back", async () => {
    const world = await withAutomaticOrdering();
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await pollAll();
    expect(await recreateService(world.shop)).toBeNull();
    await pollAll();
    expect(await stateOf(world)).toBe("ready");
  });
});

describe("an order whose service is deleted", () => {
  it.each(["DELETE", "KEEP", "TRANSFER"] as const)(
    "stays with the supplier if they have it, whatever becomes of the stock (%s)",
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

  it("stays with the supplier if it is deleted before the request is accepted", async () => {
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

  it("is not placed if it is deleted before that", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    shopify.merchant.deleteService("Stockbridge", "DELETE", world.shop);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "not-ours" });
    expect(order.bought()).toEqual([]);
  });
});

function ownSku({ shop }: SellingShop): string {
  shopify.merchant.createProduct({ title: "Own Bowl", variants: [{ sku: "THEIRS" }] }, shop);
  return "THEIRS";
}
