import path from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROCESS = [
  "test/server.test.ts",
  "test/browser/*.test.ts",
  "test/journeys/*.test.ts",
  "test/routes/*.test.ts",
  "test/scripts/wholesale-check.test.ts",
  "test/sandbox/{tour,other-dialect}.test.ts",
  "test/sandbox/admin/frame.test.ts",
  "test/lib/{embedded-postgres,own-postgres,setup-database}.test.ts",
  "test/wiring/{retired-jobs,watch-supplier}.test.ts",
];
const UNIT = [
  "test/activity/group-by-day.test.ts",
  "test/branding/{branding-form,logo}.test.ts",
  "test/catalog/{description-html,plan-import,price}.test.ts",
  "test/connection/connect-problem.test.ts",
  "test/extensions/*.test.ts",
  "test/lib/{env,money,read-capped,seal,shop-domain}.test.ts",
  "test/orders/{acceptance,order-group,order-state,outcome,reason}.test.ts",
  "test/orders/{ingest/decide-request,placing/decide-order,reconciling/judge-order}.test.ts",
  "test/orders/views/{next-step,order-status}.test.ts",
  "test/queue/back-off.test.ts",
  "test/sandbox/admin/admin.test.ts",
  "test/sandbox/gateway/*.test.ts",
  "test/sandbox/shop/**/*.test.ts",
  "test/sandbox/wholesale/*.test.ts",
  "test/scripts/build-directory.test.ts",
  "test/tracking/{next-update,plan-fulfillment}.test.ts",
  "test/wholesale/{any-answer,breaker,check-contract,check-contract-misfits,client,contract,fingerprint,foreign,other-contract}.test.ts",
];

/** What waits for other processes goes first, so that it is not waited for at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ["process", "db", "unit"];
    const sorted = await super.sort(files);
    return order.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

const WORLD = { globalSetup: "test/support/postgres.ts", setupFiles: "test/support/set-up-world.ts" };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: UNIT, isolate: false } },
      {
        extends: true,
        test: {
          name: "db",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...UNIT, ...PROCESS],
          isolate: false,
          ...WORLD,
        },
      },
      { extends: true, test: { name: "process", include: PROCESS, ...WORLD } },
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
