import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { claimAttempt, obtainKey, type SignIn } from "./obtain-key.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { swapKey } from "./store-key.server.ts";
import { tryKey } from "./check-key.server.ts";

export type Replaced =
  | { kind: "replaced" }
  | { kind: "not-connected" }
  /** Another window or a second click runs an attempt. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/** Short, because the attempt has a deadline and the old key works meanwhile. */
const TRY_TIMEOUT_MS = 5_000;

/**
 * Creates a new key, tries it, and replaces the shop's key with it. Until then nothing changes. Running calls
 * go on with the old key, which works until the merchant deletes it with the supplier.
 */
export async function replaceKey(shop: ShopDomain, signIn: SignIn): Promise<Replaced> {
  const claim = await claimAttempt(shop, { purpose: "replace", email: signIn.email });
  if (claim.kind === "inapplicable") return { kind: "not-connected" };
  if (claim.kind !== "claimed") return claim;
  const { attempt, account, generation } = claim;
  const problem = await obtainKey(shop, attempt, {
    signIn,
    keep: async (apiKey) => {
      const check = await tryTwice(apiKey);
      if (check.kind === "unauthorized") return { kind: "key-unusable", keyName: attempt.keyName };
      const key = { attempt, apiKey, account, email: signIn.email };
      await swapKey(shop, key, { generation: generation ?? 0, check });
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

/** One 401 may be a slip, or the new key may not have reached all of the supplier's servers. */
async function tryTwice(apiKey: string) {
  const first = await tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS });
  return first.kind === "unauthorized" ? tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS }) : first;
}
