import { createHash, randomBytes } from "node:crypto";

import pg from "pg";
import { inject } from "vitest";

export const TEMPLATE = "template_stockbridge";

/** Makes a database of one's own, set up and empty. @returns its owner's address. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await createDatabase(`${name} template ${TEMPLATE}`, name);
  const url = databaseNamed(name);
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  // The cluster ends before the process may.
  pool.on("error", () => undefined);
  pools.set(url, pool);
  return url;
}

/** Servers of operators are not always set to UTC. */
async function createDatabase(definition: string, name = definition): Promise<void> {
  await query(inject("postgresUrl"), `create database ${definition}`);
  await query(inject("postgresUrl"), `alter database ${name} set timezone to 'America/New_York'`);
}

/** A few statements a test are not worth a connection each. */
const pools = new Map<string, pg.Pool>();

/** Makes an empty database, without any set-up. @returns its owner's address. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await createDatabase(name);
  return databaseNamed(name);
}

/**
 * Takes every row out of a database that is set up, but for those that its setting up made, and for the installation's secret,
 * which processes remember.
 */
export async function emptyTables(url: string): Promise<void> {
  // Without its triggers no table waits for another one. What is small is deleted sooner than truncated.
  await query(
    url,
    `do $$ declare place text; begin
       set local session_replication_role = replica;
       for place in
         select oid::regclass::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
           and relname not in ('_prisma_migrations', 'account_salt')
         union all values ('pgboss.job'), ('pgboss.schedule'), ('pgboss.subscription')
       loop execute 'delete from ' || place; end loop;
     end $$`,
  );
}

/** Runs one statement as the address's user. What it sets for its session may or may not be there for the next. */
export async function query<Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = pools.get(url);
  if (pool) return (await pool.query<Row>(sql, values)).rows;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a statement about many tables. It has a name, so that Postgres parses it once per connection: parsing takes the longest. */
export async function queryOften(url: string, sql: string, values: unknown[]): Promise<void> {
  const pool = pools.get(url);
  const name = createHash("md5").update(sql).digest("hex");
  await (pool ? pool.query({ name, text: sql, values }) : query(url, sql, values));
}

function databaseNamed(name: string): string {
  return inject("postgresUrl").replace("/postgres?", `/${name}?`);
}
