import { isDeepStrictEqual } from "node:util";
import type { Prisma } from "@prisma/client";

import { inShop, type Tx, throughOutage } from "../../lib/database/db.server.ts";
import { insertTogether, type NewRows, insertion, insertRows } from "../../lib/database/rows.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { after } from "../../queue/back-off.ts";
import { numberIn } from "../../shop/ids.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { type OrderRow, changeLocked, lockOrders } from "./order-store.server.ts";
import { foundOtherwise, ofLostRecords, type Outcome, usingUpReference } from "../states/outcome.ts";
import type { Reason } from "../reasons/reason.ts";
import { isKnownByNumber } from "../states/supplier-order.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";

/** An attempt to place an order, without its evidence. */
export type Attempt = {
  id: string;
  reference: string;
  /** Deadline for sending. Later, the attempt is never sent. */
  deadline: Date;
  /** After this time, no call of the attempt can be in transit. */
  endsAt: Date;
  lines: OrderLine[];
  keyGeneration: number;
  /** The account of the key that placed the attempt; null if unknown. */
  account: string | null;
  /**
   * The latest outcome, if the attempt only records an order that was missing from our records; null for other
   * attempts.
   */
  ofLostRecords: Outcome | null;
  /** The last reply or lookup that showed the attempt's order, but not as it was sent; null if none did. */
  foundOtherwise: Outcome | null;
};

/** Duration of an attempt: the time until its deadline, the call, and the time to store its outcome. */
export const ATTEMPT_SECONDS = 60;
/**
 * Time after the end of an attempt before we accept a person's answer that its order was not placed: earlier, the
 * supplier may not show the order yet.
 */
const WORD_COUNTS_AFTER_SECONDS = 120;

export function endOf({ startedAt }: { startedAt: Date }): Date {
  return after(startedAt, ATTEMPT_SECONDS);
}

/** Returns true if the attempt sends nothing, because it only records an order that was missing from our records. */
export function sendsNothing({ startedAt, deadline }: { startedAt: Date; deadline: Date }): boolean {
  return deadline <= startedAt;
}

/** Returns the earliest time at which a person can know that the supplier does not have the order. */
export function wordCountsFrom({ endsAt }: Pick<Attempt, "endsAt">): Date {
  return after(endsAt, WORD_COUNTS_AFTER_SECONDS);
}

/** Finds the order's latest attempt. `now` is the database's time of the read. @throws Error if there is none. */
export async function findLatestAttempt(
  shop: ShopDomain,
  orderId: string,
): Promise<{ attempt: Attempt; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const row = await tx.orderAttempt.findFirstOrThrow({
      where: { shop, orderId },
      orderBy: latestFirst,
      include: {
        outcomes: { where: { kind: { in: [...ofLostRecords, ...foundOtherwise] } }, orderBy: { id: "desc" } },
      },
    });
    const { id, reference, deadline, startedAt, keyGeneration, account } = row;
    const latestOf = (kinds: readonly string[]) => {
      const found = row.outcomes.find(({ kind }) => kinds.includes(kind));
      return found ? toOutcome(found) : null;
    };
    const endsAt = endOf({ startedAt });
    const lines = row.lines as OrderLine[];
    const attempt = { id, reference, deadline, endsAt, lines, keyGeneration, account };
    const standing = { ofLostRecords: latestOf(ofLostRecords), foundOtherwise: latestOf(foundOtherwise) };
    return { attempt: { ...attempt, ...standing }, now };
  });
}

/** Returns an outcome from its row. */
function toOutcome({ kind, params }: { kind: string; params: unknown }): Outcome {
  return { ...(params as object | null), code: kind } as Outcome;
}

export const latestFirst = [
  { generation: "desc" },
  { turn: "desc" },
] satisfies Prisma.OrderAttemptOrderByWithRelationInput[];

/** Identifies an attempt. */
export type AttemptId = { shop: ShopDomain; orderId: string; attemptId: string };

/** A piece of evidence about an attempt: an outcome or an event. `at` is an ISO time. */
type Evidence = { kind: string; params: unknown; at: string };

/** An attempt with its evidence, the oldest evidence first. */
export type KnownAttempt = {
  id: string;
  orderId: string;
  reference: string;
  generation: number;
  turn: number;
  lines: OrderLine[];
  keyGeneration: number;
  account: string | null;
  outcomes: Evidence[];
  /** True if the supplier has, or had, an order under the attempt's reference. */
  usesUpReference: boolean;
};

