/**
 * `npm run test:mutants`: breaks the guards of the money path and of the connection, one at a time, on a copy of the
 * source, and runs the tests that should notice. Fails unless all but one are noticed, or when a guard's text is
 * no longer where this list looks for it.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

import { bound } from "../app/lib/bound-process.ts";
import { breakIt, copySource } from "./broken-copy.ts";
import { GUARDS } from "./guards.ts";

const ENOUGH = GUARDS.length - 1;

const run = promisify(execFile);

const { copy, remove } = await copySource();
try {
  for (const mutant of GUARDS) await breakIt(copy, mutant).then((repair) => repair());
  const all = [...new Set(GUARDS.flatMap(({ tests }) => tests))];
  const whole = await runTests(all);
  if (!whole.passed)
    throw new Error(`The tests do not even pass with all guards in their places.\n${whole.output}`);

  let noticed = 0;
  for (const mutant of GUARDS) {
    const repair = await breakIt(copy, mutant);
    const { passed: missed } = await runTests(mutant.tests);
    await repair();
    if (!missed) noticed += 1;
    process.stdout.write(`${missed ? "MISSED " : "noticed"} ${mutant.file}: ${mutant.lost}\n`);
  }
  process.stdout.write(`${String(noticed)} of ${String(GUARDS.length)} broken guards were noticed.\n`);
  process.exitCode = noticed >= ENOUGH ? 0 : 1;
} finally {
  await remove();
}

/** Runs these test files in the copy, up to the first test that fails. */
async function runTests(tests: string[]): Promise<{ passed: boolean; output: string }> {
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  const options = { cwd: copy, maxBuffer: 1e8 };
  try {
    const { stdout } = await run(...bound(process.execPath, [vitest, "run", "--bail=1", ...tests]), options);
    return { passed: true, output: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { passed: false, output: stdout + stderr };
  }
}
