import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { asSystem } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
  endSupportPause,
  pauseForSupport,
} from "../../app/orders/store/ordering-settings.server.ts";
import { ingestRequest } from "../../app/orders/ingest/ingest-requests.server.ts";
import { wakeAllOrders, wakeOrders } from "../../app/orders/store/wake-orders.server.ts";
import { query } from "../support/database.ts";
import { holdLock, someoneWaits } from "../support/locks.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";
import { requestedOrder, type SellingShop, sellingShop, waitOf } from "./shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => query(databaseUrl, "delete from support_pause_of_all"));

function pause(shop: ShopDomain | null, why = "The supplier moves its warehouse."): Promise<boolean> {
  return asSystem("operator", (tx, now) => pauseForSupport(tx, { shop, by: "ada", why, now }));
}

function resume(shop: ShopDomain | null): Promise<boolean> {
  return asSystem("operator", (tx, now) => endSupportPause(tx, { shop, now }));
}

async function told(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ message }) => message.code).reverse();
}

describe("pauseForSupport", () => {
  it("holds a shop's orders, and each is placed once after the pause has ended", async () => {
    const { shop, processDue } = world;
    expect(await pause(shop)).toBe(true);
    const order = await requestedOrder(world);
    await processDue();
    expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused-by-support" });
    expect(order.bought()).toEqual([]);
    expect(await resume(shop)).toBe(true);
    await wakeOrders(shop, "support-resumed");
    expect(waitOf(await order.row())).toBeLessThanOrEqual(0);
    await processDue();
    await processDue();
    expect(await order.row()).toMatchObject({ state: "placed" });
    expect(order.bought()).toHaveLength(1);
    expect((await told(shop)).filter((code) => code.endsWith("by-support"))).toEqual([
      "orders.activity.paused-by-support",
      "orders.activity.resumed-by-support",
    ]);
  });

  it("holds every shop's orders, and each is placed once after the pause has ended", async () => {
    const other = await sellingShop();
    expect(await pause(null)).toBe(true);
    const orders = [await requestedOrder(world), await requestedOrder(other)];
    for (const { processDue } of [world, other]) await processDue();
    for (const order of orders)
      expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused-for-all" });
    expect(await resume(null)).toBe(true);
    await wakeAllOrders("support-resumed");
    for (const { processDue } of [world, other, world, other]) await processDue();
    for (const order of orders) expect(order.bought()).toHaveLength(1);
    for (const { shop } of [world, other])
      expect((await told(shop)).slice(0, -1)).toContain("orders.activity.paused-by-support");
  });

  it.each<["the shop" | "every shop", string]>([
    ["the shop", "ordering-paused-by-support"],
    ["every shop", "ordering-paused-for-all"],
  ])("holds an order if support pauses %s right before its attempt", async (whose, reason) => {
    const { shop } = world;
    const paused = whose === "the shop" ? shop : null;
    const { name } = world.order();
    world.request(name);
    const id = world.look(name).fulfillmentOrders[0]?.id ?? "";
    const lock = await holdLock("lock table shop_order_line in access exclusive mode");
    const heard = ingestRequest(shop, { subjectId: id });
    await someoneWaits();
    await pause(paused);
    await lock.release();
    await heard;
    await world.processDue();
    const [row] = await query<{ state: string; reason: string; id: string }>(
      databaseUrl,
      "select state, reason, id from supplier_order where order_name = $1",
      [name],
    );
    expect(row).toMatchObject({ state: "held", reason });
    const attempts = () => query(databaseUrl, "select from order_attempt where order_id = $1", [row?.id]);
    expect(await attempts()).toEqual([]);
    await resume(paused);
    await wakeOrders(shop, "support-resumed");
    await world.processDue();
    expect(await attempts()).toHaveLength(1);
  });

  it("leaves an existing support pause unchanged", async () => {
    const { shop } = world;
    expect(await pause(shop, "The first reason.")).toBe(true);
    expect(await pause(shop, "Another reason.")).toBe(false);
    const rows = await query(databaseUrl, "select by, why from support_pause where shop = $1", [shop]);
    expect(rows).toEqual([{ by: "ada", why: "The first reason." }]);
    await resume(shop);
  });

  it("pauses independently of the merchant's own pause and of the pause of every shop", async () => {
    const { shop } = world;
    for (const each of [shop, null]) await pause(each);
    await pauseOrdering(shop);
    expect(await findOrderingSettings(shop)).toMatchObject({ isPausedBySupport: true, isPausedForAll: true });
    const order = await requestedOrder(world);
    const heldFor = async () => {
      await world.processLater(4000);
      return (await order.row()).reason;
    };
    expect(await heldFor()).toBe("ordering-paused-for-all");
    await resume(null);
    expect(await heldFor()).toBe("ordering-paused-by-support");
    await resume(shop);
    expect(await heldFor()).toBe("ordering-paused");
    const { pausedAt } = await findOrderingSettings(shop);
    await resumeOrdering(shop, { pausedAt: pausedAt! });
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
  });
});

describe("endSupportPause", () => {
  it("reports that there is no support pause to end", async () => {
    expect(await resume(world.shop)).toBe(false);
    expect(await resume(null)).toBe(false);
  });
});
