import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { bareSettings } from "../sandbox/bare-settings.ts";
import { query } from "../support/database.ts";
import { formerDatabase } from "../upgrade/former-database.ts";

/** Column types that no table of ours has yet, in a migration that only this release has. */
const LATER = "29991231000000_odd_types";
const ODD_TYPES = `
  create table odd (
    shop text not null, id int generated always as identity primary key, counted bigserial, bytes bytea, list text[],
    at timestamptz(6), local timestamp, span interval, ratio float8, amount numeric, words jsonb, search tsvector,
    doubled text generated always as (shop || shop) stored, parent int references odd (id));
  alter table odd enable row level security, force row level security;
  create policy one_shop on odd using (shop = (select current_setting('stockbridge.shop', true))
    or (select nullif(current_setting('stockbridge.system', true), '') is not null));`;
const ODD_ROWS = `
  insert into odd (shop, bytes, list, at, local, span, ratio, amount, words, search, parent) values
    ('a', '\\x00ff5c2e0a', array['', 'a,b', null, '"', E'\\\\.', E'\\n\\\\.\\n'], '2026-11-25 23:59:59.123456+05', '0044-03-15 BC',
     '1 mon -2 days 03:04:05.000006', 0.1::float8 + 0.2::float8, 1e-30, '{"a": 1.10, "b": ["\\u00e9\\\\n", null]}', 'a:1A b:2', 2),
    (E'\\\\.', '', '{}', 'infinity', null, null, 'NaN', 'NaN', 'null', '', 1),
    (E'tab\\tline\\nback\\\\slash\\r', null, null, null, null, null, '-Infinity', 12345678901234567890.0123456789, '"x"', null, null);
  select nextval('odd_counted_seq'), nextval('odd_counted_seq');`;

/** A copy of the repository with one more migration, in which the commands run. */
let laterRelease: string;
/** A second machine's cluster, whose only administrator is `admin`. */
let cluster: EmbeddedPostgres;
let folder: string;
let source: { url: string; ownerUrl: string };
/** A whole backup of the source, as this release and as the later one. */
let [backup, laterBackup] = ["", ""];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stockbridge-backup-"));
  laterRelease = await copyWithMigration();
  cluster = await startEmbeddedPostgres({});
  await admin("create role plain login nosuperuser nocreaterole nocreatedb");
  source = await formerDatabase();
  await setupDatabase(source.ownerUrl);
  backup = path.join(folder, "stockbridge.backup");
  expect(await run("backup", [backup], source.ownerUrl)).toMatchObject({ code: 0, stderr: "" });
  expect(await run("setup", [], source.ownerUrl, laterRelease)).toMatchObject({ code: 0, stderr: "" });
  await query(source.url, ODD_ROWS);
  laterBackup = path.join(folder, "later.backup");
  expect(await run("backup", [laterBackup], source.ownerUrl, laterRelease)).toMatchObject({
    code: 0,
    stderr: "",
  });
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true });
});

function admin(sql: string): Promise<Record<string, unknown>[]> {
  return query(cluster.url("postgres"), sql);
}

async function copyWithMigration(): Promise<string> {
  const copy = path.join(folder, "later");
  const migration = path.join(copy, "prisma/migrations", LATER);
  await cp("prisma", path.join(copy, "prisma"), { recursive: true });
  for (const file of ["package.json", "prisma.config.ts"]) await cp(file, path.join(copy, file));
  await symlink(path.resolve("node_modules"), path.join(copy, "node_modules"));
  await mkdir(migration);
  await writeFile(path.join(migration, "migration.sql"), ODD_TYPES);
  return copy;
}

/** Runs a command as `npm run` does, with nothing of this process' settings. */
function run(name: string, args: string[], url: string, cwd = process.cwd()) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.resolve(`scripts/${name}.ts`), ...args],
      { cwd, env: { ...bareSettings(), NODE_ENV: "test", DATABASE_URL: url } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}

