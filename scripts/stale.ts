/** For what is made from files of the repository: whether it must be made again, and by one process at a time. */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Of the names and contents of these files, and of all below these folders. */
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
 * The files below a folder, in order; a file is below itself. But for declarations: nothing is made from them, and
 * generated ones come and go.
 */
export async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [place];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Runs `work` while no other process that asks for the same name does. What a dead process held is free. */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
    // Creating a file is atomic: of several processes one succeeds.
    const taken = await writeFile(lock, String(process.pid), { flag: "wx" }).then(
      () => true,
      () => false,
    );
    if (taken) return;
    const holder = Number(await readFile(lock, "utf8").catch(() => "0"));
    if (holder !== 0 && !isAlive(holder)) await rm(lock, { force: true });
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
