import path from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { testsByProject } from "./test/support/projects.ts";

const tests = testsByProject();

/** Starts the longest files first, because they wait for other processes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return Object.keys(tests).flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

/** Options of every project. The root alone starts Postgres, once for all of them. */
const COMMON = {
  // Shopify's tester loads an extension by its path, which is TypeScript: it has to go through Vite.
  server: { deps: { inline: [/ui-extensions-tester/] } },
  pool: "forks" as const,
  // The same modules are loaded by process after process, here and in what the tests start.
  env: { NODE_COMPILE_CACHE: path.resolve(".artefacts/compile-cache") },
  // Real databases, real processes and a real browser on a shared machine: a hang ends, slowness passes.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
const UNIT = { ...COMMON, isolate: false };
const DB = { ...UNIT, setupFiles: "test/support/set-up-world.ts" };
/** A process of its own for each file. */
const ALONE = { ...DB, isolate: true };
const OPTIONS: Record<keyof typeof tests, object> = {
  unit: UNIT,
  db: DB,
  process: DB,
  alone: ALONE,
  "long-unit": UNIT,
  "long-db": DB,
  "long-process": DB,
  "long-alone": ALONE,
  // Installing in a bare clone takes long.
  nightly: { ...ALONE, testTimeout: 1_800_000 },
};

export default defineConfig({
  test: {
    projects: Object.entries(tests)
      .filter(([, include]) => include.length > 0)
      .map(([name, include]) => ({ test: { ...OPTIONS[name as keyof typeof tests], name, include } })),
    globalSetup: "test/support/postgres.ts",
    sequence: { sequencer: LongestFirst },
    // More than twice the cores of a small machine: most of the time goes by waiting for other processes.
    maxWorkers: 5,
  },
});
