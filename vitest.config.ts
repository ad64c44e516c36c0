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

const WORLD = { globalSetup: "test/support/postgres.ts", setupFiles: "test/support/set-up-world.ts" };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: tests.unit, isolate: false } },
      { extends: true, test: { name: "db", include: tests.db, isolate: false, ...WORLD } },
      { extends: true, test: { name: "process", include: tests.process, ...WORLD } },
      { extends: true, test: { name: "long", include: tests.long, ...WORLD } },
      { extends: true, test: { name: "nightly", include: tests.nightly, testTimeout: 1_800_000 } },
    ],
    sequence: { sequencer: LongestFirst },
    // Shopify's tester loads an extension by its path, which is TypeScript: it has to go through Vite.
    server: { deps: { inline: [/ui-extensions-tester/] } },
    pool: "forks",
    // The same modules are loaded by process after process, here and in what the tests start.
    env: { NODE_COMPILE_CACHE: path.resolve(".artefacts/compile-cache") },
    // One more than the cores of a small machine: most of the time goes by waiting for other processes.
    maxWorkers: 3,
    // Real databases, real processes and a real browser on a shared machine: a hang ends, slowness passes.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
