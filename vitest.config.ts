import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    globalSetup: "test/support/postgres.ts",
    setupFiles: "test/support/world.ts",
    // Shopify's tester loads an extension by its path, which is TypeScript: it has to go through Vite.
    server: { deps: { inline: [/ui-extensions-tester/] } },
    pool: "forks",
    // One more than the cores of a small machine: most of the time goes by waiting for other processes.
    maxWorkers: 3,
    // Real databases, real processes and a real browser on a shared machine: a hang ends, slowness passes.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
