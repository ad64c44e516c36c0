import { AsyncLocalStorage } from "node:async_hooks";

import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";

import { checkClock, monotonicMs } from "./clock-jump.ts";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Statements = Pick<Adapter, "queryRaw" | "executeRaw">;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;
type IsolationLevel = Parameters<Adapter["startTransaction"]>[0];

/**
 * The rows that a transaction sees: those of `shop` (one or several domains), or all rows for a `purpose`. The
 * other field is empty.
 */
export type TenantScope = { shop: string; purpose: string };

/** A transaction to begin. The adapter sets `begun` after it has begun; `now` is the database's time. */
export type Opening = {
  scope: TenantScope;
  timeoutMs: number;
  isReadOnly?: boolean;
  begun?: { now: Date; pgTx: PgTx };
};

/** A transaction's connection, for our own SQL (statement.server.ts). Throws pg's errors. */
export type PgTx = { query: (statement: { text: string; values: unknown[] }) => Promise<pg.QueryResult> };

/** Passes a transaction's scope to the adapter, because Prisma's `$transaction` has no parameter for it. */
export const openings = new AsyncLocalStorage<Opening>();

/**
 * Separates shops in the setting `stockbridge.shop`, which the policies split. No shop's domain contains it.
 */
export const BETWEEN_SHOPS = ",";

/** Maximum wait of a transaction of several shops for a lock. */
const BATCH_WAITS_MS = 1000;

/**
 * Time after Prisma's own timeout at which Postgres ends a transaction. Without a timeout in Postgres, a
 * running statement would keep its locks.
 */
const POSTGRES_MARGIN_MS = 1000;
/** Maximum wait for a ROLLBACK. Postgres has canceled the statement before it by then. */
const ROLLED_BACK_WITHIN_MS = 3000;

/**
 * Wraps Prisma's adapter, and replaces its transactions by ours (docs/decisions/0014). After an update of
 * Prisma, `test/lib/tenant-adapter.test.ts` shows if the wrapper still works; the types do not.
 */
export function tenantAdapter(pool: pg.Pool) {
  const factory = new PrismaPg(pool, { disposeExternalPool: true });
  const connect = async () => new TenantAdapter(await factory.connect());
  return { provider: "postgres", adapterName: factory.adapterName, connect } as const;
}

class TenantAdapter {
  readonly provider = "postgres";
  readonly adapterName;
  readonly #adapter: Adapter;

  constructor(adapter: Adapter) {
    this.#adapter = adapter;
    this.adapterName = adapter.adapterName;
  }

  queryRaw(...given: Parameters<Adapter["queryRaw"]>) {
    return this.#adapter.queryRaw(...given);
  }

  executeRaw(...given: Parameters<Adapter["executeRaw"]>) {
    return this.#adapter.executeRaw(...given);
  }

  executeScript(script: string) {
    return this.#adapter.executeScript(script);
  }

  getConnectionInfo() {
    return this.#adapter.getConnectionInfo();
  }

  dispose() {
    return this.#adapter.dispose();
  }

