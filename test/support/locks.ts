import pg from "pg";
import { expect, onTestFinished } from "vitest";

import { query } from "./database.ts";
import { databaseUrl } from "./world.ts";

/**
 * Holds the locks of a statement until `release`, so that others wait for them; at the latest until the test ends,
 * since a failed test would otherwise block all after it.
 */
export async function holdLock(
  sql: string,
  values: unknown[] = [],
): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query(sql, values);
  return {
    release: async () => {
      await client.query("rollback");
      await client.end();
      // Only now does Postgres notice who was killed while waiting, and roll back what they had begun.
      await expect.poll(() => connectionsThat("state <> 'idle'")).toBe(0);
    },
  };
}

/** Waits until a session waits for a lock. */
export async function someoneWaits(): Promise<void> {
  await expect.poll(() => connectionsThat("wait_event_type = 'Lock'")).toBeGreaterThan(0);
}

/** Returns the number of other connections to this file's database in that state. */
export async function connectionsThat(condition: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and ${condition}`,
  );
  return row?.count ?? 0;
}
