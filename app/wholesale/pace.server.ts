import { LRUCache } from "lru-cache";
import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import { openSlots } from "../lib/slots.ts";

/**
 * Calls that waited longer than this for a slot fail instead. The caller's lease runs meanwhile, and after the
 * failure the caller postpones its row.
 */
const WAIT_AT_MOST_MS = 20_000;

/**
 * Number of API keys that the caches hold. Fewer keys make calls at the same time, so no key in use is evicted.
 */
const KEYS = 10_000;
/** Slots of each key in this process. */
const slots = new LRUCache<string, ReturnType<typeof openSlots>>({
  max: KEYS,
  memoMethod: () => openSlots(env.WHOLESALE_CONCURRENCY),
});
/** The time, as `performance.now()`, at which each key's Retry-After ends. */
const pauses = new LRUCache<string, number>({ max: KEYS });

/**
 * Makes a background call. At most `WHOLESALE_CONCURRENCY` calls of a key run at once.
 * @param key identifies the API key, but does not contain it
 * @throws Failure `rate-limited` without calling, if the key is paused or no slot was free for 20 s.
 */
export async function runInBackground<T>(key: string, call: () => Promise<T>): Promise<T> {
  const since = performance.now();
  return slots.memo(key)(() => {
    const pausedMs = msUntilPauseEnds(key);
    // Fails instead of waiting, because waiting would block a worker that other shops need.
    if (pausedMs > 0) throw tooMany(pausedMs);
    if (performance.now() - since > WAIT_AT_MOST_MS) throw tooMany(WAIT_AT_MOST_MS);
    return call();
  });
}

/** Pauses the key's background calls for a Retry-After. A longer pause that is running already stays. */
export function pauseBackground(key: string, seconds: number): void {
  const ms = Math.max(seconds * 1000, msUntilPauseEnds(key));
  pauses.set(key, performance.now() + ms);
}

function msUntilPauseEnds(key: string): number {
  return Math.max(0, (pauses.get(key) ?? 0) - performance.now());
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
