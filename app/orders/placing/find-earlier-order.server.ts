import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, OrderLine, SupplierOrderId } from "../../wholesale/resources.ts";
import {
  latestFirst,
  nextReference,
  readAttempts,
  referenceOf,
  sendsNothing,
} from "../store/attempt-store.server.ts";
import { judgeFound, lookUp, lookUpOrUnreadable, missesKnownOrder } from "../doubt/look-up-order.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import { atSupplierStates } from "../states/order-state.ts";
import { explainingAcceptance, isDead, type NotPlaced, type Outcome } from "../states/outcome.ts";
import { inPieces } from "./begin-attempt.server.ts";
import type { PlannedLine } from "./decide-order.ts";

/** Where neither a request nor its latest attempt is younger, it may have been ordered before our records were restored. */
const FRESH_SECONDS = 600;
/** So far the shop's clock and the database's may be apart. */
const SKEW_SECONDS = 60;

/** When they said that nothing was ordered, a person's word was compared with the supplier. It holds for so long. */
const WORD_HOLDS_SECONDS = 30;

/** No fulfillment order is ordered anew so often. */
const GENERATIONS_AT_MOST = 10;

type Searched = {
  request: Pick<FulfillmentOrder, "request" | "requestedAt" | "closedOthers">;
  lines: PlannedLine[];
  prefix: string;
  key: OpenKey;
  sends: boolean;
  /** First time that a person confirmed that there is no such order. */
  deniedAt: Date | null;
};

/**
 * Looks for an order that our records may have forgotten, because they were restored from a copy: of a request that the
 * shop shows as accepted although no order of ours explains it; and, before it is sent, of one of which we hold no recent
 * attempt under the reference that it would get. The same pieces may have been requested before in a fulfillment order that
 * is over by now: where our records hold no order that stands for that one either, it is looked for as well, however young
 * this request is. And where the order has waited since a person said that there is none: it may have turned up meanwhile.
 *
 * @param sends whether it is about to be sent. If not, only an unexplained acceptance is worth a look.
 * @returns what is known of such an order; null when nothing speaks against sending this one.
 * @throws Failure when the supplier cannot be asked just now.
 */
export async function findEarlierOrder(order: ClaimedOrder, searched: Searched): Promise<Outcome | null> {
  const { request, sends, deniedAt } = searched;
  const isAccepted = request.request === "accepted";
  const isYoung = isFresh(request.requestedAt, order.claimedAt);
  const wordHoldsFrom = after(order.claimedAt, -WORD_HOLDS_SECONDS);
  const isWordOld = sends && deniedAt !== null && deniedAt < wordHoldsFrom;
  if (!isAccepted && !isWordOld && !(sends && mayBeForgotten(request, order.claimedAt))) return null;
  const records = await readRecords(order, searched);
  const { isExplained, attemptedAt, isDecided, forgotten } = records;
  const isUnexplained = isAccepted && !isExplained;
  const isRecent = isFresh(attemptedAt, order.claimedAt);
  const isKnown = !isWordOld && (forgotten.length > 0 ? isRecent && !isDecided : isRecent || isYoung);
  if (!isUnexplained && (!sends || isKnown)) return null;
  const unexplained: Outcome | null = isUnexplained ? { code: "accepted-before-records" } : null;
  if (!abilities.findOrderByReference) return unexplained;
  const earlier = await search(order, { ...searched, ...records, unexplained });
  // Asked the same once more, the person could only say the same.
  return earlier?.code === "cannot-tell" && (await isAnswered(order, earlier)) ? null : earlier;
}

async function search(
  order: ClaimedOrder,
  searched: Searched & { reference: string; forgotten: string[]; unexplained: Outcome | null },
): Promise<Outcome | null> {
  const { lines, key, reference, unexplained } = searched;
  const sought = inPieces(lines);
  try {
    const found = await lookUp({ shop: order.shop, key }, reference);
    if (found.exact.length > 0) return judgeFound(found, { reference, lines: sought });
    // Where the supplier looks up by reference, what cannot be read has this one.
    if (found.unreadable > 0 && !found.loose) return unexplained ?? unreadable;
    const earlier = (await findForgotten(order, { ...searched, sought })) ?? unexplained;
    if (earlier !== null || !(await missesKnownOrder({ shop: order.shop, key }))) return earlier;
    return { code: "cannot-tell", explanation: { code: "orders.cannot-tell.control-failed" } };
  } catch (error) {
    const isAnswer =
      error instanceof Failure && (error.code === "rejected" || error.code === "unexpected-reply");
    if (!isAnswer) throw error;
    const { explanation } = error;
    const failed = { code: "orders.cannot-tell.failed", explanation } as const;
    return unexplained ?? { code: "cannot-tell", explanation: failed };
  }
}

