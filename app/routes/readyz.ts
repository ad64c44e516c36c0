import { setTimeout as pause } from "node:timers/promises";

import { isDiskFull } from "../lib/disk-full.ts";
import { log } from "../lib/log.server.ts";
import { clockSkewSeconds } from "../wiring/clock-skew.server.ts";
import { oldestDueSeconds } from "../wiring/oldest-due.server.ts";
import { schemaProblem } from "../wiring/watch-schema.server.ts";

/** Sweeps run every minute, so work that waits longer is not being done. */
const LAGS_AFTER_SECONDS = 600;

/** Orchestrators and people wait two seconds, and no database that is well needs this long. */
const ANSWER_WITHIN_MS = 1000;
/** Many probes at once cost the database one look. */
const KEEP_MS = 1000;

/**
 * Returns 200 if the process can work, and 503 while its database does not answer, has no space left, or has tables that only a later release can work on. The answer says for
 * how many seconds the oldest due work has been waiting, but that never makes it 503: the pages would be gone because a worker
 * lags. A lag is logged when it begins and when it ends, not at each probe. It also says how far the process's clock is off, by which
 * nothing goes.
 */
export async function loader() {
  const problem = schemaProblem();
  if (problem !== null) return respond(notReady(problem));
  const late = pause(ANSWER_WITHIN_MS, SILENT, { ref: false });
  return respond(await Promise.race([look(), late]));
}

function respond({ status, body }: Answer): Response {
  // One line, for people who use curl.
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}

type Answer = { status: number; body: object };

const SILENT = notReady("the database does not answer");

let latest: { answer: Promise<Answer>; until: number } | undefined;

/** Returns the answer of the look under way, or of one that ended a moment ago. */
function look(): Promise<Answer> {
  if (latest && performance.now() < latest.until) return latest.answer;
  const looking = { answer: askDatabase(), until: Infinity };
  latest = looking;
  void looking.answer.finally(() => {
    looking.until = performance.now() + KEEP_MS;
  });
  return looking.answer;
}

async function askDatabase(): Promise<Answer> {
  try {
    const seconds = await oldestDueSeconds();
    noteLag(seconds);
    const skew = await clockSkewSeconds();
    if (isDiskFull()) return notReady("the database has no disk space left");
    return { status: 200, body: { ready: true, oldestDueSeconds: seconds, clockSkewSeconds: skew } };
  } catch {
    return SILENT;
  }
}

function notReady(problem: string): Answer {
  return { status: 503, body: { ready: false, problem } };
}

let lagging = false;

function noteLag(oldestDueSeconds: number | null): void {
  const lags = (oldestDueSeconds ?? 0) > LAGS_AFTER_SECONDS;
  if (lags && !lagging) log.warn({ oldestDueSeconds }, "health.work-lags");
  if (!lags && lagging) log.info({ oldestDueSeconds }, "health.work-caught-up");
  lagging = lags;
}
