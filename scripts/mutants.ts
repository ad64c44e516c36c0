/**
 * `npm run test:mutants`: breaks the guards of orders and of the connection, one at a time, in a copy of the source,
 * and runs the tests that should notice. Fails unless the tests notice each broken guard. Arguments choose guards by
 * parts of their laws: `-- "test orders"`.
 */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { bound } from "./bound-process.ts";
import { breakIt, chooseGuards, copySource } from "./broken-copy.ts";
import { GUARDS } from "./guards.ts";
import { startTestPostgres } from "../test/support/postgres.ts";

const chosen = chooseGuards(GUARDS);

const run = promisify(execFile);

/**
 * Guards that wait to be broken. The null before them stands for a run with all guards in place, in which the tests
 * have to pass.
 */
const waiting = [null, ...chosen].values();
let noticed = 0;
const postgres = await startTestPostgres();
await Promise.all(Array.from({ length: availableParallelism() }, breakInCopy));
await postgres.stop();
process.stdout.write(`${String(noticed)} of ${String(chosen.length)} broken guards were noticed.\n`);
process.exitCode = noticed === chosen.length ? 0 : 1;

/** Breaks one waiting guard after the other in a copy of its own. */
async function breakInCopy(): Promise<void> {
  const { copy, remove } = await copySource();
  try {
    for (const mutant of waiting) {
      if (mutant === null) {
        await assertPassing(copy);
        continue;
      }
      const repair = await breakIt(copy, mutant);
      const { passed: missed } = await runTests(copy, mutant.tests, mutant.file);
      await repair();
      if (!missed) noticed += 1;
      process.stdout.write(`${missed ? "MISSED " : "noticed"} ${mutant.file}: ${mutant.law}\n`);
    }
  } finally {
    await remove();
  }
}

async function assertPassing(copy: string): Promise<void> {
  const { passed, output } = await runTests(copy, [...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (!passed) throw new Error(`The tests do not even pass with all guards in their places.\n${output}`);
}

/** Runs these test files in the copy, and stops at the first test that fails. */
async function runTests(
  copy: string,
  tests: string[],
  broken = "",
): Promise<{ passed: boolean; output: string }> {
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  // If a migration is broken, the tests need a new Postgres cluster that was set up with it.
  const shared = broken.startsWith("prisma/") ? undefined : postgres.url("postgres");
  const options = { cwd: copy, maxBuffer: 1e8, env: { ...process.env, TEST_POSTGRES: shared } };
  try {
    const { stdout } = await run(
      ...bound(process.execPath, [vitest, "run", "--bail=1", "--maxWorkers=2", ...tests]),
      options,
    );
    return { passed: true, output: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { passed: false, output: stdout + stderr };
  }
}
