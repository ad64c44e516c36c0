import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { recognizeAccount } from "./account.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { type Attempt, beginAttempt, type BegunAttempt, type Purpose } from "./key-attempt-store.server.ts";
import { waitForSignIn } from "./sign-in-limits.server.ts";

export type ClaimedAttempt =
  /** `generation` is that of the key to replace; null if the shop has none. */
  | { kind: "claimed"; attempt: Attempt; account: string; generation: number | null }
  | { kind: "inapplicable" }
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/** Claims the shop's lease for an attempt to get a key. Calls nothing at the supplier. */
export async function claimAttempt(
  shop: ShopDomain,
  { purpose, email }: { purpose: Purpose; email: string },
): Promise<ClaimedAttempt> {
  let account: string;
  let begun: BegunAttempt;
  try {
    account = await recognizeAccount(email);
    const waitSeconds = await waitForSignIn(account);
    if (waitSeconds > 0) {
      log.warn({ shop, waitSeconds }, "connection.sign-ins-paused");
      return { kind: "problem", problem: { kind: "sign-ins-paused", waitSeconds } };
    }
    begun = await beginAttempt(shop, { purpose, account });
  } catch (error) {
    // Creates no key without a stored attempt, because a lost one could not be reported.
    log.error({ err: error, shop }, "connection.attempt-not-begun");
    return { kind: "problem", problem: { kind: "cannot-store" } };
  }
  if (begun.kind === "claimed") return { ...begun, account };
  if (begun.kind === "inapplicable" || begun.kind === "running") return begun;
  log.info({ shop, problem: begun.kind }, "connection.not-attempted");
  return { kind: "problem", problem: begun };
}
