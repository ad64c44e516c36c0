import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

import pg from "pg";
import { PgBoss } from "pg-boss";

import { APP_ROLE } from "./database-role.ts";

/** The first that knows `grant … with set`. */
const OLDEST_POSTGRES = 16;
/** Any number, the same in every process of every Stockbridge. */
const SETUP_LOCK = 7_210_914;

/**
 * Brings a database up to date: our migrations, pg-boss's, and the restricted role with its rights. Repeatable, and
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
    await migrateOurTables(owner, url);
    await migrateQueueTables(url);
    await ensureRole(owner);
    await grantRights(owner);
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

async function migrateOurTables(owner: pg.Client, url: string): Promise<void> {
  // Paths hang on the folder that npm scripts run in: the bundle lies elsewhere than the source.
  const root = process.cwd();
  const names = (await readdir(path.join(root, "prisma/migrations"))).filter((name) => /^\d+_/.test(name));
  const ledger = await owner.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
  if (ledger.rows[0]?.exists) {
    const done = await owner.query<{ migration_name: string }>(
      "select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    const applied = new Set(done.rows.map((row) => row.migration_name));
    // Prisma's command line takes a second to say "nothing to do", on every start of every process.
    if (names.every((name) => applied.has(name))) return;
  }
  const prisma = createRequire(path.join(root, "package.json")).resolve("prisma/build/index.js");
  await promisify(execFile)(process.execPath, [prisma, "migrate", "deploy"], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`The database could not be migrated.\n${stdout ?? ""}${stderr ?? String(error)}`);
  });
}

async function migrateQueueTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  const failures: unknown[] = [];
  boss.on("error", (error) => failures.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failures.length > 0) throw failures[0];
}

async function ensureRole(owner: pg.Client): Promise<void> {
  const create = `create role ${APP_ROLE} nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls`;
  const grant = `grant ${APP_ROLE} to ${owner.escapeIdentifier(owner.user ?? "")} with set true`;
  const found = await owner.query("select from pg_roles where rolname = $1", [APP_ROLE]);
  if (found.rowCount === 0) {
    await owner.query(create).catch((error: unknown) => {
      const { code } = error as { code?: string };
      if (code === INSUFFICIENT_PRIVILEGE) throw askAdministrator("create roles", [create, grant]);
      // Roles belong to the whole cluster: another database's setup may have been quicker.
      if (code !== DUPLICATE_OBJECT && code !== UNIQUE_VIOLATION) throw error;
    });
  }
  const may = await owner.query<{ may: boolean }>("select pg_has_role(current_user, $1, 'SET') as may", [
    APP_ROLE,
  ]);
  if (may.rows[0]?.may) return;
  await owner.query(grant).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code === INSUFFICIENT_PRIVILEGE) throw askAdministrator(`act as the role ${APP_ROLE}`, [grant]);
    throw error;
  });
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
    await owner.query(`grant execute on all functions in schema ${schema} to ${APP_ROLE}`);
  }
  await owner.query(`revoke all on _prisma_migrations from ${APP_ROLE}`);
  // A temporary table would hide the real one from later users of the same connection. Nothing here needs one.
  const database = owner.escapeIdentifier(owner.database ?? "");
  await owner.query(`revoke temporary on database ${database} from public`);
}
