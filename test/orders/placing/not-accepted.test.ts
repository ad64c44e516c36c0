import { afterEach, expect, it } from "vitest";

import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { trackedOrder } from "../tracking/testing.ts";

openQueue();
afterEach(() => {
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 0);
});

it("reports once that Shopify fails to accept a request, and keeps trying", async () => {
  const order = await trackedOrder({ accepted: false });
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 100);
  for (let round = 0; round < 8; round += 1) await order.processLater(3700, 1);
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due", reason: "not-accepted" });
  const told = (await order.activity()).filter(({ kind }) => kind === "orders.not-accepted");
  expect(told).toHaveLength(1);
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 0);
  await order.processLater(3700 * 2);
  expect(await order.row()).toMatchObject({ acceptance: "accepted", reason: null });
});
