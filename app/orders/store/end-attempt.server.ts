import { apart } from "../../lib/apart.ts";
import { inShops, type Tx } from "../../lib/db.server.ts";
import type { Failure } from "../../lib/failure.ts";
import { gather } from "../../lib/gather.ts";
import { log } from "../../lib/log.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { inTraceOf } from "../../lib/trace.server.ts";
import { after } from "../../queue/back-off.ts";
import { hasArrived, isUnsent, type OrderState } from "../states/order-state.ts";
import {
  isPlaced,
  type NotPlaced,
  type Outcome,
  outcomeInWords,
  type StateAfter,
  stateAfter,
} from "../states/outcome.ts";
import { failsForLong, stillWaiting } from "../states/reason.ts";
import { courseOf } from "../states/outcome-course.ts";
import { appendOutcomes, type AttemptId, readAttempts } from "./attempt-store.server.ts";
import { countDoubt, endDoubts, pauseAllIfSeveral, resumeAll } from "./doubt-pause.server.ts";
import {
  type Mismatch,
  mismatchOfSupplierOrder,
  type OnOrder,
  storeMismatch,
} from "./mismatch-store.server.ts";
import {
  announcePlaced,
  changeAllPlaced,
  changeLocked,
  type ClaimedOrder,
  firstUpdateAt,
  lockOrders,
  type OrderEvent,
  type OrderRow,
  type PlacedAs,
  recheckAt,
  recordOrderActivities,
  wakeOrder,
} from "./order-store.server.ts";
import { wakeAllOrders, wakeOrders } from "./wake-orders.server.ts";

/** Longer than the call that accepts the request. After a crash the order is due again then. */
const ACCEPTANCE_LEASE_SECONDS = 120;

/**
 * What became known of an attempt; `isAnswer` where the supplier answered so when it was sent, `claims` where the caller
 * goes on with an order that is placed. `updateHash` is of the supplier's answer, so that the same once more is nothing new.
 */
type Ended = {
  outcome: Outcome;
  failure?: Failure | null;
  cost?: Money | null;
  updateHash?: string | null;
  isAnswer?: boolean;
  claims?: boolean;
};

/**
 * Appends an attempt's outcome and moves its order accordingly. An order that a later attempt has taken over stays where
 * it is; but that the supplier took it is never left at that. Done a second time, it changes nothing. Orders that are
 * placed at the same time share a commit; every other outcome has its own.
 *
 * @returns the order, where it is placed and claimed.
 */
export async function endAttempt(id: AttemptId, ended: Ended): Promise<ClaimedOrder | null> {
  const item = { ...id, ...ended };
  const [result] = isPlaced(ended.outcome) ? [await end(item)] : await endBatch([item]);
  if (result?.doubted === true) await pauseAllIfSeveral();
  if (result?.endsPauseOfShop === true) await wakeOrders(id.shop, "doubts-ended");
  if (result?.endsPauseOfAll === true && (await resumeAll())) await wakeAllOrders("doubts-ended");
  return result?.claimed ?? null;
}

type Item = AttemptId & Ended;

type Result = {
  claimed: ClaimedOrder | null;
  doubted: boolean;
  endsPauseOfShop: boolean;
  endsPauseOfAll: boolean;
};

const end = gather(async (items: Item[]): Promise<Result[]> => {
  const results = new Map<Item, Result>();
  for (const batch of apart(items, ({ orderId }) => [orderId])) {
    const ended = await endBatch(batch);
    batch.forEach((item, at) => ended[at] && results.set(item, ended[at]));
  }
  return items.map((item) => results.get(item) ?? nothing);
});

/** Nothing is new. */
const nothing: Result = { claimed: null, doubted: false, endsPauseOfShop: false, endsPauseOfAll: false };

