import { isDeepStrictEqual } from "node:util";

import { wasServiceLost } from "../../catalog/location/ensure-service.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { isAfterFailover } from "../../lib/database/failover.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import { env } from "../../lib/env.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { openSlots } from "../../lib/slots.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { meter, secondsSince } from "../../lib/telemetry/metrics.server.ts";
import { inSpan } from "../../lib/telemetry/trace.server.ts";
import { hashOf } from "../../lib/hash-of.ts";
import { after } from "../../queue/back-off.ts";
import { isStopping } from "../../queue/stopping.ts";
import {
  forLocation,
  type FulfillmentOrder,
  type ReadFulfillmentOrder,
  NO_PAST,
} from "../../shop/orders/fulfillment-order.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { type Address, hasPackages, type Order } from "../../wholesale/resources.ts";
import { cancelUnsent, endCanceled } from "../canceling/cancel-order.server.ts";
import { destinationOf } from "../changes/hash-destination.server.ts";
import type { Choices } from "../choices/choose.ts";
import { learnMethod } from "../choices/choice-store.server.ts";
import { type EarningRules, snapshotOf } from "../earnings/earnings.ts";
import { expectedShipping } from "../earnings/usual-shipping.server.ts";
import { compareOrder } from "../states/difference.ts";
import { unsentReason } from "../states/ending.ts";
import { advance } from "../states/order-state.ts";
import { type HeldColumns, heldColumnsOf } from "../states/order-to-send.ts";
import { classifyFailure, classifyReply, type Outcome } from "../states/outcome.ts";
import type { PartItems } from "../reasons/purchase.ts";
import { type Reason } from "../reasons/reason.ts";
import { inWords } from "../reasons/reason-words.ts";
import { ATTEMPT_SECONDS } from "../store/attempt-store.server.ts";
import { claimProbe } from "../store/doubt-pause.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  postponeOrder,
  recheckAt,
  recordOrderActivity,
  releaseOrder,
} from "../store/order-store.server.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import { acceptPlaced } from "./accept-request.server.ts";
import { beginAttempt, type Begun, decidedByIntent, type Intent, withNotes } from "./begin-attempt.server.ts";
import { costOf, type PlannedLine } from "./decide-order.ts";
import { decideStep, type Deciding, type EarlierOrder } from "./decide-step.server.ts";
import { type Evaluated, type Facts, readFacts } from "./evaluate-order.server.ts";
import { splits, withPart } from "./plan-part.ts";
import { findAutomaticPart, wantPart } from "./request-part.server.ts";

/**
 * Maximum age of the shop's answer when an attempt begins. An older answer may be wrong, because no webhook reports,
 * for example, a changed address. If reading cost and stock took longer, `placeOrder` reads the request again.
 */
const READ_HOLDS_MS = 120_000;

/**
 * Timeout of the whole call. An attempt counts as abandoned only long after the deadline for sending and this timeout.
 */
const CALL_TIMEOUT_MS = 15_000;

/** Limits the attempts that are under way in this process. A crash leaves at most this number of orders in doubt. */
const inAttemptSlot = openSlots(env.ORDER_CONCURRENCY);

const attemptCounter = meter.createCounter("stockbridge.order.attempts", {
  description: "Attempts to place an order at the supplier that ended, by outcome.",
});

type ReadRequest = {
  /** The shop's request, read just now; null if the shop shows no such request. */
  request: ReadFulfillmentOrder | null;
  /** Our records, if the caller has just read them to open the order. */
  facts?: Facts;
  readAgain: () => Promise<ReadFulfillmentOrder | null>;
};

/**
 * Places an order once, or records why not. Reads our facts, evaluates the order, begins an attempt (and commits it), sends it
 * once, ends it (and commits the outcome), and accepts the shop's request. The process may crash at any line: the committed
 * rows show how far the order may have come.
 *
 * @throws Failure if a call to the shop or the supplier fails before an attempt begins.
 */
