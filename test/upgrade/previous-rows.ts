/** Takes the rows of the tests' database to the previous release's tables and through the upgrade. */
import pg from "pg";

import { listMigrations } from "../../app/lib/database/migrations.server.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { emptyTables, query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";
import { formerDatabase } from "./former-database.ts";
import previous from "./previous-release.json" with { type: "json" };

/** Replaces each row by what an upgrade makes of it. Values of columns that the previous release lacks are lost. */
export async function upgradeRows(): Promise<void> {
  const until = (await listMigrations()).find((name) => name > previous.schema) ?? "none";
  const { url, ownerUrl } = await formerDatabase({ until, rows: null });
  await copyRows(databaseUrl, url);
  await setupDatabase(ownerUrl);
  await emptyTables(databaseUrl);
  await copyRows(url, databaseUrl);
}

async function copyRows(from: string, to: string): Promise<void> {
  const [own, others] = [await columnsOf(from), await columnsOf(to)];
  for (const [table, columns] of own) {
    const shared = columns.filter((column) => others.get(table)?.includes(column));
    if (shared.length === 0) continue;
    const [found] = await query<{ rows: string | null }>(
      from,
      `select json_agg(t)::text as rows from ${table} t`,
    );
    const names = shared.map((column) => `"${column}"`).join();
    // In the role of a replica, Postgres checks no foreign keys and fires no triggers.
    await query(
      to,
      `set local session_replication_role = replica;
       insert into ${table} (${names}) select ${names}
       from json_populate_recordset(null::${table}, ${pg.escapeLiteral(found?.rows ?? "[]")}) on conflict do nothing`,
    );
  }
}

/** Returns the columns of each table that a statement can write. */
async function columnsOf(url: string): Promise<Map<string, string[]>> {
  const rows = await query<{ table: string; columns: string[] }>(
    url,
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and table_name <> '_prisma_migrations' and is_generated = 'NEVER' group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
