import { execFile } from "node:child_process";
import { chmod, readFile, rename, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../../app/lib/owned-folder.server.ts";
import { removeFolder } from "../support/remove-folder.ts";

/** A durable Postgres that keeps its address through all that happens to it. */
export type Cluster = {
  /** The owner's address of the app's database. */
  url: string;
  /** Ends it as a crash would, in the middle of everything, and starts it again. */
  crash: () => Promise<void>;
  /** Stops it, keeps a copy of its files, and starts it again. */
  backUp: () => Promise<void>;
  /** Stops it, and starts it with the files of the copy. */
  restore: () => Promise<void>;
  stop: () => Promise<void>;
};

const DATABASE = "faults";

export async function startCluster(): Promise<Cluster> {
  const owned = await makeTemporaryFolder("stockbridge-faults-");
  const folder = owned.path;
  await chmod(folder, 0o755);
  const [data, copy, socket] = [path.join(folder, "data"), path.join(folder, "copy"), path.join(folder, "s")];

  /** Each life has its socket elsewhere; the link always leads to the present one. */
  async function start(): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ directory: data });
    const present = new URL(started.url(DATABASE)).searchParams.get("host") ?? "";
    await symlink(present, `${socket}-next`);
    await rename(`${socket}-next`, socket);
    return started;
  }

  let postgres = await start();
  await postgres.createDatabase(DATABASE);
  const address = new URL(postgres.url(DATABASE));
  address.searchParams.set("host", socket);
  return {
    url: address.href,
    crash: async () => {
      const [pid] = (await readFile(path.join(data, "postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(pid), "SIGQUIT");
      await postgres.stop();
      postgres = await start();
    },
    backUp: async () => {
      await postgres.stop();
      await removeFolder(copy);
      await run("cp", ["-a", data, copy]);
      postgres = await start();
    },
    restore: async () => {
      await postgres.stop();
      await removeFolder(data);
      await run("cp", ["-a", copy, data]);
      postgres = await start();
    },
    stop: async () => {
      await postgres.stop();
      await owned.remove();
    },
  };
}

const run = promisify(execFile);
