import { Prisma } from "@prisma/client";
import { beforeEach, describe, expect, it } from "vitest";

import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import {
  claim,
  claimOrCreate,
  dueAt,
  postpone,
  release,
  renew,
  writeLeased,
} from "../../app/queue/lease.server.ts";
import { query } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const SECONDS = 60;

let shop: ShopDomain;
beforeEach(async () => {
  shop = newShop();
  await query(
    databaseUrl,
    "insert into match_run (shop, scope, started_at, due_at) values ($1, 'shop', now(), now() - interval '1 second')",
    [shop],
  );
});

async function claimRun() {
  const [claimed] = await inShop(shop, (tx) => claim(tx, "MatchRun", { key: { shop }, seconds: SECONDS }));
  return claimed ?? null;
}

async function claimedRun() {
  const claimed = await claimRun();
  if (!claimed) throw new Error("The row could not be claimed.");
  return claimed;
}

async function row() {
  const [found] = await query<{
    due: number | null;
    leased: number | null;
    retry_count: number;
    read: number;
  }>(
    databaseUrl,
    `select round(extract(epoch from due_at - now()))::int as due, round(extract(epoch from leased_until - now()))::int as leased,
       retry_count, read from match_run where shop = $1`,
    [shop],
  );
  return found;
}

describe("claim", () => {
  it("leases a due row, which stays due", async () => {
    const claimed = await claimedRun();
    expect(claimed).toMatchObject({ shop, scope: "shop", retryCount: 0 });
    expect((claimed.leasedUntil.getTime() - claimed.claimedAt.getTime()) / 1000).toBeCloseTo(SECONDS, 1);
    const { due, leased } = (await row())!;
    expect(due).toBeLessThan(0);
    expect(leased).toBeGreaterThan(SECONDS - 10);
  });

  it("skips a row that another worker holds, until its lease expires", async () => {
    await claimedRun();
    expect(await claimRun()).toBeNull();
    await timePasses(shop, SECONDS + 1);
    expect(await claimRun()).not.toBeNull();
  });

  it("gives a row to only one of several workers", async () => {
    const claimed = await Promise.all(Array.from({ length: 5 }, claimRun));
    expect(claimed.filter((each) => each !== null)).toHaveLength(1);
  });

  it("skips rows that are due later, or never", async () => {
    for (const due of ["now() + interval '1 minute'", "null"]) {
      await query(databaseUrl, `update match_run set due_at = ${due} where shop = $1`, [shop]);
      expect(await claimRun()).toBeNull();
    }
  });

  it("claims up to the limit, longest due first, and applies changes with the claim", async () => {
    await query(
      databaseUrl,
      `insert into link_match (shop, supplier_product_id, due_at)
       select $1, n::text, now() - make_interval(secs => n) from generate_series(1, 5) as n`,
      [shop],
    );
    const claimed = await inShop(shop, (tx) =>
      claim(tx, "LinkMatch", {
        where: Prisma.sql`shop = ${shop}`,
        limit: 2,
        seconds: SECONDS,
        set: { retryCount: { increment: 1 } },
      }),
    );
    expect(claimed.map((each) => each.supplierProductId).toSorted()).toEqual(["4", "5"]);
    expect(claimed.map((each) => each.retryCount)).toEqual([1, 1]);
  });
});

describe("claimOrCreate", () => {
  it("creates a shop's row and leases it to one of several workers", async () => {
    const claims = Array.from({ length: 5 }, () =>
      inShop(shop, (tx) => claimOrCreate(tx, "ImportLease", { shop, seconds: SECONDS })),
    );
    expect((await Promise.all(claims)).filter((each) => each !== null)).toHaveLength(1);
  });
});

describe("release", () => {
  it("ends the lease and writes the changes to the row", async () => {
    const claimed = await claimedRun();
    const released = await inShop(shop, (tx) => release(tx, "MatchRun", claimed, { dueAt: null, read: 7 }));
    expect(released).toBe(true);
    expect(await row()).toMatchObject({ due: null, leased: null, read: 7 });
  });
});

describe("postpone", () => {
  it("makes a row due later", async () => {
    const claimed = await claimedRun();
    await inShop(shop, (tx) => postpone(tx, "MatchRun", claimed, { seconds: 3600, retryCount: 3 }));
    expect(await row()).toMatchObject({ leased: null, retry_count: 3 });
    expect((await row())!.due).toBeGreaterThan(3500);
  });
});

describe("renew", () => {
  it("extends a lease, and rejects a write with the former end of the lease", async () => {
    const claimed = await claimedRun();
    await timePasses(shop, SECONDS / 2);
    const [held] = await query<{ leased_until: Date }>(
      databaseUrl,
      "select leased_until from match_run where shop = $1",
      [shop],
    );
    const leasedUntil = await inShop(shop, (tx) =>
      renew(tx, "MatchRun", { shop, leasedUntil: held!.leased_until }, SECONDS),
    );
    expect((await row())!.leased).toBeGreaterThan(SECONDS - 10);
    const write = (lease: Date) =>
      inShop(shop, (tx) => writeLeased(tx, "MatchRun", { shop, leasedUntil: lease }, { read: 1 }));
    expect(await write(claimed.leasedUntil)).toBe(false);
    expect(await write(leasedUntil!)).toBe(true);
  });
});

describe("a worker whose lease has passed to another one", () => {
  it.each(["its time was over", "the row was made due again"])("writes nothing after %s", async (why) => {
    const late = await claimedRun();
    if (why === "its time was over") await timePasses(shop, SECONDS + 1);
    else await inShop(shop, (tx, now) => tx.matchRun.update({ where: { shop }, data: dueAt(now) }));
    const second = await claimedRun();
    await inShop(shop, async (tx) => {
      expect(await release(tx, "MatchRun", late, { dueAt: null })).toBe(false);
      expect(await postpone(tx, "MatchRun", late, { seconds: 0 })).toBe(false);
      expect(await writeLeased(tx, "MatchRun", late, { read: 9 })).toBe(false);
      expect(await renew(tx, "MatchRun", late, SECONDS)).toBeNull();
      expect(await writeLeased(tx, "MatchRun", second, { read: 1 })).toBe(true);
    });
    expect(await row()).toMatchObject({ read: 1 });
  });
});
