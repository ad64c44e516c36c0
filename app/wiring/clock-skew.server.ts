import { databaseTime } from "../lib/database/db.server.ts";
import { log } from "../lib/telemetry/log.server.ts";

/** NTP keeps clocks within milliseconds. */
const TOLERATED_SECONDS = 5;

let isSkewed = false;

/**
 * Returns the seconds by which this process's clock is ahead of the database's (negative: behind), at least,
 * since the query takes time. Nothing depends on this clock, but a skew makes logs of several machines hard
 * to compare. Logs only its begin and its end.
 */
export async function clockSkewSeconds(): Promise<number> {
  const before = Date.now();
  const database = (await databaseTime()).getTime();
  const after = Date.now();
  const skewMs = database < before ? before - database : Math.min(after - database, 0);
  const seconds = Math.round(skewMs / 1000);
  note(seconds);
  return seconds;
}

function note(clockSkewSeconds: number): void {
  const isNow = Math.abs(clockSkewSeconds) > TOLERATED_SECONDS;
  if (isNow && !isSkewed) log.warn({ clockSkewSeconds }, "health.clock-skewed");
  if (!isNow && isSkewed) log.info({ clockSkewSeconds }, "health.clock-right");
  isSkewed = isNow;
}
