import { type Prisma, PrismaClient } from "@prisma/client";
import pg from "pg";

import { restrictedConnection } from "./restricted-connection.ts";
import { env } from "../env.server.ts";
import { registerConnection } from "./statement.server.ts";
import { type Opening, openings, tenantAdapter, type TenantScope } from "./tenant-adapter.server.ts";

type Tx = Prisma.TransactionClient;

/** Returns how many connections the pool has, and how many transactions wait for one. */
export function poolUsage(): { max: number; total: number; idle: number; waiting: number } {
  return {
    max: pool.options.max,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  };
}

/** The time limit of a transaction, and its isolation level and access mode if they are not Postgres's defaults. */
export type TxOptions = { timeoutMs: number; isolationLevel?: "RepeatableRead"; isReadOnly?: boolean };

/** A transaction did not end in its time and was rolled back. */
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
 * Maximum wait for a connection. Few connections serve all requests, so in a rush some wait longer than
 * Prisma's default of two seconds.
 */
const WAIT_FOR_CONNECTION_MS = 10_000;
/**
 * Limit of a statement: longer than the longest transaction (`LONG_WORK` in db.server.ts), because each
 * transaction sets its own limit in Postgres.
 */
const LONGEST_STATEMENT_SECONDS = 32;
/** Connects as the restricted role, which owns nothing: without a tenant scope it sees no row at all. */
const pool = openPool();
const prisma = new PrismaClient({ adapter: tenantAdapter(pool) });

/**
 * Runs `work` in a transaction of that scope. `now` is the database's time.
 *
 * @throws TookTooLong instead of any error once the time is up.
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
 * Runs a statement that is a transaction of its own. The statement sees rows only if it sets a scope itself.
 */
export function runAlone<Row extends pg.QueryResultRow>({ text, values }: Prisma.Sql): Promise<Row[]> {
  return untilEnded(pool.query<Row>(text, values).then(({ rows }) => rows));
}

/**
 * Closes the connections at the end of the process. Waits for transactions, because one that is cut off would
 * never release its connection.
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
    // Prisma applies `maxWait` only once it has a connection.
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
  });
  // The pool has dropped the idle connection that broke. Without a listener the event would end the process.
  created.on("error", () => undefined);
  return created;
}
