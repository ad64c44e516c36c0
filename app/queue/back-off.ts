import type { Failure } from "../lib/failure.ts";

/** Random share of the backoff. Without it, tasks that failed together would retry together. */
const JITTER = 0.2;

/**
 * Returns the backoff in seconds. It doubles with each failure in a row, up to `longestSeconds`, and has up
 * to 20% jitter. It is never shorter than the Retry-After that was received.
 *
 * @param retryCount failures in a row before this one.
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

/** Returns `moment` plus `seconds`. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/** Returns the earliest of the moments that are known; null if none is. */
export function earliest(moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : new Date(Math.min(...known.map((moment) => moment.getTime())));
}
