import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { isAfterFailover } from "../../lib/database/failover.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { OrderLine, SupplierOrderId } from "../../wholesale/resources.ts";
import {
  type Asking,
  judgeFound,
  type LookedUp,
  lookUp,
  lookUpOrUnreadable,
  missesKnownOrder,
} from "../doubt/look-up-order.server.ts";
import { wasAccepted } from "../states/acceptance.ts";
import { atSupplierStates, countedStates } from "../states/order-state.ts";
import { explainingAcceptance, type NotPlaced, type Outcome } from "../states/outcome.ts";
import { isOtherAccount, isSameAccount } from "../states/same-account.ts";
import { hasIdentity, isDead, isKnownByNumber, maySharePieces } from "../states/supplier-order.ts";
import {
  type KnownAttempt,
  latestFirst,
  nextReference,
  readAttempts,
  referenceOf,
  sendsNothing,
} from "../store/attempt-store.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import { inPieces } from "./begin-attempt.server.ts";
import type { PlannedLine } from "./decide-order.ts";

/** The parts of an order's row that a search needs. */
type Known = Pick<
  ClaimedOrder,
  "shop" | "id" | "fulfillmentOrderId" | "claimedAt" | "secondSupplierOrderId" | "cancelRequestedAt"
>;

/** If both the request and its latest attempt are older, our records may have been restored since. */
const FRESH_SECONDS = 600;
/** Maximum difference between the shop's clock and the database's. */
const SKEW_SECONDS = 60;

/**
 * A person's answer "not ordered" was compared with the supplier when they gave it. It holds for this time.
 */
const WORD_HOLDS_SECONDS = 30;

/** Limits the lookups per fulfillment order. Later references are not looked up. */
const GENERATIONS_AT_MOST = 10;

type Searched = {
  request: Pick<FulfillmentOrder, "request" | "requestedAt" | "closedOthers">;
  lines: PlannedLine[];
  prefix: string;
  key: OpenKey;
  sends: boolean;
  /** First time that a person confirmed that the supplier has no such order. */
  deniedAt: Date | null;
  /** True if the supplier had an order for this one before, under a reference that is used up. */
  isOrderedBefore: boolean;
};

/** A used-up reference of this order, and the numbers that the supplier's orders had under it. */
type Earlier = Pick<KnownAttempt, "reference" | "keyGeneration" | "account"> & { numbers: SupplierOrderId[] };

/**
 * Looks for an order that is alive at the supplier although our records say otherwise. Before sending, looks up each order that
 * we had placed for this one before: the supplier may have taken up an order again that had ended. Also looks for an order that
 * our records may have lost, because a backup was restored or a failover lost commits:
 *
 * - if the shop shows the request as accepted, and no order of ours explains that;
 * - before sending, if neither the request nor an attempt under the reference that the order would get is
 *   younger than ten minutes, or the database failed over within ten minutes, or its clock has just jumped;
 * - before sending, if the same pieces were requested in a fulfillment order that is closed now, and we have
 *   no order for that one, however recent this request is;
 * - before sending, if more than `WORD_HOLDS_SECONDS` have passed since a person said that there is no such
 *   order.
 *
 * @param sends true if the order is about to be sent; otherwise only an unexplained acceptance is looked up.
 * @returns the outcome to record: an order that was found, or a doubt that a person decides. Null if nothing prevents sending this
 *   one.
 * @throws Failure if the supplier cannot be called now.
 */
export async function findEarlierOrder(order: Known, searched: Searched): Promise<Outcome | null> {
  const { request, sends, deniedAt, isOrderedBefore } = searched;
  const isAccepted = wasAccepted(request);
  const isYoung = isFresh(request.requestedAt, order.claimedAt);
  const wordHoldsFrom = after(order.claimedAt, -WORD_HOLDS_SECONDS);
  const isWordOld = sends && deniedAt !== null && deniedAt < wordHoldsFrom;
  const isInQuestion = isOrderedBefore || mayBeForgotten(request, order.claimedAt);
  if (!isAccepted && !isWordOld && !(sends && isInQuestion)) return null;
  const records = await readRecords(order, searched);
  const { isExplained, attemptedAt, isDecided, forgotten } = records;
  const isUnexplained = isAccepted && !isExplained;
  const isRecent = isFresh(attemptedAt, order.claimedAt);
  const isKnown = !isWordOld && (forgotten.length > 0 ? isRecent && !isDecided : isRecent || isYoung);
  const unexplained: Outcome | null = isUnexplained ? { code: "accepted-before-records" } : null;
  const isSearched = (isUnexplained || (sends && !isKnown)) && abilities.findOrderByReference;
  const earlier = await orCannotTell(unexplained, async () => {
    if (isSearched) return search(order, { ...searched, ...records, unexplained });
    return (sends ? await findAliveAgain(order, { ...searched, ...records }) : null) ?? unexplained;
  });
  // The person has answered this already, and could only repeat it.
  return earlier?.code === "cannot-tell" && (await isAnswered(order, earlier)) ? null : earlier;
}

type Records = Awaited<ReturnType<typeof readRecords>>;

