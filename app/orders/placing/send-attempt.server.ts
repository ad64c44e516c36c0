import { checkKey } from "../../connection/check-key.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { meter, secondsSince } from "../../lib/telemetry/metrics.server.ts";
import { inSpan } from "../../lib/telemetry/trace.server.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Address, Order } from "../../wholesale/resources.ts";
import { advance } from "../states/order-state.ts";
import { hashUpdate } from "../updates/hash-update.ts";
import { classifyFailure, classifyReply, type Outcome } from "../states/outcome.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import type { Begun } from "./begin-attempt.server.ts";

/**
 * Timeout of the whole call. Together with the deadline for sending, it ends well before the attempt counts
 * as abandoned.
 */
const CALL_TIMEOUT_MS = 15_000;

const attempts = meter.createCounter("stockbridge.order.attempts", {
  description: "Attempts to place an order at the supplier that ended, by outcome.",
});

type Sending = { attempt: Begun; key: OpenKey; shipTo: Address; whiteLabel: boolean };

/**
 * Sends a committed attempt once, and stores its outcome.
 *
 * @returns the order if it is placed, claimed for its acceptance.
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
  // Logged before it is stored, so that the supplier's number survives a database failure.
  const known = { outcome: outcome.code, number: "number" in outcome ? outcome.number : null };
  const durationMs = Math.round(secondsSince(beganAt) * 1000);
  log.info({ shop, orderId, attemptId, reference, ...known, durationMs }, "orders.attempted");
  const claimed = await endAttempt({ shop, orderId, attemptId }, { outcome, ...more, isSent: true });
  // After the outcome is stored, because this takes time: only a read shows if the key itself is
  // unauthorized.
  if (outcome.code === "key-unauthorized") await checkKey(shop);
  return claimed;
}

type Sent = {
  outcome: Outcome;
  failure?: Failure;
  cost?: NonNullable<Order["cost"]>["total"];
  updateHash?: string;
};

/** Sends the one POST. */
async function send({ attempt, key, shipTo, whiteLabel }: Sending): Promise<Sent> {
  const { reference, lines, sendBefore } = attempt;
  // A process that was suspended must not send an attempt that others have begun to resolve.
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
