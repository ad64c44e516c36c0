import { databaseTime } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";

/** Clocks that are kept by NTP differ by milliseconds. */
const TOLERATED_SECONDS = 5;

let isSkewed = false;

/**
 * By how many seconds this process's clock is ahead of the database's, or behind it (negative): at least so many, as the
 * answer takes its time. Nothing goes by this process's clock, so nothing changes; but logs of several machines are hard
 * to read together. It is logged when it begins and when it ends, not each time.
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
