import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { isForEarlierRequest, type Outcome } from "../states/outcome.ts";
import { hasIdentity, isDead } from "../states/supplier-order.ts";
import {
  type Attempt,
  type AttemptId,
  findLatestAttempt,
  wordCountsFrom,
} from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { findKeyOf, ignoreFailure, judgeFound, lookUpOrUnreadable } from "./look-up-order.server.ts";
import { appendAttemptFor, checkNumber, findTypedNumber, replaceNumber } from "./typed-number.server.ts";

/** The result of a person's answer about an order in doubt. */
export type Confirmed =
  | { kind: "confirmed" }
  /** The supplier has the order under this number, even if the person typed another number. */
  | { kind: "found"; number: string }
  /** The supplier shows no order with this number, so the person has to confirm the number. */
  | { kind: "unverified"; number: string }
  /**
   * The supplier's order has another reference, and its items are the same or not shown. The person has to confirm the
   * number.
   */
  | { kind: "other-reference"; number: string; reference: string }
  /** The supplier's reply to a reference of ours cannot be read. The person has to confirm "not ordered". */
  | { kind: "unreadable"; reference: string }
  /**
   * The supplier's order for an earlier request of the same pieces is open, or has partly shipped. The person has to
   * confirm "not ordered".
   */
  | { kind: "stands"; number: string }
  /** The attempt may still be in transit. */
  | { kind: "too-early" }
  /** The order has changed since the person looked. */
  | { kind: "changed" }
  /** The supplier contradicts the person, so nothing was changed. */
  | { kind: "contradicted"; explanation: Message };

/**
 * Records that a person found an order in doubt at the supplier under this number. The order becomes placed, unless the
 * number belongs to another order. If the supplier shows an order under our own reference, the number of that order
 * replaces the typed one.
 *
 * @param certain true if the person confirmed the number after a warning that the supplier does not show it, or shows
 *   it with another reference.
 */
export async function confirmOrdered(
  id: AttemptId,
  { number, certain }: { number: SupplierOrderId; certain: boolean },
): Promise<Confirmed> {
  const doubt = await findDoubt(id);
  if (doubt === null) return { kind: "changed" };
  const checked = await checkNumber(id, { number, ...doubt });
  // After a double click, the first click may just have given this order the number. That is no contradiction.
  if (checked.kind === "contradicted" && (await findDoubt(id)) === null) return { kind: "changed" };
  if (checked.kind === "contradicted" || (checked.kind === "unverified" && !certain)) return checked;
  if (checked.kind === "found") {
    await endAttempt(id, { outcome: { code: "found", number: checked.number } });
    return checked;
  }
  let { attemptId } = id;
  if (checked.kind === "other-reference") {
    const { found } = checked;
    const { ofLostRecords: lost } = doubt.attempt;
    // True if the page asked about an order for an earlier request, and the person typed that order's number.
    const isAskedFor = lost !== null && isForEarlierRequest(lost) && hasIdentity(found, lost);
    if (!certain && !isAskedFor) return { kind: "other-reference", number, reference: found.reference };
    const standing = await inShop(id.shop, (tx) => appendAttemptFor(tx, { ...id, found }));
    if (standing === null) return { kind: "changed" };
    attemptId = standing;
  }
  await endAttempt({ ...id, attemptId }, { outcome: { code: "confirmed-ordered", number } });
  return { kind: "confirmed" };
}

/**
 * Records that a person did not find an order in doubt at the supplier. The order is then sent again. A last lookup
 * overrules the person if it finds a live order. An answer soon after the attempt is refused, because the order may
 * still be in transit.
 *
 * @param certain the warning that the person has confirmed. `unreadable`: the supplier's reply to our reference, or to
 *   that of an earlier request for the same pieces, cannot be read. `stands`: the supplier has an order for an earlier
 *   request.
 */
export async function confirmNotOrdered(
  id: AttemptId,
  { certain }: { certain: Certainty },
): Promise<Confirmed> {
  const { shop } = id;
  const doubt = await findDoubt(id);
  if (doubt === null) return { kind: "changed" };
  const { attempt, key, now, wasUnreadable } = doubt;
  if (hasClockJumped() || now < wordCountsFrom(attempt)) return { kind: "too-early" };
  const found = key && (await ignoreFailure(() => lookUpOrUnreadable({ shop, key }, attempt.reference)));
  if (found && found.exact.length > 0) {
    const outcome = judgeFound(found, attempt);
    const alive = found.exact.find((each) => !isDead(each));
    // A dead order has used up our reference. This outcome is recorded as well, so that the next attempt gets another
    // reference.
    if (alive !== undefined || outcome.code === "found-dead") await endAttempt(id, { outcome });
    if (alive !== undefined) {
      const { id: number } = alive;
      if (outcome.code === "found") return { kind: "found", number };
      return { kind: "contradicted", explanation: { code: "orders.contradicted.found", number } };
    }
  }
  const isShown = found !== null && (found.exact.length > 0 || (found.unreadable === 0 && !found.loose));
  const seen = await findStillAlive(await findSeenAlive(id), { shop, key, isShown });
  if (seen.length > 0)
    return {
      kind: "contradicted",
      explanation: { code: "orders.contradicted.seen-before", numbers: seen },
    };
  // An unreadable order in the reply contradicts the person: a supplier without the order would return no order at all.
  const isUnreadable = found ? found.unreadable > 0 && !found.loose : wasUnreadable;
  if (isUnreadable && certain === false) return { kind: "unreadable", reference: attempt.reference };
  const question =
    certain === "stands" ? null : await warnOfEarlierOrder({ shop, key }, { attempt, certain });
  if (question !== null) return question;
  await endAttempt(id, { outcome: { code: "confirmed-not-ordered" } });
  return { kind: "confirmed" };
}

