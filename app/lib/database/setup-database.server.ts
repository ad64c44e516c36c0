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
/** Number of the advisory lock. It is arbitrary, but must be the same in every process and release. */
const SETUP_LOCK = 7_210_914;

/**
 * Time limit for connecting. Without it, the start would hang on a server that accepts connections but does not
 * reply.
 */
const CONNECT_WITHIN_MS = 30_000;
/**
 * Time after which a setup reports that it waits. A setup without changes is faster, so usually no report
 * appears.
 */
const SAY_WAITING_AFTER_MS = 5000;
const SAY_AGAIN_AFTER_MS = 60_000;
const TRY_LOCK_EVERY_MS = 200;

/**
 * Updates a database: our migrations, pg-boss's, and the roles with their rights. Safe to repeat and to run in
 * several processes at once. Works through a pooler in transaction mode.
 * @param url the owner's address of the database
 *
 * @throws Error with a sentence for the operator: the database cannot be reached, its Postgres is too old, a
 * process of an earlier release is connected, or a migration fails. If the owner may not create roles, the
 * sentence contains the statements for an administrator.
 */
export async function setupDatabase(url: string): Promise<void> {
  const owner = await connect(url);
  try {
    await assertRecent(owner);
    const lock = await takeLock(url, owner);
    try {
      const [names, applied] = [await listMigrations(), await appliedMigrations(owner)];
      // A newer release has set up this database. We must not replace its search functions by ours.
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
    // If the host's name has several addresses, Node reports one error per address. The first is enough.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new Error(
      `The database at DATABASE_URL cannot be used: ${first instanceof Error ? first.message : String(first)}`,
    );
  }
}

/**
 * Takes the lock that all setups share, and reports if it has to wait. The lock belongs to a transaction. A
 * session's lock would be unsafe behind a pooler, which gives the session to other clients, even after our
 * process is killed.
 *
 * @returns the connection that holds the lock. Ending the connection releases the lock.
 */
async function takeLock(url: string, owner: pg.Client): Promise<pg.Client> {
  const holder = await connect(url);
  const say = () => void sayWaiting(owner);
  const first = setTimeout(say, SAY_WAITING_AFTER_MS);
  const later = setInterval(say, SAY_AGAIN_AFTER_MS);
  try {
    for (;;) {
      await holder.query("begin");
      // This transaction stays idle while the owner's connection migrates.
      await holder.query("set local idle_in_transaction_session_timeout = 0");
      if (await tryLock(holder)) return holder;
      // Behind a pooler, an open transaction occupies a server connection. Waiting setups must leave one to the
      // setup that works.
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
 * Tries to take the lock without keeping a snapshot. CREATE INDEX CONCURRENTLY waits for all older snapshots,
 * so a snapshot of this transaction would block the setup's own migrations forever. Therefore the statement
 * does not wait for the lock, and has no parameters: a portal would also keep a snapshot.
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

/** Returns true if the database has all of these migrations and further ones. */
function isLater(applied: string[], names: string[]): boolean {
  return names.every((name) => applied.includes(name)) && applied.length > names.length;
}

async function migrateOurTables(
  owner: pg.Client,
  { url, pending }: { url: string; pending: string[] },
): Promise<void> {
  // Starting Prisma's command line takes a second, even without a missing migration.
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
 * Ensures that the roles exist. If the owner may not create them, throws one error with all statements for an
 * administrator.
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
  // The owner does not inherit the searching role's rights. It only switches to the role to replace the
  // functions.
  const inherits = role === FIND_ROLE ? ", inherit false" : "";
  const grant = `grant ${role} to ${owner.escapeIdentifier(owner.user ?? "")} with set true${inherits}`;
  const found = await owner.query("select from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) {
    const refused = await owner.query(create).then(
      () => false,
      (error: unknown) => {
        const { code } = error as { code?: string };
        if (code === INSUFFICIENT_PRIVILEGE) return true;
        // Roles belong to the whole cluster, so the setup of another database may have created the role a
        // moment ago.
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
 * Grants the app's role rights to rows and functions only. The role can neither change the schema nor read
 * `_prisma_migrations`. Skips objects of extensions and of other owners, because only their owners may grant
 * rights.
 */
async function grantRights(owner: pg.Client): Promise<void> {
  for (const schema of ["public", "pgboss"])
    await owner.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
  await owner.query(GRANTS);
  await owner.query(`revoke all on _prisma_migrations from ${APP_ROLE}`);
  await owner.query(`revoke insert, update, delete on schema_version from ${APP_ROLE}`);
  // Stockbridge uses no temporary tables. With this right, injected SQL could create one that hides a real
  // table from later statements.
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

/** The tables and columns that a search may read. */
const SEARCHED = {
  product_search: "shop, supplier_product_id, terms",
  supplier_variant: "shop, supplier_product_id, sku",
};
const SEARCHES = ["products_with_words(tsquery, int)", "products_with_sku(text, int)"];

/**
 * Creates the search functions. They run as their own role, which may read the searched tables of all shops,
 * because Postgres does not use a text index under a row-level policy. The app's role is no member of this
 * role.
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
    // Creates the policy only if it is missing, because creating a policy waits for all other transactions on
    // the table.
    if (found.rowCount === 0)
      await owner.query(`create policy search on ${table} for select to ${FIND_ROLE} using (true)`);
  }
  // Creating a function needs a right to its schema. The role gets this right only within this transaction.
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
