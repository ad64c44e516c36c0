/**
 * A database as the app left it before an upgrade. The app's modules connect as they are loaded, so a test that loads them
 * for such a database has a process of its own.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { APP_ROLE, FIND_ROLE } from "../../app/lib/database/restricted-connection.ts";
import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { emptyDatabase, query } from "../support/database.ts";

/** The rows are of the schema before this migration. */
const UNTIL = "20261122000000_one_language";

/**
 * Creates a database of the schema before a migration, with the rows of a file, or none.
 * @returns its address as a superuser reads it, and as its owner does: the policies bind the owner, and so the migrations.
 */
export async function formerDatabase({
  until = UNTIL,
  rows = "former-rows.sql",
}: { until?: string; rows?: string | null } = {}): Promise<{
  url: string;
  ownerUrl: string;
}> {
  const url = await emptyDatabase();
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  const ownerUrl = url.replace("stockbridge@", `${owner}@`);
  await query(
    url,
    `create role ${owner} login; grant ${APP_ROLE}, ${FIND_ROLE} to ${owner} with set true, inherit false`,
  );
  await query(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
  // The queue's tables are made by the upgrade.
  await deployOnly(
    ownerUrl,
    (await listMigrations()).filter((name) => name < until),
  );
  if (rows !== null) await query(url, await readFile(path.join(import.meta.dirname, rows), "utf8"));
  return { url, ownerUrl };
}
