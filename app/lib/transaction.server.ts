import { type Prisma, PrismaClient } from "@prisma/client";
import pg from "pg";

import { BoundedAdapter } from "./bounded-adapter.server.ts";
import { DatabaseClient } from "./database-client.ts";
import { restrictedConnection } from "./database-role.ts";
import { env } from "./env.server.ts";
import { pipelined } from "./pipelined.ts";

/** Which rows a transaction sees: those of some shops, or all of them for a purpose. One of the two is empty. */
export type Door = { shop: string; purpose: string };

type Tx = Prisma.TransactionClient;

let opened: pg.Pool | undefined;

/** Returns how many connections the pool has, and how many transactions wait for one. */
export function poolUsage(): { max: number; total: number; idle: number; waiting: number } {
  return {
    max: opened?.options.max ?? 0,
    total: opened?.totalCount ?? 0,
    idle: opened?.idleCount ?? 0,
    waiting: opened?.waitingCount ?? 0,
  };
}

/** How long a transaction may take, whether all that it reads is of one moment, and how its statements are planned. */
export type TxOptions = { timeoutMs: number; isolationLevel?: "RepeatableRead"; plans?: Plans };
/**
 * `anew`: for their own values each time, which is worth it where those may concern one row or a million. `by-keys`: once, and
 * with indexes alone, for statements that find each row by a key: so neither does each of an order's few statements take
 * longer to plan than to run, nor is a table read from end to end because it was empty when that was planned.
 */
type Plans = "usual" | "anew" | "by-keys";

/** What that is to Postgres. */
const PLANNING: Record<Plans, { mode: string; otherThanIndexes: "on" | "off" }> = {
  usual: { mode: "auto", otherThanIndexes: "on" },
  anew: { mode: "force_custom_plan", otherThanIndexes: "on" },
  "by-keys": { mode: "force_generic_plan", otherThanIndexes: "off" },
};

/** A transaction did not end in its time and was rolled back. */
export class TookTooLong extends Error {
  constructor({ shop, purpose }: Door, timeoutMs: number, cause: unknown) {
    super(
      `A database transaction (${shop || purpose}) took longer than its ${timeoutMs / 1000} s and was rolled back.`,
      { cause },
    );
    this.name = "TookTooLong";
  }
}

/** A few connections serve everybody, so in a rush some wait for longer than the two seconds that Prisma would. */
const WAIT_FOR_CONNECTION_MS = 10_000;
/** Longer than the longest transaction (`LONG_WORK` in db.server.ts), which gives Postgres a limit of its own. */
const LONGEST_STATEMENT_SECONDS = 32;
/** Postgres gives up just after Prisma has: otherwise Prisma would not learn that a statement still runs, with its locks. */
const POSTGRES_MARGIN_MS = 1000;

/** Connects as the restricted role, which owns nothing: without an open door it sees no row at all. */
const prisma = new PrismaClient({ adapter: new BoundedAdapter(openPool(), { disposeExternalPool: true }) });

/**
 * Runs `work` in a transaction whose door is open. `time`, the database's, is a promise: the first statement need not wait for it.
 *
 * @throws TookTooLong in place of whatever fails once the time is up.
 */
export function transaction<T>(
  door: Door,
  work: (tx: Tx, time: Promise<Date>) => Promise<T>,
  { timeoutMs, isolationLevel, plans = "usual" }: TxOptions,
): Promise<T> {
  let until = Infinity;
  const ended = prisma
    .$transaction(
      async (tx) => {
        until = performance.now() + timeoutMs;
        const time = openDoor(tx, door, { timeoutMs, plans });
        const [, result] = await pipelined([() => time, () => work(tx, time)]);
        return result;
      },
      { maxWait: WAIT_FOR_CONNECTION_MS, timeout: timeoutMs, ...(isolationLevel && { isolationLevel }) },
    )
    .catch((error: unknown) => {
      throw performance.now() < until ? error : new TookTooLong(door, timeoutMs, error);
    });
  return untilEnded(ended);
}

/** The first statement of every transaction; the connection sends no other one first. @returns the database's time. */
async function openDoor(
  tx: Tx,
  { shop, purpose }: Door,
  { timeoutMs, plans }: { timeoutMs: number; plans: Plans },
): Promise<Date> {
  const inPostgres = String(timeoutMs + POSTGRES_MARGIN_MS);
  const { mode, otherThanIndexes } = PLANNING[plans];
  const [row] = await tx.$queryRaw<{ now: Date }[]>`
    select set_config('stockbridge.shop', ${shop}, true), set_config('stockbridge.system', ${purpose}, true),
      set_config('statement_timeout', ${inPostgres}, true),
      set_config('idle_in_transaction_session_timeout', ${inPostgres}, true),
      set_config('plan_cache_mode', ${mode}, true), set_config('enable_seqscan', ${otherThanIndexes}, true),
      set_config('enable_hashjoin', ${otherThanIndexes}, true),
      set_config('enable_mergejoin', ${otherThanIndexes}, true), now() as now`;
  if (!row) throw new Error("The database did not say what time it is.");
  return row.now;
}

/** From here on, what the transaction asks is planned for its own values each time. */
export async function planAnew(tx: Tx): Promise<void> {
  await tx.$queryRaw`select set_config('plan_cache_mode', ${PLANNING.anew.mode}, true)`;
}

/** Runs a statement that is a transaction of its own. It sees rows only where it opens a door itself. */
export function runAlone<Row>(statement: Prisma.Sql): Promise<Row[]> {
  return untilEnded(prisma.$queryRaw<Row[]>(statement));
}

/** Closes the connections, at the end of the process. Cut off in its middle, a transaction would never let go of its own. */
export async function closeDatabase(): Promise<void> {
  await Promise.allSettled(running);
  await prisma.$disconnect();
}

const running = new Set<Promise<unknown>>();

/** What the end of the process waits for. */
function untilEnded<T>(work: Promise<T>): Promise<T> {
  const forget = () => running.delete(work);
  running.add(work);
  work.then(forget, forget);
  return work;
}

/**
 * Prisma gives a connection back once COMMIT or ROLLBACK has worked. One that breaks before that would keep its place,
 * and after a few such the app would wait for a free one forever.
 */
function openPool(): pg.Pool {
  const pool = new pg.Pool({
    ...restrictedConnection(env, { statementSeconds: LONGEST_STATEMENT_SECONDS }),
    max: env.DATABASE_CONNECTIONS,
    // Prisma looks at `maxWait` only once it has a connection.
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    Client: DatabaseClient,
  });
  const lent = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      // A moment later: where Prisma does notice, it gives it back itself, and twice is an error.
      setImmediate(() => {
        if (lent.has(client)) client.release(true);
      });
    });
  });
  opened = pool;
  return pool;
}