/** Reads all attempts of these orders. Returns them by the order's id, the latest first. */
export async function readAttempts(
  tx: Tx,
  orders: Pick<OrderRow, "shop" | "id">[],
): Promise<Map<string, KnownAttempt[]>> {
  const shops = orders.map(({ shop }) => shop);
  const ids = orders.map(({ id }) => id);
  const rows = await queryRows<Omit<KnownAttempt, "usesUpReference">>(tx)`
    select attempt.id, order_id as "orderId", reference, generation, turn, lines, key_generation as "keyGeneration", account,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'params', params, 'at', at) order by outcome.id), '[]')
        from order_attempt_outcome outcome
        where outcome.shop = attempt.shop and outcome.attempt_id = attempt.id) as outcomes
    from unnest(${shops}::text[], ${ids}::uuid[]) as wanted (shop, id)
    join order_attempt attempt on attempt.shop = wanted.shop and attempt.order_id = wanted.id
    order by generation desc, turn desc`;
  const usingUp = new Set<string>(usingUpReference);
  const attempts = rows.map((row) => ({
    ...row,
    usesUpReference: row.outcomes.some(({ kind }) => usingUp.has(kind)),
  }));
  return Map.groupBy(attempts, ({ orderId }) => orderId);
}

/**
 * Returns the reference of an order's next attempt: the latest attempt's reference, unless the supplier has, or had, an
 * order under that reference. In that case the next attempt gets a new generation.
 *
 * @param attempts the order's attempts so far, the latest first.
 */
export function nextReference(
  attempts: readonly Pick<KnownAttempt, "reference" | "generation" | "turn" | "usesUpReference">[],
  of: { prefix: string; fulfillmentOrderId: string },
): { reference: string; generation: number; turn: number } {
  const [latest] = attempts;
  const { generation = 0, turn = 0, reference = "" } = latest ?? {};
  const isUsedUp =
    isKnownByNumber({ reference }) ||
    attempts.some((each) => each.generation === generation && each.usesUpReference);
  if (latest !== undefined && !isUsedUp) return { reference, generation, turn: turn + 1 };
  const next = { generation: generation + 1, turn: 1 };
  return { ...next, reference: referenceOf({ ...of, generation: next.generation }) };
}

/** Returns the reference under which the supplier keeps the order for a fulfillment order. */
export function referenceOf({
  prefix,
  fulfillmentOrderId,
  generation,
}: {
  prefix: string;
  fulfillmentOrderId: string;
  generation: number;
}): string {
  const number = numberIn(fulfillmentOrderId) ?? fulfillmentOrderId;
  return `${prefix}-${number}-${String(generation)}`;
}

/**
 * Returns true if a reference has the form of ours. If it does not begin with this shop's prefix, it belongs to another
 * shop or installation.
 */
export function isOfStockbridge(reference: string): boolean {
  return /^SB\w+-\d+-\d+$/i.test(reference);
}

/** Returns true if a piece of evidence records this outcome with these parameters. */
export function isSame(
  { kind, params: known }: Pick<Evidence, "kind" | "params">,
  { code, ...params }: Outcome,
): boolean {
  return kind === code && isDeepStrictEqual(known ?? {}, params);
}

/** Returns the rows of evidence of attempts, to be inserted together with those of other tables. */
export function outcomeRows(
  items: { shop: ShopDomain; attemptId: string; outcome: Outcome }[],
  at: Date,
): NewRows {
  const rows = items.map(({ shop, attemptId, outcome: { code: kind, ...params } }) => {
    const supplierOrderId = "number" in params ? params.number : null;
    return { shop, attemptId, kind, params, supplierOrderId, at };
  });
  return { model: "OrderAttemptOutcome", rows };
}

/** Appends an outcome to an attempt, unless the latest evidence says the same. @returns true if it was appended. */
export async function appendIfNew(
  tx: Tx,
  { now, ...item }: { shop: ShopDomain; attemptId: string; outcome: Outcome; now: Date },
): Promise<boolean> {
  const { shop, attemptId, outcome } = item;
  const last = await tx.orderAttemptOutcome.findFirst({
    where: { shop, attemptId },
    orderBy: { id: "desc" },
  });
  if (last && isSame(last, outcome)) return false;
  await insertTogether(tx, [outcomeRows([item], now)]);
  return true;
}

/**
 * Events in an order's history that are not reasons of the order. `outcomeMessage` (app/orders/states/outcome.ts) makes
 * their texts.
 */
type HistoryEvent =
  | { code: "requested" | "cancellation-requested" | "delivered" | "acknowledged" }
  | { code: "fulfilled-untracked"; pieces: { code: "orders.item"; quantity: number; title: string }[] };

/** Appends the request of a cancellation to the order's history, before `cancelRequestedAt` is cleared. */
export async function appendCancellation(
  tx: Tx,
  order: Pick<OrderRow, "shop" | "id" | "cancelRequestedAt">,
): Promise<void> {
  const { cancelRequestedAt: at } = order;
  if (at !== null) await appendToHistory(tx, order, { what: { code: "cancellation-requested" }, at });
}

