import { readFileSync } from "node:fs";

import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { restrictedConnection } from "../../app/lib/database/restricted-connection.ts";
import type { Tx } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { type Opening, openings, tenantAdapter } from "../../app/lib/database/tenant-adapter.server.ts";
import { databaseProxy } from "../support/database-proxy.ts";
import { query } from "../support/database.ts";
import { appLogin, transactionPooler } from "../support/transaction-pooler.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const CONNECTIONS = 2;
const mine = newShop();
const theirs = newShop();

/** Makes a Prisma client with its own pool, and a function that runs work in a shop's scope. */
function open(addresses: Parameters<typeof restrictedConnection>[0]) {
  const pool = new pg.Pool({ ...restrictedConnection(addresses), max: CONNECTIONS });
  const prisma = new PrismaClient({ adapter: tenantAdapter(pool) });
  onTestFinished(() => prisma.$disconnect());
  const inShop = <T>(shop: ShopDomain, work: (tx: Tx) => Promise<T>, timeoutMs = 10_000) =>
    openings.run({ scope: { shop, purpose: "" }, timeoutMs }, () =>
      prisma.$transaction(work, { timeout: timeoutMs, maxWait: 10_000 }),
    );
  return { pool, prisma, inShop };
}

const pause = (tx: Tx, shop: ShopDomain) => tx.$executeRaw`
  insert into support_pause (shop, since, by, why) values (${shop}, now(), 'ada', 'test')
  on conflict (shop) do update set since = excluded.since`;
const paused = () =>
  query(databaseUrl, "select shop from support_pause where shop = any($1)", [[mine, theirs]]);
const scope = (tx: Tx) => tx.$queryRaw`
  select current_setting('stockbridge.shop') as shop, current_setting('stockbridge.system') as system`;

describe("the parts of Prisma that tenantAdapter relies on", () => {
  it("are those of adapter-pg 6.19", () => {
    const { version } = JSON.parse(readFileSync("node_modules/@prisma/adapter-pg/package.json", "utf8")) as {
      version: string;
    };
    expect(version).toMatch(/^6\.19\./);
  });

  it("are methods of the adapter that run all statements on a given client", async () => {
    const { pool } = open({ DATABASE_URL: databaseUrl });
    const adapter = await new PrismaPg(pool).connect();
    expect(adapter.underlyingDriver()).toBe(pool);
    expect(adapter.getConnectionInfo()).toMatchObject({ supportsRelationJoins: true });
    expect(adapter).toMatchObject({
      provider: "postgres",
      queryRaw: expect.any(Function) as unknown,
      executeRaw: expect.any(Function) as unknown,
      executeScript: expect.any(Function) as unknown,
      dispose: expect.any(Function) as unknown,
    });
    const client = await pool.connect();
    const sent = vi.spyOn(client, "query");
    const AdapterClass = adapter.constructor as new (client: pg.PoolClient) => typeof adapter;
    const bound = new AdapterClass(client);
    const statement = { sql: "select 1 as one", args: [], argTypes: [] };
    expect(await bound.queryRaw(statement)).toMatchObject({ columnNames: ["one"], rows: [[1]] });
    expect(await bound.executeRaw(statement)).toBe(1);
    expect(sent).toHaveBeenCalledTimes(2);
    client.release();
  });
});