  /** @throws Error if the code has not set an opening. No client is taken from the pool then. */
  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    const opening = openings.getStore();
    if (!opening || opening.begun) throw new Error("A transaction needs a tenant scope of its own.");
    const client = await this.#adapter.underlyingDriver().connect();
    try {
      const now = await begin(client, opening, isolationLevel);
      const transaction = new TenantTransaction(boundTo(client, this.#adapter), client);
      opening.begun = { now, pgTx: transaction };
      return transaction;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

/** Begins a transaction and sets its scope, in one round trip. @returns the database's time. */
async function begin(
  client: pg.ClientBase,
  { scope, timeoutMs, isReadOnly = false }: Opening,
  isolationLevel?: IsolationLevel,
): Promise<Date> {
  const timeout = String(timeoutMs + POSTGRES_MARGIN_MS);
  const settings = {
    "stockbridge.shop": scope.shop,
    "stockbridge.system": scope.purpose,
    // Prisma writes times in UTC without an offset, and ignores the offset of times that it reads.
    TimeZone: "UTC",
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
    // A lock on one shop's rows must not block the other shops of a batch. After this timeout, the batch is
    // repeated item by item.
    ...(scope.shop.includes(BETWEEN_SHOPS) && { lock_timeout: String(BATCH_WAITS_MS) }),
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  // A commit must reach the standby before we call the supplier. If the standby takes over, it must know that
  // an order was sent.
  const durable =
    "set_config('synchronous_commit', case when current_setting('synchronous_commit') in ('on', 'remote_apply') then current_setting('synchronous_commit') else 'on' end, true)";
  const isolation = isolationLevel === undefined ? "" : ` ISOLATION LEVEL ${isolationLevel}`;
  const access = isReadOnly ? " READ ONLY" : "";
  const sentAt = monotonicMs();
  const results = await client.query(
    `BEGIN${isolation}${access}; SELECT ${set.join(", ")}, ${durable}, now()`,
  );
  // pg returns one result per statement of a message.
  const [, { rows }] = results as unknown as [unknown, pg.QueryResult<{ now: Date }>];
  if (!rows[0]) throw new Error("The database did not return its time.");
  const { now } = rows[0];
  checkClock(now, { sentAt, repliedAt: monotonicMs() });
  return now;
}

/**
 * Makes an adapter for one client of the pool. Prisma does not export the adapter's class, so we take it from
 * an instance.
 */
function boundTo(client: pg.PoolClient, adapter: Adapter): Statements {
  const AdapterClass = adapter.constructor as new (client: pg.PoolClient) => Statements;
  return new AdapterClass(client);
}

class TenantTransaction implements Transaction, PgTx {
  readonly provider = "postgres";
  readonly adapterName = "stockbridge";
  /** Prisma then does not send COMMIT and ROLLBACK itself, but calls our `commit` and `rollback`. */
  readonly options = { usePhantomQuery: true };
  readonly #statements: Statements;
  readonly #client: pg.PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  constructor(statements: Statements, client: pg.PoolClient) {
    this.#statements = statements;
    this.#client = client;
  }

  async queryRaw(...given: Parameters<Statements["queryRaw"]>) {
    return this.#inTurn(() => this.#statements.queryRaw(...given));
  }

  async executeRaw(...given: Parameters<Statements["executeRaw"]>) {
    return this.#inTurn(() => this.#statements.executeRaw(...given));
  }

  async query({ text, values }: Parameters<PgTx["query"]>[0]) {
    return this.#inTurn(() => this.#client.query(text, values));
  }

  /**
   * @throws Error also if Postgres rolled back because a statement had failed. Postgres replies to COMMIT with
   * ROLLBACK then, not with an error.
   */
  async commit(): Promise<void> {
    const answer = this.#end("COMMIT");
    try {
      const { command } = await answer;
      if (command !== "COMMIT") throw new Error("A transaction whose statement had failed was rolled back.");
    } catch (error) {
      this.#client.release(error as Error);
      throw error;
    }
    this.#client.release();
  }

  /**
   * Rolls back. Never rejects, because Prisma does not handle a rejection after its own timeout. If Postgres
   * does not reply in time, closes the connection, so that Postgres rolls back.
   */
  async rollback(): Promise<void> {
    if (this.#isEnded) return;
    const { stream } = this.#client.connection;
    const giveUp = setTimeout(() => stream.destroy(), ROLLED_BACK_WITHIN_MS);
    const failure = await this.#end("ROLLBACK").then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    clearTimeout(giveUp);
    this.#client.release(failure);
  }

  /** Sends COMMIT or ROLLBACK after the running statement. Later statements are rejected. */
  #end(sql: "COMMIT" | "ROLLBACK"): Promise<pg.QueryResult> {
    const answer = this.#inTurn(() => this.#client.query(sql));
    this.#isEnded = true;
    return answer;
  }

  /**
   * Sends a statement after the reply to the previous statement, because pg's own queue is deprecated.
   *
   * @throws Error if the transaction has ended, because another transaction may use the client by now
   */
  #inTurn<T>(send: () => Promise<T>): Promise<T> {
    if (this.#isEnded) throw new Error("A statement came after its transaction had ended.");
    const answer = this.#last.then(send, send);
    this.#last = answer;
    return answer;
  }
}