/**
 * Appends an event of the order to its latest attempt. If the order has no attempt, appends the event to the order's
 * row.
 */
export async function appendToHistory(
  tx: Tx,
  { shop, id: orderId }: Pick<OrderRow, "shop" | "id">,
  { what, at }: { what: Reason | HistoryEvent; at: Date },
): Promise<void> {
  const latest = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  const { code: kind, ...params } = what;
  if (latest === null) {
    const event = JSON.stringify([{ kind, params, at }]);
    await execute(tx)`
      update supplier_order set history = history || ${event}::jsonb where shop = ${shop} and id = ${orderId}::uuid`;
    return;
  }
  await tx.orderAttemptOutcome.create({ data: { shop, attemptId: latest.id, kind, params, at } });
}

/** The rows that the beginning of an attempt has committed. `order` is in the state `placing`. */
export type AttemptRows = {
  order: OrderRow;
  attempt: Prisma.OrderAttemptCreateManyInput;
  lines: Prisma.SupplierOrderLineCreateManyInput[];
  shopLines: Prisma.ShopOrderLineCreateManyInput[];
};

/** The write is retried for this time, which is longer than a database outage of a minute. */
const OUTAGE_SECONDS = 90;

/**
 * Writes the rows of an attempt again if a failover of the database has lost their commit. The supplier may have the
 * order, and without the rows we would buy it once more. If another worker has opened a row for the request since, the
 * attempt becomes part of that order. The order is not sent before the attempt has its outcome. An order that has ended
 * is under way again, and is canceled as soon as it can be.
 *
 * @returns the id of the order that has the attempt; null if the shop's rows were erased.
 */
export function restoreAttempt(rows: AttemptRows): Promise<string | null> {
  const { shop } = rows.order;
  const restore = async (tx: Tx, now: Date) => {
    // An erased shop has no ordering settings, because its orders and settings are erased together.
    const isKept = (await tx.orderingSettings.count({ where: { shop } })) > 0;
    return isKept ? restoreIn(tx, rows, now) : null;
  };
  return throughOutage(() => inShop(shop, restore), { forSeconds: OUTAGE_SECONDS });
}

async function restoreIn(
  tx: Tx,
  { order, attempt, lines, shopLines }: AttemptRows,
  now: Date,
): Promise<string> {
  const { shop, fulfillmentOrderId, dueAt, brandingVersion, destinationHash } = order;
  await execute(
    tx,
  )`${insertion("SupplierOrder", [order as Prisma.SupplierOrderCreateManyInput], { skipDuplicates: true })}`;
  const { id } = await tx.supplierOrder.findUniqueOrThrow({
    where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } },
    select: { id: true },
  });
  const row = (await lockOrders(tx, [{ shop, id }])).get(id);
  if (row === undefined) throw new Error("An order has disappeared while its attempt was restored.");
  const attempts = (await readAttempts(tx, [row])).get(id) ?? [];
  if (attempts.some((each) => each.id === attempt.id)) return id;
  const isRestarted = isUnsent(row.state) || isEnded(row.state);
  if (isRestarted) {
    if (isEnded(row.state)) await reopen(tx, row, now);
    const placing = { to: "placing", reason: null, dueAt, brandingVersion, destinationHash } as const;
    await changeLocked(tx, { ...row, state: "ready" }, placing);
    await tx.supplierOrderLine.deleteMany({ where: { shop, orderId: id } });
  }
  await tx.shopOrderLine.createMany({ data: shopLines, skipDuplicates: true });
  await tx.supplierOrderLine.createMany({
    data: lines.map((line) => ({ ...line, orderId: id })),
    skipDuplicates: true,
  });
  // Since the failover, another attempt may have begun under the same reference. The latest attempt decides the order's
  // state. The restored attempt becomes the latest, unless another attempt has the order under way.
  const turns = attempts.filter((each) => each.generation === attempt.generation).map(({ turn }) => turn);
  const turn = isRestarted
    ? Math.max(attempt.turn, ...turns.map((each) => each + 1))
    : Math.min(attempt.turn, ...turns.map((each) => each - 1));
  await insertRows(tx, "OrderAttempt", [{ ...attempt, orderId: id, turn }]);
  return id;
}

/** Reopens an ended order. The order still has to end for the former cause, so its cancellation is requested. */
async function reopen(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { shop, id, cancelRequestedAt } = order;
  await tx.supplierOrder.updateMany({
    where: { shop, id },
    data: { acceptance: null, cancelRequestedAt: cancelRequestedAt ?? now },
  });
}
