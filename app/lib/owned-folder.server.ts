import { once } from "node:events";
import { lstat, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder in the system's temporary folder that belongs to this process. */
export type OwnedFolder = { path: string; remove: () => Promise<void> };

/**
 * Name of the Unix socket in an owned folder. Its process listens on the socket while it lives, and the kernel
 * closes the socket even if the process is killed. A file with a process id would not do: the system may give
 * the id to another process, and containers count ids separately.
 */
const OWNER = "owner";

/** Makes a folder whose name begins with `prefix`. */
export async function makeOwnedFolder(prefix: string): Promise<OwnedFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  const owner = createServer((socket) => socket.destroy()).unref();
  // Gives the socket its name only after it listens. Another process would take a socket that does not listen
  // for abandoned.
  const binding = path.join(folder, ".owner");
  owner.listen(binding);
  await once(owner, "listening");
  await rename(binding, path.join(folder, OWNER));
  return {
    path: folder,
    remove: async () => {
      owner.close();
      // A process that was just killed may still write into the folder.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    },
  };
}

/**
 * Makes a folder whose name begins with `prefix`. Removes folders of this prefix that killed processes have
 * left.
 */
export async function makeTemporaryFolder(prefix: string): Promise<OwnedFolder> {
  await removeAbandoned(prefix, () => Promise.resolve(false));
  return makeOwnedFolder(prefix);
}

/**
 * Removes this user's folders with this prefix whose processes are dead. Keeps a folder if `isUsed` returns
 * true, or if it cannot be checked or removed.
 */
export async function removeAbandoned(
  prefix: string,
  isUsed: (folder: string) => Promise<boolean>,
): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    const abandoned = (await isOurs(folder)) && (await listenerAt(path.join(folder, OWNER))) === "dead";
    if (abandoned && !(await isUsed(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Checks whether a process listens on a Unix socket. `dead`: the socket's file exists, but no process listens.
 */
export async function listenerAt(socket: string): Promise<"alive" | "dead" | "none" | "unknown"> {
  const connection = connect(socket);
  try {
    await once(connection, "connect");
    return "alive";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ECONNREFUSED" ? "dead" : code === "ENOENT" ? "none" : "unknown";
  } finally {
    connection.destroy();
  }
}

/** Returns true for this user's own folders; false for files, links and other users' folders. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.();
}
