import { setTimeout as pause } from "node:timers/promises";

import { bulkhead, type BulkheadPolicy } from "cockatiel";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";

import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";

/** A background call that waited this long fails, and its row is postponed: the row's lease runs on meanwhile. */
const WAIT_AT_MOST_MS = 20_000;
/** Pause after a 429 without Retry-After. */
const DEFAULT_PAUSE_SECONDS = 5;

/** Slots of each key in this process. Only the calls of 10,000 other keys while one call runs would evict a busy key. */
const slots = new LRUCache<string, BulkheadPolicy>({
  max: 10_000,
  memoMethod: () => bulkhead(env.WHOLESALE_CONCURRENCY, Infinity),
});
/** Keys that the supplier rate-limited. They are blocked until its Retry-After has passed. */
const pauses = new RateLimiterMemory({ points: 1, duration: 1 });

/**
 * Makes a background call in one of the key's slots (`WHOLESALE_CONCURRENCY`), once the key is not paused.
 *
 * @param key names the key without being it.
 * @throws Failure `rate-limited` without calling, if it would have to wait longer than 20 s.
 */
export async function runInBackground<T>(key: string, call: () => Promise<T>): Promise<T> {
  const since = performance.now();
  return slots.memo(key).execute(async () => {
    for (;;) {
      const pausedMs = (await pauses.get(key))?.msBeforeNext ?? 0;
      if (performance.now() - since + pausedMs > WAIT_AT_MOST_MS) throw tooMany(pausedMs || WAIT_AT_MOST_MS);
      if (pausedMs <= 0) return call();
      await pause(pausedMs);
    }
  });
}

/** Pauses the key's background calls after a 429. A shorter pause does not end a longer one. */
export async function pauseBackground(key: string, seconds = DEFAULT_PAUSE_SECONDS): Promise<void> {
  const pausedMs = (await pauses.get(key))?.msBeforeNext ?? 0;
  // A block of 0 seconds would never end.
  if (seconds * 1000 > Math.max(0, pausedMs)) await pauses.block(key, seconds);
}

function tooMany(ms: number): Failure {
  return new Failure({
    code: "rate-limited",
    side: "supplier",
    detail: "not sent: the supplier wants fewer calls",
    explanation: { code: "failure.supplier.rate-limited" },
    retryAfterSeconds: Math.ceil(ms / 1000),
  });
}
