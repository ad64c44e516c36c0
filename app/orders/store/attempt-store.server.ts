import { isDeepStrictEqual } from "node:util";

import type { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import type { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { countDoubt, endDoubts, pauseAllIfSeveral, resumeAll } from "./doubt-pause.server.ts";
import { mismatchOfSupplierOrder, storeMismatch } from "./mismatch-store.server.ts";
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
import { hasArrived, isUnsent, type OrderState } from "../states/order-state.ts";
import { isPlaced, type Outcome, outcomeInWords, type StateAfter, stateAfter } from "../states/outcome.ts";
import type { Reason } from "../states/reason.ts";
import { courseOf } from "../states/outcome-course.ts";
import { wakeAllOrders, wakeOrders } from "./wake-orders.server.ts";

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
  /** Whether it stands for one that our records do not hold: the shop shows that somebody has accepted the request. */
  isOfLostRecords: boolean;
};

/** How long an attempt may take in all: until its deadline, then the call itself, and room to write down its outcome. */
export const ATTEMPT_SECONDS = 60;
/** How much longer a person's word that it was not ordered has to wait. */
const WORD_COUNTS_AFTER_SECONDS = 120;
/** After how long the supplier is asked how far a placed order is. */
const FIRST_UPDATE_SECONDS = 5;

export function endOf({ startedAt }: { startedAt: Date }): Date {
  return after(startedAt, ATTEMPT_SECONDS);
}

/** From when on a person can know that the supplier does not have it. */
export function wordCountsFrom({ endsAt }: Pick<Attempt, "endsAt">): Date {
  return after(endsAt, WORD_COUNTS_AFTER_SECONDS);
}

/** The attempt that counts, and the database's time of that moment. */
export async function findLatestAttempt(
  shop: ShopDomain,
  orderId: string,
): Promise<{ attempt: Attempt; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const row = await tx.orderAttempt.findFirstOrThrow({
      where: { orderId },
      orderBy: latestFirst,
      include: { outcomes: { where: { kind: "accepted-before-records" }, take: 1 } },
    });
    const { id, reference, deadline, startedAt, keyGeneration, account } = row;
    const isOfLostRecords = row.outcomes.length > 0;
    const endsAt = endOf({ startedAt });
    const lines = row.lines as OrderLine[];
    const attempt = { id, reference, deadline, endsAt, lines, keyGeneration, account, isOfLostRecords };
    return { attempt, now };
  });
}

export const latestFirst = [
  { generation: "desc" },
  { turn: "desc" },
] satisfies Prisma.OrderAttemptOrderByWithRelationInput[];

/** Which attempt of which order. */
export type AttemptId = { shop: ShopDomain; orderId: string; attemptId: string };

/** What became known of an attempt; `isAnswer` where the supplier answered so when it was sent. */
type Ended = { outcome: Outcome; failure?: Failure | null; cost?: Money | null; isAnswer?: boolean };

/**
 * Appends an attempt's outcome and moves its order accordingly. An order that a later attempt has taken over stays where
 * it is; but that the supplier took it is never left at that. Done a second time, it changes nothing.
 */
export async function endAttempt({ shop, orderId, attemptId }: AttemptId, ended: Ended): Promise<void> {
  const { outcome } = ended;
  const answer = await inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, orderId);
    if (order === null || !(await appendIfNew(tx, { shop, attemptId, outcome, now }))) return null;
    const latest = await tx.orderAttempt.findFirst({ where: { orderId }, orderBy: latestFirst });
    const course = courseOf(order, { outcome, isLatest: latest?.id === attemptId });
    if (course.kind === "moves") await move(tx, order, { ...ended, from: course.from, now });
    else log.warn({ shop, orderId, attemptId, outcome: outcome.code }, "orders.outcome-too-late");
    if (course.kind === "reopens") await reopen(tx, order, { ...ended, now });
    if (course.kind === "doubles") await tellDouble(tx, order, { outcome, now });
    return ended.isAnswer ? countAnswer(tx, { shop, outcome, now }) : null;
  });
  if (answer === null) return;
  if (answer.doubted) await pauseAllIfSeveral();
  if (answer.ended.ofShop) await wakeOrders(shop, "doubts-ended");
  if (answer.ended.ofAll && (await resumeAll())) await wakeAllOrders("doubts-ended");
}

