import { readFile } from "node:fs/promises";
import path from "node:path";

/** What the app's database is called there, and who owns it. */
const [DATABASE, OWNER] = ["stockbridge", "stockbridge"];

/** Where the app keeps its own Postgres. As root, Postgres runs as another user, who cannot reach a folder under /root. */
export function ownDirectory(): string {
  return process.getuid?.() === 0 ? "/var/lib/stockbridge/postgres" : path.resolve(".data/postgres");
}

/** The owner's address of the app's database, for a command that is run beside the app. Null while the app is not running. */
export async function findRunning(directory = ownDirectory()): Promise<string | null> {
  const file = await readFile(path.join(directory, "postmaster.pid"), "utf8").catch(() => "");
  // postgresql.org: Database File Layout. The fifth line is the folder of the socket, the eighth the state.
  const [, , , , socket = "", , , state = ""] = file.split("\n");
  if (state.trim() !== "ready") return null;
  return `postgresql://${OWNER}@localhost/${DATABASE}?host=${encodeURIComponent(socket)}`;
}
