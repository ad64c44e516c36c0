import { isDeepStrictEqual } from "node:util";

import type { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../lib/db.server.ts";
import type { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { Money } from "../lib/money.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";
import type { OrderLine } from "../wholesale/resources.ts";
import {
  announcePlaced,
  changeLocked,
  lockOrder,
  type OrderEvent,
  type OrderRow,
  recheckAt,
  recordOrderActivity,
  wakeOrder,
} from "./order-store.server.ts";
import { isUnsent, mayMove, type OrderState } from "./order-state.ts";
import { isPlaced, type Outcome, outcomeInWords, type StateAfter, stateAfter } from "./outcome.ts";

/** An attempt with what is known of it so far. */
export type Attempt = {
  id: string;
  reference: string;
  /** Not sent by then, it is not sent at all. */
  deadline: Date;
  /** After this, nothing of it can still be on its way. */
  endsAt: Date;
  lines: OrderLine[];
  keyGeneration: number;
  /** The account of that key; null where it is not known. */
  account: string | null;
};

/** How long an attempt may take in all: until its deadline, then the call itself, and room to write down its outcome. */
export const ATTEMPT_SECONDS = 60;
/** After how long the supplier is asked how far a placed order is. */
const FIRST_UPDATE_SECONDS = 5;

/** The attempt that counts, and the database's time of that moment. */
export async function findLatestAttempt(
  shop: ShopDomain,
  orderId: string,
): Promise<{ attempt: Attempt; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const row = await tx.orderAttempt.findFirstOrThrow({ where: { orderId }, orderBy: latestFirst });
    const { id, reference, deadline, startedAt, keyGeneration, account } = row;
    const endsAt = after(startedAt, ATTEMPT_SECONDS);
    const lines = row.lines as OrderLine[];
    return { attempt: { id, reference, deadline, endsAt, lines, keyGeneration, account }, now };
  });
}

export const latestFirst = [
  { generation: "desc" },
  { turn: "desc" },
] satisfies Prisma.OrderAttemptOrderByWithRelationInput[];

/** Which attempt of which order. */
export type AttemptId = { shop: ShopDomain; orderId: string; attemptId: string };

/**
 * Appends an attempt's outcome and moves its order accordingly. An order that a later attempt has taken over
 * stays where it is: then only the evidence is added.
 */
export async function endAttempt(
  { shop, orderId, attemptId }: AttemptId,
  { outcome, failure = null, cost }: { outcome: Outcome; failure?: Failure | null; cost?: Money | null },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await appendOutcome(tx, { shop, attemptId, outcome, now });
    const order = await lockOrder(tx, orderId);
    const latest = await tx.orderAttempt.findFirst({ where: { orderId }, orderBy: latestFirst });
    const to = stateAfter(outcome);
    const from = order && stateBefore(order, to);
    if (!order || from === null || latest?.id !== attemptId) {
      log.error({ shop, orderId, attemptId, outcome: outcome.code }, "orders.outcome-too-late");
      return;
    }
    const nextAt = nextAtAfter({ order, outcome, failure, now });
    const retryCount = to === "ready" ? { increment: 1 } : 0;
    await changeLocked(
      tx,
      { ...order, state: from },
      isPlaced(outcome)
        ? {
            ...{ to, reason: null, acceptance: "due", nextAt, retryCount },
            ...{ placedAt: now, supplierOrderId: outcome.number },
            ...{ updateDueAt: after(now, FIRST_UPDATE_SECONDS), updateRetryCount: 0 },
            ...(cost && { costTotal: cost.amount, costCurrency: cost.currency }),
          }
        : { to, reason: outcome, nextAt, retryCount },
    );
    if (nextAt !== null && nextAt <= now) await wakeOrder(tx, order);
    if (isPlaced(outcome)) await announcePlaced(tx, order, FIRST_UPDATE_SECONDS);
    if (order.state !== to) await recordEnd(tx, order, { outcome, now });
  });
}

/** Appends evidence. */
export async function appendOutcome(
  tx: Tx,
  { shop, attemptId, outcome, now }: { shop: ShopDomain; attemptId: string; outcome: Outcome; now: Date },
): Promise<void> {
  const { code: kind, ...params } = outcome;
  const supplierOrderId = "number" in outcome ? outcome.number : null;
  await tx.orderAttemptOutcome.create({
    data: { shop, attemptId, kind, params, supplierOrderId, at: now },
  });
}

/** Appends evidence, unless it is what was known last. */
export async function appendIfNew(tx: Tx, appended: Parameters<typeof appendOutcome>[1]): Promise<void> {
  const { attemptId, outcome } = appended;
  const last = await tx.orderAttemptOutcome.findFirst({ where: { attemptId }, orderBy: { id: "desc" } });
  const { code: kind, ...params } = outcome;
  if (last?.kind === kind && isDeepStrictEqual(last.params ?? {}, params)) return;
  await appendOutcome(tx, appended);
}

/**
 * The state that an attempt's outcome leads its order on from; null when it leads nowhere. That the supplier took it counts
 * as well where a lookup, or a person, has said meanwhile that it did not: what is there must not be bought again.
 */
function stateBefore({ state }: OrderRow, to: OrderState): OrderState | null {
  const from = to === "placed" && isUnsent(state) ? "placing" : state;
  return from === to || mayMove(from, to) ? from : null;
}

/** Placed, it is accepted at once; in doubt, it is looked up at once; and a cancellation needs no waiting. */
function nextAtAfter({
  order,
  outcome,
  failure,
  now,
}: {
  order: OrderRow;
  outcome: Outcome;
  failure: Failure | null;
  now: Date;
}): Date | null {
  if (isPlaced(outcome) || !isUnsent(stateAfter(outcome)) || order.cancelRequestedAt !== null) return now;
  return recheckAt(now, outcome.code, { retryCount: order.retryCount, failure });
}

async function recordEnd(
  tx: Tx,
  order: OrderRow,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<void> {
  const event = EVENTS[stateAfter(outcome)];
  if (event) await recordOrderActivity(tx, order, { ...event, what: outcomeInWords(outcome), at: now });
}

const EVENTS: Partial<Record<StateAfter, Omit<OrderEvent, "what" | "at">>> = {
  placed: { kind: "orders.placed", tone: "success" },
  held: { kind: "orders.held", tone: "warning", code: "orders.activity.held" },
  in_doubt: { kind: "orders.in-doubt", tone: "critical", code: "orders.activity.in-doubt" },
};
