/** For what must notice when a guard of the source is broken: a copy of the source, in which one is broken at a time. */
import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { makeTemporaryFolder } from "../app/lib/owned-folder.server.ts";

export type BrokenGuard = {
  file: string;
  /** What stands there, once, and what is to stand there instead. */
  guard: string;
  broken: string;
  /** What would be lost. */
  lost: string;
};

/** Copies all that belongs to the source, committed or not. @returns where it is, and what removes it. */
export async function copySource(): Promise<{ copy: string; remove: () => Promise<void> }> {
  const { path: copy, remove } = await makeTemporaryFolder("stockbridge-mutants-");
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await promisify(execFile)("git", list);
  for (const file of stdout.split("\0").filter((name) => name !== ""))
    await cp(file, path.join(copy, file)).catch(ignoreMissing);
  await symlink(path.resolve("node_modules"), path.join(copy, "node_modules"));
  return { copy, remove };
}

/**
 * Breaks one guard in the copy. @returns what puts it back.
 *
 * @throws Error when its text is not where it is looked for, or not once.
 */
export async function breakIt(
  copy: string,
  { file, guard, broken }: BrokenGuard,
): Promise<() => Promise<void>> {
  const place = path.join(copy, file);
  const source = await readFile(place, "utf8");
  const times = source.split(guard).length - 1;
  if (times !== 1) throw new Error(`${file} has ${String(times)} times, not once:\n${guard}`);
  await writeFile(
    place,
    source.replace(guard, () => broken),
  );
  return () => writeFile(place, source);
}

/** A file that was deleted and not yet committed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