export async function placeOrder(order: ClaimedOrder, read: ReadRequest): Promise<void> {
  const { shop, fulfillmentOrderId } = order;
  const { request, readAgain } = read;
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const facts = read.facts ?? (await readFacts({ shop, fulfillmentOrderId, request }));
  const fulfillmentOrder = request && forLocation(request, facts.ourLocationId);
  const held = heldColumnsOf(fulfillmentOrder);
  const findPrefix = () => ensureReferencePrefix(shop);
  const { step, decision, part } = await decideStep(order, { fulfillmentOrder, facts, findPrefix });
  if (step.kind !== "drop") await learnShippingMethod(shop, { fulfillmentOrder, facts, decision });
  switch (step.kind) {
    case "drop": {
      const isAway = fulfillmentOrder?.ours !== true && facts.service === "there";
      if (isAway && (await wasServiceLost(shop, order.requestedAt))) return releaseOrder(order);
      // The supplier has nothing of the order, and no request is open with us.
      return endCanceled(order, { reason: unsentReason(order, step.reason), closes: false });
    }
    case "record-earlier": {
      const earned = earningOf(fulfillmentOrder, step.earlier.lines, facts);
      return recordEarlier(order, { ...step.earlier, ...earned });
    }
    case "cancel":
      if (mayMissAttempt()) return waitForLostAttempt(order);
      return cancelUnsent(order, fulfillmentOrder);
    // A hold needs newer facts: these were read before the row existed, so a wake-up after the read could not find the
    // row. The next run reads the facts again.
    case "hold": {
      if (read.facts !== undefined) return releaseOrder(order);
      const automatic = await findAutomaticPart(order, { decision, part }, facts);
      if (automatic) return wantPart(order, automatic);
      return hold(order, { reason: step.reason, part: splits(part) ? part : null, held });
    }
    case "wait":
      return read.facts === undefined ? postponeOrder(order, step.reason) : releaseOrder(order);
    case "place":
      break;
  }
  if (mayMissAttempt()) return waitForLostAttempt(order);
  const { doubtPause, brandingVersion } = facts;
  if (doubtPause !== null && !(await claimProbe(shop)))
    return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: doubtPause.nextTryAt });
  const { lines, shipTo, choices, prefix, key } = step;
  const past = fulfillmentOrder?.past ?? NO_PAST;
  const ofPackage = { brandingVersion, ...(await destinationOf(fulfillmentOrder)) };
  const earned = earningOf(fulfillmentOrder, lines, facts);
  const decided = { lines, expectedShipping: expectedShipping(facts.usualShipping, facts.costs) };
  const isProbe = doubtPause !== null;
  const intent: Intent = { ...decided, past, prefix, key, ...ofPackage, ...earned, sends: true, isProbe };
  const placed = await inAttemptSlot(async () => {
    // A process that is stopping could cut off an attempt that begins now.
    if (isStopping()) return releaseOrder(order);
    if (readHolds.hasPassed() && !isDeepStrictEqual(await readAgain(), request)) return releaseOrder(order);
    const attempt = await begin(order, intent, held);
    return attempt && sendAttempt(shop, { attempt, intent, shipTo, choices });
  });
  if (placed) await acceptPlaced(placed);
}

/**
 * For this time after a failover, a lookup may miss an attempt whose commit was lost: the attempt may still be on its
 * way, or the supplier's lookup may not show its order yet.
 */
const LOST_ATTEMPT_SECONDS = ATTEMPT_SECONDS + (abilities.lookupConsistentAfterSeconds ?? 0);

/** Returns true if the database failed over so recently that a lookup may miss an attempt that lost its commit. */
function mayMissAttempt(): boolean {
  return isAfterFailover(LOST_ATTEMPT_SECONDS * 1000);
}

