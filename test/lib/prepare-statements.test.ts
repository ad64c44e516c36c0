import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";

import { asSystem, inShop, inShops, LONG_WORK, type Tx } from "../../app/lib/db.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const shop = newShop();

/** A connection of a process that has just started: of all that others have sent, nothing is remembered. */
async function connect(): Promise<pg.Client> {
  vi.resetModules();
  const { prepareStatements } = await import("../../app/lib/prepare-statements.server.ts");
  const client = new pg.Client(databaseUrl);
  prepareStatements(client);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it("a text with values is parsed once a connection, and soon no longer planned", async () => {
  const client = await connect();
  for (let count = 0; count < 9; count += 1) await client.query({ text: "select $1::int", values: [count] });
  const { rows } = await client.query(
    "select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements",
  );
  expect(rows).toEqual([{ custom: 5, generic: 4 }]);
});

it("work on all rows of a shop has each of its statements planned for its values", async () => {
  const mode = (tx: Tx) => tx.$queryRawUnsafe("select current_setting('plan_cache_mode') as mode");
  expect(await inShop(shop, mode, LONG_WORK)).toEqual([{ mode: "force_custom_plan" }]);
  expect(await inShop(shop, mode)).toEqual([{ mode: "auto" }]);
});

it("what comes with each order finds its rows by their keys, also in a table that was empty when that was planned", async () => {
  await query(databaseUrl, "create table growing (id int primary key); grant select on growing to public");
  await query(databaseUrl, "vacuum analyze growing");
  try {
    const find = (tx: Tx) =>
      tx.$queryRawUnsafe(
        "select growing.id from unnest($1::int[]) as wanted (id) join growing using (id)",
        [7],
      );
    expect(await inShops([shop], find)).toEqual([]);
    await query(databaseUrl, "insert into growing select generate_series(1, 10000)");
    const read = "select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'growing'";
    const [found, rows] = await inShops([shop], async (tx) => [
      await find(tx),
      await tx.$queryRawUnsafe(read),
    ]);
    expect([found, rows]).toEqual([[{ id: 7 }], [{ read: 0 }]]);
  } finally {
    await query(databaseUrl, "drop table growing");
  }
});

it("a text without values, or one too long to come again, is not kept", async () => {
  const client = await connect();
  await client.query({ text: "select 1", values: [] });
  const long = Array.from({ length: 2000 }, () => "'x'").join();
  await client.query({ text: `select 1 where $1 in (${long})`, values: ["x"] });
  expect((await client.query("select from pg_prepared_statements")).rowCount).toBe(0);
});

it("a table that a migration changes fails one transaction of a connection at most, not all that follow", async () => {
  await query(databaseUrl, "create table changing (first int); grant select on changing to public");
  try {
    const read = () =>
      asSystem("health", (tx) => tx.$queryRawUnsafe("select * from changing where $1 = $1", 1));
    for (let count = 0; count < 7; count += 1) expect(await read()).toEqual([]);
    await query(databaseUrl, "alter table changing add column second int");
    await read().catch(() => undefined);
    expect(await read()).toEqual([]);
    expect(await read()).toEqual([]);
  } finally {
    await query(databaseUrl, "drop table changing");
  }
});
