import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { bound } from "../../scripts/bound-process.ts";
import { makeTemporaryFolder } from "../../app/lib/owned-folder.server.ts";

/** A release of Node and the npm that it comes with. */
export type Release = { node: string; npm: string };

export type Ended = { code: number | null; output: string };

export type BareClone = {
  /** Runs a command in the clone with this Node and npm, and as this user. */
  run: (...command: string[]) => Promise<Ended>;
  /** Starts one in a process group of its own, as a terminal does. */
  start: (...command: string[]) => { output: () => string; pid: number; ended: Promise<Ended> };
  /** Ids and command lines of all processes that a command of this clone has started, however indirectly. */
  processes: () => Promise<string[]>;
  /** Names of what the commands have left in their temporary folder. */
  temporary: () => Promise<string[]>;
  remove: () => Promise<void>;
};

/** The user id of `nobody` in Debian's base-passwd, who has no rights. */
const NOBODY = 65534;
const SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const exec = promisify(execFile);

/**
 * Clones the last commit into a new folder, and installs that Node and npm beside it from the registry. `nobody`: as
 * that user, for which the tests must run as root; `spaces`: below a folder whose name has some. The npm cache is
 * empty.
 */
export async function bareClone(
  { node, npm }: Release,
  { nobody = false, spaces = false } = {},
): Promise<BareClone> {
  const { path: folder, remove } = await makeTemporaryFolder("stockbridge-clone-");
  await chmod(folder, 0o755);
  const place = path.join(folder, spaces ? "a path with spaces" : "plain");
  const [clone, tools, home] = [
    path.join(place, "clone"),
    path.join(place, "tools"),
    path.join(place, "home"),
  ];
  const temporary = path.join(folder, "t");
  for (const each of [tools, home, temporary]) await mkdir(each, { recursive: true });
  await exec("git", ["clone", "--quiet", `file://${process.cwd()}`, clone]);
  const packages = [`node-linux-${process.arch}@${node}`, `npm@${npm}`];
  await exec("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", tools, ...packages]);
  const bin = path.join(tools, "bin");
  await mkdir(bin);
  for (const name of ["npm", "npx"]) {
    const script = `#!/bin/sh\nexec node "${tools}/node_modules/npm/bin/${name}-cli.js" "$@"\n`;
    await writeFile(path.join(bin, name), script, { mode: 0o755 });
  }
  if (nobody) await exec("chown", ["-R", `${String(NOBODY)}:${String(NOBODY)}`, place, temporary]);

  // All children inherit it.
  const mark = randomUUID();
  // Certificates of a proxy stay, and settings of the npm that runs this do not.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_(?!EXTRA)|VITEST|TEST)/i.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [bin, path.join(tools, `node_modules/node-linux-${process.arch}/bin`), SYSTEM].join(":"),
    HOME: home,
    TMPDIR: temporary,
    npm_config_cache: path.join(home, "cache"),
    STOCKBRIDGE_CLONE: mark,
  };
  const identity = nobody ? { uid: NOBODY, gid: NOBODY } : {};

  const start: BareClone["start"] = (program = "", ...args) => {
    const child = spawn(...bound(program, args), {
      ...identity,
      cwd: clone,
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => {
        resolve({ code, output });
      });
    });
    return { output: () => output, pid: child.pid ?? 0, ended };
  };

  return {
    start,
    run: (...command) => start(...command).ended,
    processes: async () => {
      const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
      const found = await Promise.all(
        pids.map(async (pid) => {
          const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
          if (!environment.includes(mark)) return [];
          const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
          const command = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll(
            "\0",
            " ",
          );
          return [`${pid} ${program}: ${command}`];
        }),
      );
      return found.flat();
    },
    temporary: async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("stockbridge-")).toSorted(),
    remove,
  };
}
