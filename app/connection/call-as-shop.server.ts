import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Given } from "../wholesale/client.server.ts";
import type { InputOf, OperationName } from "../wholesale/operation.ts";
import { BackgroundCalls } from "./background-calls.ts";
import { checkKey } from "./check-key.server.ts";
import { storeCheck } from "./connection-store.server.ts";
import type { OpenKey } from "./sealed-key.server.ts";

/**
 * Calls the supplier with the shop's key. One 401 may be a slip: then a read checks the key, and only if that is
 * unauthorized as well does everything of the shop that needs the key wait. Any success ends that.
 *
 * With `pace: "bulk"` it is background work, of which a key makes only a few at once (`WHOLESALE_CONCURRENCY`), and fewer
 * while the supplier answers 429. What somebody waits for is not held back.
 *
 * @throws Failure as `callWholesale`; in the background also `rate-limited` without a call.
 */
export async function callAsShop<Name extends OperationName, Unread extends boolean = false>(
  { shop, key }: { shop: ShopDomain; key: OpenKey },
  name: Name,
  input: InputOf<Name>,
  { pace, ...options }: { pace?: "bulk"; unread?: Unread } = {},
): Promise<Given<Name, Unread>> {
  const calls = callsOf(`${env.WHOLESALE_BASE_URL} ${shop} ${String(key.generation)}`);
  const call = async () => {
    const sentAt = performance.now();
    try {
      const reply = await callWholesale(name, { ...options, input, credential: key.apiKey });
      calls.answered();
      return reply;
    } catch (error) {
      if (error instanceof Failure && error.code === "rate-limited")
        calls.slowedDown({ sentAt, retryAfterSeconds: error.retryAfterSeconds });
      throw error;
    }
  };
  try {
    const reply = await (pace === "bulk" ? calls.run(call) : call());
    if (key.isUnauthorized)
      await storeCheck(shop, { generation: key.generation, check: { kind: "verified" } });
    return reply;
  } catch (error) {
    if (error instanceof Failure && error.code === "unauthorized") await checkKey(shop);
    throw error;
  }
}

/** By supplier, shop and generation: which key it is, without the key. */
const known = new Map<string, BackgroundCalls>();
/** Beyond that, those of which there is nothing to remember are forgotten. */
const KEPT = 1000;

function callsOf(key: string): BackgroundCalls {
  const found = known.get(key);
  if (found) return found;
  if (known.size >= KEPT) for (const [other, { isIdle }] of known) if (isIdle) known.delete(other);
  const calls = new BackgroundCalls(env.WHOLESALE_CONCURRENCY);
  known.set(key, calls);
  return calls;
}
