import { readdirSync } from "node:fs";
import pg, { type PoolConfig } from "pg";
import type { Env } from "../env.ts";
import { checkTimeline, READ_TIMELINE } from "./failover.ts";

/** The role of the app's connections. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = "stockbridge_app";

/**
 * The role that owns the search functions (prisma/find-products.sql). It has no login; only the database's
 * owner may step into it.
 */
export const FIND_ROLE = "stockbridge_find";

/**
 * Limit for the queue's own statements, its upkeep included. `transaction.server.ts` sets a shorter one per
 * transaction.
 */
const STATEMENT_SECONDS = 60;

/**
 * Factor by which the client's limit is longer than Postgres's: a Postgres that has not replied by then is
 * unreachable.
 */
const SILENT_AFTER = 1.1;

/**
 * Maximum wait for a free connection. A suspended process holds the locks of its transaction, and so blocks
 * each connection that waits for these locks. pg-boss would wait only ten seconds for a free connection, and
 * fail to start without one.
 */
const FREE_CONNECTION_WITHIN_MS = STATEMENT_SECONDS * 1000;

/** Detects a dead server or network path before the next statement is sent. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Settings for the app's connections. */
type Addresses = { [Name in "DATABASE_URL" | "APP_DATABASE_URL" | "ROLE"]?: Env[Name] };

/**
 * Returns the app's connection: by the restricted role's own login if the operator set one, else by the
 * owner's, which steps down to the role as the connection starts. Limits every statement, in Postgres and in
 * the client.
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
  // Options in the address replace options that we pass to pg. Therefore ours are appended to the address, where the
  // last one counts.
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
 * A connection whose failure never ends the process: pg-pool and its users have no error listener at times, and an
 * error without one is an uncaught exception. A caller that waits for a reply still gets the error.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
    this.connection.on("errorMessage", recordDiskFull);
  }
}

/**
 * Limits a new connection's statements. A startup parameter would not do, because a pooler may refuse unknown
 * ones. Then reads the timeline of the database that the connection leads to.
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
 * Time for which a process reports a full disk after Postgres refused a write for want of space. A worker writes more
 * than once a minute, so its `/readyz` stays 503 while the disk is full. An idle web process becomes ready again.
 */
const REMEMBERED_MS = 60_000;

/** Returns true if Postgres had no space for a statement of this process within the last minute. */
export function isDiskFull(): boolean {
  return performance.now() - metAt < REMEMBERED_MS;
}

/** postgresql.org: Error Codes, class 53. */
const DISK_FULL = "53100";

let metAt = -Infinity;

/**
 * Remembers that Postgres has refused a statement because its disk is full. Statements that only read do not
 * show that.
 */
function recordDiskFull({ code }: { code?: string | undefined }): void {
  if (code === DISK_FULL) metAt = performance.now();
}
