import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { PgBoss } from "pg-boss";

import { GuardedClient, APP_ROLE, APPLICATION, FIND_ROLE, named } from "./restricted-connection.ts";
import { appliedMigrations, listMigrations, migrateWithRetries } from "./migrations.server.ts";
import { assertMayWork, assertNoOldProcesses, recordSchema } from "./schema-version.server.ts";

/** The first version with `grant … with set`. */
const OLDEST_POSTGRES = 16;
/** Number of the lock: arbitrary, and the same in every process and release. */
const SETUP_LOCK = 7_210_914;

/**
 * Time limit for connecting. It fails the start with a sentence if a database accepts connections but does
 * not reply.
 */
const CONNECT_WITHIN_MS = 30_000;
/** Time after which a waiting setup says so: longer than a setup without changes takes. */
const SAY_WAITING_AFTER_MS = 5000;
const SAY_AGAIN_AFTER_MS = 60_000;
const TRY_LOCK_EVERY_MS = 200;

/**
 * Updates a database: our migrations, pg-boss's, and the roles with their rights. Safe to repeat, and to run
 * in several processes at once, also through a pooler in transaction mode. `url` is the owner's.
 *
 * @throws Error with a sentence, among others if the database cannot be reached, its Postgres is too old, or a process
 *   of an earlier release is connected. If the owner may not create roles, the sentence contains the statements for an
 *   administrator.
 */
export async function setupDatabase(url: string): Promise<void> {
  const owner = await connect(url);
  try {
    await assertRecent(owner);
    const lock = await takeLock(url, owner);
    try {
      const [names, applied] = [await listMigrations(), await appliedMigrations(owner)];
      // This older release must not replace the newer release's search functions.
      if (applied !== null && isLater(applied, names)) {
        await assertMayWork(owner);
        return;
      }
      await ensureRoles(owner);
      await migrateOurTables(owner, { url, pending: names.filter((name) => !applied?.includes(name)) });
      await migrateQueueTables(url);
      await grantRights(owner);
      await openSearch(owner);
      await recordSchema(owner, names);
    } finally {
      await lock.end();
    }
  } finally {
    await owner.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new GuardedClient({
      connectionString: named(url, `${APPLICATION} setup`).href,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    });
    await client.connect();
    return client;
  } catch (error) {
    // If a name has several addresses, each one failed in its own way; the first error is enough.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new Error(
      `The database at DATABASE_URL cannot be used: ${first instanceof Error ? first.message : String(first)}`,
    );
  }
}

/**
 * Takes the lock of all setups, and reports while it waits. The lock belongs to a transaction, not to a
 * session: a pooler passes a session's lock on to other users of the connection, and a killed process would
 * leave it behind.
 *
 * @returns the connection that holds the lock until it ends.
 */
async function takeLock(url: string, owner: pg.Client): Promise<pg.Client> {
  const holder = await connect(url);
  const say = () => void sayWaiting(owner);
  const first = setTimeout(say, SAY_WAITING_AFTER_MS);
  const later = setInterval(say, SAY_AGAIN_AFTER_MS);
  try {
    for (;;) {
      await holder.query("begin");
      // This connection idles in its transaction while the owner's connection migrates.
      await holder.query("set local idle_in_transaction_session_timeout = 0");
      if (await tryLock(holder)) return holder;
      // A pooler lends a server connection per transaction: setups that wait must leave one to the setup that works.
      await holder.query("rollback");
      await pause(TRY_LOCK_EVERY_MS);
    }
  } catch (error) {
    await holder.end();
    throw error;
  } finally {
    clearTimeout(first);
    clearInterval(later);
  }
}

/**
 * Tries to take the lock without keeping a snapshot. CREATE INDEX CONCURRENTLY waits for the end of every older snapshot, even
 * its own setup's, without a time limit. A waiting statement has a snapshot. So does the portal that a statement with
 * parameters leaves behind in its transaction.
 */
