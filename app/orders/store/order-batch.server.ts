import type { Prisma } from "@prisma/client";
import { inShops, throughOutage, type Tx } from "../../lib/database/db.server.ts";
import { batchCalls } from "../../lib/database/batch-calls.ts";
import { insertTogether } from "../../lib/database/rows.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Outcome } from "../states/outcome.ts";
import { outcomeRows } from "./attempt-store.server.ts";
import { type Answer, countAnswers, type EndedPauses } from "./doubt-pause.server.ts";
import { type Mismatch, storeMismatch } from "./mismatch-store.server.ts";
import {
  announcePlaced,
  type Change,
  changeAllLocked,
  lockOrders,
  orderActivityRows,
  type OrderEvent,
  type OrderRow,
  wakeOrder,
} from "./order-store.server.ts";

/** The writes of a step for one order. The order's other fields stay as they are. */
export type OrderWrites = {
  /**
   * Change to the order's row. `order` is the locked row. Its state may be replaced by the state from which the change
   * starts.
   */
  change?: { order: OrderRow; to: Change } | undefined;
  /** An attempt with its lines. The lines replace those of an earlier attempt. */
  attempt?: {
    row: Prisma.OrderAttemptCreateManyInput;
    lines: Prisma.SupplierOrderLineCreateManyInput[];
    isFirst: boolean;
  };
  /** An outcome to append to an attempt. */
  outcome?: { attemptId: string; outcome: Outcome };
  /** The supplier's answer, if the answer counts for the pauses of ordering. */
  answer?: Answer | undefined;
  events?: OrderEvent[];
  mismatches?: Mismatch[];
  /** Announces that the supplier has the order. */
  announces?: boolean;
  /** Wakes a worker for the order. */
  wakes?: boolean;
  /** Rare writes that share the transaction, but are not batched. */
  also?: ((tx: Tx) => Promise<void>) | undefined;
};

/** Result of a step's writes for one order: the order's row after the writes, and the pauses that they ended. */
export type Written = { order: OrderRow; ended: EndedPauses };

type OnOrder = { shop: ShopDomain; orderId: string };

/** A step on an order: a rule that decides from nothing but rows of the database. */
type Step<Item extends OnOrder, Rows, Result> = {
  /** Keys of the rows of other orders that the rule counts. Orders with a common key never share a transaction. */
  keysOf?: (item: Item) => readonly string[];
  /** Reads the rows that the rule needs besides the locked rows of the orders. */
  read: (tx: Tx, items: Item[]) => Promise<Rows>;
  /**
   * Decides the writes for one order. If an earlier run has committed them and only the reply to its COMMIT was lost,
   * `decide` writes nothing and returns the result of that run.
   */
  decide: (
    item: Item,
    seen: { order: OrderRow; rows: Rows; now: Date },
  ) => { writes: OrderWrites; result: (written: Written) => Result };
  /** The result for an order that has no row any more. */
  gone: Result;
};

/**
 * A step is retried for this time, which is longer than a database outage of a minute. Otherwise an outage would lose
 * the supplier's answer.
 */
const OUTAGE_SECONDS = 90;

/**
 * Creates a step that runs for many orders in one transaction. It locks and reads for all of them, applies the rule to
 * each, and writes for all of them. Orders that arrive meanwhile share the next transaction. Two orders with a common key
 * never share a transaction, so that the second sees the writes of the first.
 *
 * A failed batch is repeated order by order, so that only the failing order fails. A single order is retried through a
 * database outage.
 */
export function stepOfOrders<Item extends OnOrder, Rows, Result>(
  step: Step<Item, Rows, Result>,
): (item: Item) => Promise<Result> {
  const keysOf = (item: Item) => [item.orderId, ...(step.keysOf?.(item) ?? [])];
  const run = batchCalls(async (items: Item[]) => {
    const results = new Map<Item, Result>();
    for (const batch of splitConflicting(items, keysOf))
      for (const [item, result] of await runBatch(step, batch)) results.set(item, result);
    return items.map((item) => results.get(item) ?? step.gone);
  });
  return (item) => throughOutage(() => run(item), { forSeconds: OUTAGE_SECONDS });
}

function runBatch<Item extends OnOrder, Rows, Result>(
  { read, decide, gone }: Step<Item, Rows, Result>,
  items: Item[],
): Promise<Map<Item, Result>> {
  return inShops([...new Set(items.map(({ shop }) => shop))], async (tx, now) => {
    const orders = await lockOrders(
      tx,
      items.map(({ shop, orderId: id }) => ({ shop, id })),
    );
    const rows = await read(tx, items);
    const decided = items.flatMap((item) => {
      const order = orders.get(item.orderId);
      return order ? [{ item, order, ...decide(item, { order, rows, now }) }] : [];
    });
    const written = await writeAll(tx, decided, now);
    const results = decided.map(({ item, order, result }) => [item, result(written(order))] as const);
    return new Map([...items.map((item) => [item, gone] as const), ...results]);
  });
}

async function writeAll(
  tx: Tx,
  decided: { order: OrderRow; writes: OrderWrites }[],
  now: Date,
): Promise<(order: OrderRow) => Written> {
  const each = <T>(of: (writes: OrderWrites, order: OrderRow) => readonly T[] | T | undefined): T[] =>
    decided.flatMap<T>(({ order, writes }) => of(writes, order) ?? []);
  const rows = await changeAllLocked(
    tx,
    each(({ change }) => change && { order: change.order, change: change.to }),
  );
  for (const { shop, id: orderId } of each(({ attempt }, order) =>
    attempt?.isFirst === false ? order : undefined,
  ))
    await tx.supplierOrderLine.deleteMany({ where: { shop, orderId } });
  const outcomes = each(({ outcome }, { shop }) => outcome && { shop, ...outcome });
  const events = each<[OrderRow, OrderEvent]>(({ events }, order) =>
    events?.map((event) => [order, event] as [OrderRow, OrderEvent]),
  );
  await insertTogether(tx, [
    { model: "SupplierOrderLine", rows: each(({ attempt }) => attempt?.lines) },
    { model: "OrderAttempt", rows: each(({ attempt }) => attempt?.row) },
    outcomeRows(outcomes, now),
    ...orderActivityRows(events),
  ]);
  for (const mismatch of each(({ mismatches }, { shop }) =>
    mismatches?.map((one) => ({ ...one, shop, now })),
  ))
    await storeMismatch(tx, mismatch);
  await announcePlaced(
    tx,
    each(({ announces }, order) => (announces === true ? order : undefined)),
  );
  for (const order of each(({ wakes }, order) => (wakes === true ? order : undefined)))
    await wakeOrder(tx, order);
  const ended = await countAnswers(
    tx,
    each(({ answer }, { shop }) => answer && { shop, answer }),
    now,
  );
  for (const also of each(({ also }) => also)) await also(tx);
  return (order) => ({ order: rows.get(order.id) ?? order, ended: ended(order.shop) });
}

/**
 * Splits items into the fewest batches in which no two items share a key. Each item is in the earliest possible batch.
 */
export function splitConflicting<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Item[][] {
  const batches: { items: Item[]; keys: Set<string> }[] = [];
  for (const item of items) {
    const keys = keysOf(item);
    // The item's batch must come after the last batch that shares a key with the item.
    const after = batches.findLastIndex((batch) => keys.some((key) => batch.keys.has(key)));
    const batch = batches[after + 1] ?? { items: [], keys: new Set<string>() };
    if (after + 1 === batches.length) batches.push(batch);
    batch.items.push(item);
    for (const key of keys) batch.keys.add(key);
  }
  return batches.map((batch) => batch.items);
}
