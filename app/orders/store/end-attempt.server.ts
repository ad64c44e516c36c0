import type { Failure } from "../../lib/failure.ts";
import type { Order } from "../../wholesale/resources.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after } from "../../queue/back-off.ts";
import { hasArrived, isUnsent, type OrderState } from "../states/order-state.ts";
import {
  applyOutcome,
  isPlaced,
  type NotPlaced,
  type Outcome,
  outcomeInWords,
  type Placed,
  type StateAfter,
  stateAfter,
} from "../states/outcome.ts";
import { failsForLong, stillWaiting } from "../reasons/failure-reason.ts";
import {
  type AttemptId,
  isSame,
  type KnownAttempt,
  readAttempts,
  type AttemptRows,
  restoreAttempt,
} from "./attempt-store.server.ts";
import {
  type Answer,
  type EndedPauses,
  pauseAllIfSeveral,
  resumeAll,
  resumeUnlessSeveral,
} from "./doubt-pause.server.ts";
import { type Mismatch, mismatchOfSupplierOrder, type OnOrder } from "./mismatch-store.server.ts";
import { type OrderWrites, stepOfOrders, type Written } from "./order-batch.server.ts";
import {
  type ClaimedOrder,
  firstUpdateAt,
  type OrderEvent,
  type OrderRow,
  recheckAt,
} from "./order-store.server.ts";
import { wakeAllOrders, wakeOrders } from "./wake-orders.server.ts";

/**
 * Lease for accepting the shop's request. It lasts longer than that call. After a crash, the order is due again when
 * the lease ends.
 */
const ACCEPTANCE_LEASE_SECONDS = 120;

/** The outcome of an attempt, with details of the reply. */
type Ended = {
  outcome: Outcome;
  failure?: Failure | null;
  /** When the supplier expects to ship the order. */
  expectedShipAt?: Date | null;
  cost?: Order["cost"];
  /** Hash of the supplier's reply, by which an unchanged update is recognized and skipped. */
  updateHash?: string | null;
  /** True if the caller has just sent the attempt, and accepts the request once the order is placed. */
  isSent?: boolean;
  /** The rows of an attempt that was sent. They are written again if the database has lost them. */
  rows?: AttemptRows | undefined;
};

/**
 * Appends an attempt's outcome, and changes its order's state. If the order has changed since the attempt, an order
 * that the supplier accepted still counts: it reopens an ended order, or is recorded as a duplicate. A repeated call
 * changes nothing.
 *
 * @returns the order if it is placed and claimed for its acceptance; otherwise null.
 */
export async function endAttempt(id: AttemptId, ended: Ended): Promise<ClaimedOrder | null> {
  const result = await end({ ...id, ...ended });
  if (result === "lost") return endLost(id, ended);
  const { isLate, claimed, pauses } = result;
  if (isLate) log.warn({ ...id, outcome: ended.outcome.code }, "orders.outcome-too-late");
  if (ended.isSent === true && stateAfter(ended.outcome) === "in_doubt") await pauseAllIfSeveral();
  if (pauses.ofShop) await wakeOrders(id.shop, "doubts-ended");
  if (pauses.ofAll && (await resumeAll())) await wakeAllOrders("doubts-ended");
  if (pauses.mayOfAll && (await resumeUnlessSeveral())) await wakeAllOrders("doubts-ended");
  return claimed;
}

/**
 * Ends an attempt that has no row. If a failover of the database has lost the commit of a sent attempt, writes the
 * attempt's rows again. Does not write rows of a shop that was erased meanwhile.
 */
async function endLost(id: AttemptId, { rows, ...ended }: Ended): Promise<ClaimedOrder | null> {
  const orderId = rows === undefined ? null : await restoreAttempt(rows);
  log.error({ ...id, outcome: ended.outcome.code, isRestored: orderId !== null }, "orders.attempt-lost");
  return orderId === null ? null : endAttempt({ ...id, orderId }, ended);
}

type Item = AttemptId & Ended;

/** `lost`: the attempt, or its order, has no row. */
type Result = { isLate: boolean; claimed: ClaimedOrder | null; pauses: EndedPauses } | "lost";

const end = stepOfOrders<Item, Map<string, KnownAttempt[]>, Result>({
  read: (tx, items) =>
    readAttempts(
      tx,
      items.map(({ shop, orderId: id }) => ({ shop, id })),
    ),
  decide: (item, { order, rows, now }) => decideEnd(item, { order, attempts: rows.get(order.id) ?? [], now }),
  gone: "lost",
});

type Seen = { order: OrderRow; now: Date };

