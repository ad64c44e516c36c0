import { readFile } from "node:fs/promises";
import path from "node:path";

import pg from "pg";
import { PgBoss } from "pg-boss";

import { APP_ROLE, FIND_ROLE } from "./database-role.ts";
import { appliedMigrations, deployMigrations, listMigrations } from "./migrations.server.ts";
import { assertMayWork, assertNoOldProcesses, recordSchema } from "./schema-version.server.ts";

/** The first that knows `grant … with set`. */
const OLDEST_POSTGRES = 16;
/** Any number, the same in every process of every Stockbridge. */
const SETUP_LOCK = 7_210_914;

/**
 * Brings a database up to date: our migrations, pg-boss's, and the roles with their rights. Repeatable, and
 * safe when several processes start at once. `url` is the owner's.
 *
 * @throws Error with a sentence when the database is not there or its Postgres is too old, and with the statement to
 * run by hand when the owner may not create roles.
 */
export async function setupDatabase(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect().catch((error: unknown) => {
    // Of several addresses behind one name each has failed in its own way; the first says enough.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new Error(
      `The database at DATABASE_URL cannot be used: ${first instanceof Error ? first.message : String(first)}`,
    );
  });
  try {
    await assertRecent(owner);
    await owner.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    const [names, applied] = [await listMigrations(), await appliedMigrations(owner)];
    // A later release has set it up already. An earlier one would put its own search in that one's place.
    if (applied !== null && isLater(applied, names)) {
      await assertMayWork(owner);
      return;
    }
    await migrateOurTables(owner, { url, pending: names.filter((name) => !applied?.includes(name)) });
    await migrateQueueTables(url);
    await ensureRoles(owner);
    await grantRights(owner);
    await openSearch(owner);
    await recordSchema(owner, names);
  } finally {
    await owner.end();
  }
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
  await deployMigrations(url);
}

async function migrateQueueTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  const failures: unknown[] = [];
  boss.on("error", (error) => failures.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failures.length > 0) throw failures[0];
}

/** All that an administrator has to run is asked for at once. */
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

/** @returns what the owner may not do for this role, and the statements that would do it. */
async function ensureRole(
  owner: pg.Client,
  role: string,
): Promise<{ what: string; statements: string[] } | null> {
  const create = `create role ${role} nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls`;
  // The rights of the role that searches are its own only: its owner steps into it to change the function.
  const inherits = role === FIND_ROLE ? ", inherit false" : "";
  const grant = `grant ${role} to ${owner.escapeIdentifier(owner.user ?? "")} with set true${inherits}`;
  const found = await owner.query("select from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) {
    const refused = await owner.query(create).then(
      () => false,
      (error: unknown) => {
        const { code } = error as { code?: string };
        if (code === INSUFFICIENT_PRIVILEGE) return true;
        // Roles belong to the whole cluster: another database's setup may have been quicker.
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

/** Rows and functions, never tables: the role cannot change the schema, hide a table, nor see the migrations' ledger. */
async function grantRights(owner: pg.Client): Promise<void> {
  for (const schema of ["public", "pgboss"]) {
    await owner.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
    await owner.query(
      `grant select, insert, update, delete on all tables in schema ${schema} to ${APP_ROLE}`,
    );
    await owner.query(`grant usage on all sequences in schema ${schema} to ${APP_ROLE}`);
    // Only the owner's own: to the function that searches, its own role grants the right.
    const own = await owner.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = $1::regnamespace and pg_has_role(proowner, 'USAGE')`,
      [schema],
    );
    for (const { name } of own.rows) await owner.query(`grant execute on routine ${name} to ${APP_ROLE}`);
  }
  await owner.query(`revoke all on _prisma_migrations from ${APP_ROLE}`);
  await owner.query(`revoke insert, update, delete on schema_version from ${APP_ROLE}`);
  // A temporary table would hide the real one from later users of the same connection. Nothing here needs one.
  const database = owner.escapeIdentifier(owner.database ?? "");
  await owner.query(`revoke temporary on database ${database} from public`);
}

/** What a search reads, and of a table only these columns. */
const SEARCHED = {
  supplier_find: null,
  supplier_variant: "shop, id, supplier_product_id, position, sku",
  supplier_word: "shop, word",
  product_link: "shop, supplier_product_id, state",
};

/**
 * Makes the function for searching, with a role of its own that sees the searched tables across shops: under a policy no
 * text index works. The role is no other's, and the app's is no member of it.
 */
async function openSearch(owner: pg.Client): Promise<void> {
  const text = await readFile(path.join(process.cwd(), "prisma/find-products.sql"), "utf8");
  await owner.query(`grant usage on schema public to ${FIND_ROLE}`);
  for (const [table, columns] of Object.entries(SEARCHED)) {
    await owner.query(`grant select${columns === null ? "" : ` (${columns})`} on ${table} to ${FIND_ROLE}`);
    const found = await owner.query(
      "select from pg_policies where schemaname = 'public' and tablename = $1 and policyname = 'search'",
      [table],
    );
    // Only where it is missing: it waits for all who use the table.
    if (found.rowCount === 0)
      await owner.query(`create policy search on ${table} for select to ${FIND_ROLE} using (true)`);
  }
  // Who makes a function needs a right to its schema, and only for that moment.
  await owner.query("begin");
  await owner.query(`grant create on schema public to ${FIND_ROLE}`);
  await owner.query(`set local role ${FIND_ROLE}`);
  await owner.query(text);
  await owner.query("revoke execute on function find_products from public");
  await owner.query(`grant execute on function find_products to ${APP_ROLE}`);
  await owner.query("reset role");
  await owner.query(`revoke create on schema public from ${FIND_ROLE}`);
  await owner.query("commit");
}
