import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { checkKey } from "./check-key.server.ts";
import { claimAttempt, obtainKey, type SignIn } from "./obtain-key.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { storeKey } from "./store-key.server.ts";

export type Connected =
  | { kind: "connected" }
  /** The shop was connected before; the supplier was not called. */
  | { kind: "already" }
  /** Another window or a second click runs an attempt. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/**
 * Logs in, creates a key under a name that contains the shop's domain, and stores the key sealed. Password
 * and session token live in this call's memory only.
 * The supplier may never show a key twice and documents no way to delete one. So the key's name is committed
 * before the call that creates it, no transaction is open meanwhile, and a lost key is reported by its exact
 * name.
 */
export async function connect(shop: ShopDomain, signIn: SignIn): Promise<Connected> {
  const claim = await claimAttempt(shop, { purpose: "connect", email: signIn.email });
  if (claim.kind === "inapplicable") return { kind: "already" };
  if (claim.kind !== "claimed") return claim;
  const { attempt, account } = claim;
  const problem = await obtainKey(shop, attempt, {
    signIn,
    keep: async (apiKey) => {
      await storeKey(shop, { attempt, apiKey, account, email: signIn.email });
      return null;
    },
  });
  if (problem !== null) {
    log.info({ shop, problem: problem.kind }, "connection.not-connected");
    return { kind: "problem", problem };
  }
  log.info({ shop, keyName: attempt.keyName }, "connection.connected");
  // Advisory: nothing assumed stands between a merchant and "connected".
  await checkKey(shop).catch((error: unknown) => {
    log.warn({ err: error, shop }, "connection.check-failed");
  });
  return { kind: "connected" };
}
