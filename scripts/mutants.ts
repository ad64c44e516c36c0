/**
 * `npm run test:mutants`: breaks the guards of orders and of the connection in a copy of the source, one at a time,
 * and runs the tests that should notice. Fails if a broken guard goes unnoticed. Arguments choose guards by phrases
 * of their laws: `-- "test orders"`.
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
/** Shorter than usual, because a broken guard may leave a test waiting for what never comes. */
const LIMITS = ["--testTimeout=120000", "--expect.poll.timeout=60000"];

const run = promisify(execFile);

/**
 * The guards to break. The null before them stands for a first run with no broken guard, in which all tests must
 * pass.
 */
const waiting = [null, ...chosen].values();
let noticed = 0;
const postgres = await startTestPostgres();
await Promise.all(Array.from({ length: availableParallelism() }, breakInCopy));
await postgres.stop();
process.stdout.write(`${String(noticed)} of ${String(chosen.length)} broken guards were noticed.\n`);
process.exitCode = noticed === chosen.length ? 0 : 1;

/** Makes a copy of the source, and breaks one of the waiting guards after the other in it. */
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
  // A broken migration needs a new Postgres cluster that it sets up. Other guards share one cluster.
  const shared = broken.startsWith("prisma/") ? undefined : postgres.url("postgres");
  const options = { cwd: copy, maxBuffer: 1e8, env: { ...process.env, TEST_POSTGRES: shared } };
  try {
    const { stdout } = await run(
      ...bound(process.execPath, [vitest, "run", "--bail=1", "--maxWorkers=2", ...LIMITS, ...tests]),
      options,
    );
    return { passed: true, output: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { passed: false, output: stdout + stderr };
  }
}