/** No two of the items are of one order. */
function endBatch(items: Item[]): Promise<Result[]> {
  return inShops([...new Set(items.map(({ shop }) => shop))], async (tx, now) => {
    const orders = await lockOrders(
      tx,
      items.map(({ shop, orderId: id }) => ({ shop, id })),
    );
    const attempts = await readAttempts(tx, [...orders.values()]);
    const appended = new Set(
      await appendOutcomes(
        tx,
        items.filter(({ orderId }) => orders.has(orderId)),
        { attempts, now },
      ),
    );
    const written: Written = { events: [], mismatches: [], placed: [], due: [] };
    for (const item of appended) {
      const order = orders.get(item.orderId);
      const isLatest = attempts.get(item.attemptId)?.isLatest === true;
      if (order) await follow(tx, order, { ...item, isLatest, now, written });
    }
    const claimed = await placeAll(tx, written.placed, now);
    await recordOrderActivities(tx, written.events);
    for (const mismatch of written.mismatches) await storeMismatch(tx, mismatch);
    await announcePlaced(
      tx,
      written.placed.map(({ order }) => order),
    );
    for (const order of written.due) await wakeOrder(tx, order);
    const doubts = await countAnswers(
      tx,
      [...appended].filter(({ isAnswer }) => isAnswer),
      now,
    );
    return items.map((item) =>
      appended.has(item)
        ? { ...nothing, ...doubts.get(item), claimed: claimed.get(item.orderId) ?? null }
        : nothing,
    );
  });
}

/** What is written for all of a batch together. */
type Written = {
  events: [OrderRow, OrderEvent][];
  mismatches: (Mismatch & { shop: ShopDomain; now: Date })[];
  placed: (PlacedAs & { claims: boolean })[];
  due: OrderRow[];
};

type Moved = Item & { now: Date; written: Written };

/** Leads an order where an outcome leads it: one that is placed together with the others. */
async function follow(
  tx: Tx,
  order: OrderRow,
  { isLatest, ...moved }: Moved & { isLatest: boolean },
): Promise<void> {
  const { shop, orderId, attemptId, outcome } = moved;
  const course = courseOf(order, { outcome, isLatest });
  if (course.kind === "moves") return move(tx, order, { ...moved, from: course.from });
  // Several orders share this commit, each of which has its own trace.
  inTraceOf(order.traceparent, () => {
    log.warn({ shop, orderId, attemptId, outcome: outcome.code }, "orders.outcome-too-late");
  });
  if (course.kind === "reopens") await reopen(tx, order, moved);
  if (course.kind === "doubles") tellDouble(order, moved);
}

/** To order what the supplier took of an earlier attempt, late, would buy it again: that stands for the order then. */
function unlessTakenBefore(outcome: Outcome, { secondSupplierOrderId: number }: OrderRow): Outcome {
  return isUnsent(stateAfter(outcome)) && number !== null ? { code: "found", number } : outcome;
}

async function move(
  tx: Tx,
  seen: OrderRow,
  {
    outcome: own,
    failure = null,
    cost,
    updateHash = null,
    now,
    from,
    written,
    claims = false,
  }: Moved & { from: OrderState },
): Promise<void> {
  const outcome = unlessTakenBefore(own, seen);
  const to = stateAfter(outcome);
  const order = { ...seen, state: from };
  if (isPlaced(outcome)) {
    const isClaimed = claims && order.cancelRequestedAt === null;
    written.placed.push({ order, number: outcome.number, cost, updateHash, claims: isClaimed });
    if (!isClaimed) written.due.push(order);
  } else {
    const nextAt = nextAtAfter({ order, outcome, failure, now });
    const retryCount = to === "ready" ? { increment: 1 } : 0;
    const isLimited = outcome.code === "supplier-rate-limited" && failsForLong(order);
    const reason = isLimited ? stillWaiting(outcome.explanation) : outcome;
    await changeLocked(tx, order, { to, reason, nextAt, retryCount });
    if (nextAt !== null && nextAt <= now) written.due.push(order);
  }
  const event = EVENTS[to];
  if (event && seen.state !== to)
    written.events.push([order, { ...event, what: outcomeInWords(outcome), at: now }]);
}

