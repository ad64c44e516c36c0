/** `npm run migration -- NAME`: writes a migration with the changes of the schema since the newest migration. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { startEmbeddedPostgres } from "./dev-postgres/embedded-postgres.ts";
import { onlyArgument } from "./only-argument.ts";

const HELP = `npm run migration -- NAME

Writes prisma/migrations/<now>_NAME/migration.sql: the changes to prisma/schema.prisma since the newest migration was
committed, and the row-level security of new tables. Nothing is applied: npm run setup does that.
`;

const SCHEMA = "prisma/schema.prisma";
const MIGRATIONS = "prisma/migrations";
const run = promisify(execFile);

/**
 * SQL that reads the transaction's settings (app/lib/database/db.server.ts). As a scalar subquery, Postgres evaluates
 * it once per statement, and not once per row.
 */
const SHOP = "(SELECT nullif(current_setting('stockbridge.shop', true), ''))";
const SHOPS = "(SELECT string_to_array(nullif(current_setting('stockbridge.shop', true), ''), ','))";
const IS_SYSTEM = "(SELECT nullif(current_setting('stockbridge.system', true), '') IS NOT NULL)";

try {
  const name = onlyArgument(HELP)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error("NAME: needs letters, digits and underscores.");
  const file = path.join(MIGRATIONS, `${await nextNumber()}_${name}`, "migration.sql");
  const sql = await changes();
  await mkdir(path.dirname(file));
  await writeFile(file, sql === "" ? "" : `${sql}\n`);
  process.stdout.write(
    sql === "" ? `${file} is empty, for SQL of your own: the schema has not changed.\n` : `${file}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/**
 * Returns the number of the new migration: the present time in fourteen digits, or one second after the newest
 * migration if that is later.
 */
async function nextNumber(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{14}_/.test(name)).toSorted();
  const now = toNumber(new Date());
  const newest = names.at(-1)?.slice(0, 14) ?? "";
  if (newest < now) return now;
  const [year = 0, ...rest] = [0, 4, 6, 8, 10, 12].map((at) =>
    Number(newest.slice(at, at === 0 ? 4 : at + 2)),
  );
  const [month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = rest;
  return toNumber(new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds + 1)));
}

function toNumber(moment: Date): string {
  return moment.toISOString().replaceAll(/\D/g, "").slice(0, 14);
}

/**
 * Returns the SQL for the schema's changes since the commit of the newest migration. It compares two schema files,
 * because Prisma's comparison with migrations would need a database in which to run them.
 */
async function changes(): Promise<string> {
  const { stdout: waiting } = await git("status", "--porcelain", "--untracked-files=all", "--", MIGRATIONS);
  if (waiting.trim() !== "")
    throw new Error(
      `Commit this first, or remove it: the next migration goes on from there.\n${waiting.trimEnd()}`,
    );
  const { stdout: commit } = await git("log", "-1", "--format=%H", "--", MIGRATIONS);
  if (commit.trim() === "")
    throw new Error("Git has no migration to go on from: is this a clone with its history?");
  const { stdout: before } = await git("show", `${commit.trim()}:./${SCHEMA}`);
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-migration-"));
  // Starts a database, because Prisma reads its version even to compare two files.
  const postgres = await startEmbeddedPostgres({});
  try {
    const former = path.join(folder, "schema.prisma");
    await writeFile(former, before);
    const prisma = createRequire(path.resolve("package.json")).resolve("prisma/build/index.js");
    const options = ["--from-schema-datamodel", former, "--to-schema-datamodel", SCHEMA, "--script"];
    const { stdout } = await run(process.execPath, [prisma, "migrate", "diff", ...options], {
      env: { ...process.env, DATABASE_URL: postgres.url("postgres"), CHECKPOINT_DISABLE: "1" },
    });
    const sql = stdout.replace("-- This is an empty migration.", "").trim();
    return [sql, ...policies(sql)].join("\n\n").trim();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

function git(...args: string[]) {
  return run("git", args, { maxBuffer: 10_000_000 });
}

/**
 * Returns the row-level security policies of new tables. A table with a column `shop` shows only that shop's rows.
 * Any other table is visible only to work that concerns every shop.
 */
function policies(sql: string): string[] {
  return [...sql.matchAll(/^CREATE TABLE ("\w+") \(\n(.*?)^\);/gms)].map(([, table = "", columns = ""]) => {
    const isOfShops = /^\s*"shop" /m.test(columns);
    const policy = isOfShops
      ? `"one_shop" ON ${table} USING ("shop" = ${SHOP} OR ${IS_SYSTEM} OR "shop" = ANY (${SHOPS}::text[]))`
      : `"system_only" ON ${table} USING (${IS_SYSTEM})`;
    return `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY ${policy};`;
  });
}
