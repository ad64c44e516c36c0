/**
 * `npm run -s compare`: compares every shop's orders with its supplier's orders now, and reports the
 * differences.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import { parseEnv } from "../app/lib/env.ts";
import { findOwnDatabase } from "./own-database.ts";
import { translator } from "../app/messages/translate.ts";
import type {
  Differences,
  ComparisonProgress,
} from "../app/orders/reconciling/request-comparisons.server.ts";

const HELP = `npm run -s compare [-- options]

  --wait=SECONDS    for how long to wait for the workers (600)
  --help            this text

Has the running workers compare every connected shop's orders with its supplier's, waits for that, and prints shop by shop
what differs and which orders need a person. Orders whose state at the supplier is proven are brought up to date, as the
regular comparison does. Nothing is placed or canceled by the comparison itself. For after a restore, and for whenever there
is doubt.
Exit code: 0 all shops are compared and nothing needs a person, 1 something does, 2 not all could be compared.
`;

const LOOK_MS = 1000;
const t = translator("en");

const STATES: Record<ComparisonProgress["state"], string> = {
  compared: "compared",
  waiting: "not compared: no worker has come to it. Does one run?",
  failed: "not compared: shop or supplier did not answer. A worker tries again; run this again later",
  stopped: "not compared: it has no key that the supplier accepts",
};

try {
  const wait = readWait();
  if (wait === null) process.stdout.write(HELP);
  else {
    await readSettings();
    process.exitCode = await run(wait);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function run(waitSeconds: number): Promise<number> {
  // Imports these modules here and not at the top, because they read the settings when they load.
  const { findComparisons, findDifferences } =
    await import("../app/orders/reconciling/request-comparisons.server.ts");
  const { requestComparisons } = await import("../app/orders/reconciling/request-comparisons.server.ts");
  const { assertRestricted } = await import("../app/lib/database/db.server.ts");
  const { closeDatabase } = await import("../app/lib/database/transaction.server.ts");
  const { startQueue, stopQueue } = await import("../app/queue/boss.server.ts");
  const { jobs } = await import("../app/queue/jobs.ts");
  await assertRestricted();
  await startQueue(jobs);
  try {
    const since = await requestComparisons();
    const until = performance.now() + waitSeconds * 1000;
    let shops = await findComparisons(since);
    while (!shops.every(isOver) && performance.now() < until) {
      await pause(LOOK_MS);
      shops = await findComparisons(since);
    }
    if (shops.length === 0) print("No shop is connected, so there is nothing to compare.");
    let needsPerson = false;
    for (const progress of shops) {
      const differences = await findDifferences(progress.shop, since);
      needsPerson ||= differences.mismatches.length + differences.needsAttention.length > 0;
      for (const line of linesOf(progress, differences)) print(line);
    }
    if (!shops.every((progress) => progress.state === "compared" && isOver(progress))) return 2;
    return needsPerson ? 1 : 0;
  } finally {
    await stopQueue();
    await closeDatabase();
  }
}

/** Returns true if a shop's comparison is over. Orders that it has opened again must have been looked up as well. */
function isOver({ state, opened }: ComparisonProgress): boolean {
  return state === "stopped" || (state === "compared" && opened === 0);
}

function linesOf(
  { shop, state, opened: left }: ComparisonProgress,
  { mismatches, found, needsAttention }: Differences,
): string[] {
  const differs = mismatches.map((message) => `  differs: ${t(message)}`);
  const known = found.map(({ orderName, label }) => `  found at the supplier: ${orderName}, ${t(label)}`);
  const waits = needsAttention.map(
    ({ orderName, label, message }) => `  needs a person: ${orderName}, ${t(label)}. ${t(message)}`,
  );
  const rest =
    left > 0 ? [`  ${String(left)} of these orders are still being looked up. Run this again later.`] : [];
  const isFine = state === "compared" && differs.length + waits.length + left === 0;
  return [
    `${shop}: ${STATES[state]}${isFine ? ", nothing needs a person" : ""}`,
    ...differs,
    ...known,
    ...waits,
    ...rest,
  ];
}

/**
 * Checks the settings, and fills in missing ones. @throws Error with one line per wrong setting, never with its
 * value.
 */
async function readSettings(): Promise<void> {
  // Lets this process enqueue jobs but process none.
  process.env.ROLE = "web";
  if (!process.env.DATABASE_URL && !process.env.APP_DATABASE_URL) {
    const own = await findOwnDatabase();
    if (own === null) throw new Error("The app's own database is not running. Start the app, then run this.");
    process.env.DATABASE_URL = own;
  }
  const parsed = parseEnv(process.env);
  if (!parsed.ok) throw new Error(`Fix these settings:\n${parsed.problems.join("\n")}`);
  process.env.LOG_LEVEL = "error";
}

function readWait(): number | null {
  const { values } = parseArgs({
    options: { wait: { type: "string", default: "600" }, help: { type: "boolean", default: false } },
  });
  if (values.help) return null;
  if (/^\d+$/.test(values.wait)) return Number(values.wait);
  throw new Error("--wait: must be a number of seconds.");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