/** Places orders, each to be accepted at once: by a caller that claims it, else by the next worker. @returns the claimed ones, by id. */
async function placeAll(tx: Tx, placed: Written["placed"], now: Date): Promise<Map<string, ClaimedOrder>> {
  const leasedUntil = after(now, ACCEPTANCE_LEASE_SECONDS);
  const shared = {
    ...({ to: "placed", reason: null, acceptance: "due", retryCount: 0, placedAt: now } as const),
    ...{ updateDueAt: firstUpdateAt(now), updateRetryCount: 0 },
  };
  const [claimed, others] = [placed.filter(({ claims }) => claims), placed.filter(({ claims }) => !claims)];
  await changeAllPlaced(tx, others, { ...shared, nextAt: now });
  const rows = await changeAllPlaced(tx, claimed, { ...shared, nextAt: leasedUntil, leasedUntil });
  return new Map([...rows].map(([id, row]) => [id, { ...row, leasedUntil, claimedAt: now }]));
}

/** As if the attempt were still under way, and its cancellation requested meanwhile. */
async function reopen(tx: Tx, order: OrderRow, moved: Moved): Promise<void> {
  const cancelRequestedAt = order.cancelRequestedAt ?? moved.now;
  await tx.supplierOrder.updateMany({
    where: { shop: order.shop, id: order.id },
    data: { cancelRequestedAt },
  });
  await move(tx, { ...order, acceptance: null, cancelRequestedAt }, { ...moved, from: "placing" });
  tell(order, { ...moved, code: "orders.mismatch.reopened" });
}

/** Both numbers where there are two already. A later attempt that is under way may yet come to a number of its own. */
function tellDouble(order: OrderRow, moved: Moved): void {
  const { id: orderId, supplierOrderId } = order;
  if (!isPlaced(moved.outcome)) return;
  const { number: second } = moved.outcome;
  const reason = { code: "second-there", number: supplierOrderId ?? "", other: second } as const;
  if (hasArrived(order.state))
    tell(order, { ...moved, code: "orders.mismatch.second", onOrder: { orderId, second, reason } });
  else tell(order, { ...moved, code: "orders.mismatch.beside", onOrder: { orderId, second } });
}

type MismatchCode = "orders.mismatch.beside" | "orders.mismatch.reopened" | "orders.mismatch.second";

function tell(
  { shop, id, orderName, supplierOrderId }: OrderRow,
  { outcome, now, written, code, onOrder }: Moved & { code: MismatchCode; onOrder?: OnOrder },
): void {
  if (!isPlaced(outcome)) return;
  const { number } = outcome;
  written.mismatches.push({
    ...{ shop, now, id: mismatchOfSupplierOrder(number), onOrder },
    about: { label: orderName, url: `/app/orders/${id}` },
    message: { code, order: orderName, number, other: supplierOrderId ?? "" },
  });
}

/** Counts how clearly the supplier answers orders. */
async function countAnswers(tx: Tx, items: Item[], now: Date): Promise<Map<Item, Partial<Result>>> {
  const counted = new Map<Item, Partial<Result>>();
  const placed = items.filter(({ outcome }) => isPlaced(outcome));
  const ended = await endDoubts(tx, { shops: [...new Set(placed.map(({ shop }) => shop))], now });
  for (const item of placed) {
    const endsPauseOfShop = ended.shops.has(item.shop);
    counted.set(item, { endsPauseOfShop, endsPauseOfAll: ended.ofAll });
  }
  for (const item of items) {
    if (stateAfter(item.outcome) !== "in_doubt") continue;
    await countDoubt(tx, { shop: item.shop, now });
    counted.set(item, { doubted: true });
  }
  return counted;
}

/** In doubt, it is looked up at once; and a cancellation needs no waiting. */
function nextAtAfter({
  order,
  outcome,
  failure,
  now,
}: {
  order: OrderRow;
  outcome: NotPlaced;
  failure: Failure | null;
  now: Date;
}): Date | null {
  if (!isUnsent(stateAfter(outcome)) || order.cancelRequestedAt !== null) return now;
  return recheckAt(now, outcome.code, { retryCount: order.retryCount, failure });
}

const EVENTS: Partial<Record<StateAfter, Omit<OrderEvent, "what" | "at">>> = {
  placed: { kind: "orders.placed", tone: "success" },
  held: { kind: "orders.held", tone: "warning", code: "orders.activity.held" },
  in_doubt: { kind: "orders.in-doubt", tone: "critical", code: "orders.activity.in-doubt" },
};
