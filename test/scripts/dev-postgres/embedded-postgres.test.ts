import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, describe, expect, it } from "vitest";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../scripts/dev-postgres/embedded-postgres.ts";
import { query } from "../../support/database.ts";
import { removeFolder } from "../../support/remove-folder.ts";

const asRoot = process.getuid?.() === 0;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  ends.push(() => removeFolder(made));
  await chmod(made, 0o755);
  return made;
}

async function start(directory?: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(directory === undefined ? {} : { directory });
  ends.push(postgres.stop);
  return postgres;
}

/**
 * Starts it in another process, as the app does, with `temporary` as the system's temporary folder: a process that is
 * killed cannot tidy up after itself. @returns that process and the address.
 */
async function startElsewhere(
  temporary: string,
  directory?: string,
): Promise<{ starter: ChildProcess; url: string }> {
  const script = `
    import { startEmbeddedPostgres } from "./scripts/dev-postgres/embedded-postgres.ts";
    const [, directory] = process.argv;
    const postgres = await startEmbeddedPostgres(directory === undefined ? {} : { directory });
    process.stdout.write(postgres.url("postgres"));
    setInterval(() => {}, 60_000);`;
  const args = directory === undefined ? [] : [directory];
  const starter = spawn(process.execPath, ["--input-type=module", "--eval", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: temporary },
  });
  ends.push(async () => {
    if (starter.kill("SIGKILL")) await once(starter, "close");
  });
  const [url] = (await once(starter.stdout.setEncoding("utf8"), "data")) as [string];
  return { starter, url };
}

/** The name of the folder that a cluster's socket lies in. */
function folderOf(url: string): string {
  return path.basename(path.dirname(new URL(url).searchParams.get("host") ?? ""));
}

describe("the embedded database", () => {
  it("keeps its rows over a restart, in a folder that it creates", async () => {
    const directory = path.join(await folder(), "not/there/yet");
    const first = await start(directory);
    await first.createDatabase("ours");
    await first.createDatabase("ours");
    await query(first.url("ours"), "create table kept as select 'zażółć' as text");
    await first.stop();

    const second = await start(directory);
    expect(await query(second.url("ours"), "select text from kept")).toEqual([{ text: "zażółć" }]);
    const settings = await query(
      second.url("ours"),
      `select current_setting('server_encoding') as encoding, datcollate, datctype, datlocprovider,
              current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses
       from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual([
      {
        encoding: "UTF8",
        datcollate: "C.UTF-8",
        datctype: "C.UTF-8",
        datlocprovider: "b",
        // Durable, and closed to the network.
        fsync: "on",
        addresses: "",
      },
    ]);
  });

  it("creates and copies databases, and deletes its files at the end if it was given no folder", async () => {
    const postgres = await start();
    await postgres.createDatabase("original");
    await query(postgres.url("original"), "create table kept as select 7 as number");
    await postgres.createDatabase("copied", "original");
    expect(await query(postgres.url("copied"), "select number from kept")).toEqual([{ number: 7 }]);

    const [row] = await query<{ data: string }>(
      postgres.url("postgres"),
      "select current_setting('data_directory') as data",
    );
    const data = row?.data ?? "";
    expect(await readdir(data)).toContain("PG_VERSION");
    await postgres.stop();
    await postgres.stop();
    await expect(readdir(path.dirname(data))).rejects.toThrow("ENOENT");
  });

  it("can be opened by one process at a time, and by the next as soon as that ends or is killed", async () => {
    const directory = path.join(await folder(), "data");
    const { starter, url } = await startElsewhere(path.dirname(directory), directory);
    await query(url, "create table kept as select 7 as number");
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      /did not start: .*lock file "postmaster.pid" already exists/s,
    );

    starter.kill("SIGKILL");
    await once(starter, "close");
    // Postgres itself refuses a folder in which an earlier one still runs.
    const next = await start(directory);
    expect(await query(next.url("postgres"), "select number from kept")).toEqual([{ number: 7 }]);
  });

  it("removes leftover folders of killed processes, and no others", async () => {
    const temporary = await folder();
    // One without an owner may be about to get one, and another program's name may begin alike.
    await mkdir(path.join(temporary, "stockbridge-pg-new"));
    await writeFile(path.join(temporary, "stockbridge-pg-file"), "");
    const [killed, running] = await Promise.all([startElsewhere(temporary), startElsewhere(temporary)]);
    const left = folderOf(killed.url);
    killed.starter.kill("SIGKILL");
    await once(killed.starter, "close");
    // Its Postgres notices, and ends a moment later.
    await expect.poll(() => query(killed.url, "select").catch(String)).toMatch(/ECONNREFUSED|ENOENT/);
    expect(await readdir(temporary)).toContain(left);

    const others = await Promise.all([1, 2, 3].map(() => startElsewhere(temporary)));
    const kept = [running, ...others].map(({ url }) => folderOf(url));
    expect((await readdir(temporary)).toSorted()).toEqual(
      ["stockbridge-pg-new", "stockbridge-pg-file", ...kept].toSorted(),
    );
    for (const { url } of [running, ...others]) expect(await query(url, "select 7 as n")).toEqual([{ n: 7 }]);
  });

  it.runIf(asRoot)(
    "names a folder that is closed to the user who runs Postgres in place of root",
    async () => {
      const closed = await folder();
      await chmod(closed, 0o700);
      await expect(startEmbeddedPostgres({ directory: path.join(closed, "data") })).rejects.toThrow(
        `because ${closed} is closed to it`,
      );
    },
  );
});