/** Decides the writes for an attempt's outcome. */
function decideEnd(
  item: Item,
  { attempts, ...seen }: Seen & { attempts: KnownAttempt[] },
): { writes: OrderWrites; result: (written: Written) => Result } {
  const { attemptId, outcome, isSent = false } = item;
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (attempt === undefined) return { writes: {}, result: () => "lost" };
  const known = attempt.outcomes;
  // A sent attempt has a single reply, so equal evidence proves that an earlier call of this function has committed. A
  // lookup may have the same result again later, so only its latest evidence counts as a repetition.
  const own = (isSent ? known : known.slice(-1)).find((each) => isSame(each, outcome));
  if (own)
    return { writes: {}, result: () => resultOfRepeated(item, { ...seen, endedAt: new Date(own.at) }) };
  const isLatest = attempts[0]?.id === attemptId;
  const course = applyOutcome(seen.order, { outcome, isLatest });
  const answer = isSent ? answerIn(outcome) : settledBy(outcome, { known, now: seen.now });
  const writes = writesOf(item, { ...seen, course });
  return {
    writes: { ...writes, outcome: { attemptId, outcome }, answer },
    result: ({ order, ended: pauses }) => {
      const { leasedUntil } = order;
      const isClaimed = writes.announces === true && writes.wakes !== true && leasedUntil !== null;
      const claimed = isClaimed ? { ...order, leasedUntil, claimedAt: seen.now } : null;
      return { isLate: course.kind !== "moves", claimed, pauses };
    },
  };
}

/**
 * Returns the result of an outcome that an earlier call has committed. The caller still has the claim for accepting the
 * request if the order has the lease of that commit. After a clear answer, the caller ends the pauses again, because
 * the first call may have failed before that. Ending them twice does no harm.
 */
function resultOfRepeated(
  { outcome, isSent = false }: Item,
  { order, endedAt }: Seen & { endedAt: Date },
): Result {
  const leasedUntil = after(endedAt, ACCEPTANCE_LEASE_SECONDS);
  const isClaimed = isSent && isPlaced(outcome) && order.leasedUntil?.getTime() === leasedUntil.getTime();
  const isClearAnswer = isSent && answerIn(outcome) === "clear";
  return {
    isLate: false,
    claimed: isClaimed ? { ...order, leasedUntil, claimedAt: endedAt } : null,
    pauses: { ofShop: isClearAnswer, ofAll: isClearAnswer, mayOfAll: false },
  };
}

/**
 * Returns "clear" if the supplier accepted the order, and "unclear" if its reply does not say if the supplier has the
 * order; undefined for all other replies.
 */
function answerIn(outcome: Outcome): Answer | undefined {
  if (isPlaced(outcome)) return "clear";
  return stateAfter(outcome) === "in_doubt" ? "unclear" : undefined;
}

/**
 * Maximum time between an unclear reply and the lookup that settles it. A lookup that answers this soon shows that the
 * supplier works, and that only its reply to the order was unclear.
 */
const SETTLED_WITHIN_MS = 1000;

/** Returns "settled" if a lookup found out at once if the supplier has an order whose reply was unclear. */
function settledBy(
  outcome: Outcome,
  { known, now }: { known: KnownAttempt["outcomes"]; now: Date },
): Answer | undefined {
  const [doubt, ...others] = known;
  if (doubt?.kind !== "unclear" || others.length > 0 || stateAfter(outcome) === "in_doubt") return undefined;
  return now.getTime() - new Date(doubt.at).getTime() <= SETTLED_WITHIN_MS ? "settled" : undefined;
}

function writesOf(
  item: Item,
  { course, ...seen }: Seen & { course: ReturnType<typeof applyOutcome> },
): OrderWrites {
  switch (course.kind) {
    case "moves":
      return move(item, { ...seen, from: course.from });
    case "reopens":
      return reopen(item, seen);
    case "doubles":
      return { mismatches: doubleOf(item, seen) };
    case "stays":
      return {};
  }
}

function move(item: Item, { order: seen, now, from }: Seen & { from: OrderState }): OrderWrites {
  const outcome = unlessTakenBefore(item.outcome, seen);
  const to = stateAfter(outcome);
  const order = { ...seen, state: from };
  const event = seen.state === to ? undefined : EVENTS[to];
  const events = event ? [{ ...event, what: outcomeInWords(outcome), at: now }] : [];
  if (isPlaced(outcome)) return { ...placed(item, { order, now, outcome }), events };
  const dueAt = dueAfter({ order, outcome, failure: item.failure ?? null, now });
  const retryCount = to === "ready" ? { increment: 1 } : 0;
  const isLimited = outcome.code === "supplier-rate-limited" && failsForLong(order);
  const reason = isLimited ? stillWaiting(outcome.explanation) : outcome;
  return {
    change: { order, to: { to, reason, dueAt, retryCount } },
    events,
    wakes: dueAt !== null && dueAt <= now,
  };
}

