/** The release before this one, built from git's history. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import previous from "./previous-release.json" with { type: "json" };

const run = promisify(execFile);

/** Packages that hold what is generated from the schema: the two releases need one each. */
const GENERATED = [".prisma", "@prisma/client"];

/**
 * Builds the previous release in a folder of its own, with the packages that are installed here.
 *
 * @returns the folder, and what removes it.
 * @throws Error with a sentence if its commit or a package that it needs is not here.
 */
export async function buildPreviousRelease(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const { commit } = previous;
  await run("git", ["cat-file", "-e", `${commit}^{commit}`]).catch(() => {
    throw new Error(
      `The previous release is commit ${commit}, which this clone does not have. Fetch its history: git fetch --unshallow`,
    );
  });
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-previous-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  try {
    const archive = path.join(folder, "release.tar");
    await run("git", ["archive", `--output=${archive}`, commit]);
    await run("tar", ["-xf", archive, "-C", folder]);
    await assertInstalled(folder);
    await linkPackages(folder);
    const bin = path.join(folder, "node_modules/.bin");
    const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
    for (const [name, ...args] of [
      ["prisma", "generate", "--no-hints"],
      ["remix", "vite:build"],
    ] as const)
      await run(path.join(bin, name), args, { cwd: folder, env: { ...env, NODE_ENV: "production" } });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Every package that it ran with has to be here in the same version. */
async function assertInstalled(folder: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const others: string[] = [];
  for (const [name, wanted] of Object.entries(dependencies)) {
    const file = path.join("node_modules", name, "package.json");
    const found = await readFile(file, "utf8").then(
      (text) => (JSON.parse(text) as { version: string }).version,
      () => "none",
    );
    if (found !== wanted) others.push(`${name} ${wanted} (here: ${found})`);
  }
  if (others.length > 0)
    throw new Error(`The previous release ran with other packages than are installed: ${others.join(", ")}.`);
}

/** Links each package, and copies those that hold what is generated. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.resolve("node_modules"), path.join(folder, "node_modules")];
  await mkdir(path.join(to, "@prisma"), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== "@prisma" && name !== ".prisma");
  const ofPrisma = (await readdir(path.join(from, "@prisma"))).map((name) => `@prisma/${name}`);
  for (const name of [...names, ...ofPrisma].filter((name) => !GENERATED.includes(name)))
    await symlink(path.join(from, name), path.join(to, name));
  await cp(path.join(from, "@prisma/client"), path.join(to, "@prisma/client"), { recursive: true });
}
