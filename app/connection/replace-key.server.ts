import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import { checkColumns, type KeyCheck } from "./connection-store.server.ts";
import { sealAccount, sealKey } from "./sealed-key.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { claimAttempt, endWithKey, type NewKey, obtainKey, type SignIn } from "./connect.server.ts";
import type { ConnectProblem } from "./connect-problem.ts";
import { tryKey } from "./check-key.server.ts";

export type Replaced =
  | { kind: "replaced" }
  | { kind: "not-connected" }
  /** Another window or a second click runs an attempt. */
  | { kind: "running" }
  | { kind: "problem"; problem: ConnectProblem };

/** Timeout of a read with the new key. Two of these reads must end before the attempt's deadline. */
const TRY_TIMEOUT_MS = 5_000;

/**
 * Creates a new key, tries it, and replaces the shop's key. If a step fails, the old key stays. Running calls
 * can finish with the old key: it works until the merchant deletes it with the supplier.
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

/**
 * Tries a new key, and repeats the read once after a 401. Some of the supplier's servers may not know the new
 * key yet.
 */
async function tryTwice(apiKey: string) {
  const first = await tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS });
  return first.kind === "unauthorized" ? tryKey(apiKey, { timeoutMs: TRY_TIMEOUT_MS }) : first;
}

/**
 * Replaces the key of `generation` with the new key, and ends the attempt, in one transaction.
 * @throws as `endWithKey`, or if the shop no longer has the old key
 */
async function swapKey(
  shop: ShopDomain,
  key: NewKey,
  { generation, check }: { generation: number; check: KeyCheck },
): Promise<void> {
  const { attempt, account } = key;
  const { keyName } = attempt;
  const sealed = {
    ...(await sealKey(shop, { keyName, apiKey: key.apiKey })),
    sealedAccount: await sealAccount(shop, key.email),
  };
  await inShop(shop, async (tx, now) => {
    const [before] = await queryRows<{ keyName: string; keyCheck: string; account: string | null }>(tx)`
      select key_name as "keyName", key_check as "keyCheck", account from connection
      where shop = ${shop} and generation = ${generation} for update`;
    if (!before) throw new Error("The key to be replaced is not the shop's any more.");
    await endWithKey(tx, shop, attempt);
    await tx.keyAttempt.updateMany({
      where: { shop, keyName: before.keyName, outcome: "stored" },
      data: { outcome: "released", releasedWhy: "replaced" },
    });
    const checked = { ...checkColumns(check), checkSince: now, checkedAt: now };
    const next = { account, generation: generation + 1, ...sealed, ...checked };
    await tx.connection.update({ where: { shop }, data: next });
    // After a rejected key, this job resumes the waiting work. After a change of account, it reads the new
    // account's products and checks its branding.
    if (before.keyCheck === "unauthorized" || before.account !== account)
      await enqueue(tx, jobs["connection.connected"], { shop });
    await recordActivity(tx, {
      shop,
      kind: "connection.replaced",
      tone: "success",
      subject: { label: { code: "settings.title" }, url: "/app/settings" },
      message: { code: "connection.activity.replaced", keyName, oldKeyName: before.keyName },
      at: now,
    });
  });
}
