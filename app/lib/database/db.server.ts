import { setTimeout as pause } from "node:timers/promises";
import { Prisma } from "@prisma/client";
import pg from "pg";
import { APP_ROLE, FIND_ROLE, ownSchema } from "./restricted-connection.ts";
import { mayWork, tooOld } from "./schema-version.server.ts";
import type { ShopDomain } from "../shop-domain.ts";
import { BETWEEN_SHOPS, type TenantScope } from "./tenant-adapter.server.ts";
import { runAlone, transaction, type TxOptions } from "./transaction.server.ts";

/** A transaction that sees only the rows of its tenant scope. */
export type Tx = Prisma.TransactionClient;
/** Limit for pages and for jobs that change a few rows. */
const USUAL: TxOptions = { timeoutMs: 10_000 };
/** Limit for work on all rows of one or every shop. The leases of this work are longer. */
export const LONG_WORK: TxOptions = { timeoutMs: 30_000 };
/** Limit of a health check, shorter than any probe's timeout. */
export const PROBE: TxOptions = { ...USUAL, timeoutMs: 1500 };
/**
 * Options for reading one snapshot while other transactions write. Read-only, because in this isolation level a
 * write may fail on a conflict with another transaction.
 */
const SNAPSHOT: TxOptions = { ...USUAL, isolationLevel: "RepeatableRead", isReadOnly: true };

/** Returns true if a statement failed because a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // Prisma puts the driver's error into `meta`.
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { kind?: unknown } };
  };
  return driverAdapterError?.cause?.kind === "UniqueConstraintViolation";
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = "23505";

/**
 * Runs `work` in one transaction that reads and writes this shop's rows only. Never call another system inside.
 * `now` is the database's time. Leases and due times use only this clock, because the processes' clocks may
 * differ.
 *
 * The scope protects against a forgotten `where`. It does not protect against injected SQL, which can change
 * the scope (`stockbridge.shop`, `stockbridge.system`). If the app's role has its own login (APP_DATABASE_URL),
 * injected SQL cannot change roles, tables, policies or functions. Each transaction sets both settings, so that
 * it never inherits an earlier scope of its connection.
 */
export async function inShop<T>(
  shop: ShopDomain,
  work: (tx: Tx, now: Date) => Promise<T>,
  limit: TxOptions = USUAL,
): Promise<T> {
  return transaction(scopeOf([shop]), work, limit);
}

/** Runs `work` on the rows of exactly these shops, so that work for several shops can share one commit. */
export async function inShops<T>(
  shops: readonly ShopDomain[],
  work: (tx: Tx, now: Date) => Promise<T>,
  limit: TxOptions = USUAL,
): Promise<T> {
  return transaction(scopeOf(shops), work, limit);
}

/**
 * Runs reads of the shop's rows on one snapshot, so that a page shows consistent data. Postgres rejects any
 * write.
 */
export function readInShop<T>(shop: ShopDomain, read: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  return inShop(shop, read, SNAPSHOT);
}

function scopeOf(shops: readonly ShopDomain[]): TenantScope {
  const stranger = shops.find((shop) => shop.includes(BETWEEN_SHOPS));
  if (stranger !== undefined) throw new Error(`“${stranger}” is no shop's name.`);
  return { shop: shops.join(BETWEEN_SHOPS), purpose: "" };
}

/** The reasons for which code may read or write several shops' rows. All other code uses `inShop`. */
export type SystemPurpose =
  /** Shopify's session storage finds sessions by id, before the shop is known. */
  | "session-storage"
  /** A webhook's shop header is unsigned, and the sweep looks for due rows of every shop. */
  | "inbox"
  /** The sweep looks for keys of every shop that are due for a retry. */
  | "connection"
  /** The sweep looks for due catalogs, imports and fulfillment services of every shop. */
  | "catalog"
  /** The sweep looks for due delivery profiles of every shop. */
  | "shipping"
  /** The sweeps look for due work on orders of every shop. Unclear replies count across accounts. */
  | "orders"
  /** The salt of account hashes belongs to no shop, and two shops may share an account. */
  | "accounts"
  /** The sweep looks for due events and e-mails of every shop. */
  | "notifications"
  /** Removes old activity of every shop. */
  | "activity"
  /** The sweep looks for shops whose access is lost or restored. */
  | "access"
  /** The sweep looks for shops whose setup was not checked for a day. */
  | "setup"
  /** Rotating the keyring's key reseals the secrets of every shop. */
  | "secrets"
  /** An outage of the supplier concerns every shop. */
  | "supplier"
  /** Shopify grants bulk operations to the app and not per shop. */
  | "bulk-access"
  /** The operator on call reads every shop, and changes rows as `app/operator/` permits. */
  | "operator"
  /** The readiness check and the metrics only read. The database's trusted timeline belongs to no shop. */
  | "health";

/** Runs `work` in one transaction that sees every shop's rows. The purpose is set as `stockbridge.system`. */
export function asSystem<T>(
  purpose: SystemPurpose,
  work: (tx: Tx, now: Date) => Promise<T>,
  limit: TxOptions = USUAL,
): Promise<T> {
  return transaction({ shop: "", purpose }, work, limit);
}

/**
 * Inserts rows by a single statement, with a fourth of the round trips of `asSystem`. For webhooks, which
 * arrive by the hundred. The statement must select from `scope`, so that Postgres sets the scope before it
 * checks the policy for the first row.
 */
