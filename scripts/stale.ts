/**
 * Helpers for generated files. They check if the files are out of date, and let only one process at a time generate
 * them.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Returns a hash of the names and contents of these files and of all files below these folders. */
export async function fingerprint(places: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of places) {
    for (const file of await filesBelow(source))
      hash
        .update(`${file}\0`)
        .update(await readFile(file))
        .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Returns the sorted files below a folder; for a file, returns the file itself. Leaves out declarations (.d.ts),
 * because nothing is generated from them, and generated ones come and go.
 */
export async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [place];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Runs `work` while no other process runs work of the same name. The lock of a dead process does not count. */
export function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const run = (turns.get(name) ?? Promise.resolve()).then(() => withLock(name, work));
  turns.set(
    name,
    run.catch(() => undefined),
  );
  return run;
}
/** The latest work of each name in this process. */
const turns = new Map<string, Promise<unknown>>();

async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join("node_modules", `.making-${name}`);
  await take(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (;;) {
    // The lock is a link, because its creation is atomic and it contains the holder's pid. If several processes try,
    // one succeeds, and no lock is without a holder.
    const taken = await symlink(String(process.pid), lock).then(
      () => true,
      (error: unknown) => {
        // Any other error is permanent: for example, this user may not write in the folder.
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      },
    );
    if (taken) return;
    const holder = Number(await readlink(lock).catch(() => "0"));
    // A stale lock may contain our own pid, because a restarted container reuses pids.
    const isLeft = holder === process.pid || (holder !== 0 && !isAlive(holder));
    if (isLeft) await rm(lock, { force: true });
    await wait(100);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
