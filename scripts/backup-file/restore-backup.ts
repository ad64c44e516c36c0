import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

import { appliedMigrations, deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { findProcesses } from "../../app/lib/database/schema-version.server.ts";
import {
  BackupReader,
  copyStatement,
  type Header,
  quote,
  type Summary,
  type Table,
  verifyBackup,
} from "./format.ts";
import { beginOnAllRows, listTables } from "./tables.ts";

/**
 * Returns true for tables with a column `shop`, which must be empty before a restore. Setup fills some other tables
 * (the salt, the version).
 */
const isOfShops = ({ columns }: Table) => columns.includes("shop");

export type Restored = { createdAt: string; rows: number; tables: number };

/**
 * Inserts a backup's rows into an empty database: all rows or none. First creates the tables of the release that
 * wrote the backup. An interrupted restore can be repeated. Afterwards, the caller sets the database up
 * (`setupDatabase`).
 *
 * @throws Error with a sentence if the file is incomplete, if a later release wrote it, or if the database is not
 * empty.
 */
export async function restoreBackup(
  owner: pg.Client,
  { url, file }: { url: string; file: string },
): Promise<Restored> {
  const { header, summary } = await verifyBackup(file);
  await assertKnown(header);
  await assertUnused(owner);
  await assertEmpty(owner, header);
  await deployOnly(url, header.migrations);
  await load(owner, { file, header, summary });
  const counts = Object.values(summary.rows);
  return {
    createdAt: header.createdAt,
    rows: counts.reduce((sum, count) => sum + count, 0),
    tables: counts.length,
  };
}

async function assertKnown({ migrations }: Header): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The backup is of a later release, with migrations that this one lacks (${unknown.join(", ")}): restore with that release.`,
  );
}

/** Throws if a process uses this database, because it would keep the old account salt in memory. */
async function assertUnused(owner: pg.Client): Promise<void> {
  const processes = await findProcesses(owner);
  if (processes.length === 0) return;
  const names = processes.map(({ name }) => `“${name}”`).join(", ");
  throw new Error(`Processes of Stockbridge work on this database (${names}). Stop them first.`);
}

/**
 * Throws if the database is not empty. Tables without rows are allowed, because an interrupted restore may have left
 * them.
 */
async function assertEmpty(owner: pg.Client, { migrations }: Header): Promise<void> {
  const applied = await appliedMigrations(owner);
  const later = applied?.filter((name) => !migrations.includes(name)) ?? [];
  if (later.length > 0)
    throw new Error(
      `The database at DATABASE_URL has later tables than the backup (${later.join(", ")}). Restore into an empty one.`,
    );
  await beginOnAllRows(owner, "read only");
  const tables = await listTables(owner);
  if (applied === null && tables.length > 0) throw notEmpty(tables[0] as Table);
  // Also checks the table of support's pause, because a restore must not end a pause of all shops.
  const isChecked = (table: Table) => isOfShops(table) || table.name === "support_pause_of_all";
  for (const table of tables.filter(isChecked)) {
    const { rowCount } = await owner.query(`select from ${quote(table.name)} limit 1`);
    if (rowCount !== 0) throw notEmpty(table);
  }
  await owner.query("rollback");
}

function notEmpty({ name }: Table): Error {
  return new Error(`The database at DATABASE_URL is not empty: it has “${name}”. Restore into an empty one.`);
}

async function load(
  owner: pg.Client,
  { file, header, summary }: { file: string; header: Header; summary: Summary },
): Promise<void> {
  await beginOnAllRows(owner, "");
  const tables = await listTables(owner);
  const name = (table: Table) => quote(table.name);
  if (JSON.stringify(tables) !== JSON.stringify(header.tables))
    throw new Error("This release's migrations do not make the tables that the backup was written from.");
  const forced = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  // Switches off forced row-level security, because COPY cannot write into a table whose policies apply to the
  // current role. With FORCE, they apply to the owner.
  for (const table of forced.rows)
    await owner.query(`alter table ${quote(table.name)} no force row level security`);
  // Removes rows that migrations and idle processes may have inserted.
  await owner.query(`truncate ${tables.map(name).join(", ")}`);
  const reader = new BackupReader(file);
  await reader.skipLine();
  for (const table of tables) {
    const statement = copyStatement(table);
    await reader.skipLine(`${statement};`);
    const copying = owner.query(copyFrom(statement));
    await pipeline(Readable.from(reader.rows(), { objectMode: false }), copying);
    if (copying.rowCount !== summary.rows[table.name])
      throw new Error(
        `Of “${table.name}”, ${String(copying.rowCount)} rows arrived, not ${String(summary.rows[table.name])}. Nothing was restored.`,
      );
  }
  for (const [sequence, { value, isCalled }] of Object.entries(summary.sequences))
    await owner.query("select setval($1::regclass, $2, $3)", [quote(sequence), value, isCalled]);
  for (const table of forced.rows)
    await owner.query(`alter table ${quote(table.name)} force row level security`);
  await owner.query("commit");
  // Collects planner statistics, which the load does not create.
  await owner.query(`analyze ${tables.map(name).join(", ")}`);
}
