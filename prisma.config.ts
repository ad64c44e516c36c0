import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { defineConfig } from "prisma/config";

/** Oids of types in Postgres's catalog: `"char"`, `name`, `text`. */
const CHAR = 18;
const NAME = 19;
const TEXT = 25;

/**
 * Reports columns of the types `name` and `"char"` as `text`. Postgres's catalog has many of them, and Prisma's WASM
 * schema engine cannot read them through adapter-pg.
 */
class CatalogTypesAsText extends pg.Pool {
  // Overrides only the promise form, which the adapter uses. pg-pool itself calls connect() with a callback.
  override async query(...args: unknown[]): Promise<never> {
    return asText(await (super.query as Anything)(...args)) as never;
  }

  override connect(...args: unknown[]): never {
    const connecting = (super.connect as Anything)(...args);
    if (args.length > 0) return connecting as never;
    return connecting.then((connected) => {
      const client = connected as pg.PoolClient;
      const query = client.query.bind(client) as Anything;
      client.query = (async (...queryArgs: unknown[]) => asText(await query(...queryArgs))) as never;
      return client;
    }) as never;
  }
}

type Anything = (...args: unknown[]) => Promise<unknown>;

function asText(result: unknown): unknown {
  for (const field of (result as { fields?: { dataTypeID: number }[] } | undefined)?.fields ?? []) {
    if (field.dataTypeID === NAME || field.dataTypeID === CHAR) field.dataTypeID = TEXT;
  }
  return result;
}

/**
 * Sends each migration as one statement. The adapter would split it at every semicolon and send the parts over any
 * connections of the pool. As one statement, a migration runs completely or not at all, and its settings apply to all
 * of it.
 */
class WholeScripts extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const connected = await super.connect();
    connected.executeScript = async (sql) => {
      await connected
        .executeRaw({ sql: withLockTimeout(sql), args: [], argTypes: [] })
        .catch((error: unknown) => {
          const { cause } = error as { cause?: { originalCode?: string } };
          // Prints the error code, because Prisma prints only Postgres's message, whose language depends on the
          // database.
          process.stderr.write(`Postgres error code: ${cause?.originalCode ?? "none"}\n`);
          throw error;
        });
    };
    const execute = connected.executeRaw.bind(connected);
    connected.executeRaw = (query) =>
      IGNORES_LOCK && query.sql === LOCK ? Promise.resolve(0) : execute(query);
    return connected;
  }
}

/**
 * True to skip Prisma's lock, which belongs to a database session. A pooler keeps that session open after its user
 * was killed, and every later `migrate deploy` would fail. The binary engine reads this setting, but the WASM engine
 * does not.
 */
const IGNORES_LOCK = Boolean(process.env.PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK);
const LOCK = "SELECT pg_advisory_lock(72707369)";

/**
 * Limits how long a migration waits for a table's lock, because all later statements on the table wait behind it.
 * Setup tries again (app/lib/database/migrations.server.ts).
 *
 * A single statement on an index CONCURRENTLY has no limit. It blocks no other statement while it waits, and Postgres
 * rejects it together with a second one.
 */
function withLockTimeout(sql: string): string {
  const first = sql.replace(/^(\s|--.*)+/, "");
  return /^(create|create unique|drop) index concurrently\b/i.test(first)
    ? sql
    : `set local lock_timeout = '3s';\n${sql}`;
}

/**
 * The WASM schema engine sets a timeout of 10 s for its lock and never clears it, so that a finished `migrate deploy`
 * would wait for ten seconds. We let this one timer not keep the process running.
 */
const LOCK_TIMEOUT_MS = 10_000;
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...args: Parameters<typeof setTimer>) => {
  const timer = setTimer(...args);
  return args[1] === LOCK_TIMEOUT_MS ? timer.unref() : timer;
}) as typeof setTimer;

// Sets a URL if there is none. Without one, Prisma could not read the schema, and would download other engines.
// Generating the client needs no database.
process.env.DATABASE_URL ??= "postgresql://nobody@localhost/none";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  experimental: { adapter: true },
  engine: "js",
  adapter: () => {
    // Lets the process exit with idle connections, because Prisma's command line never closes the pool.
    const pool = { connectionString: process.env.DATABASE_URL, allowExitOnIdle: true };
    return Promise.resolve(new WholeScripts(new CatalogTypesAsText(pool)));
  },
});
