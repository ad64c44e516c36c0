import { once } from "node:events";
import { lstat, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder in the system's temporary folder that belongs to this process. */
export type OwnedFolder = { path: string; remove: () => Promise<void> };

/**
 * The socket in an owned folder on which its process listens. The kernel closes it however the process ends.
 * A process id in a file could belong to another process later, or to one outside of this container.
 */
const OWNER = "owner";

/** Makes a folder whose name begins with `prefix`. */
export async function makeOwnedFolder(prefix: string): Promise<OwnedFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  const owner = createServer((socket) => socket.destroy()).unref();
  // Renames the socket only once it listens: a socket that is bound but does not listen looks abandoned.
  const binding = path.join(folder, ".owner");
  owner.listen(binding);
  await once(owner, "listening");
  await rename(binding, path.join(folder, OWNER));
  return {
    path: folder,
    remove: async () => {
      owner.close();
      // A process that was just killed may still be writing there.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    },
  };
}

/** Makes a folder whose name begins with `prefix`, and removes those of this prefix whose processes were killed. */
export async function makeTemporaryFolder(prefix: string): Promise<OwnedFolder> {
  await removeAbandoned(prefix, () => Promise.resolve(false));
  return makeOwnedFolder(prefix);
}

/**
 * Removes the folders with this prefix and of this user whose processes are dead, unless something else still
 * uses them. Keeps folders that it cannot check or remove.
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

/** Checks if a process listens on a Unix socket; `dead`: only the socket's file is left. */
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

/**
 * Returns true for this user's own folders. Other users' folders are left alone, as well as files and links.
 */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.();
}
