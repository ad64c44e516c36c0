import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { sweepReconciliations } from "../../../app/orders/reconciling/reconcile-orders.server.ts";
import {
  reconcileShop,
  sweepShopReconciliations,
} from "../../../app/orders/reconciling/reconcile-shop.server.ts";
import { requestComparisons } from "../../../app/orders/reconciling/request-comparisons.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { unsettledWarnings } from "../../support/unsettled-warnings.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});
afterEach(() => {
  wholesale.setFault("findOrders", "500", 0);
  for (const field of ["nodes", "assignedFulfillmentOrders"]) shopify.setFault(field, "502", 0);
});

/** An order at the supplier whose customer's order is canceled in the shop, without a webhook. */
async function canceledUnheard(): Promise<void> {
  const { name } = world.order();
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  shopify.merchant.cancelOrder(name, { force: true }, world.shop);
}

async function told(): Promise<string[]> {
  const rows = await query<{ code: string }>(
    databaseUrl,
    "select message->>'code' as code from activity where shop = $1 and kind like 'orders.duty-%' order by at, id",
    [world.shop],
  );
  return rows.map(({ code }) => code);
}

describe("sweepShopReconciliations", () => {
  it("finds an order that was canceled in the shop, even if the supplier's list fails", async () => {
    await canceledUnheard();
    wholesale.setFault("findOrders", "500", 100);
    await sweepReconciliations();
    await sweepShopReconciliations();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled" });
  });

  it("finds an order that was canceled in the shop, even if the supplier's key does not work", async () => {
    await canceledUnheard();
    await query(databaseUrl, "update connection set key_check = 'unauthorized' where shop = $1", [
      world.shop,
    ]);
    await sweepShopReconciliations();
    expect((await world.row()).cancel_requested_at).not.toBeNull();
  });

  it("makes the next comparison due in an hour, or sooner after a failure", async () => {
    await canceledUnheard();
    shopify.setFault("nodes", "502", 100);
    await sweepShopReconciliations();
    expect((await world.row()).cancel_requested_at).toBeNull();
    shopify.setFault("nodes", "502", 0);
    await timePasses(world.shop, 120);
    await reconcileShop(world.shop);
    expect((await world.row()).cancel_requested_at).not.toBeNull();
    const [row] = await query<{ wait: number }>(
      databaseUrl,
      "select extract(epoch from due_at - now())::float as wait from shop_reconciliation where shop = $1",
      [world.shop],
    );
    expect(row?.wait).toBeGreaterThan(3500);
  });

  it("tells the merchant once if Shopify fails for an hour, and once when Shopify works again", async () => {
    await canceledUnheard();
    shopify.setFault("nodes", "502", 100);
    for (let hours = 0; hours < 4; hours += 1) {
      await sweepShopReconciliations();
      await timePasses(world.shop, 3600);
    }
    expect(await told()).toEqual(["orders.activity.not-compared-with-shop"]);
    shopify.setFault("nodes", "502", 0);
    await sweepShopReconciliations();
    expect(await told()).toEqual([
      "orders.activity.not-compared-with-shop",
      "orders.activity.compared-with-shop-again",
    ]);
  });
});

describe("reconcileShop", () => {
  it("reports the end of a long failure once, even if an operator restarts the comparison meanwhile", async () => {
    const { shop } = world;
    await query(
      databaseUrl,
      `insert into shop_reconciliation (shop, due_at, failing_since, reported_at)
       values ($1, now() - interval '1 second', now() - interval '2 hours', now() - interval '1 hour')`,
      [shop],
    );
    const { name } = world.order();
    world.request(name);
    await world.ingestRequests();
    const reset = shopify.holdReset("assignedFulfillmentOrders");
    const running = reconcileShop(shop);
    const leases = () =>
      query(
        databaseUrl,
        "select shop from shop_reconciliation where shop = $1 and leased_until is not null",
        [shop],
      );
    await expect.poll(leases).toHaveLength(1);
    await requestComparisons();
    reset();
    await running;
    await reconcileShop(shop);
    expect(await told()).toEqual(["orders.activity.compared-with-shop-again"]);
  });
});

describe("sweepReconciliations", () => {
  it("tells the merchant once if the supplier's list fails for a day, and once when the list works again", async () => {
    wholesale.setFault("findOrders", "500", 100);
    for (let day = 0; day < 3; day += 1) {
      await sweepReconciliations();
      await timePasses(world.shop, 86_400);
    }
    expect(await told()).toEqual(["orders.activity.not-compared-with-supplier"]);
    wholesale.setFault("findOrders", "500", 0);
    await sweepReconciliations();
    expect(await told()).toContain("orders.activity.compared-with-supplier-again");
  });
});

describe("pollRequests", () => {
  it("tells the merchant once if Shopify fails for an hour, and once when Shopify works again", async () => {
    shopify.setFault("assignedFulfillmentOrders", "502", 100);
    for (let hours = 0; hours < 4; hours += 1) {
      await pollRequests();
      await timePasses(world.shop, 3600);
    }
    expect(await told()).toEqual(["orders.activity.requests-not-read"]);
    shopify.setFault("assignedFulfillmentOrders", "502", 0);
    await pollRequests();
    expect(await told()).toContain("orders.activity.requests-read-again");
  });

  it("settles only its own warning when requests can be read again", async () => {
    shopify.setFault("assignedFulfillmentOrders", "502", 100);
    wholesale.setFault("findOrders", "500", 100);
    for (let day = 0; day < 3; day += 1) {
      await pollRequests();
      await sweepReconciliations();
      await timePasses(world.shop, 86_400);
    }
    const failing = ["orders.activity.requests-not-read", "orders.activity.not-compared-with-supplier"];
    expect((await unsettledWarnings(world.shop)).toSorted()).toEqual(failing.toSorted());
    shopify.setFault("assignedFulfillmentOrders", "502", 0);
    await pollRequests();
    expect(await unsettledWarnings(world.shop)).toEqual(["orders.activity.not-compared-with-supplier"]);
    wholesale.setFault("findOrders", "500", 0);
    await sweepReconciliations();
    expect(await unsettledWarnings(world.shop)).toEqual([]);
  });
});
