import { log } from "../lib/log.server.ts";
import { oldestDueSeconds } from "../wiring/oldest-due.server.ts";

/** Sweeps run every minute, so work that waits longer is not being done. */
const LAGS_AFTER_SECONDS = 600;

/**
 * Can it work? 503 while the database does not answer. For how long the oldest due work has been waiting is told, but
 * never makes it 503: that would take away the pages because a worker lags. It is logged when it begins and when it is
 * over, not with each of a probe's questions.
 */
export async function loader() {
  try {
    const seconds = await oldestDueSeconds(new Date());
    noteLag(seconds);
    return answer(200, { ready: true, oldestDueSeconds: seconds });
  } catch {
    return answer(503, { ready: false, said: "the database does not answer" });
  }
}

let lagging = false;

function noteLag(oldestDueSeconds: number | null): void {
  const lags = (oldestDueSeconds ?? 0) > LAGS_AFTER_SECONDS;
  if (lags && !lagging) log.warn({ oldestDueSeconds }, "health.work-waits");
  if (!lags && lagging) log.info({ oldestDueSeconds }, "health.work-goes-on");
  lagging = lags;
}

function answer(status: number, said: object): Response {
  // One line, for whoever asks with curl.
  return new Response(`${JSON.stringify(said)}\n`, {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
