/** Builds the app, unless the existing build was made from the present sources. The sandbox and `npm test` use this. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { bound } from "./bound-process.ts";
import { bundleContract, CONTRACT_CHUNK } from "./contract-chunk.ts";
import { alone, fingerprint } from "./stale.ts";

const SOURCES = [
  "app",
  "public",
  "prisma/schema.prisma",
  "server.ts",
  "vite.config.ts",
  "scripts/contract-chunk.ts",
  "scripts/language-chunks.ts",
  "scripts/reading-version.ts",
  "scripts/unused-schemas.ts",
  "package-lock.json",
];
const BUILD = "build";
const STAMP = "made-from";

/**
 * Builds the app if its build is stale. If several processes call this at once, one builds, and the others wait.
 *
 * @throws Error with the build's own output if the build fails.
 */
export async function buildIfStale(): Promise<void> {
  await alone(BUILD, async () => {
    const sources = await fingerprint(SOURCES);
    if ((await stampOf(BUILD)) === sources) return;
    // Removes the stamp first, because the build may be interrupted halfway.
    await rm(path.join(BUILD, STAMP), { force: true });
    process.stderr.write("Building the app…\n");
    // Ends the build with SIGTERM, which npm passes on. A SIGKILL would end only npm.
    await promisify(execFile)(...bound("npm", ["run", "-s", "build"], "TERM")).catch((error: unknown) => {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`The build failed.\n${stdout}${stderr}`);
    });
    await writeFile(path.join(BUILD, STAMP), sources);
  });
}

/**
 * Builds the app if its build is stale, and copies the built server with another contract in it. Several processes
 * may call this at once.
 *
 * @returns the folder of the copy, which is never deployed
 */
export async function buildWithContract(contract: string): Promise<string> {
  await buildIfStale();
  const name = `build-${path.parse(contract).name}`;
  const copy = path.join(".artefacts", name);
  await alone(name, async () => {
    const chunk = await bundleContract(contract);
    const stamp = `${await stampOf(BUILD)} ${createHash("sha256").update(chunk).digest("hex")}`;
    if ((await stampOf(copy)) === stamp) return;
    await rm(copy, { recursive: true, force: true });
    await cp(path.join(BUILD, "server"), path.join(copy, "server"), { recursive: true });
    await writeFile(path.join(copy, "server", CONTRACT_CHUNK), chunk);
    await writeFile(path.join(copy, STAMP), stamp);
  });
  return copy;
}

function stampOf(build: string): Promise<string> {
  return readFile(path.join(build, STAMP), "utf8").catch(() => "");
}

if (import.meta.main) await buildIfStale();
