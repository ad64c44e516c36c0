/** Packages and cancellations of orders whose fulfillment service the merchant has deleted. */
import { describe, expect, it } from "vitest";

import { confirmServiceGone, recreateService } from "../../../app/catalog/location/ensure-service.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify, wholesale } from "../../support/world.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** The merchant deletes the service, and brings it back beside the location that they keep. */
async function replaceService({ shop }: TrackedOrder): Promise<void> {
  shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
  expect(await confirmServiceGone(shop)).toBe(true);
  expect(await recreateService(shop)).toBeNull();
}

describe("a package of an order at the location of a deleted service", () => {
  it.each([true, false])(
    "is reported, so that the merchant adds it in Shopify (accepted: %s)",
    async (accepted) => {
      const order = await trackedOrder({ accepted });
      await replaceService(order);
      await order.processLater(60);
      ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
      await order.follow();
      expect(await order.shipments()).toMatchObject([
        { state: "failed", due_at: null, problem: { code: "shipments.elsewhere" } },
      ]);
      expect(order.shown()).toEqual([]);
    },
  );

  it("is reported once the app has not seen the fulfillment order for ten minutes", async () => {
    const order = await trackedOrder();
    const scopes = shopify.app.scopes.filter((scope) => scope !== "read_merchant_managed_fulfillment_orders");
    await issueToken(order.shop, { scopes });
    shopify.merchant.deleteService("Stockbridge", "DELETE", order.shop);
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
    await order.follow();
    expect(await order.shipments()).toMatchObject([{ state: "due" }]);
    await order.push(11 * 60);
    expect(await order.shipments()).toMatchObject([
      { state: "failed", problem: { code: "shipments.elsewhere" } },
    ]);
  });
});

describe("an order at the location of a deleted service", () => {
  it.each([true, false])(
    "ends after the merchant's cancellation, without an answer in Shopify (accepted: %s)",
    async (accepted) => {
      const order = await trackedOrder({ accepted });
      await replaceService(order);
      await requestCancellation(order.shop, { orderId: order.id });
      await order.processDue();
      expect(ledger.get(order.number).status).toBe("cancelled");
      expect(await order.row()).toMatchObject({ state: "canceled", reason: "canceled", due_at: null });
    },
  );

  it.each([true, false])(
    "ends after the supplier's cancellation, without an answer in Shopify (accepted: %s)",
    async (accepted) => {
      const order = await trackedOrder({ accepted });
      await replaceService(order);
      ledger.cancel(order.number);
      await order.follow(60);
      await order.processLater(60);
      expect(await order.row()).toMatchObject({
        state: "canceled",
        reason: "canceled-at-supplier",
        acceptance: "closed",
        due_at: null,
      });
    },
  );
});