/** The warning that a person has confirmed, if any. */
export type Certainty = "unreadable" | "stands" | false;

/**
 * Corrects a number that a person typed, with the same checks as `confirmOrdered`.
 *
 * @param version version of the order that the person saw.
 * @param certain as in `confirmOrdered`.
 */
export async function correctNumber(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  { number, certain, version }: { number: SupplierOrderId; certain: boolean; version: number },
): Promise<Confirmed> {
  const typed = await inShop(shop, (tx) => findTypedNumber(tx, { shop, orderId }));
  if (typed?.order.version !== version) return { kind: "changed" };
  const { attempt } = await findLatestAttempt(shop, orderId);
  const key = await findKeyOf(shop, attempt);
  const checked = await checkNumber({ shop, orderId }, { number, attempt, key });
  if (checked.kind === "contradicted") {
    const now = await inShop(shop, (tx) => findTypedNumber(tx, { shop, orderId }));
    return now?.order.version === version ? checked : { kind: "changed" };
  }
  if (checked.kind === "unverified" && !certain) return checked;
  const found = checked.kind === "other-reference" ? checked.found : undefined;
  if (found && !certain) return { kind: "other-reference", number, reference: found.reference };
  const outcome =
    checked.kind === "found"
      ? ({ code: "found", number: checked.number } as const)
      : ({ code: "confirmed-ordered", number } as const);
  const isReplaced = await replaceNumber(shop, { orderId, wrong: typed.number, outcome, found });
  if (!isReplaced) return { kind: "changed" };
  return checked.kind === "found" ? checked : { kind: "confirmed" };
}

/**
 * Returns a warning if the supplier has, or may have, an order for an earlier request of the same pieces; null if nothing
 * more can ship from that order.
 */
async function warnOfEarlierOrder(
  { shop, key }: { shop: ShopDomain; key: OpenKey | null },
  { attempt: { ofLostRecords: lost }, certain }: { attempt: Attempt; certain: Certainty },
): Promise<Confirmed | null> {
  if (lost === null || !isForEarlierRequest(lost)) return null;
  const { reference } = lost;
  const found = key && (await ignoreFailure(() => lookUpOrUnreadable({ shop, key }, reference)));
  if (lost.code === "found-for-earlier-request") {
    const isOver = found?.exact.some((each) => each.id === lost.number && isDead(each)) ?? false;
    return isOver ? null : { kind: "stands", number: lost.number };
  }
  const alive = found?.exact.find((each) => !isDead(each));
  if (alive) return { kind: "stands", number: alive.id };
  const isClear = found !== null && (found.unreadable === 0 || found.loose);
  return isClear || certain === "unreadable" ? null : { kind: "unreadable", reference };
}

/** An attempt that a person decides about, and a usable key of its account, if there is one. */
type Doubt = {
  attempt: Attempt;
  key: OpenKey | null;
  now: Date;
  /** True if the supplier's last reply to the reference could not be read. */
  wasUnreadable: boolean;
};

/**
 * Finds the doubt that a person decides about; null if it is resolved.
 *
 * @param attemptId the attempt that the person saw. If a later attempt exists, the result is null: a double click must
 *   not end the attempt that the first click began.
 */
async function findDoubt({ shop, orderId, attemptId }: AttemptId): Promise<Doubt | null> {
  const order = await inShop(shop, (tx) =>
    tx.supplierOrder.findUnique({ where: { shop_id: { shop, id: orderId } } }),
  );
  if (order?.state !== "in_doubt") return null;
  const { attempt, now } = await findLatestAttempt(shop, orderId);
  if (attempt.id !== attemptId) return null;
  return { attempt, now, key: await findKeyOf(shop, attempt), wasUnreadable: wasUnreadable(order) };
}

/**
 * Returns the numbers under which the attempt's order was alive when a lookup last found it. The next attempt gets
 * another reference. Only these numbers show that order before its pieces are bought again.
 */
async function findSeenAlive({ shop, attemptId }: AttemptId): Promise<readonly string[]> {
  const last = await inShop(shop, (tx) =>
    tx.orderAttemptOutcome.findFirst({
      where: { shop, attemptId, kind: { in: [...seenAlive, "found-dead"] } },
      orderBy: { id: "desc" },
    }),
  );
  if (last === null || last.kind === "found-dead") return [];
  const { number, numbers } = last.params as { number?: string; numbers?: string[] };
  return numbers ?? (number === undefined ? [] : [number]);
}

/**
 * Returns the numbers whose orders may still ship: the supplier shows the order alive, or the order cannot be read and
 * `isShown` is false.
 *
 * @param isShown true if the supplier gave a clear reply to the lookup. An order that cannot be read then counts as
 *   gone.
 */
async function findStillAlive(
  numbers: readonly string[],
  { shop, key, isShown }: { shop: ShopDomain; key: OpenKey | null; isShown: boolean },
): Promise<string[]> {
  const alive: string[] = [];
  for (const number of numbers) {
    const id = number as SupplierOrderId;
    const found = key && (await ignoreFailure(() => callAsShop({ shop, key }, "getOrder", { id })));
    if (found === null ? !isShown : !isDead(found)) alive.push(number);
  }
  return alive;
}

const seenAlive = ["found-different", "found-twice", "found-unreadable"] satisfies Outcome["code"][];

function wasUnreadable({ reason, reasonParams }: { reason: string | null; reasonParams: unknown }): boolean {
  if (reason !== "cannot-tell") return false;
  const { explanation } = reasonParams as { explanation: { code: string; explanation?: { code: string } } };
  if (explanation.code === "orders.cannot-tell.unreadable") return true;
  return explanation.explanation?.code.startsWith("failure.supplier.unexpected-reply") ?? false;
}
