import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { checkKey } from "./check-key.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { storeKey } from "./key-store.server.ts";
import { obtainKey, type SignIn } from "./obtain-key.server.ts";
import { claimAttempt } from "./claim-attempt.server.ts";

export type Connected =
  | { kind: "connected" }
  /** It was before, so the supplier was not asked. */
  | { kind: "already" }
  /** Another tab or a second click is at it. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/**
 * Logs in, has a key made under a name that says which shop, and stores the key sealed. Password and session token
 * live in this call's memory only.
 *
 * The supplier may never show a key twice and documents no way to delete one, so the key's name is committed before
 * it is asked for, nothing is held open meanwhile, and a key that got lost is reported by its exact name.
 */
export async function connect(shop: ShopDomain, signIn: SignIn, now: Date): Promise<Connected> {
  const taken = await claimAttempt(shop, { purpose: "connect", email: signIn.email, now });
  if (taken.kind === "unfit") return { kind: "already" };
  if (taken.kind !== "taken") return taken;
  const { attempt, account } = taken;
  const problem = await obtainKey(shop, attempt, {
    signIn,
    keep: async (apiKey) => {
      await storeKey(shop, { attempt, apiKey, account, now });
      return null;
    },
  });
  if (problem !== null) {
    log.info({ shop, problem: problem.kind }, "connection.refused");
    return { kind: "problem", problem };
  }
  log.info({ shop, keyName: attempt.keyName }, "connection.connected");
  // Advisory: nothing assumed stands between a merchant and "connected".
  await checkKey(shop, now).catch((error: unknown) => {
    log.warn({ err: error, shop }, "connection.check-failed");
  });
  return { kind: "connected" };
}