export function insertAsSystem<Row extends pg.QueryResultRow>(
  purpose: SystemPurpose,
  insert: (scope: Prisma.Sql) => Prisma.Sql,
): Promise<Row[]> {
  const scope = Prisma.sql`(select set_config('stockbridge.system', ${purpose}, true) as setting) as scope`;
  return runAlone(insert(scope));
}

const REMOVE_BATCH = 5000;

/** Removes rows in small transactions. @param remove removes up to `limit` rows, and returns their number. */
export async function removeInBatches(
  purpose: SystemPurpose,
  remove: (tx: Tx, now: Date, limit: number) => Promise<{ count: number }>,
): Promise<void> {
  for (let count = REMOVE_BATCH; count === REMOVE_BATCH;)
    ({ count } = await asSystem(purpose, (tx, now) => remove(tx, now, REMOVE_BATCH)));
}

/** Pause between attempts to reach the database. */
const OUTAGE_PAUSE_MS = 1000;

/**
 * Repeats `work` while the database cannot be reached, for `forSeconds` at most. If the database answers after
 * a failure, repeats `work` once more: the database may have just come back. `work` must be safe to run twice.
 */
export async function throughOutage<T>(
  work: () => Promise<T>,
  { forSeconds }: { forSeconds: number },
): Promise<T> {
  const until = performance.now() + forSeconds * 1000;
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (await answers()) failures += 1;
      if (failures > 1 || performance.now() > until) throw error;
      await pause(OUTAGE_PAUSE_MS);
    }
  }
}

async function answers(): Promise<boolean> {
  return asSystem("health", () => Promise.resolve(true)).catch(() => false);
}

/**
 * Checks whether this release may work on the database's tables.
 *
 * @returns a sentence for the operator if it may not; null if it may
 */
export async function findSchemaProblem(): Promise<string | null> {
  const [row] = await runAlone<{ oldest: string | null }>(Prisma.sql`select oldest from schema_version`);
  const oldest = row?.oldest ?? null;
  return oldest === null || mayWork(ownSchema, oldest) ? null : tooOld(oldest);
}

/** Returns the database's time, which all processes share. */
export function databaseTime(): Promise<Date> {
  return asSystem("health", (_tx, now) => Promise.resolve(now));
}

const POOLER_REFUSES = `DATABASE_URL leads through a pooler, which does not let Stockbridge step down to its restricted role: set APP_DATABASE_URL to a login that is a member of ${APP_ROLE}, or DATABASE_URL to the database's direct address.`;

/**
 * Throws unless the app's own connection is restricted. Superusers, owners of the tables and members of these
 * roles or of the searching role bypass row-level security. The app would then work without any error, but a
 * forgotten `where` would show other shops' rows.
 */
export async function assertRestricted(): Promise<void> {
  const [role] = await runAlone<{ name: string; free: boolean; owns: boolean }>(Prisma.sql`
    select rolname::text as name, rolsuper or rolbypassrls as free,
      exists (
        select from pg_tables
        where schemaname in ('public', 'pgboss') and pg_has_role(rolname, tableowner, 'MEMBER')
        union all
        select from pg_roles find where find.rolname = ${FIND_ROLE} and pg_has_role(me.oid, find.oid, 'MEMBER')) as owns
    from pg_roles me where rolname = current_user`).catch((error: unknown) => {
    // Messages of PgBouncer and pgcat, which reject our startup parameter `role`.
    if (/unsupported startup parameter/i.test(String(error))) throw new Error(POOLER_REFUSES);
    throw describeConnectionError(error) ?? error;
  });
  if (role && !role.free && !role.owns) return;
  throw new Error(
    `The app's connection works as the database role “${role?.name ?? "unknown"}”, which is not restricted. APP_DATABASE_URL needs a login that is only a member of ${APP_ROLE}; with DATABASE_URL alone, Stockbridge steps down automatically.`,
  );
}

/** Returns a sentence for the operator if the connection failed; null for other errors. */
export function describeConnectionError(error: unknown): Error | null {
  // If the host's name has several addresses, Node reports one error per address.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const why = first instanceof Error ? findCause(first) : undefined;
  return why === undefined ? null : new Error(`The database cannot be used: ${why}`, { cause: error });
}

/**
 * Node's error for a socket, or Postgres's error for a login
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
type ConnectionError = Error & { code?: string; address?: string; hostname?: string; port?: number };

function findCause({ code = "", message, ...error }: ConnectionError): string | undefined {
  switch (code) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "EHOSTUNREACH":
    case "ETIMEDOUT": {
      const place = [error.address ?? error.hostname, error.port].filter((part) => part !== undefined);
      return `nothing answers at ${place.join(":")}. Check the address, and that Postgres runs.`;
    }
    // The Unix socket is missing, or this user may not open it.
    case "ENOENT":
    case "EACCES":
      return message;
    case "3D000":
      return `its server has no database “${quotedIn(message)}”. Check the address.`;
    case "28000":
      return "its server does not let this login in. Check the address, and the server's rules (pg_hba.conf).";
    case "28P01":
      return `it refuses the login “${quotedIn(message)}”. Check name and password.`;
    case "53300":
      return `it has no connection left: ${message}.`;
    default:
      return /CERT|SSL|TLS/.test(code) ? `TLS fails: ${message}.` : undefined;
  }
}

/** Returns the name in quotation marks in a message of Postgres. The marks depend on the server's language. */
function quotedIn(message: string): string {
  return /["“«„](.+?)["”»“]/.exec(message)?.[1] ?? message;
}
