import { checkKey } from "../../connection/check-key.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { meter, secondsSince } from "../../lib/telemetry/metrics.server.ts";
import { inSpan } from "../../lib/trace.server.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Address, Order } from "../../wholesale/resources.ts";
import { advance } from "../states/order-state.ts";
import { hashUpdate } from "../updates/hash-update.ts";
import { classifyFailure, classifyReply, type Outcome } from "../states/outcome.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import type { Begun } from "./begin-attempt.server.ts";

/** A call's time in all. With the deadline before it, it ends well before the attempt counts as abandoned. */
const CALL_TIMEOUT_MS = 15_000;

const attempts = meter.createCounter("stockbridge.order.attempts", {
  description: "Attempts to place an order at the supplier that ended, by outcome.",
});

type Sending = { attempt: Begun; key: OpenKey; shipTo: Address; whiteLabel: boolean };

/**
 * Sends an attempt that is committed, once, and writes down what came of it.
 *
 * @returns the order, if it is placed and claimed for its acceptance.
 */
export async function sendAttempt(shop: ShopDomain, sending: Sending): Promise<ClaimedOrder | null> {
  const { id: attemptId, orderId, reference } = sending.attempt;
  const beganAt = performance.now();
  const attributes = { "stockbridge.order.id": orderId, "stockbridge.order.reference": reference };
  const { outcome, ...more } = await inSpan("orders.attempt", { attributes }, async (span) => {
    const sent = await send(sending);
    span.setAttribute("stockbridge.order.outcome", sent.outcome.code);
    return sent;
  });
  attempts.add(1, { outcome: outcome.code });
  // Before it is written down: whatever happens to the database now, the supplier's number is in the log.
  const known = { outcome: outcome.code, number: "number" in outcome ? outcome.number : null };
  const durationMs = Math.round(secondsSince(beganAt) * 1000);
  log.info({ shop, orderId, attemptId, reference, ...known, durationMs }, "orders.attempted");
  const claimed = await endAttempt({ shop, orderId, attemptId }, { outcome, ...more, isSent: true });
  // After the outcome is written down: only a read tells whether it is the key as such, and that takes its time.
  if (outcome.code === "key-unauthorized") await checkKey(shop);
  return claimed;
}

type Sent = {
  outcome: Outcome;
  failure?: Failure;
  cost?: NonNullable<Order["cost"]>["total"];
  updateHash?: string;
};

/** The one POST. */
async function send({ attempt, key, shipTo, whiteLabel }: Sending): Promise<Sent> {
  const { reference, lines, sendBefore } = attempt;
  // A process that was suspended must not send what others have begun to resolve.
  if (sendBefore.hasPassed()) return { outcome: { code: "too-late" } };
  try {
    const reply = await callWholesale("placeOrder", {
      input: { reference, lines, shipTo, whiteLabel, shippingMethod: null, note: null },
      credential: key.apiKey,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    const outcome = classifyReply(reply, { reference, lines });
    const isAllNew = reply.shipments.length === 0 && advance("placed", reply.status) === "placed";
    return {
      outcome,
      ...(reply.cost && { cost: reply.cost.total }),
      ...(isAllNew && { updateHash: hashUpdate(reply) }),
    };
  } catch (error) {
    return { outcome: classifyFailure(error), ...(error instanceof Failure && { failure: error }) };
  }
}
