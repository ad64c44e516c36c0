import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { swapKey } from "./key-store.server.ts";
import { obtainKey, type SignIn } from "./obtain-key.server.ts";
import { claimAttempt } from "./claim-attempt.server.ts";
import { tryKey } from "./try-key.server.ts";

export type Replaced =
  | { kind: "replaced" }
  | { kind: "not-connected" }
  /** Another tab or a second click is at it. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/** Short: the old key works on meanwhile, and the attempt has a deadline. */
const TRY_TIMEOUT_MS = 5_000;

/**
 * Has a new key made, tries it, and puts it in the place of the one the shop has. Until that one moment nothing
 * changes, and whoever has opened the old key goes on with it: it lives until the merchant deletes it on the supplier.
 */
export async function replaceKey(shop: ShopDomain, signIn: SignIn, now: Date): Promise<Replaced> {
  const taken = await claimAttempt(shop, { purpose: "replace", email: signIn.email, now });
  if (taken.kind === "unfit") return { kind: "not-connected" };
  if (taken.kind !== "taken") return taken;
  const { attempt, account, generation } = taken;
  const problem = await obtainKey(shop, attempt, {
    signIn,
    keep: async (apiKey) => {
      const check = await tryTwice(apiKey);
      if (check.kind === "unauthorized") return { kind: "key-unusable", keyName: attempt.keyName };
      await swapKey(shop, { attempt, apiKey, account, now }, { generation: generation ?? 0, check });
      return null;
    },
  });
  if (problem !== null) {
    log.info({ shop, problem: problem.kind }, "connection.not-replaced");
    return { kind: "problem", problem };
  }
  log.info({ shop, keyName: attempt.keyName }, "connection.replaced");
  return { kind: "replaced" };
}

/** One 401 may be a slip, or a key that is not known everywhere yet. All that is not a 401 says nothing of the key. */
async function tryTwice(apiKey: string) {
  const first = await tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS });
  return first.kind === "unauthorized" ? tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS }) : first;
}