async function search(
  order: Known,
  searched: Searched & Records & { unexplained: Outcome | null },
): Promise<Outcome | null> {
  const { lines, key, reference, unexplained } = searched;
  const sought = inPieces(lines);
  const found = await lookUp({ shop: order.shop, key }, reference);
  if (found.exact.length > 0) return judgeFound(found, { reference, lines: sought });
  // In an exact lookup, the unreadable order has this reference.
  if (found.unreadable > 0 && !found.loose) return unexplained ?? unreadable;
  const earlier =
    (await findAliveAgain(order, searched)) ??
    (await findForgotten(order, { ...searched, sought })) ??
    unexplained;
  if (earlier !== null || !(await missesKnownOrder({ shop: order.shop, key }))) return earlier;
  return { code: "cannot-tell", explanation: { code: "orders.cannot-tell.control-failed" } };
}

/** Returns the doubt that a person decides about if the supplier's answer to a lookup proves nothing. */
async function orCannotTell(
  unexplained: Outcome | null,
  find: () => Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    return await find();
  } catch (error) {
    const isAnswer =
      error instanceof Failure && (error.code === "rejected" || error.code === "unexpected-reply");
    if (!isAnswer) throw error;
    const { explanation } = error;
    const failed = { code: "orders.cannot-tell.failed", explanation } as const;
    return unexplained ?? { code: "cannot-tell", explanation: failed };
  }
}

/** Returns true if an order for this request, or for the same pieces, may be missing from our records. */
function mayBeForgotten({ request, requestedAt, closedOthers }: Searched["request"], now: Date): boolean {
  return wasAccepted({ request }) || !isFresh(requestedAt, now) || closedOthers.length > 0;
}

const unreadable: Outcome = {
  code: "cannot-tell",
  explanation: { code: "orders.cannot-tell.unreadable" },
};

/** Returns true if a person has already answered "not ordered" to the same outcome. */
async function isAnswered(
  { shop, id: orderId }: Known,
  { code: kind, explanation: { code } }: NotPlaced & { code: "cannot-tell" },
): Promise<boolean> {
  const attempt = { orderId, outcomes: { some: { kind: "confirmed-not-ordered" } } };
  const params = { path: ["explanation", "code"], equals: code };
  return inShop(
    shop,
    async (tx) => (await tx.orderAttemptOutcome.count({ where: { kind, params, attempt } })) > 0,
  );
}

/**
 * Finds an order that we had placed for this one, that ended in our records, and that the supplier has or may have alive. Whatever
 * its lines, a person decides.
 */
async function findAliveAgain(
  { shop, id: orderId, secondSupplierOrderId, cancelRequestedAt }: Known,
  { earlier, key }: Pick<Searched & Records, "earlier" | "key">,
): Promise<Outcome | null> {
  for (const each of earlier.slice(0, GENERATIONS_AT_MOST)) {
    const { reference } = each;
    const { exact, unreadable, loose } = await lookUpEarlier({ shop, key }, each);
    for (const found of exact) {
      // A known second order is canceled together with this one.
      if (found.id === secondSupplierOrderId && cancelRequestedAt !== null) continue;
      if (isDead(found) || (await isConsidered({ shop, orderId }, found.id))) continue;
      return { code: "found-for-earlier-request", number: found.id, reference };
    }
    const code = "unreadable-for-earlier-request";
    const mayBeAlive = exact.length === 0 && unreadable > 0 && !loose;
    if (mayBeAlive && !(await isTold({ shop, orderId }, { code, reference }))) return { code, reference };
  }
  return null;
}

/** Looks up an earlier order by its reference or, if the supplier has no such lookup, by its numbers. */
async function lookUpEarlier(asking: Asking, { reference, numbers, ...attempt }: Earlier): Promise<LookedUp> {
  const found: LookedUp = { exact: [], loose: false, unreadable: 0 };
  if (isOtherAccount(asking.key, attempt)) return found;
  const isByNumber = isKnownByNumber({ reference });
  if (abilities.findOrderByReference && !isByNumber) return lookUpOrUnreadable(asking, reference);
  // With another account, the same number may be a different order.
  if (isByNumber && !isSameAccount(asking.key, attempt)) return found;
  for (const id of numbers) {
    try {
      const order = await callAsShop(asking, "getOrder", { id });
      if (hasIdentity(order, { reference })) found.exact.push(order);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 404) continue;
      if (error.code !== "unexpected-reply") throw error;
      found.unreadable += 1;
    }
  }
  return found;
}

/**
 * Finds an order that the supplier has or may have, alive, for one of these fulfillment orders and with any
 * of the same pieces.
 */
async function findForgotten(
  { shop, id: orderId }: Known,
  { forgotten, sought, prefix, key }: Searched & Pick<Records, "forgotten"> & { sought: OrderLine[] },
): Promise<Outcome | null> {
  for (const fulfillmentOrderId of forgotten) {
    for (let generation = 1; generation <= GENERATIONS_AT_MOST; generation += 1) {
      const reference = referenceOf({ prefix, fulfillmentOrderId, generation });
      const found = await lookUpOrUnreadable({ shop, key }, reference);
      if (found.unreadable > 0 && !found.loose) {
        const code = "unreadable-for-earlier-request";
        if (!(await isTold({ shop, orderId }, { code, reference }))) return { code, reference };
      }
      for (const each of found.exact) {
        if (isDead(each) || !maySharePieces(each, { lines: sought })) continue;
        if (await isConsidered({ shop, orderId }, each.id)) continue;
        return { code: "found-for-earlier-request", number: each.id, reference };
      }
      // The next reference was used only if an order stands under this one.
      if (found.exact.length === 0) break;
    }
  }
  return null;
}

