import { query } from "../support/database.ts";

/** A row, by its columns. */
export type Row = Record<string, unknown>;

/** Every row of every table of ours, in no order that depends on the values that change. */
export async function allRows(databaseUrl: string): Promise<Record<string, Row[]>> {
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname <> '_prisma_migrations' order by 1`,
  );
  const rows: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const found = await query<{ row: Row }>(databaseUrl, `select to_jsonb(it) as row from ${name} it`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
