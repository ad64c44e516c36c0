import type { Failure } from "../lib/failure.ts";

const LONGEST_SECONDS = 3600;
/** So that what failed together does not come back together. */
const JITTER = 0.2;

/**
 * Seconds until something is tried again: twice as long after each failure in a row, up to an hour, and never sooner than
 * the other side asked for.
 *
 * @param retryCount how often it has failed in a row before.
 * @param firstSeconds the first pause.
 */
export function backOffSeconds(
  retryCount: number,
  { failure, firstSeconds = 10 }: { failure?: Failure | null; firstSeconds?: number } = {},
): number {
  const seconds = Math.min(firstSeconds * 2 ** Math.min(retryCount, 16), LONGEST_SECONDS);
  return Math.max(seconds * (1 + JITTER * Math.random()), failure?.retryAfterSeconds ?? 0);
}

/** So many seconds after a moment. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
