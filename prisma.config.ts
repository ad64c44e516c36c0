import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { defineConfig } from "prisma/config";

/** Type oids of Postgres' catalog: `"char"`, `name`, `text`. */
const CHAR = 18;
const NAME = 19;
const TEXT = 25;

/**
 * Prisma's WASM schema engine cannot read columns of the types `name` and `"char"` through adapter-pg, and
 * Postgres' catalog is full of them. Reporting them as `text` is all it needs.
 */
class CatalogTypesAsText extends pg.Pool {
  // The adapter uses the promise forms only; pg-pool itself calls connect() with a callback.
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
 * The adapter cuts a migration at each semicolon and sends the pieces one by one, over any connections of the pool. In one
 * piece it happens entirely or not at all, and what it sets for its transaction holds until its end.
 */
class WholeScripts extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const connected = await super.connect();
    connected.executeScript = async (sql) => {
      await connected
        .executeRaw({ sql: withLockTimeout(sql), args: [], argTypes: [] })
        .catch((error: unknown) => {
          const { cause } = error as { cause?: { originalCode?: string } };
          // Prisma prints Postgres' words only, which are in the language of the database.
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
 * Prisma's lock belongs to a session: a pooler keeps that session open after its user was killed, and every later
 * `migrate deploy` would fail. The binary engine reads this setting itself, the WASM engine cannot.
 */
const IGNORES_LOCK = Boolean(process.env.PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK);
const LOCK = "SELECT pg_advisory_lock(72707369)";

/**
 * A statement that waits for a table's lock makes all later ones on that table wait behind it. Setup tries again
 * (app/lib/database/migrations.server.ts).
 *
 * A lone statement on an index CONCURRENTLY blocks no other one while it waits, and Postgres refuses it beside another one.
 */
function withLockTimeout(sql: string): string {
  const first = sql.replace(/^(\s|--.*)+/, "");
  return /^(create|create unique|drop) index concurrently\b/i.test(first)
    ? sql
    : `set local lock_timeout = '3s';\n${sql}`;
}

/**
 * The WASM schema engine sets a time-out of 10 s for its lock and never clears it, which keeps a finished
 * `migrate deploy` waiting for ten seconds. No other timer of the command line is touched.
 */
const LOCK_TIMEOUT_MS = 10_000;
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...args: Parameters<typeof setTimer>) => {
  const timer = setTimer(...args);
  return args[1] === LOCK_TIMEOUT_MS ? timer.unref() : timer;
}) as typeof setTimer;

// Reading the schema fails without it, and then the command line falls back to engines that it would download.
// Generating needs no database.
process.env.DATABASE_URL ??= "postgresql://nobody@localhost/none";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  experimental: { adapter: true },
  engine: "js",
  adapter: () => {
    // The command line never closes the pool: without the second option it would wait for its idle time-out.
    const pool = { connectionString: process.env.DATABASE_URL, allowExitOnIdle: true };
    return Promise.resolve(new WholeScripts(new CatalogTypesAsText(pool)));
  },
});
