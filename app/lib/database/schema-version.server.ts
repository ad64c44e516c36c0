/**
 * Decides which processes may work on a database's tables. If a migration breaks earlier releases, its first
 * line is `-- breaks: processes before NAME`. Processes of releases without the migration NAME may then not
 * run. See CONTRIBUTING.md.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

import type pg from "pg";

import { APPLICATION, ownSchema } from "./restricted-connection.ts";

const FOLDER = "prisma/migrations";
const MARKER = /^-- breaks: processes before (\d{14}_\w+)$/;

/** Returns a migration's number, which is its time in fourteen digits. */
function numberOf(migration: string): string {
  return migration.slice(0, 14);
}

/**
 * Returns true if a release may work on a database. `schema`: the release's newest migration. `oldest`: the
 * migration that the database demands; null if it demands none.
 */
export function mayWork(schema: string, oldest: string | null): boolean {
  return oldest === null || numberOf(schema) >= numberOf(oldest);
}

/** Returns the error's sentence for a process that may not work. */
export function tooOld(oldest: string): string {
  return `This process is of an older release (${ownSchema}) than the database's tables allow (${oldest} or later): end it, and start the newer release.`;
}

/**
 * Finds the migration that a release must have to work after these migrations; null if every release may.
 *
 * @throws Error if a line `-- breaks:` names no migration, or a later one than its own
 */
export async function findOldest(migrations: readonly string[]): Promise<string | null> {
  let oldest: string | null = null;
  for (const name of migrations) {
    const [line = ""] = (await readFile(path.join(FOLDER, name, "migration.sql"), "utf8")).split("\n");
    if (!line.startsWith("-- breaks:")) continue;
    const demanded = MARKER.exec(line)?.[1];
    if (demanded === undefined || demanded > name)
      throw new Error(`${name} begins with “${line}”, which names no migration up to it.`);
    if (oldest === null || demanded > oldest) oldest = demanded;
  }
  return oldest;
}

/**
 * Throws if a connected process is too old for these migrations. Connections without a migration number in
 * their name are of an early release, and count as too old.
 */
export async function assertNoOldProcesses(owner: pg.Client, pending: readonly string[]): Promise<void> {
  const oldest = await findOldest(pending);
  if (oldest === null) return;
  const old = (await findProcesses(owner)).filter(({ schema }) => !mayWork(schema, oldest));
  if (old.length === 0) return;
  const who = old.map(({ name, count }) => `“${name}” (${String(count)} connections)`).join(", ");
  throw new Error(
    `Processes of an earlier release are running, which cannot work on the new tables: ${who}. Stop them first, then set up.`,
  );
}

/** Finds Stockbridge's processes by the names of their connections. */
export async function findProcesses(
  owner: pg.Client,
): Promise<{ name: string; schema: string; count: number }[]> {
  const { rows } = await owner.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname = current_database() and (application_name ~ $1 or application_name = $2)
     group by 1 order by 1`,
    [`^${APPLICATION} (web|worker|queue)`, FORMER_QUEUE],
  );
  return rows.map(({ name, count }) => ({ name, count, schema: /\d{14}$/.exec(name)?.[0] ?? "" }));
}

/** Name of pg-boss's connections in earlier releases. Now they have the process's name. */
const FORMER_QUEUE = "pgboss";

/** Records which processes may work from now on. Does not lower what a later release has recorded. */
export async function recordSchema(owner: pg.Client, migrations: readonly string[]): Promise<void> {
  await owner.query("begin");
  await owner.query("select set_config('stockbridge.system', 'setup', true)");
  await owner.query(
    `insert into schema_version (newest, oldest) values ($1, $2) on conflict (id) do update
     set newest = greatest(schema_version.newest, excluded.newest), oldest = greatest(schema_version.oldest, excluded.oldest)
     where (schema_version.newest, schema_version.oldest) is distinct from (excluded.newest, excluded.oldest)`,
    [ownSchema, await findOldest(migrations)],
  );
  await owner.query("commit");
}

/** Throws if this release may not work on the database's tables. */
export async function assertMayWork(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ oldest: string | null }>("select oldest from schema_version");
  const oldest = rows[0]?.oldest ?? null;
  if (!mayWork(ownSchema, oldest)) throw new Error(tooOld(String(oldest)));
}
