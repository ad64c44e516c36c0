import { publishedBranding } from "../../branding/published-branding.server.ts";
import { findLinkedVariants } from "../../catalog/links/find-linked-variants.server.ts";
import { readLinkedVariants } from "../../catalog/links/read-linked-variants.server.ts";
import { findExchangeRates } from "../../catalog/pricing/find-exchange-rates.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { findConnection, findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop, throughOutage } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { isStopping } from "../../queue/stopping.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import { assumptions, callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Address, Order } from "../../wholesale/resources.ts";
import { readApprovedCosts } from "./approved-costs.ts";
import { hashDestination } from "../changes/hash-destination.server.ts";
import { endAttempt } from "../store/attempt-store.server.ts";
import { cancelUnsent } from "../cancelling/cancel-unsent.server.ts";
import { endCancelled } from "../cancelling/end-cancelled.server.ts";
import { unsentReason } from "../cancelling/ending.ts";
import { takeTurn } from "../store/doubt-pause.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  postponeOrder,
  recheckAt,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { ensureReferencePrefix, findOrderingSettings } from "../ordering-settings.server.ts";
import { classifyFailure, classifyReply, type Outcome } from "../states/outcome.ts";
import { inWords, type Reason } from "../states/reason.ts";
import { type Begun, beginAttempt } from "./begin-attempt.server.ts";
import {
  type Circumstances,
  type Decision,
  decideOrder,
  linesToOrder,
  type PlannedLine,
} from "./decide-order.ts";
import { findEarlierOrder } from "./find-earlier-order.server.ts";

/** An outage of the database of a minute must not lose what the supplier has answered. */
const WRITE_WITHIN_SECONDS = 90;
/** A call's time in all. With the deadline before it, it ends well before the attempt counts as abandoned. */
const CALL_TIMEOUT_MS = 15_000;

/**
 * Orders once, or says why not: reads what it depends on, decides, commits the intent, sends it once, and writes down what
 * came of it. A process may end at any line of this: what it leaves behind says what may have happened.
 *
 * @param fulfillmentOrder as the shop shows it now; null when it has none of that id.
 * @throws Failure when the supplier cannot be asked about cost and stock just now.
 */
export async function placeOrder(
  order: ClaimedOrder,
  fulfillmentOrder: FulfillmentOrder | null,
): Promise<void> {
  const { shop } = order;
  // Without a key that works nothing is bought, so there is nobody to ask, and nothing to lose by what was read last.
  const key = await findUsableKey(shop);
  const shopVariantIds = fulfillmentOrder?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
  const linkedVariants =
    key === null
      ? await findLinkedVariants(shop, shopVariantIds)
      : await readLinkedVariants(shop, { shopVariantIds, apiKey: key.apiKey });
  const [connection, settings, branding, exchangeRates] = await Promise.all([
    findConnection(shop),
    findOrderingSettings(shop),
    inShop(shop, (tx) => publishedBranding(tx, shop)),
    findExchangeRates(shop),
  ]);
  const decision = decideOrder({
    ...{ fulfillmentOrder, linkedVariants, connected: connection !== null },
    confirmed: mayCall(assumptions(), "placeOrder"),
    approvedCosts: readApprovedCosts(order.approvedCosts),
    exchangeRates,
    paused: settings.pausedForAll ? "all" : settings.pausedAt === null ? "no" : "shop",
  });
  if (decision.kind === "drop") return drop(order, decision.reason);
  const prefix = settings.referencePrefix ?? (await ensureReferencePrefix(shop));
  const earlier = await findEarlier(order, { fulfillmentOrder, linkedVariants, prefix, key, decision });
  if (earlier !== null) return recordEarlier(order, earlier);
  if (decision.kind === "cancel") return cancelUnsent(order, fulfillmentOrder);
  if (decision.kind === "hold") return hold(order, decision.reason);
  if (connection?.check.kind === "unauthorized") return postponeOrder(order, { code: "key-unauthorized" });
  if (key === null) return lookAgainNow(order);

  if (settings.doubtPause !== null && !(await takeTurn(shop)))
    return postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: settings.doubtPause.nextTryAt });
  // To begin an attempt now could mean to be cut off in its middle.
  if (isStopping()) return lookAgainNow(order);

  const { lines, shipTo } = decision;
  const destinationHash = await hashDestination(fulfillmentOrder?.orderAddress ?? null);
  const brandingVersion = branding?.version ?? null;
  const attempt = await begin(order, { lines, prefix, key, brandingVersion, destinationHash, sends: true });
  if (attempt !== null) await sendAttempt(order, { attempt, key, shipTo, whiteLabel: branding !== null });
}

type Intent = Parameters<typeof beginAttempt>[1];

/** Commits the intent; null where the order waits instead, or is somebody else's by now. */
async function begin(order: ClaimedOrder, intent: Intent): Promise<Begun | null> {
  const begun = await beginAttempt(order, intent);
  switch (begun.kind) {
    case "begun":
      return begun.attempt;
    case "already-ordered":
      await hold(order, { code: "already-ordered", lines: begun.lines });
      return null;
    case "key-changed":
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
  {
    prefix,
    key,
    decision,
    ...read
  }: Pick<Circumstances, "fulfillmentOrder" | "linkedVariants"> & {
    prefix: string;
    key: OpenKey | null;
    decision: Decision;
  },
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

type Sending = { attempt: Begun; key: OpenKey; shipTo: Address; whiteLabel: boolean };

async function sendAttempt(order: ClaimedOrder, sending: Sending): Promise<void> {
  const { shop, id: orderId } = order;
  const { outcome, ...more } = await send(sending);
  const { id: attemptId, reference } = sending.attempt;
  // Before it is written down: whatever happens to the database now, the supplier's number is in the log.
  const known = { outcome: outcome.code, number: "number" in outcome ? outcome.number : null };
  log.info({ shop, orderId, attemptId, reference, ...known }, "orders.attempted");
  await throughOutage(() => endAttempt({ shop, orderId, attemptId }, { outcome, ...more, isAnswer: true }), {
    forSeconds: WRITE_WITHIN_SECONDS,
  });
  // After the outcome is written down: only a read tells whether it is the key as such, and that takes its time.
  if (outcome.code === "key-unauthorized") await checkKey(shop);
}

type Sent = { outcome: Outcome; failure?: Failure; cost?: NonNullable<Order["cost"]>["total"] };

/** The one POST. */
async function send({ attempt, key, shipTo, whiteLabel }: Sending): Promise<Sent> {
  const { reference, lines, sendBefore } = attempt;
  // A process that was suspended must not send what others have begun to resolve.
  if (performance.now() >= sendBefore) return { outcome: { code: "too-late" } };
  try {
    const reply = await callWholesale("placeOrder", {
      input: { reference, lines, shipTo, whiteLabel, shippingMethod: null, note: null },
      credential: key.apiKey,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    const outcome = classifyReply(reply, { reference, lines });
    return { outcome, ...(reply.cost && { cost: reply.cost.total }) };
  } catch (error) {
    return { outcome: classifyFailure(error), ...(error instanceof Failure && { failure: error }) };
  }
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

/** What was read goes with another key, or with none: what was linked in one account must not be bought in another. */
async function lookAgainNow(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    if (await changeClaimed(tx, order, { nextAt: now, retryCount: order.retryCount }))
      await wakeOrder(tx, order);
  });
}
