import { readdir } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { poll } from "../sandbox/tour-support.ts";
import { freshDatabase, query } from "../support/database.ts";
import { type LaterRelease, laterRelease } from "../support/later-release.ts";

const LATER = "29991231000000_contracting";
let later: LaterRelease;
let sandbox: Sandbox;

beforeAll(async () => {
  later = await laterRelease(
    LATER,
    `-- breaks: processes before ${LATER}\ncreate table later_rows (shop text);\n`,
  );
  sandbox = await startSandbox({ database: await freshDatabase() });
});
afterAll(async () => {
  await sandbox.stop();
  await later.remove();
});

function oldest(): Promise<{ oldest: string | null }[]> {
  return query(sandbox.databaseUrl, "select oldest from schema_version");
}

async function newestOfOurs(): Promise<string> {
  return (
    (await readdir("prisma/migrations"))
      .filter((name) => /^\d/.test(name))
      .toSorted()
      .at(-1) ?? ""
  );
}

describe("a migration that breaks the running release", () => {
  it("is rejected while a process of that release is connected, and changes nothing", async () => {
    const before = await oldest();
    expect(await later.setUp(sandbox.databaseUrl)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^Processes of an earlier release are running, which cannot work on the new tables: “stockbridge web\+worker \d{14}” \(\d+ connections\).* Stop them first, then set up\.\n$/,
      ) as string,
    });
    expect(await oldest()).toEqual(before);
    expect(await query(sandbox.databaseUrl, "select to_regclass('later_rows') as later")).toEqual([
      { later: null },
    ]);
  });

  it("stops the work of a process that still runs, with the reason in /readyz and once in the log", async () => {
    await query(sandbox.databaseUrl, "update schema_version set oldest = $1", [LATER]);
    const app = sandbox.appUrl();
    const answer = await poll(180_000, async () => {
      const response = await fetch(`${app}/readyz`);
      const body = (await response.json()) as { problem?: string };
      // It answers 503 too while a busy database is silent for a second.
      return body.problem?.includes("older release") ? body : null;
    });
    expect(answer).toEqual({
      ready: false,
      problem: `This process is of an older release (${await newestOfOurs()}) than the database's tables allow (${LATER} or later): end it, and start the newer release.`,
    });
    await expect.poll(() => sandbox.appOutput().match(/"process\.schema-too-new"/g)).toHaveLength(1);
    await query(sandbox.databaseUrl, "update schema_version set oldest = null");
  });

  it("is applied once the running release's processes are stopped, which cannot start again", async () => {
    await sandbox.endApp();
    expect(await later.setUp(sandbox.databaseUrl)).toEqual({
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: "",
    });
    expect(await oldest()).toEqual([{ oldest: LATER }]);
    await expect(sandbox.restartApp()).rejects.toThrow(
      /Stockbridge cannot start\. This process is of an older release/,
    );
  });
});
