import { describe, expect, it, onTestFinished, vi } from "vitest";

import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { queryShop } from "../../app/shop/call.server.ts";
import { readCost } from "../../app/shop/pace/cost.ts";
import { reserve, forgetBudget } from "../../app/shop/pace/point-budget.server.ts";
import { readVariantsAfter } from "../../app/shop/products/shop-variants.server.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { databaseUrl, newShop, shopify } from "../support/world.ts";

const SMALL = `#graphql
      query shopFacts { shop { currencyCode ianaTimezone taxesIncluded } }
    `;

function read(shop: ShopDomain, options?: { pace: "bulk" }) {
  return queryShop(shop, (request) => request(SMALL), options);
}

describe("Shopify's throttle status", () => {
  it.each([
    [{}, null],
    [undefined, null],
    [{ cost: { requestedQueryCost: 4, throttleStatus: { currentlyAvailable: 1, restoreRate: 0 } } }, null],
    [
      {
        cost: {
          requestedQueryCost: 38,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 12, restoreRate: 100 },
        },
      },
      {
        requested: 38,
        actual: null,
        level: { maximumAvailable: 2000, currentlyAvailable: 12, restoreRate: 100 },
      },
    ],
    [
      {
        cost: {
          requestedQueryCost: 2,
          actualQueryCost: 1,
          throttleStatus: { currentlyAvailable: 9, restoreRate: 50 },
        },
      },
      { requested: 2, actual: 1, level: { maximumAvailable: 1000, currentlyAvailable: 9, restoreRate: 50 } },
    ],
  ])("is read from %j as %j", (extensions, cost) => {
    expect(readCost(extensions)).toEqual(cost);
  });
});

describe("a reservation of points", () => {
  const FULL = { earliest: -16, latest: 0, waitAtMost: 20 };
  const LOW = { earliest: 0, latest: 16, waitAtMost: 20 };

  it("can be spent at once from a full bucket, by all processes together", async () => {
    const shop = newShop();
    const waits: (number | null)[] = [];
    for (let n = 0; n < 12; n += 1) waits.push(await reserve(shop, { seconds: 2, ...FULL }));
    expect(waits.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 0));
    // Nothing that others reserved counts for more than what is missing in the bucket.
    expect(Math.round(Math.max(...waits.map(Number)))).toBe(2);
  });

  it("waits behind earlier reservations if the bucket is empty", async () => {
    const shop = newShop();
    const ends: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const wait = await reserve(shop, { seconds: 3, ...LOW });
      if (n === 0) expect(Math.round(wait ?? 0)).toBe(3);
      ends.push((await paidAt(shop))!.getTime() / 1000);
    }
    expect(ends.map((end) => Math.round(end - ends[0]!))).toEqual([0, 3, 6, 9]);
  });

  it("is not made if its wait would be too long", async () => {
    const shop = newShop();
    const far = { ...LOW, latest: 30 };
    await reserve(shop, { seconds: 30, ...far, waitAtMost: 30 });
    const before = await paidAt(shop);
    expect(await reserve(shop, { seconds: 3, ...far })).toBeNull();
    expect(await paidAt(shop)).toEqual(before);
  });

  it("is forgotten once Shopify reports the points as restored", async () => {
    const shop = newShop();
    for (let n = 0; n < 6; n += 1) await reserve(shop, { seconds: 3, ...LOW });
    expect(Math.round((await reserve(shop, { seconds: 1, ...FULL })) ?? 0)).toBe(1);
  });

  it("affects no other shop, and is erased with its shop", async () => {
    const [one, other] = [newShop(), newShop()];
    await reserve(one, { seconds: 10, ...LOW });
    expect(Math.round((await reserve(other, { seconds: 1, ...LOW })) ?? 0)).toBe(1);
    expect(await inShop(other, (tx) => tx.shopBudget.count())).toBe(1);
    await forgetBudget(one);
    expect(await paidAt(one)).toBeUndefined();
    expect(await paidAt(other)).toBeDefined();
  });
});

/** This process may still have points of an earlier test's shop of the same name. */
async function pacedShop(): Promise<ShopDomain> {
  const shop = await installedShop();
  await forgetBudget(shop);
  return shop;
}

describe("a background call to Shopify", () => {
  it("is sent, and stores the shop's budget in a row", async () => {
    const shop = await pacedShop();
    await expect(read(shop, { pace: "bulk" })).resolves.toMatchObject({ shop: { currencyCode: "EUR" } });
    expect(await paidAt(shop)).toBeDefined();
  });

  it("is sent soon if it is the shop's first call, even if the same call was expensive in other shops", async () => {
    const dear = (shop: ShopDomain) => readVariantsAfter(shop, null);
    await dear(await pacedShop());
    const shop = await pacedShop();
    await dear(shop);
    const [row] = await query<{ seconds: number }>(
      databaseUrl,
      "select extract(epoch from paid_at - now())::float8 as seconds from shop_budget where shop = $1",
      [shop],
    );
    expect(row!.seconds).toBeLessThan(1);
  });

  it("needs no transaction of its own, because one reservation covers many calls", async () => {
    const shop = await pacedShop();
    await read(shop, { pace: "bulk" });
    // Unspent points expire after seconds, which a busy machine may need for so many calls.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => {
      clock.mockRestore();
    });
    await read(shop, { pace: "bulk" });
    const before = await paidAt(shop);
    for (let n = 0; n < 20; n += 1) await read(shop, { pace: "bulk" });
    expect(await paidAt(shop)).toEqual(before);
  });

  it("leaves points for calls that a person waits for", async () => {
    const shop = await pacedShop();
    const bucket = shopify.throttle;
    await read(shop, { pace: "bulk" });
    // Another client uses up all but some points.
    const { currentlyAvailable } = bucket.status(simulated(shop));
    bucket.take(simulated(shop), currentlyAvailable - 300);
    await read(shop);
    const order: string[] = [];
    const background = Promise.all(
      Array.from({ length: 3 }, () => read(shop, { pace: "bulk" }).then(() => order.push("background"))),
    );
    // The reservation that the background still has is small; what it needs beyond that waits.
    await read(shop).then(() => order.push("somebody"));
    await background;
    expect(order).toContain("somebody");
    expect(bucket.status(simulated(shop)).currentlyAvailable).toBeGreaterThan(0);
    expect(simulated(shop).usage.throttled).toBe(0);
  });

  it("fails unsent if it would wait too long", async () => {
    const shop = await pacedShop();
    for (let n = 0; n < 9; n += 1)
      await reserve(shop, { seconds: 3, earliest: 0, latest: 30, waitAtMost: 30 });
    const { calls } = simulated(shop).usage;
    await expect(read(shop, { pace: "bulk" })).rejects.toMatchObject({
      code: "rate-limited",
      side: "shop",
      retryAfterSeconds: 20,
    });
    expect(simulated(shop).usage.calls).toBe(calls);
    await expect(read(shop)).resolves.toBeDefined();
  });
});

async function paidAt(shop: ShopDomain): Promise<Date | undefined> {
  const [row] = await query<{ paid_at: Date }>(
    databaseUrl,
    "select paid_at from shop_budget where shop = $1",
    [shop],
  );
  return row?.paid_at;
}
