import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { APP_ROLE, FIND_ROLE, restrictedConnection } from "../../app/lib/database/restricted-connection.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { query } from "../support/database.ts";
import { openOldPostgres } from "../support/old-postgres.ts";

const OWNER = "owner_of_databases";
const MIGRATED = "migrated";

/** A cluster of this file's own: roles belong to a whole cluster, and here the app's is missing as each test begins. */
let cluster: EmbeddedPostgres;
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({});
  await admin(`create role ${OWNER} login nosuperuser createrole`);
  // Migrating takes a second, so tests of the role start from a copy of this database.
  const url = await ownedDatabase(MIGRATED);
  await setupDatabase(url);
  await query(cluster.url(MIGRATED), `drop owned by ${APP_ROLE}, ${FIND_ROLE}`);
  await admin(`drop role ${APP_ROLE}, ${FIND_ROLE}`);
});
afterAll(() => cluster.stop());

const made: string[] = [];
afterEach(async () => {
  for (const name of made.splice(0)) await admin(`drop database ${name} with (force)`);
  await admin(`drop role if exists ${APP_ROLE}, ${FIND_ROLE}`);
  await admin(`alter role ${OWNER} createrole`);
});

function admin(sql: string): Promise<Record<string, unknown>[]> {
  return query(cluster.url("postgres"), sql);
}

/** A database for one test. @returns the address with which its owner, who is no superuser, connects. */
async function ownDatabase(template = "template1"): Promise<string> {
  made.push(`test_${String(++count)}`);
  return ownedDatabase(`test_${String(count)}`, template);
}
let count = 0;

async function ownedDatabase(name: string, template = "template1"): Promise<string> {
  await admin(`create database ${name} owner ${OWNER} template ${template}`);
  return cluster.url(name).replace("stockbridge@", `${OWNER}:pass-of-owner@`);
}

/** Expects the results of a set-up that the app depends on. */
async function expectReady(url: string): Promise<void> {
  const app = new pg.Client(restrictedConnection({ DATABASE_URL: url }));
  await app.connect();
  try {
    await app.query("begin");
    await app.query("select set_config('stockbridge.shop', 'a.myshopify.com', true)");
    const { rows } = await app.query(`select current_user, (select count(*) from inbox_entry) as entries`);
    expect(rows).toEqual([{ current_user: APP_ROLE, entries: "0" }]);
    const { rows: found } = await app.query(
      "select products_with_words('cup', 1) union select products_with_sku('cup', 1)",
    );
    expect(found).toEqual([]);
    await app.query("select from pgboss.version");
    await app.query("commit");
    await expect(app.query("select from _prisma_migrations")).rejects.toThrow("permission denied");
    await expect(app.query("create temporary table session ()")).rejects.toThrow("permission denied");
  } finally {
    await app.end();
  }
}