describe("tenantAdapter", () => {
  it("throws without a tenant scope, before it takes a client from the pool", async () => {
    const { pool, prisma } = open({ DATABASE_URL: databaseUrl });
    await expect(prisma.$transaction((tx) => scope(tx))).rejects.toThrow(
      "A transaction needs a tenant scope",
    );
    await expect(
      prisma.$transaction([prisma.supportPause.count(), prisma.supportPause.count()]),
    ).rejects.toThrow("needs a tenant scope");
    expect(pool.totalCount).toBe(0);
  });

  it("rejects a second transaction in the same scope", async () => {
    const { prisma, inShop } = open({ DATABASE_URL: databaseUrl });
    const nested = inShop(mine, () => prisma.$transaction((tx) => scope(tx)));
    await expect(nested).rejects.toThrow("A transaction needs a tenant scope of its own");
  });

  it("sends BEGIN, the scope and the isolation level in one packet", async () => {
    const proxy = await databaseProxy(databaseUrl);
    const { prisma, inShop } = open({ DATABASE_URL: proxy.url });
    await inShop(mine, scope);
    const before = proxy.packets;
    expect(await inShop(mine, scope)).toEqual([{ shop: mine, system: "" }]);
    // The other two are the statement and COMMIT.
    expect(proxy.packets - before).toBe(3);
    const level = openings.run({ scope: { shop: theirs, purpose: "" }, timeoutMs: 10_000 }, () =>
      prisma.$transaction((tx) => tx.$queryRaw`show transaction_isolation`, {
        isolationLevel: "RepeatableRead",
      }),
    );
    expect(await level).toEqual([{ transaction_isolation: "repeatable read" }]);
  });

  it.each([
    ["off", "on"],
    ["local", "on"],
    ["remote_write", "on"],
    ["on", "on"],
    ["remote_apply", "remote_apply"],
  ])("raises a role's weaker synchronous_commit to on (%s)", async (setting, committed) => {
    const login = new URL(await appLogin(databaseUrl));
    login.searchParams.set("options", `-c synchronous_commit=${setting}`);
    const { inShop } = open({ APP_DATABASE_URL: login.href });
    expect(await inShop(mine, (tx) => tx.$queryRaw`show synchronous_commit`)).toEqual([
      { synchronous_commit: committed },
    ]);
  });

  it("escapes a scope whose name contains a quote", async () => {
    const { inShop } = open({ DATABASE_URL: databaseUrl });
    const name = "x', true), set_config('stockbridge.system', 'inbox\\";
    expect(await inShop(name as ShopDomain, scope)).toEqual([{ shop: name, system: "" }]);
  });

  it("works through a pooler in transaction mode that keeps no prepared statements", async () => {
    const pooler = await transactionPooler(await appLogin(databaseUrl), { preparesStatements: false });
    onTestFinished(pooler.close);
    const pools = [0, 1, 2].map(() => open({ APP_DATABASE_URL: pooler.url }));
    // More transactions at once than the pooler has connections, with values in their statements.
    const seen = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const shop = at % 2 === 0 ? mine : theirs;
        return pools[at % 3]!.inShop(shop, async (tx) => [
          await tx.supportPause.count({ where: { shop } }),
          await scope(tx),
        ]);
      }),
    );
    const expected = (shop: ShopDomain) => [0, [{ shop, system: "" }]];
    expect(seen).toEqual(seen.map((_, at) => expected(at % 2 === 0 ? mine : theirs)));
  });

  it("stores the database's time in the scope when its transaction begins", async () => {
    const { prisma } = open({ DATABASE_URL: databaseUrl });
    const opening = { scope: { shop: mine, purpose: "" }, timeoutMs: 10_000 } as Opening;
    const [row] = await openings.run(opening, () =>
      prisma.$transaction((tx) => tx.$queryRaw<{ now: Date }[]>`select now()`),
    );
    expect(opening.begun?.now).toEqual(row?.now);
  });

  it("throws if Postgres answers COMMIT with ROLLBACK because a statement had failed", async () => {
    const { inShop } = open({ DATABASE_URL: databaseUrl });
    const hiding = inShop(mine, async (tx) => {
      await pause(tx, mine);
      await tx.$queryRaw`select 1 / 0`.catch(() => undefined);
    });
    await expect(hiding).rejects.toThrow("whose statement had failed was rolled back");
    expect(await paused()).toEqual([]);
  });

  it("rejects statements of an ended transaction whose client serves another transaction", async () => {
    const { pool } = open({ DATABASE_URL: databaseUrl });
    const adapter = await tenantAdapter(pool).connect();
    const begin = (shop: ShopDomain) =>
      openings.run({ scope: { shop, purpose: "" }, timeoutMs: 10_000 }, () => adapter.startTransaction());
    const statement = { sql: "select 1", args: [], argTypes: [] };
    const ended = await begin(mine);
    await ended.rollback();
    const other = await begin(theirs);
    await expect(ended.queryRaw(statement)).rejects.toThrow("after its transaction had ended");
    await expect(ended.executeRaw(statement)).rejects.toThrow("after its transaction had ended");
    await expect(ended.commit()).rejects.toThrow("after its transaction had ended");
    expect(pool.totalCount).toBe(1);
    await other.rollback();
  });
});

