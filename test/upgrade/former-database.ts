/**
 * A database as the app left it before an upgrade. The app's modules connect as they are loaded, so a test that loads them
 * for such a database has a process of its own.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { APP_ROLE, FIND_ROLE } from "../../app/lib/database-role.ts";
import { emptyDatabase, query } from "../support/database.ts";

const MIGRATIONS = "prisma/migrations";
/** The last migration of the schema that the rows are of. */
const LAST = "20261121180000_numbers_of_accounts";

/**
 * @returns its address as a superuser reads it, and as its owner does: the policies bind the owner, and so the migrations.
 */
export async function formerDatabase(): Promise<{ url: string; ownerUrl: string }> {
  const url = await emptyDatabase();
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  const ownerUrl = url.replace("stockbridge@", `${owner}@`);
  await query(
    url,
    `create role ${owner} login; grant ${APP_ROLE}, ${FIND_ROLE} to ${owner} with set true, inherit false`,
  );
  await query(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
  await migrateAsBefore(ownerUrl);
  await query(url, await readFile(path.join(import.meta.dirname, "former-rows.sql"), "utf8"));
  return { url, ownerUrl };
}

/** The app's tables as they were when there were no later migrations. The queue's are made by the upgrade. */
async function migrateAsBefore(url: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stockbridge-former-"));
  try {
    await mkdir(path.join(folder, MIGRATIONS), { recursive: true });
    const names = (await readdir(MIGRATIONS)).filter((name) => name <= LAST || !/^\d/.test(name));
    const files = ["prisma/schema.prisma", "prisma.config.ts", "package.json"];
    for (const file of [...files, ...names.map((name) => path.join(MIGRATIONS, name))])
      await cp(file, path.join(folder, file), { recursive: true });
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
    await promisify(execFile)(process.execPath, ["node_modules/prisma/build/index.js", "migrate", "deploy"], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: "1" },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
