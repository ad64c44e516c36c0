import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callPlatform } from "../wholesale/platform.server.ts";
import { checkKey } from "./check-key.server.ts";
import { type ConnectProblem, problemOfKey, problemOfLogIn } from "./connect-problem.ts";
import { beginAttempt, endAttempt, findConnection, storeKey } from "./connection-store.server.ts";

/** A name that the platform chose is shown, so it has an end. */
const MAX_NAME = 200;

export type Connected =
  | { kind: "connected" }
  /** It was before, so the platform was not asked. */
  | { kind: "already" }
  /** Another tab or a second click is at it. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/**
 * Logs in, has a key made under a name that says which shop, and stores the key sealed. Password and session token
 * live in this call's memory only.
 *
 * The platform may never show a key twice and documents no way to delete one, so the key's name is committed before
 * it is asked for, nothing is held open meanwhile, and a key that got lost is reported by its exact name.
 */
export async function connect(
  shop: ShopDomain,
  account: { email: string; password: string },
  now: Date,
): Promise<Connected> {
  const attempt = await beginAttempt(shop, now);
  if (attempt.kind !== "taken") return attempt;
  const { attemptId, keyName } = attempt;

  let token: string;
  try {
    ({ token } = await callPlatform("logIn", { input: account }));
  } catch (error) {
    await endAttempt(shop, attemptId, "refused");
    return problem(shop, problemOfLogIn(expected(error)));
  }

  let made: { apiKey: string; name: string };
  try {
    made = await callPlatform("createKey", { input: { name: keyName }, credential: token });
  } catch (error) {
    const failure = expected(error);
    await endAttempt(shop, attemptId, failure.code === "outcome-unknown" ? "orphaned" : "refused");
    return problem(shop, problemOfKey(failure, keyName));
  }
  if (made.name !== keyName) {
    const cameBackAs = made.name.slice(0, MAX_NAME);
    await endAttempt(shop, attemptId, "orphaned", cameBackAs);
    return problem(shop, { kind: "changed-name", keyName, cameBackAs });
  }

  try {
    await storeKey(shop, { attemptId, keyName, apiKey: made.apiKey, now });
  } catch (error) {
    log.error({ err: error, shop, keyName }, "connection.key-not-stored");
    // The commit may have succeeded and its acknowledgement got lost.
    const stored = await findConnection(shop).catch(() => null);
    // If not, the attempt's row is orphaned, or shows as lost once its deadline has passed.
    if (stored?.keyName !== keyName) return problem(shop, { kind: "not-stored", keyName });
  }
  log.info({ shop, keyName }, "connection.connected");
  // Advisory: nothing assumed stands between a merchant and "connected".
  await checkKey(shop, now).catch((error: unknown) => {
    log.warn({ err: error, shop }, "connection.check-failed");
  });
  return { kind: "connected" };
}

function problem(shop: ShopDomain, found: ConnectProblem): Connected {
  log.info({ shop, problem: found.kind }, "connection.refused");
  return { kind: "problem", problem: found };
}

function expected(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
