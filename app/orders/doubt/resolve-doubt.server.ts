import { findKey, type OpenKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { abilities as ourAbilities } from "../../wholesale/contract.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import { appendOutcome, endAttempt, findLatestAttempt, type LatestAttempt } from "../attempt-store.server.ts";
import { controlLookup, lookUp, type LookedUp } from "./look-up-order.server.ts";
import { changeClaimed, type ClaimedOrder } from "../order-store.server.ts";
import { isDead, isSameOrder, type Outcome, type Verdict } from "../outcome.ts";

/** Looked up at growing intervals for two days; whoever has not decided by then has been told. */
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

/**
 * Looks an order in doubt up at the supplier, by its reference. Found as it was sent, it is placed. That it is *not*
 * found proves something only where a control proves the lookup itself, and where the contract says after how long
 * nothing can turn up any more; then it goes again under the same reference. In every other case a person decides.
 */
export async function resolveDoubt(
  order: ClaimedOrder,
  clock: () => Date,
  {
    abilities = ourAbilities,
  }: { abilities?: Pick<Abilities, "findOrderByReference" | "lookupConsistentAfterSeconds"> } = {},
): Promise<void> {
  const { shop, id: orderId } = order;
  const attempt = await findLatestAttempt(shop, orderId);
  const verdict = await settle(order, { attempt, abilities, clock });
  const now = clock();
  if (verdict.to !== "in_doubt") {
    await endAttempt({ shop, orderId, attemptId: attempt.id }, { verdict, now });
    return;
  }
  const { outcome } = verdict;
  const waited = now.getTime() - attempt.deadline.getTime();
  const nextAt =
    waited > GIVE_UP_AFTER_MS
      ? null
      : new Date(now.getTime() + Math.min(60_000 * 2 ** order.retryCount, 3_600_000));
  await inShop(shop, async (tx) => {
    const change = { to: "in_doubt", reason: outcome.kind, said: outcome.said, nextAt } as const;
    if (!(await changeClaimed(tx, order, { ...change, retryCount: order.retryCount + 1 }))) return;
    // What was known before is no new evidence.
    if (attempt.lastOutcome?.kind !== outcome.kind || attempt.lastOutcome.said !== outcome.said) {
      await appendOutcome(tx, { shop, attemptId: attempt.id, outcome, now });
    }
  });
}

type Circumstances = {
  attempt: LatestAttempt;
  abilities: Pick<Abilities, "findOrderByReference" | "lookupConsistentAfterSeconds">;
  clock: () => Date;
};

async function settle(
  { shop }: ClaimedOrder,
  { attempt, abilities, clock }: Circumstances,
): Promise<Verdict> {
  if (!abilities.findOrderByReference) {
    return unsettled("cannot-tell", "The supplier offers no way to look an order up by its reference.");
  }
  const key = await findKey(shop);
  if (key === null)
    return unsettled("cannot-tell", "The shop is not connected, so the order cannot be looked up.");
  if (!isSameAccount(key, attempt)) {
    const said =
      "The shop has been connected anew since, and not to the same account as far as we can tell, so a lookup would prove nothing.";
    return unsettled("cannot-tell", said);
  }
  try {
    const found = await lookUp(attempt.reference, key.apiKey);
    if (found.exact.length > 0) return judgeFound(found, attempt);
    return await judgeNotFound(found, { shop, attempt, abilities, apiKey: key.apiKey, clock });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return unsettled("cannot-tell", `The lookup did not work. ${error.publicMessage}`);
  }
}

/** A key that took the place of the attempt's own sees the same orders, where it is known to be the same account's. */
function isSameAccount(key: OpenKey, { keyGeneration, account }: LatestAttempt): boolean {
  return key.generation === keyGeneration || (account !== null && key.account === account);
}

function judgeFound({ exact }: LookedUp, attempt: LatestAttempt): Verdict {
  const [first, ...others] = exact;
  if (first === undefined) throw new Error("Nothing was found.");
  const alive = exact.filter((each) => !isDead(each));
  const supplierOrderId = (alive[0] ?? first).id;
  if (alive.length > 1) {
    const numbers = alive.map(({ id }) => id).join(" and ");
    return unsettled(
      "found-twice",
      `The supplier has it more than once (its numbers ${numbers}). Cancel all but one there.`,
      supplierOrderId,
    );
  }
  const [only] = alive;
  if (only === undefined) {
    return unsettled(
      "found-dead",
      `The supplier has it (its number ${first.id}), but as ${first.status}.`,
      first.id,
    );
  }
  if (!isSameOrder(only, attempt)) {
    return unsettled(
      "found-different",
      `The supplier has an order of this reference (its number ${only.id}), but with other pieces than we sent${others.length > 0 ? ", beside one that is over" : ""}.`,
      only.id,
    );
  }
  return {
    outcome: {
      kind: "found",
      said: `It was found at the supplier (its number ${only.id}).`,
      supplierOrderId: only.id,
    },
    to: "placed",
    goOnAfterSeconds: 0,
  };
}

async function judgeNotFound(
  found: LookedUp,
  { shop, attempt, abilities, apiKey, clock }: Circumstances & { shop: ClaimedOrder["shop"]; apiKey: string },
): Promise<Verdict> {
  if (!found.proves)
    return unsettled(
      "cannot-tell",
      "The supplier does not look up by reference: it answered with other orders.",
    );
  const after = abilities.lookupConsistentAfterSeconds;
  if (after === null) {
    return unsettled(
      "not-found",
      "The supplier does not know it so far. That proves nothing: it may still turn up.",
    );
  }
  if (clock().getTime() < attempt.settledFrom.getTime() + after * 1000) {
    return unsettled(
      "not-found",
      "The supplier does not know it so far. It may still turn up; Stockbridge looks again.",
    );
  }
  const control = await controlLookup(shop, { keyGeneration: attempt.keyGeneration, apiKey });
  if (control === "no-known-order") {
    return unsettled(
      "not-found",
      "The supplier does not know it, and there is no other order of this shop yet to prove by that the lookup works.",
    );
  }
  if (control === "failed") {
    return unsettled(
      "cannot-tell",
      "The supplier does not know it, but it does not find orders that it has either.",
    );
  }
  return {
    outcome: { kind: "not-found", said: "The supplier surely does not have it, so it is ordered again." },
    to: "ready",
    goOnAfterSeconds: 0,
  };
}

function unsettled(kind: Outcome["kind"], said: string, supplierOrderId?: string): Verdict {
  const outcome = { kind, said, ...(supplierOrderId !== undefined && { supplierOrderId }) };
  return { outcome, to: "in_doubt", goOnAfterSeconds: null };
}
