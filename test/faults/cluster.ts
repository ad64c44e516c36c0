import { execFile } from "node:child_process";
import { appendFile, chmod, chown, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import pg from "pg";

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
  /** Copies its files while it runs: a standby that gets nothing from then on. */
  copyStandby: () => Promise<void>;
  /** Ends it as a crash would, and has the standby take over, on a new timeline: what was committed since the copy is lost.
   * Does nothing if there is no standby any more. */
  failOver: () => Promise<void>;
  stop: () => Promise<void>;
};

const DATABASE = "faults";

export async function startCluster(): Promise<Cluster> {
  const owned = await makeTemporaryFolder("stockbridge-faults-");
  const folder = owned.path;
  await chmod(folder, 0o755);
  const [data, copy, standby, socket] = ["data", "copy", "standby", "s"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];

  /** Each life has its socket elsewhere; the link always leads to the present one. */
  async function start(): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ directory: data });
    const present = new URL(started.url(DATABASE)).searchParams.get("host") ?? "";
    await symlink(present, `${socket}-next`);
    await rename(`${socket}-next`, socket);
    return started;
  }

  async function crash(): Promise<void> {
    const [pid] = (await readFile(path.join(data, "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGQUIT");
    await postgres.stop();
  }

  let postgres = await start();
  await postgres.createDatabase(DATABASE);
  const address = new URL(postgres.url(DATABASE));
  address.searchParams.set("host", socket);
  let last: Promise<unknown> = Promise.resolve();
  /** One disaster ends before the next begins. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = last.then(act, act);
    last = done;
    return done;
  }

  let hasStandby = false;
  return {
    url: address.href,
    crash: () =>
      inTurn(async () => {
        await crash();
        postgres = await start();
      }),
    copyStandby: () =>
      inTurn(async () => {
        await removeFolder(standby);
        await copyWhileRunning(postgres.url("postgres"), { from: data, to: standby });
        hasStandby = true;
      }),
    failOver: () =>
      inTurn(async () => {
        if (!hasStandby) return;
        hasStandby = false;
        await crash();
        await removeFolder(data);
        await rename(standby, data);
        postgres = await start();
      }),
    backUp: () =>
      inTurn(async () => {
        await postgres.stop();
        await removeFolder(copy);
        await run("cp", ["-a", data, copy]);
        postgres = await start();
      }),
    restore: () =>
      inTurn(async () => {
        await postgres.stop();
        await removeFolder(data);
        await run("cp", ["-a", copy, data]);
        postgres = await start();
      }),
    stop: () =>
      inTurn(async () => {
        await postgres.stop();
        await owned.remove();
      }),
  };
}

const run = promisify(execFile);

/**
 * Makes a base backup that ends its recovery by itself, on a new timeline.
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP)
 */
async function copyWhileRunning(url: string, { from, to }: { from: string; to: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // Files that vanish meanwhile are no loss: the log has what they held.
    await run("cp", ["-a", from, to]).catch(() => undefined);
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(false)",
    );
    await writeFile(path.join(to, "backup_label"), rows[0]?.label ?? "");
  } finally {
    await client.end();
  }
  await run("cp", ["-a", `${from}/pg_wal/.`, `${to}/pg_wal`]).catch(() => undefined);
  await rm(path.join(to, "postmaster.pid"), { force: true });
  await writeFile(path.join(to, "recovery.signal"), "");
  // Postgres may run as another user.
  const { uid, gid } = await stat(to);
  for (const name of ["backup_label", "recovery.signal"]) await chown(path.join(to, name), uid, gid);
  await appendFile(path.join(to, "postgresql.conf"), "restore_command = 'false'\n");
}