/** Returns true if the order's page has shown that reference, so that the person's answer covers it. */
async function isTold(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  { code: kind, reference }: { code: string; reference: string },
): Promise<boolean> {
  const params = { path: ["reference"], equals: reference };
  return inShop(
    shop,
    async (tx) => (await tx.orderAttemptOutcome.count({ where: { kind, params, attempt: { orderId } } })) > 0,
  );
}

/**
 * Returns true if the number belongs to an order of ours whose pieces count. Also returns true if this order's latest outcome
 * about the number was "found for an earlier request": the page has shown it, so the person's answer covers it. An order that has
 * ended in our records does not count. If it is alive at the supplier, its pieces would be bought twice.
 */
async function isConsidered(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  number: SupplierOrderId,
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const numbers = [{ supplierOrderId: number }, { secondSupplierOrderId: number }];
    const counted = { shop, OR: numbers, state: { in: countedStates } };
    if ((await tx.supplierOrder.count({ where: counted })) > 0) return true;
    const last = await tx.orderAttemptOutcome.findFirst({
      where: { shop, attempt: { orderId }, supplierOrderId: number },
      orderBy: { id: "desc" },
    });
    return last?.kind === "found-for-earlier-request";
  });
}

/**
 * Returns true if the moment is so recent that our records are complete. False for a time in the future or after a jump of the
 * database's clock, since the age is unknown then, and after a failover, which may have lost the last commits.
 */
function isFresh(moment: Date | null, now: Date): boolean {
  return (
    !isAfterFailover() &&
    !hasClockJumped() &&
    moment !== null &&
    moment > after(now, -FRESH_SECONDS) &&
    moment < after(now, SKEW_SECONDS)
  );
}

/**
 * Reads our records of a request: orders that explain its acceptance, the next reference, a person's answer
 * about that reference, earlier references of it, and closed fulfillment orders for which we know no live order.
 */
async function readRecords(
  { shop, id: orderId, fulfillmentOrderId }: Known,
  { request: { closedOthers }, prefix }: Searched,
) {
  return inShop(shop, async (tx) => {
    const explained = await tx.orderAttemptOutcome.count({
      where: { shop, attempt: { orderId }, kind: { in: explainingAcceptance } },
    });
    const latest = await tx.orderAttempt.findFirst({
      where: { shop, orderId },
      orderBy: latestFirst,
    });
    const attempts = (await readAttempts(tx, [{ shop, id: orderId }])).get(orderId) ?? [];
    const { reference } = nextReference(attempts, { fulfillmentOrderId, prefix });
    const decided = await tx.orderAttempt.findMany({
      where: { shop, orderId, reference, outcomes: { some: { kind: "confirmed-not-ordered" } } },
    });
    // Counts only orders that the supplier has: after any other, a newer one may be missing from our records.
    const recorded = await tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: closedOthers }, state: { in: atSupplierStates } },
      select: { fulfillmentOrderId: true },
    });
    const known = new Set(recorded.map((each) => each.fulfillmentOrderId));
    const forgotten = closedOthers.filter((each) => !known.has(each));
    // An attempt under an earlier reference is no evidence for this one. Neither is an attempt that sent
    // nothing because a lookup failed, unless a person has decided about it.
    const isOfReference = latest?.reference === reference;
    // A person's answer is about this reference. The page asks about orders for earlier requests by their
    // number.
    const isDecided = decided.some(sendsNothing);
    const isEvidence = isOfReference && (!sendsNothing(latest) || decided.some(({ id }) => id === latest.id));
    const attemptedAt = isEvidence ? latest.startedAt : null;
    const earlier = earlierIn(attempts, reference);
    return { isExplained: explained > 0, attemptedAt, isDecided, reference, forgotten, earlier };
  });
}

/** Returns the order's references before the next one under which the supplier had an order, the latest first. */
function earlierIn(attempts: KnownAttempt[], next: string): Earlier[] {
  const used = attempts.filter((each) => each.usesUpReference && each.reference !== next);
  return [...Map.groupBy(used, ({ reference }) => reference).values()].flatMap(([latest, ...others]) => {
    if (latest === undefined) return [];
    const outcomes = [latest, ...others].flatMap((each) => each.outcomes);
    return [{ ...latest, numbers: [...new Set(outcomes.flatMap(({ params }) => numbersIn(params)))] }];
  });
}

function numbersIn(params: unknown): SupplierOrderId[] {
  const { number, numbers = [] } = (params ?? {}) as {
    number?: SupplierOrderId;
    numbers?: SupplierOrderId[];
  };
  return number === undefined ? numbers : [number];
}
