/** The migrations: those of this release, those that a database has, and how they get there. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import type pg from "pg";

const FOLDER = "prisma/migrations";

/** Lists this release's migrations, the oldest first. Paths are relative to the repository root, where npm scripts run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d+_/.test(name)).toSorted();
}

/** Lists the migrations that the database has finished, the oldest first; null if it has no ledger of them. */
export async function appliedMigrations(owner: pg.Client): Promise<string[] | null> {
  const ledger = await owner.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
  if (!ledger.rows[0]?.exists) return null;
  const done = await owner.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return done.rows.map(({ name }) => name);
}

/**
 * Applies the migrations of the folder that the database lacks.
 *
 * @throws Error with Prisma's own words.
 */
export async function deployMigrations(url: string, folder = process.cwd()): Promise<void> {
  const prisma = createRequire(path.join(folder, "package.json")).resolve("prisma/build/index.js");
  await promisify(execFile)(process.execPath, [prisma, "migrate", "deploy"], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: url,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      // The setup holds a lock already, which ends with its transaction (app/lib/setup-database.server.ts).
      PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "1",
    },
  }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`The database could not be migrated.\n${stdout ?? ""}${stderr ?? String(error)}`);
  });
}

/** Applies these of this release's migrations, and no other ones: the database gets an earlier release's tables. */
export async function deployOnly(url: string, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stockbridge-migrations-"));
  try {
    await mkdir(path.join(folder, FOLDER), { recursive: true });
    const migrations = ["migration_lock.toml", ...names].map((name) => path.join(FOLDER, name));
    // Copied, not linked: Prisma does not follow symbolic links to migrations.
    for (const file of ["package.json", "prisma.config.ts", "prisma/schema.prisma", ...migrations])
      await cp(file, path.join(folder, file), { recursive: true });
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
    await deployMigrations(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