async function tryLock(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${String(SETUP_LOCK)}) as taken`,
  );
  return rows[0]?.taken ?? false;
}

async function sayWaiting(owner: pg.Client): Promise<void> {
  const found = await owner
    .query<{ pid: number; name: string; since: string }>(
      `select l.pid, a.application_name as name, to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = $1
         and l.database = (select oid from pg_database where datname = current_database())`,
      [SETUP_LOCK],
    )
    .catch(() => ({ rows: [] }));
  const [holder] = found.rows;
  const who = holder
    ? `. Postgres process ${String(holder.pid)} (“${holder.name}”, connected since ${holder.since} UTC) holds the lock; if no setup is running, end it with: select pg_terminate_backend(${String(holder.pid)});`
    : ".";
  process.stderr.write(`Waiting for another setup of this database to end${who}\n`);
}

async function assertRecent(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ server_version_num: string }>("show server_version_num");
  const number = Number(rows[0]?.server_version_num);
  const major = Math.floor(number / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  // 150004 is 15.4; before version 10, 90624 was 9.6.24.
  const version =
    major < 10 ? [major, Math.floor(number / 100) % 100, number % 100] : [major, number % 10_000];
  throw new Error(
    `The database at DATABASE_URL is Postgres ${version.join(".")}. Stockbridge needs Postgres ${OLDEST_POSTGRES} or newer.`,
  );
}

/** Returns true if the database has all of these migrations, and others. */
function isLater(applied: string[], names: string[]): boolean {
  return names.every((name) => applied.includes(name)) && applied.length > names.length;
}

async function migrateOurTables(
  owner: pg.Client,
  { url, pending }: { url: string; pending: string[] },
): Promise<void> {
  // Prisma's command line takes a second to say "nothing to do", on every start of every process.
  if (pending.length === 0) return;
  await assertNoOldProcesses(owner, pending);
  await migrateWithRetries(owner, url);
}

async function migrateQueueTables(url: string): Promise<void> {
  const connectionString = named(url, `${APPLICATION} setup`).href;
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    Client: GuardedClient,
  });
  const failures: unknown[] = [];
  pool.on("error", (error) => failures.push(error));
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  boss.on("error", (error) => failures.push(error));
  try {
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await pool.end();
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Ensures that the roles exist. If the owner may not create them, a single error reports all statements for
 * an administrator.
 */
async function ensureRoles(owner: pg.Client): Promise<void> {
  const missing: { what: string; statements: string[] }[] = [];
  for (const role of [APP_ROLE, FIND_ROLE]) {
    const refused = await ensureRole(owner, role);
    if (refused) missing.push(refused);
  }
  if (missing.length === 0) return;
  const what = [...new Set(missing.map((refused) => refused.what))].join(" and may not ");
  throw askAdministrator(
    what,
    missing.flatMap(({ statements }) => statements),
  );
}

/**
 * @returns the right that the owner lacks for this role, and the statements for an administrator; null if
 *   nothing is missing.
 */
async function ensureRole(
  owner: pg.Client,
  role: string,
): Promise<{ what: string; statements: string[] } | null> {
  const create = `create role ${role} nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls`;
  // The owner does not inherit the searching role's rights, and only steps into that role to change the
  // function.
  const inherits = role === FIND_ROLE ? ", inherit false" : "";
  const grant = `grant ${role} to ${owner.escapeIdentifier(owner.user ?? "")} with set true${inherits}`;
  const found = await owner.query("select from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) {
    const refused = await owner.query(create).then(
      () => false,
      (error: unknown) => {
        const { code } = error as { code?: string };
        if (code === INSUFFICIENT_PRIVILEGE) return true;
        // Roles belong to the whole cluster, so another database's setup may have created the role first.
        if (code !== DUPLICATE_OBJECT && code !== UNIQUE_VIOLATION) throw error;
        return false;
      },
    );
    if (refused) return { what: "create roles", statements: [create, grant] };
  }
  const may = await owner.query<{ may: boolean }>("select pg_has_role(current_user, $1, 'SET') as may", [
    role,
  ]);
  if (may.rows[0]?.may) return null;
  return owner.query(grant).then(
    () => null,
    (error: unknown) => {
      const { code } = error as { code?: string };
      if (code !== INSUFFICIENT_PRIVILEGE) throw error;
      return { what: `act as the role ${role}`, statements: [grant] };
    },
  );
}

function askAdministrator(what: string, statements: string[]): Error {
  const lines = statements.map((statement) => `  ${statement};`);
  return new Error(
    `The database's owner may not ${what}. Let an administrator run this, then start again:\n${lines.join("\n")}`,
  );
}

