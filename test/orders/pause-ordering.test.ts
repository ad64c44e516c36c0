import { describe, expect, it } from "vitest";

import { listActivity } from "../../app/activity/list-activity.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { findOrder } from "../../app/orders/views/find-order.server.ts";
import { sweepOrdersJob } from "../../app/orders/jobs.ts";
import { findOrderingSettings } from "../../app/orders/ordering-settings.server.ts";
import { pauseOrdering } from "../../app/orders/pause-ordering.server.ts";
import { resumeOrdering } from "../../app/orders/resume-ordering.server.ts";
import { setAutomaticOrdering } from "../../app/orders/set-automatic-ordering.server.ts";
import { openQueue } from "../support/queue.ts";
import { newShop } from "../support/world.ts";
import { storeOrder } from "./stored-order.ts";
import { after, now } from "./testing.ts";

openQueue([sweepOrdersJob]);

/** What the shop was told, the oldest first. */
async function told(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { needsAttention: false, place: null });
  return entries.map(({ message }) => translator("en")(message)).reverse();
}

describe("a shop's ordering", () => {
  it("is on, with nothing requested by itself, until somebody says otherwise", async () => {
    expect(await findOrderingSettings(newShop())).toEqual({
      ...{ automaticOrderingSince: null, pausedAt: null, pausedForAll: false },
    });
  });

  it("is paused once, since the first time that it is said, and in no other shop", async () => {
    const [shop, other] = [newShop(), newShop()];
    await Promise.all([pauseOrdering(shop, now), pauseOrdering(shop, now)]);
    await pauseOrdering(shop, after(60));
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: now });
    expect(await findOrderingSettings(other)).toMatchObject({ pausedAt: null });
    expect(await told(shop)).toEqual([expect.stringMatching(/^You paused ordering\./)]);
  });

  it("goes on with what waited when it is resumed", async () => {
    const shop = newShop();
    await pauseOrdering(shop, now);
    const paused = { state: "held", reason: "ordering-paused", said: "Paused." } as const;
    const waiting = await storeOrder(shop, { ...paused, nextAt: after(3600) });
    const refused = await storeOrder(shop, { state: "held", reason: "rejected", said: "No." });
    await Promise.all([resumeOrdering(shop, after(60)), resumeOrdering(shop, after(60))]);
    expect(await findOrderingSettings(shop)).toMatchObject({ pausedAt: null });
    expect(await findOrder(shop, waiting, now)).toMatchObject({ nextAt: after(60) });
    expect(await findOrder(shop, refused, now)).toMatchObject({ nextAt: null });
    expect((await told(shop)).slice(1)).toEqual([expect.stringMatching(/^You resumed ordering\./)]);
  });

  it("that was never paused is resumed without a word", async () => {
    const shop = newShop();
    await resumeOrdering(shop, now);
    expect(await told(shop)).toEqual([]);
  });
});

describe("the automatic ordering", () => {
  it("holds since it was first given, and anew after it was taken back", async () => {
    const shop = newShop();
    const set = async (to: "on" | "off", at: Date) => {
      await setAutomaticOrdering(shop, { to, now: at });
      return (await findOrderingSettings(shop)).automaticOrderingSince;
    };
    expect(await set("off", now)).toBeNull();
    expect(await set("on", after(1))).toEqual(after(1));
    expect(await set("on", after(2))).toEqual(after(1));
    expect(await set("off", after(3))).toBeNull();
    expect(await set("off", after(4))).toBeNull();
    expect(await set("on", after(5))).toEqual(after(5));
    expect(await told(shop)).toEqual([
      expect.stringMatching(/^From now on Stockbridge requests fulfilment/),
      expect.stringMatching(/^Stockbridge no longer requests fulfilment by itself/),
      expect.stringMatching(/^From now on/),
    ]);
  });

  it("leaves a pause as it is", async () => {
    const shop = newShop();
    await pauseOrdering(shop, now);
    await setAutomaticOrdering(shop, { to: "on", now: after(1) });
    expect(await findOrderingSettings(shop)).toMatchObject({
      pausedAt: now,
      automaticOrderingSince: after(1),
    });
  });
});
