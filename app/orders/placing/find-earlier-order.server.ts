import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { isAfterFailover } from "../../lib/database/failover.ts";
import { Failure } from "../../lib/failure.ts";
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
import { countedStates } from "../states/order-state.ts";
import { type NotPlaced, type Outcome } from "../states/outcome.ts";
import { isOtherAccount, isSameAccount } from "../states/same-account.ts";
import { hasIdentity, isDead, isKnownByNumber, maySharePieces } from "../states/supplier-order.ts";
import { referenceOf } from "../store/attempt-store.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import { inPieces } from "./begin-attempt.server.ts";
import type { PlannedLine } from "./decide-order.ts";
import { type Earlier, readRecords, type Records } from "./read-records.server.ts";

/** The columns of an order's row that a search needs. */
type Known = Pick<
  ClaimedOrder,
  "shop" | "id" | "fulfillmentOrderId" | "claimedAt" | "secondSupplierOrderId" | "cancelRequestedAt"
>;

/**
 * Age up to which a request or its latest attempt shows that our records are complete. If both are older, a backup may
 * have been restored since.
 */
const FRESH_SECONDS = 600;
/** Maximum difference between the shop's clock and the database's. */
const SKEW_SECONDS = 60;

/**
 * A person's answer "not ordered" holds for this time, because a lookup has confirmed it at the moment of the answer.
 */
const WORD_HOLDS_SECONDS = 30;

/** Maximum number of references that a search looks up: of earlier attempts, and of each closed fulfillment order. */
const GENERATIONS_AT_MOST = 10;

type Searched = {
  request: Pick<FulfillmentOrder, "shopOrderId" | "request" | "requestedAt" | "closedOthers">;
  lines: PlannedLine[];
  prefix: string;
  key: OpenKey;
  sends: boolean;
  /** First time that a person confirmed that the supplier has no such order. */
  deniedAt: Date | null;
  /** As in `Facts`. */
  isOrderedBefore: boolean;
};

/**
 * Looks for an order that is alive at the supplier although our records say otherwise. Before sending, looks up each
 * order that we had placed before for this request, or for the same lines of the customer's order: the supplier may
 * have reopened an order that had ended. Also looks for an order that our records may have lost, because a backup was
 * restored or a failover lost commits:
 *
 * - if the shop shows the request as accepted, and no order of ours explains that;
 * - before sending, if the database failed over within sixteen minutes, or its clock has just jumped, or if the request
 *   and the latest attempt under the next reference are older than ten minutes;
 * - before sending, even for a recent request, if these pieces were requested before in a fulfillment order that is now
 *   closed, and for which we have no order;
 * - before sending, if more than `WORD_HOLDS_SECONDS` have passed since a person said that there is no such order.
 *
 * @param sends true if the order is about to be sent; otherwise only an unexplained acceptance is looked up.
 * @returns the outcome to record: an order that was found, or a doubt that a person decides. Null if nothing prevents
 *   sending this order.
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
  const { isExplained, attemptedAt, isDecided, forgotten, reference } = records;
  const isUnexplained = isAccepted && !isExplained;
  const isRecent = isFresh(attemptedAt, order.claimedAt);
  const isKnown = !isWordOld && (forgotten.length > 0 ? isRecent && !isDecided : isRecent || isYoung);
  const unexplained: Outcome | null = isUnexplained ? { code: "accepted-before-records" } : null;
  const isSearched = (isUnexplained || (sends && !isKnown)) && abilities.findOrderByReference;
  const earlier = await orCannotTell(unexplained, async () => {
    if (isSearched) return search(order, { ...searched, ...records, unexplained });
    return (sends ? await findAliveAgain(order, { ...searched, ...records }) : null) ?? unexplained;
  });
  // A person has answered about this doubt already, and could only repeat the answer.
  return earlier?.code === "cannot-tell" && (await isAnswered({ ...order, reference }, earlier))
    ? null
    : earlier;
}

async function search(
  order: Known,
  searched: Searched & Records & { unexplained: Outcome | null },
): Promise<Outcome | null> {
  const { lines, key, reference, unexplained } = searched;
  const sought = inPieces(lines);
  const found = await lookUp({ shop: order.shop, key }, reference);
  if (found.exact.length > 0) return judgeFound(found, { reference, lines: sought });
  // The reply has no order with another reference, so the unreadable order has this one.
  if (found.unreadable > 0 && !found.loose) return unexplained ?? unreadable;
  const earlier =
    (await findAliveAgain(order, searched)) ??
    (await findForgotten(order, { ...searched, sought })) ??
    unexplained;
  if (earlier !== null || !(await missesKnownOrder({ shop: order.shop, key }))) return earlier;
  return { code: "cannot-tell", explanation: { code: "orders.cannot-tell.control-failed" } };
}

/**
 * Returns what `find` returns. If the supplier's answer to a lookup proves nothing, returns a doubt about which a person
 * decides.
 */
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

/** An order and its next reference. A person's answer "not ordered" is about one reference. */
type Asked = Pick<Known, "shop" | "id"> & Pick<Records, "reference">;

