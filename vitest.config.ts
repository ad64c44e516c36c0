import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    globalSetup: "test/support/postgres.ts",
    setupFiles: "test/support/world.ts",
    pool: "forks",
    maxWorkers: 2,
    // Real databases, real processes and a real browser on a shared machine: a hang ends, slowness passes.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
