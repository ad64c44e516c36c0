/** Compares a database's migrations with those of this release, and applies the missing ones. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

import type pg from "pg";

import { APPLICATION, named } from "./restricted-connection.ts";

const FOLDER = "prisma/migrations";

/** Lists this release's migrations, the oldest first. Paths are relative to the repository root, where npm scripts run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d+_/.test(name)).toSorted();
}

/**
 * Lists the migrations that the database has finished, the oldest first; null if the table `_prisma_migrations`
 * is missing.
 */
export async function appliedMigrations(owner: pg.Client): Promise<string[] | null> {
  const ledger = await owner.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
  if (!ledger.rows[0]?.exists) return null;
  const done = await owner.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return done.rows.map(({ name }) => name);
}

/**
 * Number of tries to migrate, and the pause between them. Each try waits three seconds for a lock
 * (prisma.config.ts). Meanwhile other queries queue behind the migration, and the pause lets them run.
 */
const TRIES = 4;
const PAUSE_MS = 3000;
/**
 * Time between two searches for the holder of the lock. At least one of them must fall into a try's wait for
 * the lock.
 */
const LOOK_EVERY_MS = 500;

/**
 * Applies the migrations of the folder that the database lacks. Retries after a lock timeout or a deadlock,
 * because Postgres has rolled the migration back. Rebuilds an index whose build was interrupted.
 *
 * @throws Error with a sentence that names the holder of the lock, or with Prisma's message.
 */
export async function migrateWithRetries(owner: pg.Client, url: string): Promise<void> {
  await dropInterruptedIndexes(owner);
  for (let tries = 1; ; tries += 1) {
    let holder: Holder | undefined;
    // Postgres shows the holder of the lock only while the migration waits for it.
    const look = setInterval(() => {
      void findHolder(owner).then(
        (found) => (holder = found ?? holder),
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    try {
      await deployMigrations(url);
      return;
    } catch (error) {
      if (!LOST_LOCKS.some((code) => String(error).includes(code))) throw error;
      await markRolledBack(owner, await unfinishedMigrations(owner));
      const who = holder
        ? `Postgres process ${String(holder.pid)} (“${holder.name}”) holds a lock that a migration needs`
        : "Another transaction holds a lock that a migration needs";
      if (tries === TRIES)
        throw new Error(
          `The database could not be migrated: ${who}. Nothing has changed; let that transaction end${holder ? `, or end it with: select pg_terminate_backend(${String(holder.pid)});` : ","} then set up again.`,
        );
      process.stderr.write(`${who}. Trying again.\n`);
    } finally {
      clearInterval(look);
    }
    await pause(PAUSE_MS);
  }
}

/**
 * Parts of Prisma's output after a lock timeout (55P03) and a deadlock (40P01). In both cases Postgres has
 * rolled the migration back.
 */
const LOST_LOCKS = ["Postgres error code: 55P03", "Postgres error code: 40P01"];

type Holder = { pid: number; name: string };

async function findHolder(owner: pg.Client): Promise<Holder | undefined> {
  const { rows } = await owner.query<Holder>(
    `select holder.pid, holder.application_name as name
     from pg_stat_activity migration, unnest(pg_blocking_pids(migration.pid)) blocking
       join pg_stat_activity holder on holder.pid = blocking
     where migration.datname = current_database() and migration.application_name = $1
       and migration.wait_event_type = 'Lock'`,
    [MIGRATION],
  );
  return rows[0];
}

/**
 * Returns the migrations that have begun and not ended. Prisma applies no other migration before these are
 * resolved.
 */
async function unfinishedMigrations(owner: pg.Client): Promise<string[]> {
  if ((await appliedMigrations(owner)) === null) return [];
  const { rows } = await owner.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is null and rolled_back_at is null`,
  );
  return rows.map(({ name }) => name);
}

/** Does the same as `prisma migrate resolve --rolled-back`, which takes a second per migration. */
async function markRolledBack(owner: pg.Client, names: string[]): Promise<void> {
  await owner.query(
    `update _prisma_migrations set rolled_back_at = now()
     where finished_at is null and rolled_back_at is null and migration_name = any ($1)`,
    [names],
  );
}

/** Matches a migration that only builds an index, outside of a transaction. The group is the index's name. */
const LONE_INDEX =
  /^(?:\s|--.*)*create (?:unique )?index concurrently if not exists "?(\w+)"?\s+on [^;]+;?\s*$/i;

/**
 * Drops the invalid indexes that an interrupted migration has left. No query uses an invalid index, but every
 * write updates it.
 */
async function dropInterruptedIndexes(owner: pg.Client): Promise<void> {
  for (const name of await unfinishedMigrations(owner)) {
    const sql = await readFile(path.join(FOLDER, name, "migration.sql"), "utf8").catch(() => "");
    const index = LONE_INDEX.exec(sql)?.[1];
    if (index === undefined) continue;
    process.stderr.write(`The build of the index ${index} was interrupted: it begins again.\n`);
    const { rowCount } = await owner.query(
      "select from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid",
      [index],
    );
    if (rowCount) await owner.query(`drop index concurrently ${owner.escapeIdentifier(index)}`);
    await markRolledBack(owner, [name]);
  }
}

/** Names the connections of migrations in `pg_stat_activity`. */
const MIGRATION = `${APPLICATION} migration`;

/**
 * Applies the migrations of the folder that the database lacks.
 *
 * @throws Error with Prisma's message.
 */
async function deployMigrations(url: string, folder = process.cwd()): Promise<void> {
  const prisma = createRequire(path.join(folder, "package.json")).resolve("prisma/build/index.js");
  await promisify(execFile)(process.execPath, [prisma, "migrate", "deploy"], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: named(url, MIGRATION).href,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      // The setup holds its own lock (`takeLock` in app/lib/database/setup-database.server.ts).
      PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "1",
    },
  }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`The database could not be migrated.\n${stdout ?? ""}${stderr ?? String(error)}`);
  });
}

/** Applies only these migrations. Restoring a backup of an earlier release needs that release's tables. */
export async function deployOnly(url: string, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stockbridge-migrations-"));
  try {
    await mkdir(path.join(folder, FOLDER), { recursive: true });
    const migrations = ["migration_lock.toml", ...names].map((name) => path.join(FOLDER, name));
    // Copied, not linked: Prisma does not follow symbolic links to migrations.
    for (const file of ["package.json", "prisma.config.ts", "prisma/schema.prisma", ...migrations])
      await cp(file, path.join(folder, file), { recursive: true });
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
    await deployMigrations(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
