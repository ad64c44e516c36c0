import { describe, expect, it } from "vitest";

import { BackgroundCalls } from "../../app/connection/background-calls.ts";
import { callAsShop } from "../../app/connection/call-as-shop.server.ts";
import { findKey } from "../../app/connection/connection-store.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { connectedShop } from "../catalog/testing.ts";
import { openQueue } from "../support/queue.ts";
import { wholesale } from "../support/world.ts";

openQueue();

/** Calls that end when the test says so, and how many are under way. */
function calls(limiter: BackgroundCalls) {
  const underWay: (() => void)[] = [];
  return {
    underWay,
    start: () => limiter.run(() => new Promise<void>((resolve) => underWay.push(resolve))),
    async endOne() {
      underWay.shift()?.();
      await settled();
    },
  };
}

/** Everything that follows from what was just done has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("a key's background calls", () => {
  it("are so many at once, the others in their order", async () => {
    const calling = calls(new BackgroundCalls(4));
    const all = Array.from({ length: 6 }, () => calling.start());
    await settled();
    expect(calling.underWay).toHaveLength(4);
    await calling.endOne();
    expect(calling.underWay).toHaveLength(4);
    while (calling.underWay.length > 0) await calling.endOne();
    await Promise.all(all);
  });

  it("are half as many after a 429, and those that were under way with it do not count again", () => {
    const limiter = new BackgroundCalls(8);
    const sentAt = performance.now();
    for (let n = 0; n < 8; n += 1) limiter.slowedDown({ sentAt });
    expect(limiter.allowed).toBe(4);
    for (let n = 0; n < 5; n += 1) limiter.slowedDown({ sentAt: performance.now() });
    expect(limiter.allowed).toBe(1);
  });

  it("grow again by one after twenty answers for each", () => {
    const limiter = new BackgroundCalls(4);
    limiter.slowedDown({ sentAt: performance.now() });
    const grownAfter = () => {
      const before = limiter.allowed;
      let answers = 0;
      for (; limiter.allowed === before && answers < 1000; answers += 1) limiter.answered();
      return answers;
    };
    expect([grownAfter(), grownAfter(), grownAfter()]).toEqual([40, 60, 1000]);
    expect(limiter.isIdle).toBe(true);
  });

  it("are not sent while the supplier wants to be left alone", async () => {
    const limiter = new BackgroundCalls(4);
    limiter.slowedDown({ sentAt: performance.now(), retryAfterSeconds: 60 });
    await expect(limiter.run(() => Promise.resolve())).rejects.toMatchObject({
      ...{ code: "rate-limited", side: "supplier", retryAfterSeconds: 60 },
    });
    expect(limiter.isIdle).toBe(false);
  });
});

describe("a call to the supplier", () => {
  async function askingAs(shop: ShopDomain) {
    const key = await findKey(shop);
    if (key === null) throw new Error("The shop has no key.");
    return { shop, key };
  }
  const page = { pageSize: 1, cursor: null };

  it("in the background obeys Retry-After, and one that somebody waits for is sent all the same", async () => {
    const asking = await askingAs(await connectedShop());
    wholesale.setFault("listProducts", "429-retry-after", 1, 60_000);
    const read = (options?: { pace: "bulk" }) => callAsShop(asking, "listProducts", page, options);
    await expect(read({ pace: "bulk" })).rejects.toMatchObject({ code: "rate-limited", status: 429 });

    const requests = wholesale.requests.length;
    await expect(read({ pace: "bulk" })).rejects.toMatchObject({ code: "rate-limited", status: undefined });
    expect(wholesale.requests).toHaveLength(requests);
    expect((await read()).items).toHaveLength(1);
  });

  it("of one shop says nothing of another's key", async () => {
    const [slow, other] = [await askingAs(await connectedShop()), await askingAs(await connectedShop())];
    wholesale.setFault("listProducts", "429-retry-after", 1, 60_000);
    await expect(callAsShop(slow, "listProducts", page, { pace: "bulk" })).rejects.toThrow();
    expect((await callAsShop(other, "listProducts", page, { pace: "bulk" })).items).toHaveLength(1);
  });
});
