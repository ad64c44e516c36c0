import { publishedBranding } from "../../branding/published-branding.server.ts";
import { findLinkedVariants } from "../../catalog/links/find-linked-variants.server.ts";
import { readLinkedVariants } from "../../catalog/links/read-linked-variants.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { findConnection, findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import { assumptions, callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Address, Order } from "../../wholesale/resources.ts";
import { readApprovedCosts } from "./approved-costs.ts";
import { hashDestination } from "../changes/hash-destination.server.ts";
import { endAttempt } from "../attempt-store.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  postponeOrder,
  recheckAt,
  recordOrderActivity,
  wakeOrder,
} from "../order-store.server.ts";
import { findOrderingSettings } from "../ordering-settings.server.ts";
import { classifyFailure, classifyReply, type Outcome } from "../outcome.ts";
import { inWords, type Reason } from "../reason.ts";
import { type Begun, beginAttempt } from "./begin-attempt.server.ts";
import { decideOrder } from "./decide-order.ts";

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
  const [connection, settings, branding] = await Promise.all([
    findConnection(shop),
    findOrderingSettings(shop),
    inShop(shop, (tx) => publishedBranding(tx, shop)),
  ]);
  const decision = decideOrder({
    ...{ fulfillmentOrder, linkedVariants, connected: connection !== null },
    confirmed: mayCall(assumptions(), "placeOrder"),
    approvedCosts: readApprovedCosts(order.approvedCosts),
    paused: settings.pausedForAll ? "all" : settings.pausedAt === null ? "no" : "shop",
  });
  if (decision.kind === "drop") return drop(order, decision.reason);
  if (decision.kind === "hold") return hold(order, decision.reason);
  if (connection?.check.kind === "unauthorized") return postponeOrder(order, { code: "key-unauthorized" });
  if (key === null) return lookAgainNow(order);

  const { lines, shipTo } = decision;
  const destinationHash = await hashDestination(fulfillmentOrder?.orderAddress ?? null);
  const brandingVersion = branding?.version ?? null;
  const begun = await beginAttempt(order, { lines, key, brandingVersion, destinationHash });
  switch (begun.kind) {
    case "begun":
      return sendAttempt(order, { ...begun, key, shipTo, whiteLabel: branding !== null });
    case "already-ordered":
      return hold(order, { code: "already-ordered", lines: begun.lines });
    case "key-changed":
      return lookAgainNow(order);
    case "lost":
      return;
  }
}

type Sending = { attempt: Begun; key: OpenKey; shipTo: Address; whiteLabel: boolean };

async function sendAttempt(order: ClaimedOrder, sending: Sending): Promise<void> {
  const { shop, id: orderId } = order;
  const { outcome, ...more } = await send(sending);
  await endAttempt({ shop, orderId, attemptId: sending.attempt.id }, { outcome, ...more });
  log.info({ shop, orderId, outcome: outcome.code }, "orders.attempted");
  // After the outcome is written down: only a read tells whether it is the key as such, and that takes its time.
  if (outcome.code === "key-unauthorized") await checkKey(shop);
}

type Sent = { outcome: Outcome; failure?: Failure; cost?: NonNullable<Order["cost"]>["total"] };

/** The one POST. */
async function send({ attempt, key, shipTo, whiteLabel }: Sending): Promise<Sent> {
  const { reference, lines, sendBefore } = attempt;
  // A process that stood still meanwhile must not send what others have begun to resolve.
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
async function drop(order: ClaimedOrder, reason: Reason): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    if (!(await changeClaimed(tx, order, { to: "cancelled", reason, nextAt: null }))) return;
    const event = { kind: "orders.cancelled", tone: "info", what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}

/** What was read goes with another key, or with none: what was linked in one account must not be bought in another. */
async function lookAgainNow(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    if (await changeClaimed(tx, order, { nextAt: now, retryCount: order.retryCount }))
      await wakeOrder(tx, order);
  });
}