async function learnShippingMethod(
  shop: ShopDomain,
  {
    fulfillmentOrder,
    facts,
    decision,
  }: Pick<Deciding, "fulfillmentOrder" | "facts"> & Pick<Evaluated, "decision">,
): Promise<void> {
  const name = fulfillmentOrder?.shippingMethod ?? null;
  if (name === null || facts.isMethodKnown || abilities.shippingMethods === null) return;
  const holds = decision.kind === "hold" && decision.reason.code === "method-not-assigned";
  await learnMethod(shop, { name, holds });
}

async function waitForLostAttempt(order: ClaimedOrder): Promise<void> {
  const { shop, retryCount } = order;
  await inShop(shop, (tx, now) =>
    changeClaimed(tx, order, { dueAt: after(now, LOST_ATTEMPT_SECONDS), retryCount }),
  );
}

/** Commits the attempt before it is sent. Returns null if the order has to wait, or another process has it. */
async function begin(order: ClaimedOrder, intent: Intent, held: HeldColumns): Promise<Begun | null> {
  const begun = await beginAttempt(order, intent);
  switch (begun.kind) {
    case "begun":
      return begun.attempt;
    case "already-ordered":
      await hold(order, { reason: { code: "already-ordered", lines: begun.lines }, held });
      return null;
    case "shop-changed":
      await releaseOrder(order);
      return null;
    case "lost":
      return null;
  }
}

type Sending = {
  attempt: Begun;
  intent: Intent;
  shipTo: Address;
  choices: Choices;
};

/**
 * Sends a committed attempt once, and stores its outcome.
 *
 * @returns the order if it is placed, claimed for its acceptance.
 */
async function sendAttempt(shop: ShopDomain, sending: Sending): Promise<ClaimedOrder | null> {
  const { id: attemptId, orderId, reference, rows } = sending.attempt;
  const beganAt = performance.now();
  const attributes = { "stockbridge.order.id": orderId, "stockbridge.order.reference": reference };
  const { outcome, ...more } = await inSpan("orders.attempt", { attributes }, async (span) => {
    const sent = await send(sending);
    span.setAttribute("stockbridge.order.outcome", sent.outcome.code);
    return sent;
  });
  attemptCounter.add(1, { outcome: outcome.code });
  // Logs the outcome before storing it, so that the supplier's number survives a database failure.
  const known = { outcome: outcome.code, number: "number" in outcome ? outcome.number : null };
  const durationMs = Math.round(secondsSince(beganAt) * 1000);
  log.info({ shop, orderId, attemptId, reference, ...known, durationMs }, "orders.attempted");
  const claimed = await endAttempt({ shop, orderId, attemptId }, { outcome, ...more, isSent: true, rows });
  // Checks the key after storing the outcome, because the check takes time. Only another read shows if the key itself
  // is unauthorized.
  if (outcome.code === "key-unauthorized") await checkKey(shop);
  return claimed;
}

type Sent = {
  outcome: Outcome;
  failure?: Failure;
  expectedShipAt?: Date | null;
  cost?: Order["cost"];
  updateHash?: string;
};

