import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Given } from "../wholesale/client.server.ts";
import type { InputOf, OperationName } from "../wholesale/operation.ts";
import { checkKey } from "./check-key.server.ts";
import { storeCheck } from "./connection-store.server.ts";
import type { OpenKey } from "./sealed-key.server.ts";
import { LRUCache } from "lru-cache";
import { openSlots } from "../lib/slots.ts";

/**
 * Calls the supplier with the shop's key. One 401 may be a slip, so a read checks the key. Only if the read
 * is unauthorized as well does the shop's work pause. Any successful call resumes the work.
 * With `pace: "bulk"`, at most `WHOLESALE_CONCURRENCY` calls run at once per key, and none before the
 * supplier's Retry-After has passed. Calls that a person waits for are never held back.
 * @throws Failure as `callWholesale`; with `pace: "bulk"` also `rate-limited` without a call.
 */
export async function callAsShop<Name extends OperationName, Unread extends boolean = false>(
  { shop, key }: { shop: ShopDomain; key: OpenKey },
  name: Name,
  input: InputOf<Name>,
  { pace, ...options }: { pace?: "bulk"; unread?: Unread } = {},
): Promise<Given<Name, Unread>> {
  const keyOfCalls = `${env.WHOLESALE_BASE_URL} ${shop} ${String(key.generation)}`;
  const call = async () => {
    try {
      return await callWholesale(name, { ...options, input, credential: key.apiKey });
    } catch (error) {
      if (error instanceof Failure && error.code === "rate-limited")
        pauseBackground(keyOfCalls, error.retryAfterSeconds ?? 0);
      throw error;
    }
  };
  try {
    const reply = await (pace === "bulk" ? runInBackground(keyOfCalls, call) : call());
    if (key.isUnauthorized)
      await storeCheck(shop, { generation: key.generation, check: { kind: "verified" } });
    return reply;
  } catch (error) {
    if (error instanceof Failure && error.code === "unauthorized") await checkKey(shop);
    throw error;
  }
}

/**
 * A call that waited longer than this for a slot is not made: the lease of the caller's row runs on
 * meanwhile. After that failure, the row is postponed.
 */
const WAIT_AT_MOST_MS = 20_000;

/**
 * Number of keys that the caches hold. A key with a running call is evicted only if 10,000 other keys make
 * calls meanwhile.
 */
const KEYS = 10_000;
/** Slots of each key in this process. */
const slots = new LRUCache<string, ReturnType<typeof openSlots>>({
  max: KEYS,
  memoMethod: () => openSlots(env.WHOLESALE_CONCURRENCY),
});
/**
 * The time, as `performance.now()`, at which each key's pause ends: the supplier's Retry-After has passed
 * then.
 */
const pauses = new LRUCache<string, number>({ max: KEYS });

/**
 * Makes a background call in one of the key's slots (`WHOLESALE_CONCURRENCY`).
 * @param key identifies the key without containing it.
 * @throws Failure `rate-limited` without calling, if the key is paused or no slot was free for 20 s.
 */
export async function runInBackground<T>(key: string, call: () => Promise<T>): Promise<T> {
  const since = performance.now();
  return slots.memo(key)(() => {
    const pausedMs = msUntilPauseEnds(key);
    // Waiting until the pause ends would hold a worker that other shops need.
    if (pausedMs > 0) throw tooMany(pausedMs);
    if (performance.now() - since > WAIT_AT_MOST_MS) throw tooMany(WAIT_AT_MOST_MS);
    return call();
  });
}

/** Pauses the key's background calls for a Retry-After. A shorter pause does not end a longer one. */
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
