import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Given } from "../wholesale/client.server.ts";
import type { InputOf, OperationName } from "../wholesale/operation.ts";
import { pauseBackground, runInBackground } from "../wholesale/pace.server.ts";
import { checkKey } from "./check-key.server.ts";
import { storeCheck } from "./connection-store.server.ts";
import type { OpenKey } from "./sealed-key.server.ts";

/**
 * Calls the supplier with the shop's key. After a 401, checks the key with a read, because a single 401 may be
 * a mistake. If the read is unauthorized too, the shop's work pauses until a call succeeds. With `pace:
 * "bulk"`, at most `WHOLESALE_CONCURRENCY` calls run at once per key, and calls fail until the supplier's
 * Retry-After has passed. Without `pace`, for a person who waits, the call is made immediately.
 * @throws Failure as `callWholesale`; with `pace: "bulk"` also `rate-limited` before a call is made.
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
