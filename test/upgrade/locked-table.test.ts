import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { query } from "../support/database.ts";
import { laterRelease } from "../support/later-release.ts";

const LATER = "29991231000000_later";
const UP_TO_DATE = { code: 0, stdout: "The database is up to date.\n" };
/** Setup waits thirty seconds for a lock, and longer on a busy machine. */
const LONG = { timeout: 180_000 };
const POLL = { timeout: 180_000, interval: 100 };

let postgres: EmbeddedPostgres;
let count = 0;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({});
  await postgres.createDatabase("set_up");
  await setupDatabase(postgres.url("set_up"));
});
afterAll(() => postgres.stop());

/** Creates a database of this release, and a later release with this migration. */
async function oneMigration(sql: string) {
  const name = `test_${String(++count)}`;
  await postgres.createDatabase(name, "set_up");
  const later = await laterRelease(LATER, sql);
  onTestFinished(later.remove);
  const url = postgres.url(name);
  return { url, setUp: () => later.setUp(url) };
}

/** Begins a transaction that holds a lock until `end`. */
async function lock(url: string, mode: string): Promise<{ pid: number; end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: "nightly report" });
  await client.connect();
  await client.query(`begin; lock table inbox_entry in ${mode} mode`);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= client.end());
  onTestFinished(end);
  return { pid: rows[0]?.pid ?? 0, end };
}

/** Returns the migrations that wait for a lock. */
function waiting(url: string): Promise<{ pid: number }[]> {
  return query<{ pid: number }>(
    url,
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'stockbridge migration' and wait_event_type = 'Lock'`,
  );
}

describe("a migration of a table that a long transaction locks", () => {
  const ADD_COLUMN = "alter table inbox_entry add column later text;\ncreate table later_rows (shop text);\n";

  it(
    "lets others use the table, fails with the name of the process that holds the lock, and succeeds later",
    LONG,
    async () => {
      const { url, setUp } = await oneMigration(ADD_COLUMN);
      const holder = await lock(url, "access share");
      const setting = setUp();
      await expect.poll(() => waiting(url), POLL).toHaveLength(1);
      // Queued behind the migration. Ends although the holder keeps its lock.
      expect(await query(url, "select from inbox_entry")).toEqual([]);
      const { code, stdout, stderr } = await setting;
      const who = `Postgres process ${String(holder.pid)} (“nightly report”) holds a lock that a migration needs`;
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toBe(
        `${`${who}. Trying again.\n`.repeat(3)}The database could not be migrated: ${who}. Nothing has changed; let that transaction end, or end it with: select pg_terminate_backend(${String(holder.pid)}); then set up again.\n`,
      );
      expect(await query(url, "select to_regclass('later_rows') as later")).toEqual([{ later: null }]);

      await holder.end();
      expect(await setUp()).toEqual({ ...UP_TO_DATE, stderr: "" });
      expect(await query(url, "select later from inbox_entry")).toEqual([]);
    },
  );

  it("is applied by the same setup if the transaction ends while setup retries", LONG, async () => {
    const { url, setUp } = await oneMigration(ADD_COLUMN);
    const holder = await lock(url, "access share");
    const setting = setUp();
    const failed = () =>
      query(url, "select from _prisma_migrations where rolled_back_at is not null and migration_name = $1", [
        LATER,
      ]);
    await expect.poll(failed, POLL).toHaveLength(1);
    await holder.end();
    expect(await setting).toMatchObject(UP_TO_DATE);
    expect(await query(url, "select later from inbox_entry")).toEqual([]);
  });
});

describe("a migration that deadlocks with another transaction", () => {
  it("is repeated by the same setup, and leaves no unfinished migration", LONG, async () => {
    const { url, setUp } = await oneMigration(
      "set deadlock_timeout = '5s';\nlock table inbox_entry in access exclusive mode;\nalter table shop_facts add column later text;\n",
    );
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    // Postgres ends the transaction that looks for a deadlock first: the migration, after five seconds.
    await other.query(
      "begin; set local deadlock_timeout = '1min'; lock table shop_facts in access share mode",
    );
    const setting = setUp();
    await expect.poll(() => waiting(url), { ...POLL, interval: 20 }).toHaveLength(1);
    await other.query("lock table inbox_entry in access share mode; commit");
    expect(await setting).toMatchObject(UP_TO_DATE);
    expect(await query(url, "select later from shop_facts")).toEqual([]);
    const ledger = "select from _prisma_migrations where rolled_back_at is not null and migration_name = $1";
    expect(await query(url, ledger, [LATER])).toHaveLength(1);
  });
});

describe("a migration of a single CREATE INDEX CONCURRENTLY", () => {
  const BUILD = `-- For reports.
create index concurrently if not exists "inbox_entry_later_idx" on "inbox_entry" ("shop", "topic");
`;
  const indexes = (url: string) =>
    query(
      url,
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('inbox_entry_later_idx')",
    );

  it("lets others write to the table, even while a second setup waits", LONG, async () => {
    const { url, setUp } = await oneMigration(BUILD);
    const holder = await lock(url, "row exclusive");
    const both = [setUp(), setUp()];
    await expect.poll(() => waiting(url), POLL).toHaveLength(1);
    // One has the lock. The other rolls back after each try, and tries again.
    const lockTakers = () =>
      query(
        url,
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'stockbridge setup'
           and (query like 'select pg_try_advisory%' or query = 'rollback')`,
      );
    await expect.poll(lockTakers, POLL).toHaveLength(2);
    await query(url, "update inbox_entry set topic = topic");
    await holder.end();
    for (const setting of both)
      expect(await setting).toEqual({
        ...UP_TO_DATE,
        stderr: expect.stringMatching(
          /^(Waiting for another setup of this database to end\. Postgres process .*\n)*$/,
        ) as string,
      });
    expect(await indexes(url)).toEqual([{ valid: true }]);
  });

  it("is repeated by the next setup if it was interrupted", LONG, async () => {
    const { url, setUp } = await oneMigration(BUILD);
    const holder = await lock(url, "row exclusive");
    const setting = setUp();
    await expect.poll(() => waiting(url), POLL).toHaveLength(1);
    const [building] = await waiting(url);
    await query(url, "select pg_terminate_backend($1)", [building?.pid]);
    expect((await setting).code).toBe(1);
    expect(await indexes(url)).toEqual([{ valid: false }]);

    await holder.end();
    expect(await setUp()).toEqual({
      ...UP_TO_DATE,
      stderr: "The build of the index inbox_entry_later_idx was interrupted: it begins again.\n",
    });
    expect(await indexes(url)).toEqual([{ valid: true }]);
  });
});