const INSUFFICIENT_PRIVILEGE = "42501";
const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";

/**
 * Grants rights to use rows and functions, never to change tables: the role cannot change the schema, hide a
 * table, or see the migrations' ledger. Skips objects of other owners: an extension's objects belong to its
 * installer, who alone may grant rights to them.
 */
async function grantRights(owner: pg.Client): Promise<void> {
  for (const schema of ["public", "pgboss"])
    await owner.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
  await owner.query(GRANTS);
  await owner.query(`revoke all on _prisma_migrations from ${APP_ROLE}`);
  await owner.query(`revoke insert, update, delete on schema_version from ${APP_ROLE}`);
  // A temporary table would hide the real one from later users of the same connection. Nothing here needs one.
  const database = owner.escapeIdentifier(owner.database ?? "");
  await owner.query(`revoke temporary on database ${database} from public`);
}

const GRANTS = `
  do $$
  declare statement text;
  begin
    for statement in
      select format(
          case when c.relkind = 'S' then 'grant usage on sequence %s to %I'
            else 'grant select, insert, update, delete on table %s to %I' end, c.oid::regclass, '${APP_ROLE}')
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and pg_has_role(c.relowner, 'USAGE')
        and not exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      union all
      select format('grant execute on routine %s to %I', p.oid::regprocedure, '${APP_ROLE}')
      from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and pg_has_role(p.proowner, 'USAGE')
        and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop execute statement; end loop;
  end $$`;

/** Tables that a search reads, with the columns that it may read. */
const SEARCHED = {
  product_search: "shop, supplier_product_id, terms",
  supplier_variant: "shop, supplier_product_id, sku",
};
const SEARCHES = ["products_with_words(tsquery, int)", "products_with_sku(text, int)"];

/**
 * Creates the search functions with a role of its own that sees the searched tables across shops, because no
 * text index works under a policy. Only the owner may step into this role; the app's role is no member of it.
 */
async function openSearch(owner: pg.Client): Promise<void> {
  const text = await readFile(path.join(process.cwd(), "prisma/find-products.sql"), "utf8");
  await owner.query(`grant usage on schema public to ${FIND_ROLE}`);
  for (const [table, columns] of Object.entries(SEARCHED)) {
    await owner.query(`grant select (${columns}) on ${table} to ${FIND_ROLE}`);
    const found = await owner.query(
      "select from pg_policies where schemaname = 'public' and tablename = $1 and policyname = 'search'",
      [table],
    );
    // Creates the policy only if it is missing, because creating one waits for all users of the table.
    if (found.rowCount === 0)
      await owner.query(`create policy search on ${table} for select to ${FIND_ROLE} using (true)`);
  }
  // Creating a function needs a right to its schema, granted only for that moment.
  await owner.query("begin");
  await owner.query(`grant create on schema public to ${FIND_ROLE}`);
  await owner.query(`set local role ${FIND_ROLE}`);
  await owner.query(text);
  for (const search of SEARCHES) {
    await owner.query(`revoke execute on function ${search} from public`);
    await owner.query(`grant execute on function ${search} to ${APP_ROLE}`);
  }
  await owner.query("reset role");
  await owner.query(`revoke create on schema public from ${FIND_ROLE}`);
  await owner.query("commit");
}
