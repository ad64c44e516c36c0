import { describe, expect, it } from "vitest";

import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
  setAutomaticOrdering,
} from "../../app/orders/store/ordering-settings.server.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop } from "../support/world.ts";
import { requestedOrder, sellingShop, waitOf } from "./shop-world.ts";

openQueue();

/** Returns the shop's activity, oldest first. */
async function told(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ message }) => message.code).reverse();
}

function earlier(seconds: number, moment: Date | null): Date {
  if (moment === null) throw new Error("There is no such moment.");
  return new Date(moment.getTime() - seconds * 1000);
}

describe("the ordering settings of a shop", () => {
  it("allow ordering on request only, until the merchant changes them", async () => {
    expect(await findOrderingSettings(newShop())).toEqual({
      automaticOrderingSince: null,
      pausedAt: null,
      doubtPause: null,
      isPausedBySupport: false,
      isPausedForAll: false,
      sendsParts: false,
      referencePrefix: null,
    });
  });

  it("keep the time of the first pause if ordering is paused again, and pause no other shop", async () => {
    const [shop, other] = [newShop(), newShop()];
    await Promise.all([pauseOrdering(shop), pauseOrdering(shop)]);
    const { pausedAt } = await findOrderingSettings(shop);
    expect(pausedAt).toEqual(expect.any(Date));
    await timePasses(shop, 60);
    await pauseOrdering(shop);
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: earlier(60, pausedAt) });
    expect(await findOrderingSettings(other)).toMatchObject({ pausedAt: null });
    expect(await told(shop)).toEqual(["orders.activity.paused"]);
  });

  it("let waiting orders continue after a pause, and leave rejected orders to a person", async () => {
    const world = await sellingShop();
    const { shop } = world;
    await pauseOrdering(shop);
    const [waiting, rejected] = [await requestedOrder(world), await requestedOrder(world)];
    await world.processDue();
    for (const order of [waiting, rejected])
      expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused" });
    const reject =
      "update supplier_order set reason = 'rejected', leased_until = null, due_at = null where id = $1";
    await query(databaseUrl, reject, [rejected.id]);
    const { pausedAt } = await findOrderingSettings(shop);
    await Promise.all([1, 2].map(() => resumeOrdering(shop, { pausedAt: pausedAt! })));
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: null });
    expect(waitOf(await waiting.row())).toBeLessThanOrEqual(0);
    expect(await rejected.row()).toMatchObject({ due_at: null });
    await world.processDue();
    expect(await waiting.row()).toMatchObject({ state: "placed" });
    expect(await world.bought()).toHaveLength(1);
    const resumed = (await told(shop)).filter((code) => code === "orders.activity.resumed");
    expect(resumed).toHaveLength(1);
  });

  it("record nothing if the merchant resumes ordering without a pause", async () => {
    const shop = newShop();
    expect(await resumeOrdering(shop, { pausedAt: new Date() })).toBe(true);
    expect(await told(shop)).toEqual([]);
  });

  it("keep a new pause if an outdated page tries to end the previous pause", async () => {
    const shop = newShop();
    await pauseOrdering(shop);
    const { pausedAt } = await findOrderingSettings(shop);
    await resumeOrdering(shop, { pausedAt: pausedAt! });
    await timePasses(shop, 60);
    await pauseOrdering(shop);
    expect(await resumeOrdering(shop, { pausedAt: pausedAt! })).toBe(false);
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: expect.any(Date) as Date });
  });
});

describe("the setting of automatic ordering", () => {
  it("keeps the time at which it was switched on, and takes a new time after it was off", async () => {
    const shop = newShop();
    /** Since when it holds, a minute after the time before. */
    const set = async (to: "on" | "off") => {
      await timePasses(shop, 60);
      await setAutomaticOrdering(shop, to);
      return (await findOrderingSettings(shop)).automaticOrderingSince;
    };
    expect(await set("off")).toBeNull();
    const since = await set("on");
    expect(since).toEqual(expect.any(Date));
    expect(await set("on")).toEqual(earlier(60, since));
    expect(await set("off")).toBeNull();
    expect(await set("off")).toBeNull();
    const again = await set("on");
    expect(again?.getTime()).toBeGreaterThanOrEqual(since?.getTime() ?? Infinity);
    expect(await told(shop)).toEqual([
      "orders.activity.automatic-ordering-on",
      "orders.activity.automatic-ordering-off",
      "orders.activity.automatic-ordering-on",
    ]);
  });

  it("does not end a pause of ordering", async () => {
    const shop = newShop();
    await pauseOrdering(shop);
    const { pausedAt } = await findOrderingSettings(shop);
    await setAutomaticOrdering(shop, "on");
    expect(pausedAt).toEqual(expect.any(Date));
    expect(await findOrderingSettings(shop)).toEqual({
      pausedAt,
      automaticOrderingSince: expect.any(Date) as Date,
      isPausedBySupport: false,
      isPausedForAll: false,
      doubtPause: null,
      sendsParts: false,
      referencePrefix: expect.any(String) as string,
    });
  });
});
