/** Copies the source, and breaks one guard at a time in the copy, so that tests and other checks should fail there. */
import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { makeTemporaryFolder } from "../app/lib/owned-folder.server.ts";
import { breakGuard, type Guard } from "./break-guard.ts";

/**
 * Copies the source's files, including uncommitted ones. @returns the copy's folder, and a function that removes it.
 */
export async function copySource(): Promise<{ copy: string; remove: () => Promise<void> }> {
  const { path: copy, remove } = await makeTemporaryFolder("stockbridge-mutants-");
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await promisify(execFile)("git", list);
  for (const file of stdout.split("\0").filter((name) => name !== ""))
    await cp(file, path.join(copy, file)).catch(ignoreMissing);
  await symlink(path.resolve("node_modules"), path.join(copy, "node_modules"));
  return { copy, remove };
}

/** Breaks a guard in the copy. @returns a function that repairs the guard. */
export async function breakIt(copy: string, guard: Guard): Promise<() => Promise<void>> {
  const place = path.join(copy, guard.file);
  const source = await readFile(place, "utf8");
  await writeFile(place, breakGuard(source, guard));
  return () => writeFile(place, source);
}

/**
 * Returns the guards whose law contains a phrase from the command line; without arguments, all guards.
 *
 * @throws Error if no law contains any of the phrases.
 */
export function chooseGuards<Chosen extends Guard>(guards: Chosen[]): Chosen[] {
  const parts = process.argv.slice(2).join(" ").split(", ");
  const chosen = guards.filter(({ law }) => parts.some((part) => law.includes(part)));
  if (chosen.length === 0) throw new Error(`No guard's law contains “${parts.join("” or “")}”.`);
  return chosen;
}

/** Ignores a file that was deleted and that Git still lists, because the deletion is not committed yet. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
