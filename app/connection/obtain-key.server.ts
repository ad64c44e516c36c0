import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import { type ConnectProblem, problemOfKey, problemOfLogIn } from "./connect-problem.ts";
import { findConnection } from "./connection-store.server.ts";
import { type Attempt, type AttemptEnd, endAttempt } from "./key-attempt-store.server.ts";

/** Limits the length of a name that the supplier chose, since pages show it. */
const MAX_NAME = 200;

/** The merchant's entry. It lives in this call's memory only, as the session token does. */
export type SignIn = { email: string; password: string };

/**
 * Logs in, creates a key under the attempt's name, and hands it to `keep`. The caller has committed the name
 * and holds no transaction, so that a lost key can be reported by its exact name.
 * @param keep stores the key together with the attempt's end, or returns a problem if the key must not be
 * used.
 * @returns why there is no key; null if it was kept.
 */
export async function obtainKey(
  shop: ShopDomain,
  attempt: Attempt,
  { signIn, keep }: { signIn: SignIn; keep: (apiKey: string) => Promise<ConnectProblem | null> },
): Promise<ConnectProblem | null> {
  const { keyName } = attempt;
  let token: string;
  try {
    ({ token } = await callWholesale("logIn", { input: signIn }));
  } catch (error) {
    await end(shop, attempt, { outcome: "failed" });
    return problemOfLogIn(expected(error));
  }

  let made: { apiKey: string; name: string };
  try {
    made = await callWholesale("createKey", { input: { name: keyName }, credential: token });
  } catch (error) {
    const failure = expected(error);
    await end(shop, attempt, { outcome: failure.code === "outcome-unknown" ? "orphaned" : "failed" });
    return problemOfKey(failure, keyName);
  }
  if (made.name !== keyName) {
    const cameBackAs = made.name.slice(0, MAX_NAME);
    await end(shop, attempt, { outcome: "orphaned", cameBackAs });
    return { kind: "changed-name", keyName, cameBackAs };
  }

  try {
    const problem = await keep(made.apiKey);
    if (problem !== null) await end(shop, attempt, { outcome: "released", releasedWhy: "unusable" });
    return problem;
  } catch (error) {
    log.error({ err: error, shop, keyName }, "connection.key-not-stored");
    // The commit may have succeeded although its acknowledgment was lost.
    const stored = await findConnection(shop).catch(() => null);
    if (stored?.keyName === keyName) return null;
    await end(shop, attempt, { outcome: "orphaned" });
    return { kind: "not-stored", keyName };
  }
}

/**
 * Never throws: the merchant must learn what became of the key. If the write fails, the attempt counts as
 * lost after its deadline.
 */
async function end(shop: ShopDomain, attempt: Attempt, as: AttemptEnd): Promise<void> {
  await endAttempt(shop, attempt, as).catch((error: unknown) => {
    log.error({ err: error, shop, keyName: attempt.keyName }, "connection.attempt-not-ended");
  });
}

function expected(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
