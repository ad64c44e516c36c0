import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { checkKey } from "./check-key.server.ts";
import { type ConnectProblem, problemOfKey, problemOfLogIn } from "./connect-problem.ts";
import { Failure } from "../lib/failure.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import { findConnection } from "./connection-store.server.ts";
import {
  type Attempt,
  type AttemptEnd,
  beginAttempt,
  type BegunAttempt,
  endAttempt,
  type Purpose,
} from "./key-attempt-store.server.ts";
import { recognizeAccount } from "./account.server.ts";
import { asSystem, inShop, type Tx } from "../lib/database/db.server.ts";
import { after } from "../queue/back-off.ts";
import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import { sealAccount, sealKey } from "./sealed-key.server.ts";

export type Connected =
  | { kind: "connected" }
  /** The shop was connected before; the supplier was not called. */
  | { kind: "already" }
  /** Another window or a second click runs an attempt. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/**
 * Logs in, creates a key under a name that contains the shop's domain, and stores the key sealed. Password and
 * session token live in this call's memory only. The supplier may show a key only once, and documents no way to
 * delete it. Therefore we commit the key's name before the call that creates the key. If the key is lost, the
 * merchant sees its exact name.
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
  // The shop stays connected if this check fails: the check reads the product list, and the list's path is our
  // assumption.
  await checkKey(shop).catch((error: unknown) => {
    log.warn({ err: error, shop }, "connection.check-failed");
  });
  return { kind: "connected" };
}

type ClaimedAttempt =
  /** `generation`: the generation of the key to replace; null if the shop has no key. */
  | { kind: "claimed"; attempt: Attempt; account: string; generation: number | null }
  | { kind: "inapplicable" }
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/** Claims the shop's lease for an attempt to get a key. Does not call the supplier. */
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
    // Without a stored attempt we create no key: if that key were lost, we could not tell the merchant its
    // name.
    log.error({ err: error, shop }, "connection.attempt-not-begun");
    return { kind: "problem", problem: { kind: "cannot-store" } };
  }
  if (begun.kind === "claimed") return { ...begun, account };
  if (begun.kind === "inapplicable" || begun.kind === "running") return begun;
  log.info({ shop, problem: begun.kind }, "connection.not-attempted");
  return { kind: "problem", problem: begun };
}

/** The merchant's entry. The password is never stored. */
export type SignIn = { email: string; password: string };

/** Maximum length of a key name that comes back from the supplier. Pages show that name. */
const MAX_NAME = 200;

/**
 * Logs in, creates a key under the attempt's name, and passes it to `keep`. The caller must have committed the
 * attempt, so that a lost key can be reported by its exact name.
 * @param keep stores the key and ends the attempt, or returns a problem if the key must not be used
 * @returns the problem if the shop got no key; null if `keep` stored it
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
 * Limit of failed sign-ins per account, over all shops, because the supplier may lock the account after too
 * many. Each shop also has a limit per minute (`MAX_SIGN_INS`).
 */
const OF_ACCOUNT = { failed: 20, withinSeconds: 600 };

/**
 * Limit of sign-ins of all shops together. All come from one IP address, and the supplier may block it after
 * too many.
 */
const OF_ALL = { tried: 120, withinSeconds: 60 };

/**
 * Returns the seconds until this installation may sign in to the account again; 0 if it may now. Does not see
 * attempts that begin at the same moment. There is at most one per shop.
 */
async function waitForSignIn(account: string): Promise<number> {
  return asSystem("accounts", async (tx, now) => {
    const [failed] = await tx.keyAttempt.findMany({
      where: { account, outcome: "failed", startedAt: { gt: after(now, -OF_ACCOUNT.withinSeconds) } },
      orderBy: { startedAt: "desc" },
      skip: OF_ACCOUNT.failed - 1,
      take: 1,
      select: { startedAt: true },
    });
    const [tried] = await tx.keyAttempt.findMany({
      where: { startedAt: { gt: after(now, -OF_ALL.withinSeconds) } },
      orderBy: { startedAt: "desc" },
      skip: OF_ALL.tried - 1,
      take: 1,
      select: { startedAt: true },
    });
    const ends = [
      ...(failed ? [after(failed.startedAt, OF_ACCOUNT.withinSeconds)] : []),
      ...(tried ? [after(tried.startedAt, OF_ALL.withinSeconds)] : []),
    ];
    return Math.max(0, ...ends.map((end) => Math.ceil((end.getTime() - now.getTime()) / 1000)));
  });
}

/**
 * Ends an attempt. Never throws, so that the merchant still sees what happened to the key. If the write fails,
 * the attempt counts as lost after its deadline.
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

/**
 * A new key, with the attempt that created it and the account it belongs to. Only a sealed part of `email` is
 * stored.
 */
export type NewKey = { attempt: Attempt; apiKey: string; account: string; email: string };

/**
 * Stores the key and ends its attempt, in one transaction.
 * @throws if the attempt is no longer pending: its deadline has passed, or the app was uninstalled. The list of
 * orphaned keys then shows the key's name.
 */
async function storeKey(shop: ShopDomain, key: NewKey): Promise<void> {
  const { attempt, account } = key;
  const { keyName } = attempt;
  const sealed = {
    ...(await sealKey(shop, { keyName, apiKey: key.apiKey })),
    sealedAccount: await sealAccount(shop, key.email),
  };
  await inShop(shop, async (tx, now) => {
    await endWithKey(tx, shop, attempt);
    const generation = await tx.keyAttempt.count({
      where: { shop, outcome: { in: ["stored", "released", "acknowledged"] } },
    });
    const untried = { keyCheck: "unverified", checkSince: now, connectedAt: now, checkedAt: now };
    await tx.connection.create({ data: { shop, account, generation, ...sealed, ...untried } });
    await tx.disconnection.deleteMany({ where: { shop } });
    await enqueue(tx, jobs["connection.connected"], { shop });
    const message = { code: "connection.activity.connected", keyName } as const;
    await recordActivity(tx, { shop, kind: "connection.connected", tone: "success", message, at: now });
  });
}

/** Ends the attempt whose key is being stored. @throws if the attempt is no longer pending. */
export async function endWithKey(tx: Tx, shop: ShopDomain, { id }: Attempt): Promise<void> {
  const { count } = await tx.keyAttempt.updateMany({
    where: { shop, id, outcome: "pending" },
    data: { outcome: "stored" },
  });
  if (count !== 1) throw new Error("The attempt has ended otherwise.");
}
