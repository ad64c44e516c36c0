import type { PoolConfig } from "pg";

import { GuardedClient } from "./database-client.ts";
import type { Env } from "./env.ts";
import { ownSchema } from "./own-schema.ts";

/** The role the app works as. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = "stockbridge_app";
/** The role that owns the function for searching (prisma/find-products.sql). Nobody connects or works as it. */
export const FIND_ROLE = "stockbridge_find";

/** For the queue's own statements, its upkeep included. `transaction.server.ts` sets less for each transaction. */
const STATEMENT_SECONDS = 60;
/** So much later the database would have said that it gives up: nobody is there any more. */
const SILENT_AFTER = 1.1;

/**
 * A process that stands still within a transaction holds its locks for a while, and whatever waits for them holds a connection.
 * pg-boss would wait for a free one for ten seconds, and not start at all when there is none.
 */
const FREE_CONNECTION_WITHIN_MS = STATEMENT_SECONDS * 1000;

/** Of a server or a route that has died without a word, so that the next statement finds out before it is sent. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The settings that say how the app connects. */
type Addresses = { [Name in "DATABASE_URL" | "APP_DATABASE_URL" | "ROLE"]?: Env[Name] };

/**
 * How the app connects: with the restricted role's own login where the operator gave it one, else with the
 * owner's, stepping down to the role as the connection starts. No statement of its pools runs forever, or is waited for.
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
    verify: limitStatements(statementSeconds),
  };
  const name = `${APPLICATION} ${env.ROLE ?? "web+worker"} ${ownSchema.slice(0, 14)}`;
  if (env.APP_DATABASE_URL !== undefined)
    return { ...limits, connectionString: named(env.APP_DATABASE_URL, name).href };
  if (env.DATABASE_URL === undefined) throw new Error("No database address is set.");
  const address = named(env.DATABASE_URL, name);
  // pg lets the address's own options take the place of ours, so ours go there, behind them: the last one counts.
  const options = [address.searchParams.get("options") ?? "", `-c role=${APP_ROLE}`].join(" ").trim();
  address.searchParams.set("options", options);
  return { ...limits, connectionString: address.href };
}

/** Begins the name of each connection in `pg_stat_activity`; behind it stands what the process does, and its schema. */
export const APPLICATION = "stockbridge";

/** The address with a name for its connections, in place of one that it has already. */
export function named(url: string, name: string): URL {
  const address = new URL(url);
  address.searchParams.set("application_name", name);
  return address;
}

/** Before a new connection is used. Not as it starts: a pooler in between may refuse what it does not know there. */
function limitStatements(seconds: number): PoolConfig["verify"] {
  return (client, done) => {
    client.query(`set statement_timeout = '${String(seconds * 1000)}ms'`, (error: Error | null) => {
      done(error ?? undefined);
    });
  };
}
