/**
 * `npm run -s faults -- --seed 1 --orders 300 --seeds 3 --workers 2 --json`: customers' orders while everything goes wrong
 * that can, and then a look at the supplier's ledger and the shops' orders. Exits with 1 when they show what must not be.
 * `--only failOver` has one of the disasters of faults.ts alone. `--until-violation` ends a run at its first one.
 */
import path from "node:path";
import { parseArgs } from "node:util";

import { endWithNpm } from "../support/end-with-npm.ts";
import { type Result, run } from "./run.ts";
import { stopWorlds } from "./world.ts";

endWithNpm();

// The same modules are loaded by process after process.
process.env["NODE_COMPILE_CACHE"] ??= path.resolve(".artefacts/compile-cache");

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "1" },
    orders: { type: "string", default: "300" },
    workers: { type: "string", default: "2" },
    only: { type: "string" },
    "until-violation": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const [first, seeds, orders] = [Number(values.seed), Number(values.seeds), Number(values.orders)];
const workersWanted = Number(values.workers);
/** An interrupted run ends what it has started; what takes longer is killed. */
const STOP_WITHIN_MS = 45_000;
/** A run that takes so long hangs. */
const LONGEST_MS = 15 * 60_000 + orders * 10_000;

let isStopping = false;
function stop(code: number, why: string): void {
  if (isStopping) return;
  isStopping = true;
  process.stderr.write(`${why}\n`);
  setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref();
  void stopWorlds().then(() => process.exit(code));
}
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.on(signal, () => {
    stop(code, `Interrupted by ${signal}: ending all processes.`);
  });

async function runInTime(seed: number): Promise<Result> {
  const timer = setTimeout(() => {
    stop(1, `Seed ${String(seed)} has taken ${String(LONGEST_MS / 60_000)} minutes: it hangs.`);
  }, LONGEST_MS);
  try {
    return await run({ seed, workersWanted, only: values.only ?? null }, orders, values["until-violation"]);
  } catch (error) {
    // After a stop, errors only say that the sandbox is gone.
    if (isStopping) await new Promise<never>(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

for (let seed = first; seed < first + seeds; seed += 1) {
  const result = await runInTime(seed);
  if (result.violations.length > 0) process.exitCode = 1;
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : inWords(result));
}
process.exit();

function inWords({ seed, orders, seconds, counts, violations }: Result): string {
  const counted = Object.entries(counts).map(([what, count]) => `${String(count)} ${what}`);
  const lines = [
    `Seed ${String(seed)}, ${String(orders)} orders, ${String(seconds)} s: ${violations.length === 0 ? "clean" : `${String(violations.length)} violations`}`,
    `  ${counted.join(", ")}`,
    ...violations.flatMap(({ kind, order, what, history }) => [
      `  ${kind}, ${order}: ${what}`,
      ...history.map((entry) => `    ${entry}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
