import { once } from "node:events";
import { lstat, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder in the system's temporary one that belongs to this process. */
export type OwnedFolder = { path: string; remove: () => Promise<void> };

/**
 * The socket in an owned folder at which its process listens for as long as it lives. The kernel closes it however the
 * process ends; a number in a file could be another process's by then, or one that this container does not see.
 */
const OWNER = "owner";

/** Makes a folder whose name begins with `prefix`. */
export async function makeOwnedFolder(prefix: string): Promise<OwnedFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  const owner = createServer((socket) => socket.destroy()).unref();
  // Only renamed once it listens: a socket that is bound and does not listen yet looks like a dead one's.
  const binding = path.join(folder, ".owner");
  owner.listen(binding);
  await once(owner, "listening");
  await rename(binding, path.join(folder, OWNER));
  return {
    path: folder,
    remove: async () => {
      owner.close();
      // A process that was ended a moment ago may still be writing there.
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
 * Removes the folders of this prefix and this user whose processes are dead, unless something else still uses them.
 * What cannot be removed, or not judged, stays.
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

/** Whether a process listens at a Unix socket; `dead` when only the socket's file is left of it. */
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

/** Another user's folder of such a name is none of our business, nor is a file or a link. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.();
}
