import { bulkhead, type BulkheadPolicy } from "cockatiel";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";

import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";

/**
 * Limits the wait for a slot: the lease of the caller's row runs on meanwhile. After a failure the row is
 * postponed.
 */
const WAIT_AT_MOST_MS = 20_000;

/** Slots of each key in this process. Only the calls of 10,000 other keys while one call runs would evict a busy key. */
const slots = new LRUCache<string, BulkheadPolicy>({
  max: 10_000,
  memoMethod: () => bulkhead(env.WHOLESALE_CONCURRENCY, Infinity),
});
/** Keys that the supplier rate-limited. They are blocked until its Retry-After has passed. */
const pauses = new RateLimiterMemory({ points: 1, duration: 1 });

/**
 * Makes a background call in one of the key's slots (`WHOLESALE_CONCURRENCY`).
 * @param key identifies the key without containing it.
 * @throws Failure `rate-limited` without calling, if the key is paused or no slot was free for 20 s.
 */
export async function runInBackground<T>(key: string, call: () => Promise<T>): Promise<T> {
  const since = performance.now();
  return slots.memo(key).execute(async () => {
    const pausedMs = await msUntilPauseEnds(key);
    // Waiting for the end would hold a worker that other shops need.
    if (pausedMs > 0) throw tooMany(pausedMs);
    if (performance.now() - since > WAIT_AT_MOST_MS) throw tooMany(WAIT_AT_MOST_MS);
    return call();
  });
}

/** Pauses the key's background calls for a Retry-After. A shorter pause does not end a longer one. */
export async function pauseBackground(key: string, seconds: number): Promise<void> {
  // The library would never end a block of 0 seconds.
  if (seconds * 1000 > (await msUntilPauseEnds(key))) await pauses.block(key, seconds);
}

async function msUntilPauseEnds(key: string): Promise<number> {
  return Math.max(0, (await pauses.get(key))?.msBeforeNext ?? 0);
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