/** Sends the order to the supplier once, and turns the reply or the failure into an outcome. */
async function send({ attempt, intent, shipTo, choices }: Sending): Promise<Sent> {
  const { reference, lines, sendBefore } = attempt;
  const { shippingMethod, note, lineNotes } = choices;
  // A process that was suspended must not send an attempt that other processes have begun to resolve.
  if (sendBefore.hasPassed()) return { outcome: { code: "too-late" } };
  try {
    const reply = await callWholesale("placeOrder", {
      input: {
        reference,
        lines: withNotes(intent.lines, lineNotes),
        shipTo,
        shippingMethod,
        note,
        whiteLabel: intent.brandingVersion !== null,
      },
      credential: intent.key.apiKey,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    const outcome = classifyReply(reply, { reference, lines });
    const isAllNew =
      !hasPackages(reply) && advance("placed", reply.status) === "placed" && !differs(reply, intent);
    return {
      outcome,
      expectedShipAt: reply.expectedShipAt ?? null,
      cost: reply.cost,
      ...(isAllNew && { updateHash: hashOf(reply) }),
    };
  } catch (error) {
    return { outcome: classifyFailure(error), ...(error instanceof Failure && { failure: error }) };
  }
}

/** Returns true if the supplier's reply differs from what was sent. */
function differs(reply: Order, decided: Pick<Intent, "lines" | "expectedShipping">): boolean {
  const lines = decided.lines.map((line) => ({ ...line, released: 0, earlierSent: 0 }));
  return compareOrder(reply, { lines, ...decidedByIntent(decided) }, []).length > 0;
}

type Earning = Pick<Intent, "snapshot" | "outstanding" | "rules">;

/** Returns the order's sale, its unpaid amount, and the rules by which its earnings are computed. */
function earningOf(order: FulfillmentOrder | null, lines: PlannedLine[], rules: EarningRules): Earning {
  // Lines in several currencies leave open which currency the supplier charges, so no exchange rate is stored.
  const supplierCurrency = costOf(lines)?.currency ?? null;
  const outstanding = order?.paid === true ? null : (order?.outstanding ?? null);
  return { snapshot: order && snapshotOf(order, { supplierCurrency, ...rules }), outstanding, rules };
}

/**
 * Looks for an order that the supplier may already have, before an order is divided. After the division the requests
 * are new, and this search skips new requests. Records a found order or a doubt. Without a usable key, postpones the
 * order.
 *
 * @returns true if the order may be divided, and stays claimed. @throws Failure if a read from the supplier fails.
 */
export async function mayDivide(order: ClaimedOrder, request: ReadFulfillmentOrder | null): Promise<boolean> {
  const { shop, fulfillmentOrderId, partOf } = order;
  // We begin to reject a request (`partOf`) only after this search. Requests in other states are never rejected.
  if (request?.request !== "submitted" || request.requestId === partOf) return true;
  const facts = await readFacts({ shop, fulfillmentOrderId, request });
  const fulfillmentOrder = forLocation(request, facts.ourLocationId);
  const findPrefix = () => ensureReferencePrefix(shop);
  const deciding = { fulfillmentOrder, facts, findPrefix, isToDivide: true };
  const { step, part, key } = await decideStep(order, deciding);
  if (step.kind === "record-earlier") {
    const earned = earningOf(fulfillmentOrder, step.earlier.lines, facts);
    await recordEarlier(order, { ...step.earlier, ...earned });
    return false;
  }
  if (part === null || key !== null) return true;
  await postponeOrder(order, { code: "key-unauthorized" });
  return false;
}

/** Begins an attempt that sends nothing, to record the outcome of the search. */
async function recordEarlier(
  order: ClaimedOrder,
  { outcome, ...earlier }: EarlierOrder & Earning,
): Promise<void> {
  const { shop, id: orderId } = order;
  // Our records have neither the branding nor the destination of that order.
  const forgotten = { brandingVersion: null, destinationHash: null, goesElsewhere: false };
  const intent = { ...earlier, ...forgotten, expectedShipping: null, sends: false, isProbe: false };
  const attempt = await begin(order, intent, heldColumnsOf(null));
  if (attempt !== null) await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome });
}

/**
 * Holds an order, and stores the items that it would order, for the order's page.
 *
 * @param part the items that can be ordered without the others; null if there are none.
 */
async function hold(
  order: ClaimedOrder,
  { reason, part = null, held }: { reason: Reason; part?: PartItems | null; held: HeldColumns },
): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const dueAt = recheckAt(now, reason.code);
    const change = { to: "held", reason: withPart(reason, part), dueAt, ...held } as const;
    const isHeld = await changeClaimed(tx, order, change);
    // If the order was held for the same reason before, the merchant knows already.
    if (!isHeld || (order.state === "held" && order.reason === reason.code)) return;
    const code = "orders.activity.held" as const;
    const event = { kind: "orders.held", tone: "warning", code, what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}
