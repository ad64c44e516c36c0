import { log } from "../lib/log.server.ts";
import { clockSkewSeconds } from "../wiring/clock-skew.server.ts";
import { oldestDueSeconds } from "../wiring/oldest-due.server.ts";
import { schemaProblem } from "../wiring/watch-schema.server.ts";

/** Sweeps run every minute, so work that waits longer is not being done. */
const LAGS_AFTER_SECONDS = 600;

/**
 * Can it work? 503 while the database does not answer, and once it has tables that only a later release can work on. The answer says for how many seconds the oldest due work has been
 * waiting, but that never makes it 503: the pages would be gone because a worker lags. A lag is logged when it begins
 * and when it ends, not at each probe. It also says how far the process's clock is off, by which nothing goes.
 */
export async function loader() {
  const problem = schemaProblem();
  if (problem !== null) return answer(503, { ready: false, problem });
  try {
    const seconds = await oldestDueSeconds();
    noteLag(seconds);
    const skew = await clockSkewSeconds();
    return answer(200, { ready: true, oldestDueSeconds: seconds, clockSkewSeconds: skew });
  } catch {
    return answer(503, { ready: false, problem: "the database does not answer" });
  }
}

let lagging = false;

function noteLag(oldestDueSeconds: number | null): void {
  const lags = (oldestDueSeconds ?? 0) > LAGS_AFTER_SECONDS;
  if (lags && !lagging) log.warn({ oldestDueSeconds }, "health.work-lags");
  if (!lags && lagging) log.info({ oldestDueSeconds }, "health.work-caught-up");
  lagging = lags;
}

function answer(status: number, body: object): Response {
  // One line, for people who use curl.
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
