import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { after } from "../../queue/back-off.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { abilities } from "../../wholesale/contract.ts";
import { latestFirst } from "../store/attempt-store.server.ts";
import { judgeFound, lookUp } from "../doubt/look-up-order.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import { explainingAcceptance, type Outcome } from "../states/outcome.ts";
import { inPieces, nextReference } from "./begin-attempt.server.ts";
import type { PlannedLine } from "./decide-order.ts";

/** So much older than its latest attempt, a request may have been ordered by records that were lost. */
const FRESH_SECONDS = 600;
/** So far the shop's clock and the database's may be apart. */
const SKEW_SECONDS = 60;

/**
 * Looks for an order that our records may have forgotten, because they were restored from a copy: of a request that the
 * shop shows as accepted although no order of ours explains it, and of one of which we hold no recent attempt, before it is
 * sent.
 *
 * @param sends whether it is about to be sent. If not, only an unexplained acceptance is worth a look.
 * @returns what is known of such an order; null when nothing speaks against sending this one.
 * @throws Failure when the supplier cannot be asked just now.
 */
export async function findEarlierOrder(
  order: ClaimedOrder,
  {
    request,
    lines,
    key,
    sends,
  }: {
    request: Pick<FulfillmentOrder, "request" | "requestedAt">;
    lines: PlannedLine[];
    key: OpenKey;
    sends: boolean;
  },
): Promise<Outcome | null> {
  const isAccepted = request.request === "accepted";
  if (!isAccepted && (!sends || isFresh(request.requestedAt, order.claimedAt))) return null;
  const { isExplained, latestAt, reference } = await readRecords(order);
  const isUnexplained = isAccepted && !isExplained;
  if (!isUnexplained && (!sends || isFresh(latestAt, order.claimedAt))) return null;
  const unexplained: Outcome | null = isUnexplained ? { code: "accepted-before-records" } : null;
  if (!abilities.findOrderByReference) return unexplained;
  try {
    const found = await lookUp({ shop: order.shop, key }, reference);
    if (found.exact.length > 0) return judgeFound(found, { reference, lines: inPieces(lines) });
    // Where the supplier looks up by reference, what cannot be read has this one.
    if (found.unreadable > 0 && !found.loose)
      return unexplained ?? { code: "cannot-tell", explanation: { code: "orders.cannot-tell.unreadable" } };
    return unexplained;
  } catch (error) {
    const isAnswer =
      error instanceof Failure && (error.code === "rejected" || error.code === "unexpected-reply");
    if (!isAnswer) throw error;
    const { explanation } = error;
    const failed = { code: "orders.cannot-tell.failed", explanation } as const;
    return unexplained ?? { code: "cannot-tell", explanation: failed };
  }
}

/** A time in the future says that a clock is wrong, and nothing of an age. */
function isFresh(moment: Date | null, now: Date): boolean {
  return moment !== null && moment > after(now, -FRESH_SECONDS) && moment < after(now, SKEW_SECONDS);
}

/** Whether an order of ours explains that the request is accepted, and what the next attempt would be called. */
async function readRecords({ shop, id: orderId, fulfillmentOrderId }: ClaimedOrder) {
  return inShop(shop, async (tx) => {
    const explained = await tx.orderAttemptOutcome.count({
      where: { attempt: { orderId }, kind: { in: explainingAcceptance } },
    });
    const latest = await tx.orderAttempt.findFirst({ where: { orderId }, orderBy: latestFirst });
    const { reference } = await nextReference(tx, { shop, id: orderId, fulfillmentOrderId });
    return { isExplained: explained > 0, latestAt: latest?.startedAt ?? null, reference };
  });
}
