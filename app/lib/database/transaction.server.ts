import { type Prisma, PrismaClient } from "@prisma/client";
import pg from "pg";

import { restrictedConnection } from "./restricted-connection.ts";
import { env } from "../env.server.ts";
import { registerConnection } from "./statement.server.ts";
import { type Opening, openings, tenantAdapter, type TenantScope } from "./tenant-adapter.server.ts";

type Tx = Prisma.TransactionClient;

/** Returns the number of the pool's connections, and of the transactions that wait for a connection. */
export function poolUsage(): { max: number; total: number; idle: number; waiting: number } {
  return {
    max: pool.options.max,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  };
}

/** The time limit of a transaction. Isolation level and access mode default to Postgres's. */
export type TxOptions = { timeoutMs: number; isolationLevel?: "RepeatableRead"; isReadOnly?: boolean };

/** A transaction exceeded its time limit and was rolled back. */
export class TookTooLong extends Error {
  constructor({ shop, purpose }: TenantScope, timeoutMs: number, cause: unknown) {
    super(
      `A database transaction (${shop || purpose}) took longer than its ${timeoutMs / 1000} s and was rolled back.`,
      { cause },
    );
    this.name = "TookTooLong";
  }
}

/**
 * Maximum wait for a connection. Few connections serve all requests, so in a rush the wait may exceed Prisma's
 * default of two seconds.
 */
const WAIT_FOR_CONNECTION_MS = 10_000;
/**
 * Limit of a statement outside of transactions, and of every statement in the client. Must exceed the longest
 * transaction (`LONG_WORK` in db.server.ts), which sets a shorter limit itself.
 */
const LONGEST_STATEMENT_SECONDS = 32;
/** Connects as the restricted role. Without a tenant scope, this role sees no rows. */
const pool = openPool();
const prisma = new PrismaClient({ adapter: tenantAdapter(pool) });

/**
 * Runs `work` in a transaction with this scope. `now` is the database's time.
 *
 * @throws TookTooLong, instead of any other error, after the time limit
 */
export function transaction<T>(
  scope: TenantScope,
  work: (tx: Tx, now: Date) => Promise<T>,
  { timeoutMs, isolationLevel, isReadOnly = false }: TxOptions,
): Promise<T> {
  const opening: Opening = { scope, timeoutMs, isReadOnly };
  const options = {
    maxWait: WAIT_FOR_CONNECTION_MS,
    timeout: timeoutMs,
    ...(isolationLevel && { isolationLevel }),
  };
  let until = Infinity;
  const run = (tx: Tx) => {
    until = performance.now() + timeoutMs;
    if (!opening.begun) throw new Error("The transaction did not begin in its tenant scope.");
    registerConnection(tx, opening.begun.pgTx);
    return work(tx, opening.begun.now);
  };
  const ended = openings
    .run(opening, () => prisma.$transaction(run, options))
    .catch((error: unknown) => {
      throw performance.now() < until ? error : new TookTooLong(scope, timeoutMs, error);
    });
  return untilEnded(ended);
}

/**
 * Runs a single statement outside of a transaction. In tables with a tenant scope it sees no rows, unless it
 * sets the scope itself.
 */
export function runAlone<Row extends pg.QueryResultRow>({ text, values }: Prisma.Sql): Promise<Row[]> {
  return untilEnded(pool.query<Row>(text, values).then(({ rows }) => rows));
}

/**
 * Closes the connections at the end of the process. First waits for running transactions. If they were cut off,
 * they would never release their connections.
 */
export async function closeDatabase(): Promise<void> {
  await Promise.allSettled(running);
  await prisma.$disconnect();
}

const running = new Set<Promise<unknown>>();

/** Makes the end of the process wait for `work`. */
function untilEnded<T>(work: Promise<T>): Promise<T> {
  const forget = () => running.delete(work);
  running.add(work);
  work.then(forget, forget);
  return work;
}

function openPool(): pg.Pool {
  const created = new pg.Pool({
    ...restrictedConnection(env, { statementSeconds: LONGEST_STATEMENT_SECONDS }),
    max: env.DATABASE_CONNECTIONS,
    // Prisma's `maxWait` does not limit the wait for a connection of the pool.
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
  });
  // The pool reports a broken idle connection here, and has dropped it already. Without a listener, the event
  // would end the process.
  created.on("error", () => undefined);
  return created;
}
