import { describe, expect, it } from "vitest";

import { listActivity } from "../../app/activity/list-activity.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { sweepOrdersJob } from "../../app/orders/jobs.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
  setAutomaticOrdering,
} from "../../app/orders/ordering-settings.server.ts";
import { findOrder } from "../../app/orders/views/find-order.server.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { newShop } from "../support/world.ts";
import { storeOrder } from "./stored-order.ts";

openQueue([sweepOrdersJob]);

/** What the shop was told, the oldest first. */
async function told(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { needsAttention: false, place: null });
  return entries.map(({ message }) => message.code).reverse();
}

function earlier(seconds: number, moment: Date | null): Date {
  if (moment === null) throw new Error("There is no such moment.");
  return new Date(moment.getTime() - seconds * 1000);
}

describe("a shop's ordering", () => {
  it("is on, with nothing requested automatically, until somebody says otherwise", async () => {
    expect(await findOrderingSettings(newShop())).toEqual({
      ...{ automaticOrderingSince: null, pausedAt: null, pausedForAll: false },
    });
  });

  it("is paused once, since the first time that it is said, and in no other shop", async () => {
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

  it("goes on with what waited when it is resumed", async () => {
    const shop = newShop();
    await pauseOrdering(shop);
    const nextAt = new Date(Date.now() + 3_600_000);
    const waiting = await storeOrder(shop, { state: "held", reason: "ordering-paused", nextAt });
    const rejected = await storeOrder(shop, { state: "held", reason: "rejected" });
    await Promise.all([resumeOrdering(shop), resumeOrdering(shop)]);
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: null });
    const woken = await findOrder(shop, waiting);
    expect(woken?.nextAt?.getTime()).toBeLessThanOrEqual(woken?.asOf.getTime() ?? 0);
    expect(await findOrder(shop, rejected)).toMatchObject({ nextAt: null });
    expect(await told(shop)).toEqual(["orders.activity.paused", "orders.activity.resumed"]);
  });

  it("that was never paused is resumed without a word", async () => {
    const shop = newShop();
    await resumeOrdering(shop);
    expect(await told(shop)).toEqual([]);
  });
});

describe("the automatic ordering", () => {
  it("holds since it was first given, and anew after it was taken back", async () => {
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
    const anew = await set("on");
    expect(anew?.getTime()).toBeGreaterThanOrEqual(since?.getTime() ?? Infinity);
    expect(await told(shop)).toEqual([
      "orders.activity.automatic-ordering-on",
      "orders.activity.automatic-ordering-off",
      "orders.activity.automatic-ordering-on",
    ]);
  });

  it("leaves a pause as it is", async () => {
    const shop = newShop();
    await pauseOrdering(shop);
    const { pausedAt } = await findOrderingSettings(shop);
    await setAutomaticOrdering(shop, "on");
    expect(pausedAt).toEqual(expect.any(Date));
    expect(await findOrderingSettings(shop)).toEqual({
      ...{ pausedAt, automaticOrderingSince: expect.any(Date) as Date, pausedForAll: false },
    });
  });
});