let made = 0;
/** An empty database in the new cluster. @returns its address for the superuser, and for its plain owner. */
async function emptyDatabase(): Promise<{ url: string; ownerUrl: string }> {
  const name = `restored_${String((made += 1))}`;
  await admin(`create database ${name} owner plain`);
  return { url: cluster.url(name), ownerUrl: cluster.url(name).replace("stockbridge@", "plain@") };
}

/** Returns every table's rows as text with every digit, and times in UTC whatever the server is set to. */
async function rowsOf(address: string): Promise<Record<string, unknown>> {
  const inUtc = new URL(address);
  inUtc.searchParams.set("options", "-c timezone=UTC");
  const url = inUtc.href;
  const tables = await query<{ name: string }>(
    url,
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> '_prisma_migrations' order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await query(url, `select to_jsonb(it)::text as row from ${name} it order by 1`);
  return rows;
}

describe("npm run backup and npm run restore", () => {
  it("restore every row in a new cluster whose owner may not create roles", async () => {
    const target = await emptyDatabase();
    const restored = await run("restore", [laterBackup], target.ownerUrl, laterRelease);
    expect(restored).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Restored \d+ rows of \d+ tables, as of 2/) as string,
      stderr: expect.stringContaining("`npm run setup` has to complete it") as string,
    });
    await admin(restored.stderr.slice(restored.stderr.indexOf("\n")));
    expect(await run("setup", [], target.ownerUrl, laterRelease)).toMatchObject({ code: 0, stderr: "" });
    const before = await rowsOf(source.url);
    expect(before["odd"]).toHaveLength(3);
    expect(Object.values(before).flat().length).toBeGreaterThan(100);
    expect(await rowsOf(target.url)).toEqual(before);
    for (const sql of [
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
      "select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace order by 1",
      "select migration_name, checksum from _prisma_migrations order by 1",
    ])
      expect(await query(target.url, sql)).toEqual(await query(source.url, sql));
  });

  it("restore the backup of an earlier release, and upgrade its rows", async () => {
    const target = await emptyDatabase();
    expect(await run("restore", [backup], target.ownerUrl, laterRelease)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The database is up to date.") as string,
    });
    expect(await query(target.url, "select count(*)::int from odd")).toEqual([{ count: 0 }]);
    expect(await query(target.url, "select count(*) from supplier_order")).toEqual(
      await query(source.url, "select count(*) from supplier_order"),
    );
  });

  it("restore a backup from before renamed columns with the same result as an upgrade", async () => {
    const earlier = await formerDatabase({ until: "20261128060000_plain_names", rows: "old-names.sql" });
    const file = path.join(folder, "earlier.backup");
    expect(await run("backup", [file], earlier.ownerUrl)).toMatchObject({ code: 0, stderr: "" });
    const target = await emptyDatabase();
    expect(await run("restore", [file], target.ownerUrl)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The database is up to date.") as string,
    });
    expect(await run("setup", [], earlier.ownerUrl)).toMatchObject({ code: 0, stderr: "" });
    expect(await rowsOf(target.url)).toEqual(await rowsOf(earlier.url));
  });
});

