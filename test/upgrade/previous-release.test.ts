import { execFileSync } from "node:child_process";

import { afterAll, beforeAll, expect, it } from "vitest";

import { listMigrations } from "../../app/lib/database/migrations.server.ts";
import { findOldest, mayWork } from "../../app/lib/database/schema-version.server.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { type StepResult, tour } from "../sandbox/tour.ts";
import { emptyDatabase } from "../support/database.ts";
import previous from "./previous-release.json" with { type: "json" };
import { buildPreviousRelease } from "./previous-release.ts";

/** A shallow clone lacks the commit to build. */
const isShallow = execFileSync("git", ["rev-parse", "--is-shallow-repository"]).toString().trim() === "true";

const since = (await listMigrations()).filter((name) => name > previous.schema);
/** True if a migration since then stops the previous release's processes, which schema-version.test.ts covers. */
const isBroken = !mayWork(previous.schema, await findOldest(since));

let release: Awaited<ReturnType<typeof buildPreviousRelease>> | undefined;
beforeAll(async () => {
  if (!isShallow && !isBroken) release = await buildPreviousRelease();
});
afterAll(() => release?.remove());

it.skipIf(isShallow || isBroken)(
  "the previous release's processes pass the tour on this release's tables",
  async () => {
    const database = await emptyDatabase();
    await setupDatabase(database);
    const sandbox = await startSandbox({ database, release: release?.folder ?? "" });
    try {
      const walked: StepResult[] = [];
      await tour(sandbox, (result) => walked.push(result));
      expect(walked.filter(({ ok }) => !ok)).toEqual([]);
      expect(walked).toHaveLength(10);
      expect(sandbox.appOutput()).not.toMatch(/"level":(50|60)/);
    } finally {
      await sandbox.stop();
    }
  },
  300_000,
);
