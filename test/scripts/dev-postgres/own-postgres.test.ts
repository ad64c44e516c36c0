import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { startEmbeddedPostgres } from "../../../scripts/dev-postgres/embedded-postgres.ts";
import { findRunning } from "../../../scripts/dev-postgres/own-postgres.ts";
import { query } from "../../support/database.ts";
import { removeFolder } from "../../support/remove-folder.ts";

it("findRunning returns the address of the app's own database only while that runs", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => removeFolder(folder));
  await chmod(folder, 0o755);
  const directory = path.join(folder, "data");
  expect(await findRunning(directory)).toBeNull();

  const postgres = await startEmbeddedPostgres({ directory });
  await postgres.createDatabase("stockbridge");
  const found = await findRunning(directory);
  expect(found).toBe(postgres.url("stockbridge"));
  expect(await query(found ?? "", "select current_user::text as me")).toEqual([{ me: "stockbridge" }]);
  await postgres.stop();

  expect(await findRunning(directory)).toBeNull();
});
