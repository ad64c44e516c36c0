import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import { type ConnectProblem, problemOfKey, problemOfLogIn } from "./connect-problem.ts";
import { findConnection } from "./connection-store.server.ts";
import { type Attempt, type AttemptEnd, endAttempt } from "./key-attempt-store.server.ts";

/** A name that the supplier chose is shown, so its length has a limit. */
const MAX_NAME = 200;

/** What the merchant enters. It lives in this call's memory only, as the session token does. */
export type SignIn = { email: string; password: string };

/**
 * Logs in, has a key created under the attempt's name, and has it kept. The name is committed before this is called and
 * no transaction is open meanwhile, so that a key that gets lost on the way can be reported by its exact name.
 *
 * @param keep stores the key together with the attempt's end. A problem of its own says that the key is not to be used.
 * @returns why there is no key, and null when it is kept.
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
    // The commit may have succeeded and its acknowledgment got lost.
    const stored = await findConnection(shop).catch(() => null);
    if (stored?.keyName === keyName) return null;
    await end(shop, attempt, { outcome: "orphaned" });
    return { kind: "not-stored", keyName };
  }
}

/** The merchant learns what became of the key in any case. A row that cannot be written now counts as lost later. */
async function end(shop: ShopDomain, attempt: Attempt, as: AttemptEnd): Promise<void> {
  await endAttempt(shop, attempt, as).catch((error: unknown) => {
    log.error({ err: error, shop, keyName: attempt.keyName }, "connection.attempt-not-ended");
  });
}

function expected(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
