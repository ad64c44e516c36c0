import { setTimeout as pause } from "node:timers/promises";

const FIRST_MS = 100;
const LONGEST_MS = 4000;

/**
 * Calls `see` repeatedly, with growing pauses, until it returns something. Returns null once the time is over or the
 * caller is interrupted.
 */
export async function waitFor<Found>(
  see: () => Promise<Found | null>,
  { ms, isInterrupted }: { ms: number; isInterrupted?: () => boolean },
): Promise<Found | null> {
  const until = performance.now() + ms;
  for (let rest = FIRST_MS; ; rest = Math.min(rest * 2, LONGEST_MS)) {
    const found = await see();
    const left = until - performance.now();
    if (found !== null || left <= 0 || isInterrupted?.()) return found;
    await pause(Math.min(rest, left));
  }
}
