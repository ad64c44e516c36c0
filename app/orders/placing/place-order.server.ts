import { isDeepStrictEqual } from "node:util";

import { inShop } from "../../lib/db.server.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { isStopping } from "../../queue/stopping.ts";
import { readApprovedCosts } from "./approved-costs.ts";
import { hashDestination } from "../changes/hash-destination.server.ts";
import { cancelUnsent } from "../cancelling/cancel-unsent.server.ts";
import { endCancelled } from "../cancelling/end-cancelled.server.ts";
import { unsentReason } from "../cancelling/ending.ts";
import { takeTurn } from "../store/doubt-pause.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  lookAgainNow,
  postponeOrder,
  recheckAt,
  recordOrderActivity,
} from "../store/order-store.server.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import type { Outcome } from "../states/outcome.ts";
import { inWords, type Reason } from "../states/reason.ts";
import { type Begun, beginAttempt, type Intent } from "./begin-attempt.server.ts";
import { linesToOrder, type PlannedLine } from "./decide-order.ts";
import { findEarlierOrder } from "./find-earlier-order.server.ts";
import { limitAttempts } from "./limit-attempts.server.ts";
import { readFacts } from "./read-facts.server.ts";
import { sendAttempt } from "./send-attempt.server.ts";
import { variantsIn, type Weighed, weighOrder } from "./weigh-order.server.ts";

/**
 * What the shop showed may be so old when an attempt begins: of another address, say, no webhook tells. Where reading cost and
 * stock has taken longer, the shop is asked once more.
 */
const READ_HOLDS_MS = 120_000;

/**
 * Orders once, or says why not: reads what it depends on, decides, commits the intent, sends it once, and writes down what
 * came of it. A process may end at any line of this: what it leaves behind says what may have happened.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id. `readAgain` reads it once more.
 * @throws Failure when the supplier cannot be asked about cost and stock just now.
 */
export async function placeOrder(
  order: ClaimedOrder,
  fulfillmentOrder: FulfillmentOrder | null,
  readAgain: () => Promise<FulfillmentOrder | null>,
): Promise<void> {
  const { shop, fulfillmentOrderId } = order;
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const facts = await readFacts({ shop, fulfillmentOrderId, shopVariantIds: variantsIn(fulfillmentOrder) });
  const approvedCosts = readApprovedCosts(order.approvedCosts);
  const testApproved = order.testApprovedAt !== null;
  const weighed = await weighOrder(shop, { fulfillmentOrder, facts, approvedCosts, testApproved });
  const { decision, key } = weighed;
  if (decision.kind === "drop") return drop(order, decision.reason);
  const prefix = facts.referencePrefix ?? (await ensureReferencePrefix(shop));
  const earlier = await findEarlier(order, { ...weighed, fulfillmentOrder, prefix });
  if (earlier !== null) return recordEarlier(order, earlier);
  if (decision.kind === "cancel") return cancelUnsent(order, fulfillmentOrder);
  if (decision.kind === "hold") return hold(order, decision.reason);
  // There is one, or it would be held.
  if (key === null) return postponeOrder(order, { code: "key-unauthorized" });

  const { doubtPause, brandingVersion } = facts;
  if (doubtPause !== null && !(await takeTurn(shop)))
    return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: doubtPause.nextTryAt });
  const { lines, shipTo } = decision;
  const destinationHash = await hashDestination(fulfillmentOrder?.orderAddress ?? null);
  const intent = { lines, prefix, key, brandingVersion, destinationHash, sends: true };
  await limitAttempts(async () => {
    // To begin an attempt while stopping could mean to be cut off in its middle.
    if (isStopping()) return lookAgainNow(order);
    if (readHolds.hasPassed() && !isDeepStrictEqual(await readAgain(), fulfillmentOrder))
      return lookAgainNow(order);
    const attempt = await begin(order, intent);
    const whiteLabel = brandingVersion !== null;
    if (attempt !== null) await sendAttempt(shop, { attempt, key, shipTo, whiteLabel, claims: false });
  });
}

/** Commits the intent; null where the order waits instead, or is somebody else's by now. */
async function begin(order: ClaimedOrder, intent: Intent): Promise<Begun | null> {
  const begun = await beginAttempt(order, intent);
  switch (begun.kind) {
    case "begun":
      return begun.attempt;
    case "already-ordered":
      await hold(order, { code: "already-ordered", lines: begun.lines });
      return null;
    case "shop-changed":
      await lookAgainNow(order);
      return null;
    case "lost":
      return null;
  }
}

type Earlier = { outcome: Outcome; lines: PlannedLine[]; prefix: string; key: OpenKey };

/** What our records have forgotten; it is found also where nothing is to be bought today. */
async function findEarlier(
  order: ClaimedOrder,
  { prefix, key, decision, ...read }: Weighed & { fulfillmentOrder: FulfillmentOrder | null; prefix: string },
): Promise<Earlier | null> {
  const [request, lines, sends] = [read.fulfillmentOrder, linesToOrder(read), decision.kind === "place"];
  if (key === null || request === null || lines === null) return null;
  const outcome = await findEarlierOrder(order, { request, lines, prefix, key, sends });
  return outcome && { outcome, lines, prefix, key };
}

/** An attempt that sends nothing: what came of the one that our records do not hold belongs to it. */
async function recordEarlier(order: ClaimedOrder, { outcome, ...earlier }: Earlier): Promise<void> {
  const { shop, id: orderId } = order;
  // Where it was sent to is forgotten as well.
  const attempt = await begin(order, {
    ...earlier,
    ...{ brandingVersion: null, destinationHash: null, sends: false },
  });
  if (attempt !== null) await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome });
}

async function hold(order: ClaimedOrder, reason: Reason): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const nextAt = recheckAt(now, reason.code);
    const held = await changeClaimed(tx, order, { to: "held", reason, nextAt });
    // To look again and find the same is no news.
    if (!held || (order.state === "held" && order.reason === reason.code)) return;
    const code = "orders.activity.held" as const;
    const event = { kind: "orders.held", tone: "warning", code, what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}

/** Nobody asks us for it any more, so it ends where it is. Nothing of it is at the supplier. */
async function drop(order: ClaimedOrder, dropped: Reason<"gone" | "not-ours">): Promise<void> {
  await endCancelled(order, { reason: unsentReason(order, dropped), closes: false });
}
