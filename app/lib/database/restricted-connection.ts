import { readdirSync } from "node:fs";
import pg, { type PoolConfig } from "pg";
import type { Env } from "../env.ts";
import { checkTimeline, READ_TIMELINE } from "./failover.ts";

/** The role of the app's connections. This role owns no tables and cannot bypass row-level security. */
export const APP_ROLE = "stockbridge_app";

/**
 * The role that owns the search functions (prisma/find-products.sql). The role has no login. The owner's setup
 * switches to it with `set role`.
 */
export const FIND_ROLE = "stockbridge_find";

/**
 * Time limit for statements of the queue (pg-boss), including its maintenance. `transaction.server.ts` sets a
 * shorter limit per transaction.
 */
const STATEMENT_SECONDS = 60;

/**
 * Factor by which the client's limit exceeds Postgres's. Postgres cancels late statements itself; without any
 * reply by then, the connection is broken.
 */
const SILENT_AFTER = 1.1;

/**
 * Maximum wait for a free connection. All connections may be blocked for a while, if a suspended process holds
 * a lock. pg-boss's default of ten seconds would fail the start.
 */
const FREE_CONNECTION_WITHIN_MS = STATEMENT_SECONDS * 1000;

/** TCP keep-alive detects a dead server or network path before the next statement is sent. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Settings for the app's connections. */
type Addresses = { [Name in "DATABASE_URL" | "APP_DATABASE_URL" | "ROLE"]?: Env[Name] };

/**
 * Returns the app's connection. Uses the restricted role's own login if the operator has set one. Without it,
 * logs in as the owner and switches to the restricted role as the connection starts. Limits the time of every
 * statement, in Postgres and in the client.
 */
export function restrictedConnection(
  env: Addresses,
  { statementSeconds = STATEMENT_SECONDS } = {},
): PoolConfig & { connectionString: string } {
  const limits = {
    ...KEPT_ALIVE,
    Client: GuardedClient,
    connectionTimeoutMillis: FREE_CONNECTION_WITHIN_MS,
    query_timeout: statementSeconds * SILENT_AFTER * 1000,
    verify: prepareConnection(statementSeconds),
  };
  const name = `${APPLICATION} ${env.ROLE ?? "web+worker"} ${ownSchema.slice(0, 14)}`;
  if (env.APP_DATABASE_URL !== undefined)
    return { ...limits, connectionString: named(env.APP_DATABASE_URL, name).href };
  if (env.DATABASE_URL === undefined) throw new Error("No database address is set.");
  const address = named(env.DATABASE_URL, name);
  // pg ignores our options if the address has options. So we append ours to the address; the last value counts.
  const options = [address.searchParams.get("options") ?? "", `-c role=${APP_ROLE}`].join(" ").trim();
  address.searchParams.set("options", options);
  return { ...limits, connectionString: address.href };
}

/** Prefix of connection names in `pg_stat_activity`; the process's role and schema follow. */
export const APPLICATION = "stockbridge";

/** Returns the address with this name for its connections. */
export function named(url: string, name: string): URL {
  const address = new URL(url);
  address.searchParams.set("application_name", name);
  return address;
}

/** The newest migration of this release. Paths are relative to the repository root, where npm scripts run. */
export const ownSchema: string = readdirSync("prisma/migrations")
  .filter((name) => /^\d{14}_/.test(name))
  .reduce((newest, name) => (name > newest ? name : newest), "");

/**
 * A connection whose failure never ends the process. pg-pool sometimes has no error listener, and Node then
 * throws an uncaught exception. A caller that waits for a reply still gets the error.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
    this.connection.on("errorMessage", recordDiskFull);
  }
}

/**
 * Limits the time of a new connection's statements. Does not use a startup parameter, because poolers may
 * reject unknown ones. Then reads the database's timeline.
 */
function prepareConnection(seconds: number): PoolConfig["verify"] {
  return (client, done) => {
    client.query(`set statement_timeout = '${String(seconds * 1000)}ms'`, (error: Error | null) => {
      if (error !== null) done(error);
      else
        client.query<{ timeline: string }>(READ_TIMELINE, (unread: Error | null, result) => {
          checkTimeline(unread === null ? (result.rows[0]?.timeline ?? null) : null);
          done();
        });
    });
  };
}

/**
 * Time for which a process reports a full disk after a failed write. Workers write more than once a minute, so
 * their `/readyz` stays 503 while the disk is full. An idle web process becomes ready again.
 */
const REMEMBERED_MS = 60_000;

/** Returns true if a write of this process failed within the last minute because Postgres's disk was full. */
export function isDiskFull(): boolean {
  return performance.now() - metAt < REMEMBERED_MS;
}

/** postgresql.org: Error Codes, class 53. */
const DISK_FULL = "53100";

let metAt = -Infinity;

/** Remembers the time at which Postgres rejected a write because its disk is full. */
function recordDiskFull({ code }: { code?: string | undefined }): void {
  if (code === DISK_FULL) metAt = performance.now();
}
