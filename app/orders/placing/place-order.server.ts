import { isDeepStrictEqual } from "node:util";

import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import { env } from "../../lib/env.server.ts";
import { openSlots } from "../../lib/slots.ts";
import { isStopping } from "../../queue/stopping.ts";
import {
  type FulfillmentOrder,
  type ReadFulfillmentOrder,
  forLocation,
} from "../../shop/orders/fulfillment-order.ts";
import { cancelUnsent } from "../cancelling/cancel-unsent.server.ts";
import { endCancelled } from "../cancelling/end-cancelled.server.ts";
import { unsentReason } from "../cancelling/ending.ts";
import { hashDestination } from "../changes/hash-destination.server.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import type { Outcome } from "../states/outcome.ts";
import { inWords, type Reason } from "../states/reason.ts";
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
import { acceptPlaced } from "./accept-request.server.ts";
import { type Begun, beginAttempt, type Intent } from "./begin-attempt.server.ts";
import { linesToOrder, type PlannedLine, readApprovedCosts } from "./decide-order.ts";
import { type Evaluated, evaluateOrder, type Facts, readFacts } from "./evaluate-order.server.ts";
import { findEarlierOrder } from "./find-earlier-order.server.ts";
import { sendAttempt } from "./send-attempt.server.ts";

/**
 * Maximum age of the shop's answer when an attempt begins, because no webhook reports, for example, a changed address. If
 * reading cost and stock took longer, `placeOrder` reads the request again.
 */
const READ_HOLDS_MS = 120_000;

/** Limits the attempts that are under way in this process, and so the orders that a crash leaves in doubt. */
const inAttemptSlot = openSlots(env.ORDER_CONCURRENCY);

/** The shop's request, read just now; null if the shop has none with that id. */
export type ReadRequest = {
  request: ReadFulfillmentOrder | null;
  /** Our records, if the caller read them together with the order's row. */
  facts?: Facts;
  readAgain: () => Promise<ReadFulfillmentOrder | null>;
};

/**
 * Places an order once, or records why not. Reads our facts, evaluates the order, begins an attempt (and commits it), sends it
 * once, ends it (and commits the outcome), and accepts the shop's request. The process may crash at any line: the committed
 * rows show how far the order may have come.
 *
 * @throws Failure if the read of cost and stock from the supplier fails.
 */
export async function placeOrder(order: ClaimedOrder, read: ReadRequest): Promise<void> {
  const { shop, fulfillmentOrderId } = order;
  const { request, readAgain } = read;
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const facts = read.facts ?? (await readFacts({ shop, fulfillmentOrderId, request }));
  const fulfillmentOrder = request && forLocation(request, facts.ourLocationId);
  if (fulfillmentOrder?.request === "cancellation_requested") return cancelUnsent(order, fulfillmentOrder);

  const approved = {
    approvedCosts: readApprovedCosts(order.approvedCosts),
    testApproved: order.testApprovedAt !== null,
  };
  const evaluated = await evaluateOrder(shop, { fulfillmentOrder, facts, ...approved });
  const { decision, key } = evaluated;
  if (decision.kind === "drop") return drop(order, decision.reason);
  const prefix = facts.referencePrefix ?? (await ensureReferencePrefix(shop));
  const earlier = await findEarlier(order, { ...evaluated, fulfillmentOrder, facts, prefix });
  if (earlier !== null) return recordEarlier(order, earlier);
  if (decision.kind === "cancel") return cancelUnsent(order, fulfillmentOrder);
  if (decision.kind === "hold")
    // The caller read the facts before the row existed, so the wake-up that ends this wait may have missed the row.
    return read.facts === undefined ? hold(order, decision.reason) : lookAgainNow(order);
  // The shop is connected, or the order would be held. So its key does not work.
  if (key === null) return postponeOrder(order, { code: "key-unauthorized" });

  const { doubtPause, brandingVersion } = facts;
  if (doubtPause !== null && !(await takeTurn(shop)))
    return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: doubtPause.nextTryAt });
  const { lines, shipTo } = decision;
  const destinationHash = await hashDestination(fulfillmentOrder?.orderAddress ?? null);
  const isTry = doubtPause !== null;
  const intent = { lines, prefix, key, brandingVersion, destinationHash, sends: true, isTry };
  const placed = await inAttemptSlot(async () => {
    // Stopping could cut off an attempt that begins now.
    if (isStopping()) return lookAgainNow(order);
    if (readHolds.hasPassed() && !isDeepStrictEqual(await readAgain(), request)) return lookAgainNow(order);
    const attempt = await begin(order, intent);
    return attempt && sendAttempt(shop, { attempt, key, shipTo, whiteLabel: brandingVersion !== null });
  });
  if (placed) await acceptPlaced(placed);
}

/** Commits the intent; returns null if the order waits instead, or another process has it. */
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
type Searching = Evaluated & { fulfillmentOrder: FulfillmentOrder | null; facts: Facts; prefix: string };

/** Finds an order that our records have lost, even if nothing is to be bought today. */
async function findEarlier(
  order: ClaimedOrder,
  { prefix, key, decision, facts: { deniedAt }, ...read }: Searching,
): Promise<Earlier | null> {
  const [request, lines, sends] = [read.fulfillmentOrder, linesToOrder(read), decision.kind === "place"];
  if (key === null || request === null || lines === null) return null;
  const outcome = await findEarlierOrder(order, { request, lines, prefix, key, sends, deniedAt });
  return outcome && { outcome, lines, prefix, key };
}

/** Begins an attempt that sends nothing, to record the outcome of the lost one. */
async function recordEarlier(order: ClaimedOrder, { outcome, ...earlier }: Earlier): Promise<void> {
  const { shop, id: orderId } = order;
  // Our records have lost its destination as well.
  const forgotten = { brandingVersion: null, destinationHash: null };
  const attempt = await begin(order, { ...earlier, ...forgotten, sends: false, isTry: false });
  if (attempt !== null) await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome });
}

async function hold(order: ClaimedOrder, reason: Reason): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const dueAt = recheckAt(now, reason.code);
    const held = await changeClaimed(tx, order, { to: "held", reason, dueAt });
    // Holding it again for the same reason is no news.
    if (!held || (order.state === "held" && order.reason === reason.code)) return;
    const code = "orders.activity.held" as const;
    const event = { kind: "orders.held", tone: "warning", code, what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}

/** Ends an order whose request is gone. The supplier has nothing of it. */
async function drop(order: ClaimedOrder, dropped: Reason<"gone" | "not-ours">): Promise<void> {
  await endCancelled(order, { reason: unsentReason(order, dropped), closes: false });
}
