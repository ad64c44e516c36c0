import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, open, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { beforeAll, expect, it, onTestFinished } from "vitest";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";
import { buildIfStale } from "../scripts/build-if-stale.ts";
import { query } from "./support/database.ts";
import { signedWebhook, startServer, statusOf } from "./support/server.ts";

/** Only root may mount a small file system, and under root Postgres runs as this user. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** The size of the disk for data only: Postgres would stop if its write-ahead log found no space. */
const SMALL_DISK = "64m";
/** More rows than fit into the pages that a table already has. */
const MANY = 500;
/** A process remembers a full disk for a minute. */
const REMEMBERED = { timeout: 180_000, interval: 500 };

const run = promisify(execFile);

beforeAll(async () => {
  await buildIfStale();
});

/** A database whose disk can be filled. */
type Disk = { url: string; fill: () => Promise<unknown>; free: () => Promise<unknown> };

/** Puts a database of its own on a file system of 64 MB. */
async function smallDisk(postgres: EmbeddedPostgres): Promise<Disk> {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-disk-"));
  onTestFinished(() => rmdir(folder));
  const options = `size=${SMALL_DISK},mode=0700,uid=${String(NOBODY)},gid=${String(NOBODY)}`;
  await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  onTestFinished(async () => {
    await run("umount", [folder]);
  });
  // Tests end in reverse, and the file system is free only once Postgres has ended.
  onTestFinished(postgres.stop);
  const place = path.join(folder, "tablespace");
  await run("install", ["-d", "-m", "700", "-o", String(NOBODY), "-g", String(NOBODY), place]);
  await query(postgres.url("postgres"), `create tablespace small location '${place}'`);
  await query(postgres.url("postgres"), "create database app tablespace small");
  const ballast = path.join(folder, "ballast");
  return {
    url: postgres.url("app"),
    fill: async () => {
      const file = await open(ballast, "w");
      try {
        for (const size of [1 << 20, 1 << 12]) {
          const block = Buffer.alloc(size);
          while (await hasSpace(() => file.write(block)));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast),
  };
}

async function hasSpace(write: () => Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write()).bytesWritten > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    return false;
  }
}

/** Makes Postgres reject rows with the error of a full disk. */
async function refusingDisk(postgres: EmbeddedPostgres): Promise<Disk> {
  onTestFinished(postgres.stop);
  await postgres.createDatabase("app");
  const url = postgres.url("app");
  return {
    url,
    fill: async () => {
      await query(
        url,
        `create function refuse_row() returns trigger language plpgsql
           as $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
      );
      await query(
        url,
        "create trigger full_disk before insert on inbox_entry for each row execute function refuse_row()",
      );
    },
    free: () => query(url, "drop trigger full_disk on inbox_entry"),
  };
}

it(
  isRoot
    ? "/readyz reports a full disk, and the server works again once there is space"
    : "/readyz reports a full disk, and the server works again once there is space (not root: a trigger raises disk_full)",
  { timeout: 300_000 },
  async () => {
    const postgres = await startEmbeddedPostgres({});
    const disk = await (isRoot ? smallDisk(postgres) : refusingDisk(postgres));
    await setupDatabase(disk.url);
    const { url } = await startServer({ DATABASE_URL: disk.url });
    const send = (webhookId: string) => statusOf(`${url}/webhooks`, signedWebhook(webhookId));
    const ready = async () => (await fetch(`${url}/readyz`)).json() as Promise<unknown>;
    expect(await send(randomUUID())).toBe(200);
    expect(await ready()).toMatchObject({ ready: true });

    await disk.fill();
    let refused = 0;
    for (let sent = 0; refused === 0 && sent < MANY; sent += 1)
      if ((await send(randomUUID())) !== 200) refused += 1;
    expect(refused).toBe(1);
    await expect.poll(ready).toEqual({ ready: false, problem: "the database has no disk space left" });
    expect(await statusOf(`${url}/readyz`)).toBe(503);

    await disk.free();
    const after = randomUUID();
    await expect.poll(() => send(after)).toBe(200);
    const handled = () =>
      query(disk.url, "select webhook_id from inbox_entry where webhook_id = $1 and handled_at is not null", [
        after,
      ]);
    await expect.poll(handled).toHaveLength(1);
    await expect.poll(() => statusOf(`${url}/readyz`), REMEMBERED).toBe(200);
  },
);