describe("setupDatabase", () => {
  it("succeeds four times at once on an empty database, and on another database at the same time", async () => {
    const [one, other] = await Promise.all([ownDatabase(), ownDatabase()]);
    await Promise.all([one, one, one, one, other].map(setupDatabase));
    await expectReady(one);
    await expectReady(other);
    const applied = await query(one, "select migration_name from _prisma_migrations");
    expect(new Set(applied.map((row) => row["migration_name"])).size).toBe(applied.length);
  });

  it("changes nothing at the second run, except rights to new tables", async () => {
    const url = await ownDatabase(MIGRATED);
    await setupDatabase(url);
    const ledger = await query(url, "select * from _prisma_migrations");
    await query(url, "create table later (id int)");
    await setupDatabase(url);
    await expectReady(url);
    expect(await query(url, "select * from _prisma_migrations")).toEqual(ledger);
    const [may] = await query(url, "select has_table_privilege($1, 'later', 'select') as may", [APP_ROLE]);
    expect(may).toEqual({ may: true });
  });

  it("accepts the app's role if the setup of another database creates that role a moment earlier", async () => {
    const url = await ownDatabase(MIGRATED);
    const quicker = new pg.Client({ connectionString: await ownDatabase() });
    await quicker.connect();
    await quicker.query("begin");
    await quicker.query(`create role ${APP_ROLE} nologin`);
    const slower = setupDatabase(url);
    await vi.waitFor(
      async () => {
        const waiting = await admin(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'create role%'",
        );
        expect(waiting).toHaveLength(1);
      },
      { timeout: 180_000 },
    );
    await quicker.query("commit");
    await quicker.end();
    await slower;
    await expectReady(url);
  });

  it("leaves an administrator's extensions in the same schema alone", async () => {
    const url = await ownDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(cluster.url(name), "create extension pg_stat_statements; create extension pgcrypto");
    const rights = `select relname::text as name, relacl::text from pg_class where relname like 'pg_stat_statements%'
      union all select proname, proacl::text from pg_proc where proname like 'pg_stat_statements%' order by 1`;
    const before = await query(url, rights);
    await setupDatabase(url);
    await setupDatabase(url);
    await expectReady(url);
    expect(await query(url, rights)).toEqual(before);
  });

  it("reports after five seconds which session blocks it, and continues once that session ends", async () => {
    const url = await ownDatabase(MIGRATED);
    const former = new pg.Client({ connectionString: url, application_name: "an earlier release" });
    await former.connect();
    // Earlier releases took the lock for their session.
    await former.query("select pg_advisory_lock(7210914)");
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => {
      written.mockRestore();
    });
    const waiting = setupDatabase(url);
    await expect
      .poll(() => written.mock.calls.join(""))
      .toMatch(
        /^Waiting for another setup of this database to end\. Postgres process \d+ \(“an earlier release”, connected since .* UTC\) holds the lock; if no setup is running, end it with: select pg_terminate_backend\(\d+\);\n$/,
      );
    await former.end();
    await waiting;
    await expectReady(url);
  });

  it("migrates even if a killed session left Prisma's own lock behind", async () => {
    const url = await ownDatabase();
    const killed = new pg.Client({ connectionString: url });
    await killed.connect();
    await killed.query("select pg_advisory_lock(72707369)");
    await setupDatabase(url).finally(() => killed.end());
    await expectReady(url);
  });

  it("reports a failed migration without the owner's password", async () => {
    const url = await ownDatabase();
    await query(url, "create table strange (id int)");
    const failing = setupDatabase(url);
    await expect(failing).rejects.toThrow(/could not be migrated.*schema is not empty/s);
    await expect(failing).rejects.not.toThrow("pass-of-owner");
  });

  it("reports a missing database without the owner's password", async () => {
    const failing = setupDatabase(cluster.url("nowhere").replace("stockbridge@", `${OWNER}:pass-of-owner@`));
    await expect(failing).rejects.toThrow('database "nowhere" does not exist');
    await expect(failing).rejects.not.toThrow("pass-of-owner");
  });
});

describe("a Postgres that is too old", () => {
  it.each([
    [150_004, "15.4"],
    [140_011, "14.11"],
    [90_624, "9.6.24"],
  ])("is rejected (%i) before any other statement", async (number, version) => {
    const old = await openOldPostgres(number);
    await expect(setupDatabase(old.url)).rejects.toThrow(
      `The database at DATABASE_URL is Postgres ${version}. Stockbridge needs Postgres 16 or newer.`,
    );
    expect(old.statements).toEqual(["show server_version_num"]);
  });
});

describe("an owner with too few rights to the roles", () => {
  it("gets statements for an administrator if it may not create roles, and succeeds after these statements", async () => {
    await admin(`alter role ${OWNER} nocreaterole`);
    const url = await ownDatabase(MIGRATED);
    const statements = await statementsToRun(url);
    for (const role of [APP_ROLE, FIND_ROLE])
      expect(statements).toContain(`create role ${role} nologin nosuperuser`);
    await admin(statements);
    await setupDatabase(url);
    await expectReady(url);
  });

  it.each(["nocreaterole", "createrole"])(
    "gets the statements for an administrator if another role owns the app's role (%s)",
    async (right) => {
      await admin(`alter role ${OWNER} ${right}`);
      await admin(`create role ${APP_ROLE} nologin; create role ${FIND_ROLE} nologin`);
      const url = await ownDatabase(MIGRATED);
      const statements = await statementsToRun(url);
      expect(statements).not.toContain("create role");
      await admin(statements);
      await setupDatabase(url);
      await expectReady(url);
    },
  );

  async function statementsToRun(url: string): Promise<string> {
    const refusal = await setupDatabase(url).then(
      () => "it was set up",
      (error: unknown) => (error as Error).message,
    );
    expect(refusal).toMatch(
      /^The database's owner may not .*\. Let an administrator run this, then start again:\n/,
    );
    return refusal.split("\n").slice(1).join("\n");
  }
});
