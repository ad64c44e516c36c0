import { type Deadline, deadlineIn } from "../../lib/deadline.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { describeSpan } from "../../lib/trace.server.ts";
import type { EntryLease } from "../../queue/inbox.server.ts";
import { isStopping } from "../../queue/stopping.ts";
import { type ReadFulfillmentOrder, seenFrom } from "../../shop/fulfillment-order.ts";
import { hashDestination } from "../changes/hash-destination.server.ts";
import { acceptAtOnce } from "./accept-request.server.ts";
import { beginAttempt } from "./begin-attempt.server.ts";
import { mayBeForgotten } from "./find-earlier-order.server.ts";
import { limitAttempts } from "./limit-attempts.server.ts";
import { readFacts } from "./read-facts.server.ts";
import { sendAttempt } from "./send-attempt.server.ts";
import { variantsIn, weighOrder } from "./weigh-order.server.ts";

/**
 * The shop may have been asked about the request so long ago when its row is about to begin. What the shop tells of the order
 * before that finds no row: a refund would be seen an hour later only.
 */
const READ_HOLDS_MS = 5000;

/** From when the shop is asked about a request that may be ordered at once. */
export function readHoldsFromNow(): Deadline {
  return deadlineIn(READ_HOLDS_MS);
}

/**
 * Orders a request that has just come, where nothing speaks against it: reads what that depends on, decides, commits the
 * intent together with the order's row, sends it once, writes down what came of it, and accepts the request. All that
 * is unusual is left to `processOrder`, step by step: only that one holds, waits, looks up and cancels.
 *
 * @param readHolds as long as the order may begin.
 * @param leases of the webhook that told of it, which ends in the same commit as the order's row begins.
 * @returns `to-be-opened` where nothing was begun.
 */
export async function placeAtOnce(
  shop: ShopDomain,
  read: ReadFulfillmentOrder,
  { readHolds, leases }: { readHolds: Deadline; leases: EntryLease[] },
): Promise<"begun" | "to-be-opened" | "not-ours"> {
  const { id: fulfillmentOrderId, shopOrderId, orderName } = read;
  describeSpan({ "stockbridge.order.name": orderName });
  const facts = await readFacts({ shop, fulfillmentOrderId, shopVariantIds: variantsIn(read) });
  const { referencePrefix: prefix, brandingVersion } = facts;
  const fulfillmentOrder = seenFrom(read, facts.ourLocationId);
  if (!fulfillmentOrder.ours) return "not-ours";
  if (facts.isKnown || facts.doubtPause !== null || prefix === null) return "to-be-opened";
  if (mayBeForgotten(fulfillmentOrder, facts.now)) return "to-be-opened";

  const approved = { approvedCosts: {}, testApproved: false };
  const weighed = await weighOrder(shop, { fulfillmentOrder, facts, ...approved }).catch(notNow);
  if (weighed?.decision.kind !== "place" || weighed.key === null) return "to-be-opened";
  const { key } = weighed;
  const { lines, shipTo } = weighed.decision;
  const destinationHash = await hashDestination(read.orderAddress);

  const attempted = await limitAttempts(async () => {
    if (isStopping() || readHolds.hasPassed()) return null;
    const begun = await beginAttempt(
      { id: null, shop, fulfillmentOrderId, shopOrderId, orderName, leases },
      { lines, prefix, key, brandingVersion, destinationHash, sends: true },
    );
    if (begun.kind !== "begun") return null;
    const { attempt } = begun;
    const sending = { attempt, key, shipTo, whiteLabel: brandingVersion !== null, claims: true };
    return { placed: await sendAttempt(shop, sending) };
  });
  if (attempted === null) return "to-be-opened";
  if (attempted.placed !== null) await acceptAtOnce(attempted.placed);
  return "begun";
}

/** The ordinary way asks again, and tells why it waits. */
function notNow(error: unknown): null {
  if (!(error instanceof Failure)) throw error;
  log.warn({ err: error }, "orders.not-at-once");
  return null;
}
