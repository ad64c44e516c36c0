import type { Failure } from "../lib/failure.ts";

const LONGEST_SECONDS = 3600;

/** When to try again after the `retryCount`-th failure in a row: as long as was asked for, or twice as long each time. */
export function nextTry(failure: Failure | null, retryCount: number, now: Date): Date {
  const seconds = failure?.retryAfterSeconds ?? 2 ** Math.min(retryCount, 12) * 5;
  return new Date(now.getTime() + Math.min(Math.max(seconds, 1), LONGEST_SECONDS) * 1000);
}