type Moved = Ended & { now: Date };

async function move(
  tx: Tx,
  order: OrderRow,
  { outcome, failure = null, cost, now, from }: Moved & { from: OrderState },
): Promise<void> {
  const to = stateAfter(outcome);
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
}

/** As if the attempt were still under way, and its cancellation requested meanwhile. */
async function reopen(tx: Tx, order: OrderRow, moved: Moved): Promise<void> {
  const cancelRequestedAt = order.cancelRequestedAt ?? moved.now;
  await tx.supplierOrder.update({ where: { id: order.id }, data: { cancelRequestedAt } });
  await move(tx, { ...order, acceptance: null, cancelRequestedAt }, { ...moved, from: "placing" });
  await tell(tx, order, { ...moved, code: "orders.mismatch.reopened" });
}

/** Both numbers where there are two already. A later attempt that is under way may yet become the second. */
async function tellDouble(tx: Tx, order: OrderRow, moved: Moved): Promise<void> {
  const code = hasArrived(order.state) ? "orders.mismatch.second" : "orders.mismatch.beside";
  await tell(tx, order, { ...moved, code });
}

type MismatchCode = "orders.mismatch.beside" | "orders.mismatch.reopened" | "orders.mismatch.second";

async function tell(
  tx: Tx,
  { shop, id, orderName, supplierOrderId }: OrderRow,
  { outcome, now, code }: Moved & { code: MismatchCode },
): Promise<void> {
  if (!isPlaced(outcome)) return;
  const { number } = outcome;
  await storeMismatch(tx, {
    ...{ shop, now, id: mismatchOfSupplierOrder(number) },
    about: { label: orderName, url: `/app/orders/${id}` },
    message: { code, order: orderName, number, other: supplierOrderId ?? "" },
  });
}

/** Counts how clearly the supplier answers orders. */
async function countAnswer(
  tx: Tx,
  { shop, outcome, now }: { shop: ShopDomain; outcome: Outcome; now: Date },
) {
  const doubted = stateAfter(outcome) === "in_doubt";
  if (doubted) await countDoubt(tx, { shop, now });
  const ended = isPlaced(outcome) ? await endDoubts(tx, { shop, now }) : { ofShop: false, ofAll: false };
  return { doubted, ended };
}

/** Appends evidence, unless it is what was known last. @returns whether it was new. */
export async function appendIfNew(
  tx: Tx,
  { shop, attemptId, outcome, now }: { shop: ShopDomain; attemptId: string; outcome: Outcome; now: Date },
): Promise<boolean> {
  const last = await tx.orderAttemptOutcome.findFirst({ where: { attemptId }, orderBy: { id: "desc" } });
  const { code: kind, ...params } = outcome;
  if (last?.kind === kind && isDeepStrictEqual(last.params ?? {}, params)) return false;
  const supplierOrderId = "number" in outcome ? outcome.number : null;
  await tx.orderAttemptOutcome.create({ data: { shop, attemptId, kind, params, supplierOrderId, at: now } });
  return true;
}

/** Appends to the latest attempt what became of its order afterwards; nothing where there was none. */
export async function appendToHistory(
  tx: Tx,
  { shop, id: orderId }: Pick<OrderRow, "shop" | "id">,
  { what, at }: { what: Reason | { code: "cancellation-requested" }; at: Date },
): Promise<void> {
  const latest = await tx.orderAttempt.findFirst({ where: { orderId }, orderBy: latestFirst });
  if (latest === null) return;
  const { code: kind, ...params } = what;
  await tx.orderAttemptOutcome.create({ data: { shop, attemptId: latest.id, kind, params, at } });
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
