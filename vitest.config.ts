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

/** Options of every project. Only the root starts Postgres, once for all projects. */
const COMMON = {
  // Runs Shopify's tester through Vite, because it imports extensions, which are TypeScript.
  server: { deps: { inline: [/ui-extensions-tester/] } },
  pool: "forks" as const,
  // Caches compiled code, because every test process, and every process that tests start, loads the same modules.
  env: { NODE_COMPILE_CACHE: path.resolve(".artefacts/compile-cache") },
  // Only stops tests that hang. Slow ones pass, because tests use real databases, processes and browsers on a shared
  // machine.
  testTimeout: 600_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
};
const UNIT = { ...COMMON, isolate: false };
const DB = { ...UNIT, setupFiles: "test/support/set-up-world.ts" };
/** Runs each file in its own process. */
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
  // Allows more time, because these tests install the app in a bare clone.
  nightly: { ...ALONE, testTimeout: 1_800_000 },
};

export default defineConfig({
  test: {
    projects: Object.entries(tests)
      .filter(([, include]) => include.length > 0)
      .map(([name, include]) => ({ test: { ...OPTIONS[name as keyof typeof tests], name, include } })),
    globalSetup: "test/support/postgres.ts",
    sequence: { sequencer: LongestFirst },
    // More workers than a small machine has cores, because the tests mostly wait for other processes.
    maxWorkers: 5,
  },
});