it("sends the statements of one transaction one after the other, even if they start together", async () => {
  const { inShop } = open({ DATABASE_URL: databaseUrl });
  const warned = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warned.mockRestore());
  const both = await inShop(mine, (tx) =>
    Promise.all([tx.supportPause.count(), tx.$queryRaw`select 1 as one`, tx.$queryRaw`select 2 as two`]),
  );
  expect(both).toEqual([0, [{ one: 1 }], [{ two: 2 }]]);
  expect(warned).not.toHaveBeenCalled();
});

describe("a connection that breaks", () => {
  const cuts = (["BEGIN", "support_pause", "COMMIT"] as const).flatMap((text) => [
    { text, when: "before" as const },
    { text, when: "after" as const },
  ]);

  it.each(cuts)(
    "leaves no client of the pool in use and no scope behind if it breaks $when $text arrives",
    async ({ text, when }) => {
      const times = CONNECTIONS + 1;
      const proxy = await databaseProxy(databaseUrl, { cutAt: { text, when, times } });
      const { pool, inShop } = open({ DATABASE_URL: proxy.url });
      for (let count = 0; count < times; count += 1)
        await expect(inShop(mine, (tx) => pause(tx, mine))).rejects.toThrow();
      expect(proxy.cut).toBe(times);
      const kept = text === "COMMIT" && when === "after" ? [{ shop: mine }] : [];
      expect(await paused()).toEqual(kept);
      // Without a release, a client stays in use until its transaction has lasted ten seconds.
      await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 5000 }).toBe(0);
      expect(pool.waitingCount).toBe(0);
      const both = await Promise.all([inShop(theirs, scope), inShop(theirs, scope)]);
      expect(both).toEqual([[{ shop: theirs, system: "" }], [{ shop: theirs, system: "" }]]);
      await query(databaseUrl, "delete from support_pause where shop = $1", [mine]);
    },
  );

  it("has its transaction rolled back even if the work swallows the error and continues", async () => {
    const proxy = await databaseProxy(databaseUrl, {
      cutAt: { text: "support_pause", when: "before", times: 1 },
    });
    const { inShop } = open({ DATABASE_URL: proxy.url });
    const hiding = inShop(mine, async (tx) => {
      await pause(tx, mine).catch(() => undefined);
      await pause(tx, mine).catch(() => undefined);
    });
    await expect(hiding).rejects.toThrow();
    expect(await paused()).toEqual([]);
  });
});

describe("pgTx", () => {
  it("runs statements in the scope's transaction, and rejects them once that transaction has ended", async () => {
    const { prisma, inShop } = open({ DATABASE_URL: databaseUrl });
    const opening: Opening = { scope: { shop: mine, purpose: "" }, timeoutMs: 10_000 };
    const pid = { text: "select pg_backend_pid() as pid where $1", values: [true] };
    const both = await openings.run(opening, () =>
      prisma.$transaction((tx) =>
        Promise.all([
          tx.$queryRaw<unknown[]>`select pg_backend_pid() as pid`,
          opening.begun!.pgTx.query(pid),
        ]),
      ),
    );
    expect(both[1].rows).toEqual(both[0]);
    await expect(inShop(mine, () => opening.begun!.pgTx.query(pid))).rejects.toThrow(
      "after its transaction had ended",
    );
  });
});
