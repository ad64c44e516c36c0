import type { Failure } from "../lib/failure.ts";

/** So that what failed together does not come back together. */
const JITTER = 0.2;

/**
 * Seconds until something is tried again: twice as long after each failure in a row, up to the longest pause, plus up to
 * a fifth at random, and never sooner than the other side asked for.
 *
 * @param retryCount how often it has failed in a row before.
 */
export function backOffSeconds(
  retryCount: number,
  {
    failure,
    firstSeconds = 10,
    longestSeconds = 3600,
  }: { failure?: Failure | null; firstSeconds?: number; longestSeconds?: number } = {},
): number {
  const seconds = Math.min(firstSeconds * 2 ** Math.min(retryCount, 16), longestSeconds);
  return Math.max(seconds * (1 + JITTER * Math.random()), failure?.retryAfterSeconds ?? 0);
}

/** So many seconds after a moment. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
