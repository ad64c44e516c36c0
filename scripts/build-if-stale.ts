/**
 * Builds the app unless the build that is there was made from exactly these sources. Used by the sandbox and `npm test`;
 * as a command it sees to the builds with every contract there is, so that no test has to.
 */
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { bound } from "./bound-process.ts";
import { buildDirectory } from "./build-directory.ts";
import { alone, filesBelow, fingerprint } from "./stale.ts";

const SOURCES = [
  "app",
  "public",
  "prisma/schema.prisma",
  "server.ts",
  "vite.config.ts",
  "scripts/build-directory.ts",
  "scripts/reading-version.ts",
  "package-lock.json",
];
const STAMP = "made-from";
const CONTRACTS = "test/contracts";

/**
 * Safe to call from several processes at once: one builds, the others wait. With `contract`, that file is built in
 * place of the app's own contract, into a folder of its own (`buildDirectory`).
 *
 * @returns whether it had to build.
 * @throws Error with the build's own words when it fails.
 */
export async function buildIfStale(contract?: string): Promise<boolean> {
  const directory = buildDirectory(contract);
  return alone(path.basename(directory), async () => {
    const stamp = path.join(directory, STAMP);
    const sources = await fingerprint(contract === undefined ? SOURCES : [...SOURCES, contract]);
    if ((await readFile(stamp, "utf8").catch(() => "")) === sources) return false;
    // The build may be interrupted halfway.
    await rm(stamp, { force: true });
    process.stderr.write("Building the app…\n");
    const env = { ...process.env, CONTRACT: contract };
    // npm passes SIGTERM on, and not what kills it outright.
    const build = bound("npm", ["run", "-s", "build"], "TERM");
    await promisify(execFile)(...build, { env }).catch((error: unknown) => {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`The build failed.\n${stdout}${stderr}`);
    });
    await writeFile(stamp, sources);
    return true;
  });
}

if (import.meta.main) {
  await Promise.all([undefined, ...(await filesBelow(CONTRACTS))].map(buildIfStale));
}
