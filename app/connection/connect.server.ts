import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { checkKey } from "./check-key.server.ts";
import { claimAttempt } from "./claim-attempt.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { storeKey } from "./store-key.server.ts";
import { obtainKey, type SignIn } from "./obtain-key.server.ts";

export type Connected =
  | { kind: "connected" }
  /** It was before, so the supplier was not asked. */
  | { kind: "already" }
  /** Another window or a second click is already doing it. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/**
 * Logs in, has a key created under a name that says which shop, and stores the key sealed. Password and session token
 * live in this call's memory only.
 *
 * The supplier may never show a key twice and documents no way to delete one, so the key's name is committed before
 * the key is asked for, no transaction is open meanwhile, and a key that got lost is reported by its exact name.
 */
export async function connect(shop: ShopDomain, signIn: SignIn): Promise<Connected> {
  const claim = await claimAttempt(shop, { purpose: "connect", email: signIn.email });
  if (claim.kind === "inapplicable") return { kind: "already" };
  if (claim.kind !== "claimed") return claim;
  const { attempt, account } = claim;
  const problem = await obtainKey(shop, attempt, {
    signIn,
    keep: async (apiKey) => {
      await storeKey(shop, { attempt, apiKey, account });
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
