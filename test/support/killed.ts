import { spawn } from "node:child_process";
import { once } from "node:events";

import pg from "pg";
import { expect, onTestFinished } from "vitest";

import { query } from "./database.ts";
import { databaseUrl } from "./world.ts";

/** A use case in a process of its own. */
export type UseCase = { module: string; name: string; args: unknown[] };

/**
 * Runs a use case in a process of its own, and ends that by SIGKILL once `isThere` says that it has come to a point, or
 * fails.
 */
export async function killedAt(
  { module, name, args }: UseCase,
  isThere: () => Promise<unknown>,
): Promise<void> {
  const json = JSON.stringify(args.map((arg) => wrap(arg)));
  const child = spawn(
    process.execPath,
    ["--import", "./test/sandbox/gateway/reroute.ts", "test/support/use-case.ts", module, name, json],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit").then(() => "ended" as const);
  // How long it takes to start says nothing: a busy machine may need longer than the look for its point goes on.
  const begun = once(child.stdout, "data").then(() => "begun" as const);
  try {
    const first = await Promise.race([begun, ended]);
    if (first === "ended" || (await Promise.race([isThere(), ended])) === "ended")
      throw new Error(`It ended before it came there: ${output}`);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/**
 * What a statement locks is held from the others until `release`, so that whoever needs it waits; at the latest until
 * the test ends, or one that fails would hold up all after it.
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
      // Whoever was killed while waiting is noticed only now, and what they had begun is taken back.
      await expect.poll(() => connectionsThat("state <> 'idle'")).toBe(0);
    },
  };
}

/** Until somebody waits for a lock. */
export async function someoneWaits(): Promise<void> {
  await expect.poll(() => connectionsThat("wait_event_type = 'Lock'")).toBeGreaterThan(0);
}

/** How many other connections to this file's database are in that state. */
export async function connectionsThat(condition: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and ${condition}`,
  );
  return row?.count ?? 0;
}

function wrap(value: unknown): unknown {
  if (value instanceof Date) return { date: value.toISOString() };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrap(inner)]));
}
