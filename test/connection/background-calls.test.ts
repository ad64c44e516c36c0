import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { callAsShop } from "../../app/connection/call-as-shop.server.ts";
import { pauseBackground, runInBackground } from "../../app/wholesale/pace.server.ts";
import { findKey } from "../../app/connection/connection-store.server.ts";
import { env } from "../../app/lib/env.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { inSpan, traceIds } from "../../app/lib/telemetry/trace.server.ts";
import { connectedShop } from "../catalog/testing.ts";
import { openQueue } from "../support/queue.ts";
import { wholesale } from "../support/world.ts";

openQueue();

/** Background calls of a new key that end when the test says so. */
function newKey() {
  const key = randomUUID();
  const underWay: (() => void)[] = [];
  return {
    key,
    underWay,
    start: () => runInBackground(key, () => new Promise<void>((resolve) => underWay.push(resolve))),
    async endOne() {
      underWay.shift()?.();
      await settled();
    },
  };
}

/** Resolves once all effects of the last step have happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("runInBackground", () => {
  it("makes four calls of a key at once, and the others as slots become free", async () => {
    const calling = newKey();
    const all = Array.from({ length: 6 }, () => calling.start());
    await settled();
    expect(calling.underWay).toHaveLength(4);
    await calling.endOne();
    expect(calling.underWay).toHaveLength(4);
    while (calling.underWay.length > 0) await calling.endOne();
    await Promise.all(all);
  });

  it("makes the calls of one key while another key has used all its slots", async () => {
    const [busy, other] = [newKey(), newKey()];
    const all = Array.from({ length: 5 }, () => busy.start());
    all.push(other.start());
    await settled();
    expect(other.underWay).toHaveLength(1);
    await other.endOne();
    while (busy.underWay.length > 0) await busy.endOne();
    await Promise.all(all);
  });

  it("rejects calls until the longest Retry-After has passed", async () => {
    const { key, start, underWay } = newKey();
    pauseBackground(key, 60);
    pauseBackground(key, 5);
    await expect(start()).rejects.toMatchObject({
      code: "rate-limited",
      side: "supplier",
      retryAfterSeconds: 60,
    });
    expect(underWay).toHaveLength(0);
  });

  it("makes calls again once Retry-After has passed", async () => {
    const { key } = newKey();
    pauseBackground(key, 1);
    const make = () => runInBackground(key, () => Promise.resolve("made"));
    await expect(make()).rejects.toMatchObject({ code: "rate-limited" });
    await expect.poll(() => make().catch(() => null)).toBe("made");
  });

  it("does not pause for a Retry-After of 0 seconds", async () => {
    const { key } = newKey();
    pauseBackground(key, 0);
    expect(await runInBackground(key, () => Promise.resolve("made"))).toBe("made");
  });
});

it("keeps the caller's trace for a call that waited for a slot in runInBackground", async () => {
  const calling = newKey();
  const busy = Array.from({ length: env.WHOLESALE_CONCURRENCY }, () =>
    inSpan("busy", { parent: null }, calling.start),
  );
  const [own, during] = await inSpan("order", { parent: null }, async () => {
    const waiting = runInBackground(calling.key, () => Promise.resolve(traceIds().trace_id));
    await settled();
    while (calling.underWay.length > 0) await calling.endOne();
    return [traceIds().trace_id, await waiting];
  });
  await Promise.all(busy);
  expect(during).toBe(own);
});

describe("a call to the supplier", () => {
  async function askingAs(shop: ShopDomain) {
    const key = await findKey(shop);
    if (key === null) throw new Error("The shop has no key.");
    return { shop, key };
  }
  const page = { pageSize: 1, cursor: null };

  it("obeys Retry-After in the background, but is sent at once if a person waits for it", async () => {
    const asking = await askingAs(await connectedShop());
    wholesale.setFault("listProducts", "429-retry-after", 1, 60_000);
    const read = (options?: { pace: "bulk" }) => callAsShop(asking, "listProducts", page, options);
    await expect(read({ pace: "bulk" })).rejects.toMatchObject({ code: "rate-limited", status: 429 });

    const requests = wholesale.requests.length;
    await expect(read({ pace: "bulk" })).rejects.toMatchObject({ code: "rate-limited", status: undefined });
    expect(wholesale.requests).toHaveLength(requests);
    expect((await read()).items).toHaveLength(1);
  });

  it("is not delayed by a Retry-After for another shop's key", async () => {
    const [slow, other] = [await askingAs(await connectedShop()), await askingAs(await connectedShop())];
    wholesale.setFault("listProducts", "429-retry-after", 1, 60_000);
    await expect(callAsShop(slow, "listProducts", page, { pace: "bulk" })).rejects.toThrow();
    expect((await callAsShop(other, "listProducts", page, { pace: "bulk" })).items).toHaveLength(1);
  });
});
