/**
 * `npm run faults:mutants`: breaks the guards of orders, one at a time, on a copy of the source, and starts fault runs of it,
 * seed after seed. Fails unless each is found as a violation within twenty seeds, or if the intact source has a violation.
 * After `--`, parts of laws choose their guards: `-- "test orders, second time"`.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { bound } from "../../scripts/bound-process.ts";
import { breakIt, chooseGuards, copySource } from "../../scripts/broken-copy.ts";
import { type FaultGuard, GUARDS } from "./guards.ts";
import type { Result } from "./run.ts";

const SEEDS = 20;
/** Only some two thirds of them are sent: others wait to be sent, or are refused. */
const ORDERS = 60;
const AT_ONCE = 2;
/** Seeds on which the intact source must be clean, of either contract. */
const INTACT = 2;

const chosen = chooseGuards(GUARDS);

const { copy, remove } = await copySource();
try {
  for (const mutant of chosen) await breakIt(copy, mutant).then((repair) => repair());
  const intact = await firstViolation(INTACT);
  if (intact !== null)
    throw new Error(
      [
        `The intact source is not clean: seed ${String(intact.seed)}, ${intact.violation}`,
        ...intact.history,
      ].join("\n  "),
    );
  let missed = 0;
  for (const mutant of chosen) {
    const repair = await breakIt(copy, mutant);
    const found = await firstViolation(SEEDS, mutant);
    await repair();
    if (found === null) missed += 1;
    const how = found === null ? "MISSED" : `found with seed ${String(found.seed)} (${found.violation})`;
    process.stdout.write(`${how}: ${mutant.law}\n`);
  }
  process.stdout.write(
    `${String(chosen.length - missed)} of ${String(chosen.length)} broken guards were found.\n`,
  );
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await remove();
}

type Broken = Pick<FaultGuard, "disaster" | "orders">;
type Found = { seed: number; violation: string; history: string[] };

/** The first seed that has a violation; null when none has. A run waits more than it works, so some go on at once. */
async function firstViolation(upTo: number, guard: Broken = {}): Promise<Found | null> {
  for (let first = 1; first <= upTo; first += AT_ONCE) {
    const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const runs = await Promise.all(seeds.map((seed) => violationOf(seed, guard)));
    for (const found of runs) if (found !== null) return found;
  }
  return null;
}

/** The first violation of a run in the copy; null when it is clean. */
async function violationOf(seed: number, { disaster, orders = ORDERS }: Broken): Promise<Found | null> {
  const args = ["test/faults/main.ts", "--seed", String(seed), "--orders", String(orders), "--json"];
  args.push("--until-violation", ...(disaster === undefined ? [] : ["--only", disaster]));
  const options = { cwd: copy, maxBuffer: 1e9 };
  const { stdout } = await promisify(execFile)(...bound(process.execPath, args), options).catch(
    (error: unknown) => {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      if (!stdout.startsWith("{")) throw new Error(`The fault run ended early.\n${stderr}`);
      return { stdout };
    },
  );
  const [first] = (JSON.parse(stdout) as Result).violations;
  return first === undefined
    ? null
    : { seed, violation: `${first.kind}: ${first.what}`, history: first.history };
}
