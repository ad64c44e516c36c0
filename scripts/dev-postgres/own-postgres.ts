import { readFile } from "node:fs/promises";
import path from "node:path";

import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** Name and owner of the app's database in its own Postgres. */
const [DATABASE, OWNER] = ["stockbridge", "stockbridge"];

/**
 * Returns the data folder of the app's own Postgres. For root, it is outside of /root, because Postgres then runs as
 * a user who cannot enter /root.
 */
function ownDirectory(): string {
  return process.getuid?.() === 0 ? "/var/lib/stockbridge/postgres" : path.resolve(".data/postgres");
}

/** The app's own Postgres. `url` is the owner's URL of the app's database. */
export type OwnPostgres = { url: string; stop: () => Promise<void> };

/** Starts the app's own Postgres, and creates the app's database in it. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { createDatabase, url, stop } = await startEmbeddedPostgres({ directory: ownDirectory() });
  await createDatabase(DATABASE);
  return { url: url(DATABASE), stop };
}

/**
 * Returns the owner's URL of the running app's database, for commands beside the app; null if the app is not running.
 */
export async function findRunning(directory = ownDirectory()): Promise<string | null> {
  const file = await readFile(path.join(directory, "postmaster.pid"), "utf8").catch(() => "");
  // The fifth line is the socket's folder, and the eighth the state (postgresql.org: Database File Layout).
  const [, , , , socket = "", , , state = ""] = file.split("\n");
  if (state.trim() !== "ready") return null;
  return `postgresql://${OWNER}@localhost/${DATABASE}?host=${encodeURIComponent(socket)}`;
}