/** Returns true if a person has already answered "not ordered" to the same outcome. */
async function isAnswered(
  { shop, id: orderId, reference }: Asked,
  { code: kind, explanation: { code } }: NotPlaced & { code: "cannot-tell" },
): Promise<boolean> {
  const attempt = { orderId, reference, outcomes: { some: { kind: "confirmed-not-ordered" } } };
  const params = { path: ["explanation", "code"], equals: code };
  return inShop(
    shop,
    async (tx) => (await tx.orderAttemptOutcome.count({ where: { kind, params, attempt } })) > 0,
  );
}

/**
 * Finds an order that we had placed before, for this request or for the same lines. Our records say that this earlier
 * order has ended, but the supplier has it alive, or may have it alive. A person decides about it, even if its lines
 * are different.
 */
async function findAliveAgain(
  { shop, id, secondSupplierOrderId, cancelRequestedAt }: Known,
  { earlier, key, reference: next }: Pick<Searched & Records, "earlier" | "key" | "reference">,
): Promise<Outcome | null> {
  const asked = { shop, id, reference: next };
  for (const each of earlier.slice(0, GENERATIONS_AT_MOST)) {
    const { reference } = each;
    const { exact, unreadable, loose } = await lookUpEarlier({ shop, key }, each);
    for (const found of exact) {
      // A known second order is canceled together with our order, so no person has to decide about it.
      if (found.id === secondSupplierOrderId && cancelRequestedAt !== null) continue;
      if (isDead(found) || (await isConsidered(asked, found.id))) continue;
      return { code: "found-for-earlier-request", number: found.id, reference };
    }
    const code = "unreadable-for-earlier-request";
    const mayBeAlive = exact.length === 0 && unreadable > 0 && !loose;
    if (mayBeAlive && !(await isTold(asked, { code, reference }))) return { code, reference };
  }
  return null;
}

/** Looks up an earlier order by its reference or, if the supplier has no such lookup, by its numbers. */
async function lookUpEarlier(asking: Asking, { reference, numbers, ...attempt }: Earlier): Promise<LookedUp> {
  const found: LookedUp = { exact: [], loose: false, unreadable: 0 };
  if (isOtherAccount(asking.key, attempt)) return found;
  const isByNumber = isKnownByNumber({ reference });
  if (abilities.findOrderByReference && !isByNumber) return lookUpOrUnreadable(asking, reference);
  // In another account, the same number may belong to a different order.
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
 * Finds a live order for one of the closed fulfillment orders (`forgotten`) that may have any of these pieces. Also
 * returns the reference of an unreadable order, because that order may have them.
 */
async function findForgotten(
  { shop, id }: Known,
  {
    forgotten,
    sought,
    prefix,
    key,
    reference: next,
  }: Searched & Pick<Records, "forgotten" | "reference"> & { sought: OrderLine[] },
): Promise<Outcome | null> {
  const asked = { shop, id, reference: next };
  for (const fulfillmentOrderId of forgotten) {
    for (let generation = 1; generation <= GENERATIONS_AT_MOST; generation += 1) {
      const reference = referenceOf({ prefix, fulfillmentOrderId, generation });
      const found = await lookUpOrUnreadable({ shop, key }, reference);
      if (found.unreadable > 0 && !found.loose) {
        const code = "unreadable-for-earlier-request";
        if (!(await isTold(asked, { code, reference }))) return { code, reference };
      }
      for (const each of found.exact) {
        if (isDead(each) || !maySharePieces(each, { lines: sought })) continue;
        if (await isConsidered(asked, each.id)) continue;
        return { code: "found-for-earlier-request", number: each.id, reference };
      }
      // The next reference was used only if the supplier has an order under this one.
      if (found.exact.length === 0) break;
    }
  }
  return null;
}

/** Returns true if a person has seen that earlier reference on the order's page. Then the person's answer covers it. */
async function isTold(
  { shop, id: orderId, reference }: Asked,
  { code: kind, reference: earlier }: { code: string; reference: string },
): Promise<boolean> {
  const where = { kind, params: { path: ["reference"], equals: earlier }, attempt: { orderId, reference } };
  return inShop(shop, async (tx) => (await tx.orderAttemptOutcome.count({ where })) > 0);
}

/**
 * Returns true if the number belongs to an order of ours whose pieces count. Also returns true if the page last asked
 * about this number ("found for an earlier request"), because the person's answer covers it. An order that has ended in
 * our records does not count: if that order is alive at the supplier, its pieces would otherwise be bought twice.
 */
async function isConsidered(
  { shop, id: orderId, reference }: Asked,
  number: SupplierOrderId,
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const numbers = [{ supplierOrderId: number }, { secondSupplierOrderId: number }];
    const counted = { shop, OR: numbers, state: { in: countedStates } };
    if ((await tx.supplierOrder.count({ where: counted })) > 0) return true;
    const last = await tx.orderAttemptOutcome.findFirst({
      where: { shop, attempt: { orderId, reference }, supplierOrderId: number },
      orderBy: { id: "desc" },
    });
    return last?.kind === "found-for-earlier-request";
  });
}

/**
 * Returns true if the moment is so recent that our records are complete. Returns false for a future time and after a
 * jump of the database's clock, because the age is then unknown. Also returns false after a failover, because the last
 * commits may be lost.
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