describe("npm run backup", () => {
  it("writes one file that only its owner may read", async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("overwrites no file", async () => {
    const again = await run("backup", [backup], source.ownerUrl);
    expect(again).toEqual({ code: 1, stdout: "", stderr: `${backup} is there already. Name a new file.\n` });
  });

  it.each(["SIGINT", "SIGKILL"] as const)(
    "leaves no file with the backup's name if %s ends it",
    async (signal) => {
      const file = path.join(folder, `ended-${signal}`);
      const child = await commandThatWaits("backup", file, { url: source.url, ownerUrl: source.ownerUrl });
      child.kill(signal);
      await once(child, "close");
      const left = (await readdir(folder)).filter((name) => name.startsWith(`ended-${signal}`));
      expect(left.filter((name) => !name.includes(".partial-"))).toEqual([]);
      if (signal === "SIGINT") expect(left).toEqual([]);
    },
  );

  it("reports a database that has nothing to back up", async () => {
    const { ownerUrl } = await emptyDatabase();
    const file = path.join(folder, "nothing");
    expect(await run("backup", [file], ownerUrl)).toMatchObject({
      code: 1,
      stderr: "The database at DATABASE_URL has no tables of Stockbridge.\n",
    });
    expect((await readdir(folder)).filter((name) => name.startsWith("nothing"))).toEqual([]);
  });
});

describe("npm run restore", () => {
  it.each<[string, (whole: Buffer) => Buffer]>([
    ["cut off", (whole) => whole.subarray(0, whole.length - 1000)],
    ["changed", (whole) => Buffer.concat([whole.subarray(0, 5000), Buffer.from("x"), whole.subarray(5001)])],
    ["no backup", () => Buffer.from("create table pg_dump (id int);")],
    ["empty", () => Buffer.alloc(0)],
  ])("rejects a file that is %s, and writes nothing", async (what, spoil) => {
    const { url, ownerUrl } = await emptyDatabase();
    const file = path.join(folder, `spoiled-${what.replace(" ", "-")}`);
    await writeFile(file, spoil(await readFile(backup)));
    expect(await run("restore", [file], ownerUrl)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${file} is no whole backup of Stockbridge: it was cut off or changed. Nothing was restored.\n`,
    });
    expect(await rowsOf(url)).toEqual({});
  });

  it("rejects a file whose rows were edited, even if it was compressed again", async () => {
    const { gzipSync } = await import("node:zlib");
    const { ownerUrl } = await emptyDatabase();
    const file = path.join(folder, "edited");
    const text = gunzipSync(await readFile(backup)).toString("latin1");
    await writeFile(file, gzipSync(Buffer.from(text.replace("#9001", "#9901"), "latin1")));
    expect(await run("restore", [file], ownerUrl)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was cut off or changed") as string,
    });
  });

  it("rejects the backup of a later release", async () => {
    const { ownerUrl } = await emptyDatabase();
    expect(await run("restore", [laterBackup], ownerUrl)).toMatchObject({
      code: 1,
      stderr: `The backup is of a later release, with migrations that this one lacks (${LATER}): restore with that release.\n`,
    });
  });

  it("rejects a database that has rows", async () => {
    expect(await run("restore", [laterBackup], source.ownerUrl, laterRelease)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database at DATABASE_URL is not empty: it has “\w+”/) as string,
    });
  });

  it("rejects a database to which another program is connected", async () => {
    const { ownerUrl } = await emptyDatabase();
    await query(ownerUrl, "create table somebodys (id int)");
    expect(await run("restore", [backup], ownerUrl)).toMatchObject({
      code: 1,
      stderr: "The database at DATABASE_URL is not empty: it has “somebodys”. Restore into an empty one.\n",
    });
  });

  it("can be repeated after it was killed in the middle of the rows", async () => {
    const target = await emptyDatabase();
    // The tables are there; then a lock holds up the restore in its middle.
    expect(await run("setup", [], target.ownerUrl)).toMatchObject({ code: 0 });
    const child = await commandThatWaits("restore", backup, target);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await query(target.url, "select count(*)::int from connection")).toEqual([{ count: 0 }]);
    expect(await run("restore", [backup], target.ownerUrl)).toMatchObject({ code: 0, stderr: "" });
    expect(await query(target.url, "select count(*) from connection")).toEqual(
      await query(source.url, "select count(*) from connection"),
    );
  });
});

/** Starts a command and holds it up at a table that comes late in it. */
async function commandThatWaits(name: string, file: string, { url, ownerUrl }: typeof source) {
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query("begin");
  await blocker.query("lock table variant_link in access exclusive mode");
  const child = spawn(process.execPath, [`scripts/${name}.ts`, file], {
    env: { ...bareSettings(), NODE_ENV: "test", DATABASE_URL: ownerUrl },
    stdio: "ignore",
  });
  await vi.waitFor(
    async () => {
      const waiting = await query(
        url,
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    },
    { timeout: 180_000 },
  );
  await blocker.query("rollback").catch(() => undefined);
  return child;
}
