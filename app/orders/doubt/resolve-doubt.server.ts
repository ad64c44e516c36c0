import { findUsableKey } from "../../connection/connection-store.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { abilities } from "../../wholesale/contract.ts";
import { isPlaced, type Outcome, stateAfter } from "../states/outcome.ts";
import { isSameAccount } from "../states/same-account.ts";
import { appendIfNew, type Attempt, findLatestAttempt } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { changeClaimed, type ClaimedOrder, recheckAt } from "../store/order-store.server.ts";
import {
  type Asking,
  controlLookup,
  findUnknownAlike,
  judgeFound,
  type LookedUp,
  lookUp,
} from "./look-up-order.server.ts";

/**
 * Looks up an order in doubt by its reference. If the supplier has the order as sent, it becomes placed. If the
 * supplier does not show the order, two conditions must hold before this proves anything: a control lookup works, and
 * the contract says after how long an order is visible. The order is then sent again under the same reference. In all
 * other cases a person decides.
 */
export async function resolveDoubt(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId, retryCount } = order;
  // `asOf` is read before the lookup, because the lookup's result is about that time.
  const { attempt, now: asOf } = await findLatestAttempt(shop, orderId);
  const found = await find(order, { attempt, asOf });
  const outcome = unlessSeen(found, attempt);
  if (isPlaced(outcome) || stateAfter(outcome) !== "in_doubt") {
    await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome });
    return;
  }
  const isGivenUp = asOf > after(attempt.deadline, GIVE_UP_AFTER_SECONDS);
  await inShop(shop, async (tx, now) => {
    const dueAt = isGivenUp ? null : recheckAt(now, outcome.code, { retryCount });
    const change = { reason: outcome, dueAt, retryCount: retryCount + 1 };
    if (await changeClaimed(tx, order, change))
      await appendIfNew(tx, { shop, attemptId: attempt.id, outcome, now });
  });
}

/**
 * Ends an attempt whose deadline passed without an outcome: its process crashed, and may have sent the order. If the database's
 * clock has just jumped, the deadline may not have passed, so the attempt gets one more minute.
 */
export async function abandonAttempt(order: ClaimedOrder): Promise<void> {
  const { shop, id: orderId, retryCount } = order;
  if (hasClockJumped()) {
    await inShop(shop, (tx, now) =>
      changeClaimed(tx, order, { dueAt: after(now, JUMP_PAUSE_SECONDS), retryCount }),
    );
    return;
  }
  const { attempt } = await findLatestAttempt(shop, orderId);
  await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome: { code: "abandoned" } });
}

const JUMP_PAUSE_SECONDS = 60;

/** Lookups back off for two days. After that, only the merchant's answer or a wake-up (`wokenBy`) continues the order. */
const GIVE_UP_AFTER_SECONDS = 48 * 3600;

type Circumstances = { attempt: Attempt; asOf: Date };

async function find({ shop }: ClaimedOrder, { attempt, asOf }: Circumstances): Promise<Outcome> {
  if (!abilities.findOrderByReference) return cannotTell({ code: "orders.cannot-tell.not-offered" });
  const key = await findUsableKey(shop);
  if (key === null) return cannotTell({ code: "orders.cannot-tell.no-key" });
  if (!isSameAccount(key, attempt)) return cannotTell({ code: "orders.cannot-tell.other-account" });
  try {
    const found = await lookUp({ shop, key }, attempt.reference);
    if (found.exact.length > 0) return judgeFound(found, attempt);
    const early = judgeAbsence(found, { attempt, asOf });
    if (early !== null) return early;
    const judged = judgeControl(await controlLookup({ shop, key }, attempt.keyGeneration));
    return judged.code === "proven-not-ordered" ? await judgeUnknown({ shop, key }, attempt) : judged;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return cannotTell({ code: "orders.cannot-tell.failed", explanation: error.explanation });
  }
}

/** Decides the outcome of a lookup that found nothing; null if a control lookup must decide. */
function judgeAbsence({ loose, unreadable }: LookedUp, { attempt, asOf }: Circumstances): Outcome | null {
  if (unreadable > 0) return cannotTell({ code: "orders.cannot-tell.unreadable" });
  if (loose) return cannotTell({ code: "orders.cannot-tell.reference-ignored" });
  const { lookupConsistentAfterSeconds: seconds } = abilities;
  if (seconds === null) return notFound({ code: "orders.not-found.unproven" });
  return hasClockJumped() || asOf < after(attempt.endsAt, seconds)
    ? notFound({ code: "orders.not-found.early" })
    : null;
}

function judgeControl(control: Awaited<ReturnType<typeof controlLookup>>): Outcome {
  switch (control) {
    case "works":
      return { code: "proven-not-ordered" };
    case "no-known-order":
      return notFound({ code: "orders.not-found.no-control" });
    case "failed":
      return cannotTell({ code: "orders.cannot-tell.control-failed" });
  }
}

/**
 * Decides the outcome after the supplier proved to have no order under our reference. The supplier may have stored the
 * order under another reference, so this function looks for an order with the same pieces.
 */
async function judgeUnknown(asking: Asking, attempt: Attempt): Promise<Outcome> {
  const alike = await findUnknownAlike(asking, attempt);
  if (alike === "unreadable") return notFound({ code: "orders.not-found.unproven" });
  if (alike === null) return { code: "proven-not-ordered" };
  const { id: number, reference } = alike;
  return cannotTell({ code: "orders.cannot-tell.same-pieces", number, reference: reference.trim() || "–" });
}

/**
 * Keeps an earlier doubt if our reference was not found. If records were lost, or the supplier has shown the order
 * before, the order may have another reference now. After lost records, an inconclusive lookup does not replace the
 * doubt either.
 */
function unlessSeen(found: Outcome, { ofLostRecords, foundOtherwise }: Attempt): Outcome {
  const isAbsence = found.code === "proven-not-ordered" || found.code === "not-found";
  if (isAbsence) return ofLostRecords ?? foundOtherwise ?? found;
  return found.code === "cannot-tell" && ofLostRecords !== null ? ofLostRecords : found;
}

function notFound(explanation: Message): Outcome {
  return { code: "not-found", explanation };
}

function cannotTell(explanation: Message): Outcome {
  return { code: "cannot-tell", explanation };
}