/** Whether something may have been ordered for a request, or for the same pieces, that our records no longer hold. */
function mayBeForgotten({ request, requestedAt, closedOthers }: Searched["request"], now: Date): boolean {
  return request === "accepted" || !isFresh(requestedAt, now) || closedOthers.length > 0;
}

const unreadable: Outcome = {
  code: "cannot-tell",
  explanation: { code: "orders.cannot-tell.unreadable" },
};

/** Whether a person who was told so has said that nothing was ordered. */
async function isAnswered(
  { shop, id: orderId }: ClaimedOrder,
  { code: kind, explanation: { code } }: NotPlaced & { code: "cannot-tell" },
): Promise<boolean> {
  const attempt = { orderId, outcomes: { some: { kind: "confirmed-not-ordered" } } };
  const params = { path: ["explanation", "code"], equals: code };
  return inShop(
    shop,
    async (tx) => (await tx.orderAttemptOutcome.count({ where: { kind, params, attempt } })) > 0,
  );
}

/** What the supplier has alive for one of these fulfillment orders, with any of the same pieces, or may have. */
async function findForgotten(
  { shop, id: orderId }: ClaimedOrder,
  { forgotten, sought, prefix, key }: Searched & { forgotten: string[]; sought: OrderLine[] },
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
        if (isDead(each) || !sharesPieces(each, sought)) continue;
        if (await isConsidered({ shop, orderId }, each.id)) continue;
        return { code: "found-for-earlier-request", number: each.id, reference };
      }
      // Only after one that is known to stand there, another reference was used.
      if (found.exact.length === 0) break;
    }
  }
  return null;
}

/** Whether it may be for the same pieces; one that shows none may be for any. */
function sharesPieces({ lines }: Order, sought: OrderLine[]): boolean {
  const ids = new Set(sought.map(({ supplierVariantId }) => supplierVariantId));
  return lines.length === 0 || lines.some(({ supplierVariantId }) => ids.has(supplierVariantId));
}

/** Whether the order's page has named that reference, so that what a person has said since is about it as well. */
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

/** Whether it belongs to another order of ours, or a person has decided about it already. */
async function isConsidered(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  number: SupplierOrderId,
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const held = await tx.supplierOrder.count({ where: { shop, supplierOrderId: number } });
    if (held > 0) return true;
    const told = await tx.orderAttemptOutcome.count({
      where: { attempt: { orderId }, supplierOrderId: number },
    });
    return told > 0;
  });
}

/** A time in the future says that a clock is wrong, and nothing of an age. */
function isFresh(moment: Date | null, now: Date): boolean {
  return moment !== null && moment > after(now, -FRESH_SECONDS) && moment < after(now, SKEW_SECONDS);
}

/**
 * Whether an order of ours explains that the request is accepted, what the next attempt would be called, whether a person has
 * said that there is none of that reference, and of which fulfillment orders that are over we know no order that stands.
 */
async function readRecords(
  { shop, id: orderId, fulfillmentOrderId }: ClaimedOrder,
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
    // Where the latest that they hold stands nowhere, they may have forgotten the one after it.
    const recorded = await tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: closedOthers }, state: { in: atSupplierStates } },
      select: { fulfillmentOrderId: true },
    });
    const known = new Set(recorded.map((each) => each.fulfillmentOrderId));
    const forgotten = closedOthers.filter((each) => !known.has(each));
    // Of an earlier reference it says nothing: what was ordered under this one may be forgotten all the same. Nor does one that
    // sent nothing, because a lookup had failed, unless a person has decided: all of them are looked up again.
    const isOfReference = latest?.reference === reference;
    // A person's word is about this reference, not about what stands for earlier requests: that they are asked about by its number.
    const isDecided = decided.some(sendsNothing);
    const isEvidence = isOfReference && (!sendsNothing(latest) || decided.some(({ id }) => id === latest.id));
    const attemptedAt = isEvidence ? latest.startedAt : null;
    return { isExplained: explained > 0, attemptedAt, isDecided, reference, forgotten };
  });
}