/**
 * Replaces an outcome after which the order would be sent again, if the supplier has accepted an earlier attempt late.
 * The order of that earlier attempt becomes ours.
 */
function unlessTakenBefore(outcome: Outcome, { secondSupplierOrderId: number }: OrderRow): Outcome {
  return isUnsent(stateAfter(outcome)) && number !== null ? { code: "found", number } : outcome;
}

/**
 * Places the order, and makes its acceptance due. If the caller has just sent the attempt, the caller claims the
 * acceptance; otherwise the next worker does.
 */
function placed(
  { cost, expectedShipAt = null, updateHash = null, isSent = false }: Item,
  { order, now, outcome: { number } }: Seen & { outcome: Placed },
): OrderWrites {
  const isClaimed = isSent && order.cancelRequestedAt === null;
  const leasedUntil = after(now, ACCEPTANCE_LEASE_SECONDS);
  const second = order.secondSupplierOrderId === number ? null : order.secondSupplierOrderId;
  // A reply without a hash has content that is not applied yet, so an update of the order is due at once.
  const updateDueAt = isSent && updateHash === null ? now : firstUpdateAt(now);
  return {
    change: {
      order,
      to: {
        to: "placed",
        reason: second === null ? null : { code: "duplicate-at-supplier", number, other: second },
        acceptance: "due",
        retryCount: 0,
        placedAt: now,
        supplierOrderId: number,
        updateHash,
        secondSupplierOrderId: second,
        updateDueAt,
        updateRetryCount: 0,
        expectedShipAt,
        costTotal: cost?.total.amount ?? order.costTotal,
        costCurrency: cost?.total.currency ?? order.costCurrency,
        costShipping: cost?.shipping.amount ?? order.costShipping,
        ...(order.cancelRequestedAt !== null && { cancelRequestedAt: order.cancelRequestedAt }),
        ...(isClaimed ? { dueAt: now, leasedUntil } : { dueAt: now }),
      },
    },
    announces: true,
    wakes: !isClaimed,
  };
}

/**
 * Reopens an ended order that the supplier accepted late, as if the attempt were still under way. Requests its
 * cancellation.
 */
function reopen(item: Item, { order, now }: Seen): OrderWrites {
  const asIf = { ...order, acceptance: null, cancelRequestedAt: order.cancelRequestedAt ?? now };
  const mismatch = mismatchOf(item, { order, now, code: "orders.mismatch.reopened" });
  return { ...move(item, { order: asIf, now, from: "placing" }), mismatches: mismatch };
}

/**
 * Reports a duplicate. Names both numbers, unless a later attempt is under way, because that attempt may get another
 * number.
 */
function doubleOf(item: Item, seen: Seen): Mismatch[] {
  const { id: orderId, supplierOrderId, state } = seen.order;
  if (!isPlaced(item.outcome)) return [];
  const { number: second } = item.outcome;
  const reason = { code: "duplicate-at-supplier", number: supplierOrderId ?? "", other: second } as const;
  return hasArrived(state)
    ? mismatchOf(item, { ...seen, code: "orders.mismatch.second", onOrder: { orderId, second, reason } })
    : mismatchOf(item, { ...seen, code: "orders.mismatch.parallel-attempt", onOrder: { orderId, second } });
}

type MismatchCode =
  "orders.mismatch.parallel-attempt" | "orders.mismatch.reopened" | "orders.mismatch.second";

function mismatchOf(
  { outcome }: Item,
  { order, code, onOrder }: Seen & { code: MismatchCode; onOrder?: OnOrder },
): Mismatch[] {
  if (!isPlaced(outcome)) return [];
  const { id, orderName, supplierOrderId } = order;
  const { number } = outcome;
  const about = { label: orderName, url: `/app/orders/${id}` } as const;
  const message = { code, order: orderName, number, other: supplierOrderId ?? "" };
  const judgement = code.replace("orders.mismatch.", "");
  return [{ ...mismatchOfSupplierOrder(number, judgement), onOrder, about, message }];
}

/** Returns when the order is due after an outcome. A lookup of an order in doubt and a cancellation are due at once. */
function dueAfter({
  order,
  outcome,
  failure,
  now,
}: Seen & { outcome: NotPlaced; failure: Failure | null }): Date | null {
  if (!isUnsent(stateAfter(outcome)) || order.cancelRequestedAt !== null) return now;
  return recheckAt(now, outcome.code, { retryCount: order.retryCount, failure });
}

const EVENTS: Partial<Record<StateAfter, Omit<OrderEvent, "what" | "at">>> = {
  placed: { kind: "orders.placed", tone: "success" },
  held: { kind: "orders.held", tone: "warning", code: "orders.activity.held" },
  in_doubt: { kind: "orders.in-doubt", tone: "critical", code: "orders.activity.in-doubt" },
};
