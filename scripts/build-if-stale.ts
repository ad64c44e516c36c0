/**
 * Builds the app unless the build that is there was made from exactly these sources. Used by the sandbox and `npm test`;
 * as a command it sees to the builds with every contract there is, so that no test has to.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

import { buildDirectory } from "./build-directory.ts";

const SOURCES = [
  "app",
  "public",
  "prisma/schema.prisma",
  "server.ts",
  "vite.config.ts",
  "scripts/build-directory.ts",
  "package-lock.json",
];
const STAMP = "made-from";
const CONTRACTS = "test/contracts";

/** Holds the number of the process that builds; one for all builds, since each generates the database's client. */
const LOCK = "node_modules/.building";

/**
 * Safe to call from several processes at once: one builds, the others wait. With `contract`, that file is built in
 * place of the app's own contract, into a folder of its own (`buildDirectory`).
 *
 * @returns whether it had to build.
 * @throws Error with the build's own words when it fails.
 */
export async function buildIfStale(contract?: string): Promise<boolean> {
  await takeLock();
  try {
    const stamp = path.join(buildDirectory(contract), STAMP);
    const sources = await fingerprint(contract === undefined ? SOURCES : [...SOURCES, contract]);
    if ((await readFile(stamp, "utf8").catch(() => "")) === sources) return false;
    const env = { ...process.env, CONTRACT: contract };
    await promisify(execFile)("npm", ["run", "-s", "build"], { env }).catch((error: unknown) => {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`The build failed.\n${stdout}${stderr}`);
    });
    await writeFile(stamp, sources);
    return true;
  } finally {
    await rm(LOCK, { force: true });
  }
}

async function takeLock(): Promise<void> {
  for (;;) {
    // Creating a file is atomic: of several processes one succeeds.
    const taken = await writeFile(LOCK, String(process.pid), { flag: "wx" }).then(
      () => true,
      () => false,
    );
    if (taken) return;
    const holder = Number(await readFile(LOCK, "utf8").catch(() => "0"));
    if (holder !== 0 && !isAlive(holder)) await rm(LOCK, { force: true });
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

async function fingerprint(places: string[]): Promise<string> {
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

/** But for declarations: they are in no build, and generated ones come and go. */
async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [place];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

if (import.meta.main) {
  await buildIfStale();
  for (const contract of await filesBelow(CONTRACTS)) await buildIfStale(contract);
}
