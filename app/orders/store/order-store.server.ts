import { isDeepStrictEqual } from "node:util";

import { Prisma, type SupplierOrder } from "@prisma/client";

import { activityRows, type NewEntry } from "../../lib/activity/record-activity.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import {
  allColumns,
  insertion,
  insertTogether,
  type NewRows,
  updateRows,
} from "../../lib/database/rows.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue, enqueueAll } from "../../queue/boss.server.ts";
import { claim, type Claimed } from "../../queue/lease.server.ts";
import type { FulfillmentOrderId, ShopOrderId } from "../../shop/ids.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { changesEarnings, earningsOf } from "../earnings/earnings.ts";
import { type Acceptance, mayBecome } from "../states/acceptance.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { groupOf } from "../states/order-group.ts";
import { isEnded, mayMove, type OrderState } from "../states/order-state.ts";
import { attentionOf, type Reason, type ReasonCode, reasonsThat, recheckSeconds } from "../reasons/reason.ts";
import { inWords, labelOfMessage } from "../reasons/reason-words.ts";

/** A row of supplier_order, with the types of the order rules. */
export type OrderRow = Omit<SupplierOrder, "shop" | keyof Words> & { shop: ShopDomain } & Words;

type Words = {
  fulfillmentOrderId: FulfillmentOrderId;
  shopOrderId: ShopOrderId;
  supplierOrderId: SupplierOrderId | null;
  secondSupplierOrderId: SupplierOrderId | null;
  state: OrderState;
  acceptance: Acceptance | null;
  differences: Difference[];
};

/** Identifies a requested fulfillment order. */
export type Requested = { fulfillmentOrderId: string; shopOrderId: string; orderName: string };

/** A row that this worker has leased until `leasedUntil`. */
export type ClaimedOrder = OrderRow & { leasedUntil: Date; claimedAt: Date };

/**
 * All calls for a claimed order together take less time. The longest calls come before the order is placed: the
 * fulfillment order from the shop (90 s per page, see app/shop/call.server.ts), cost and stock of its products (15 s
 * per four products, so 45 s for a dozen), and a lookup (75 s). More lookups follow only if a restored backup may have
 * lost an order. Resolving a doubt takes 225 s at most. An attempt has a deadline of its own.
 */
export const LEASE_SECONDS = 300;

export function toOrderRow(row: SupplierOrder): OrderRow {
  return row as unknown as OrderRow;
}

/** Claims an order; null if it is not due or already claimed. */
export async function claimOrder(shop: ShopDomain, id: string): Promise<ClaimedOrder | null> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "SupplierOrder", { key: { shop, id }, seconds: LEASE_SECONDS }),
  );
  return claimed ? toClaimedOrder(claimed) : null;
}

/** Returns a claimed row with the types of the order rules. */
export function toClaimedOrder(claimed: Claimed<"SupplierOrder">): ClaimedOrder {
  return claimed as ClaimedOrder;
}

/**
 * Inserts orders that this worker has claimed. Skips fulfillment orders that have a row.
 */
export async function insertClaimed(
  tx: Tx,
  orders: (Requested & {
    shop: ShopDomain;
    requestSentAt: Date | null;
    traceparent: string | null;
    lossAccepted?: Prisma.InputJsonObject;
  })[],
  now: Date,
): Promise<ClaimedOrder[]> {
  const leasedUntil = after(now, LEASE_SECONDS);
  const lease = { requestedAt: now, dueAt: now, leasedUntil };
  const rows = orders.map((order) => ({ ...order, ...lease, state: "ready" satisfies OrderState }));
  if (rows.length === 0) return [];
  const insert = insertion("SupplierOrder", rows, { skipDuplicates: true, returnsAll: true });
  const opened = await queryRows<SupplierOrder>(tx)`${insert}`;
  return opened.map((row) => ({ ...toOrderRow(row), leasedUntil, claimedAt: now }));
}

/** Locks an order's row until `tx` ends; null if there is none. */
export async function lockOrder(tx: Tx, order: OrderId): Promise<OrderRow | null> {
  return (await lockOrders(tx, [order])).get(order.id) ?? null;
}

/** Locks orders' rows until `tx` ends, always in the order of their ids. Returns the rows that exist, by id. */
export async function lockOrders(tx: Tx, orders: OrderId[]): Promise<Map<string, OrderRow>> {
  const shops = orders.map(({ shop }) => shop);
  const ids = orders.map(({ id }) => id);
  const rows = await queryRows<SupplierOrder>(tx)`
    select ${allColumns("SupplierOrder")} from supplier_order
    where (shop, id) in (select * from unnest(${shops}::text[], ${ids}::uuid[])) order by id for update`;
  return new Map(rows.map((row) => [row.id, toOrderRow(row)]));
}

/** Changes to an order. Fields that are left out stay as they are; a new `dueAt` ends the lease. */
export type Change = { to?: OrderState; reason?: Reason | null; acceptance?: Acceptance } & Omit<
  Prisma.SupplierOrderUpdateManyMutationInput,
  "state" | "version" | "reason" | "reasonParams" | "acceptance"
>;

/**
 * Changes a claimed order. Resets `retryCount`, unless the change sets it. An order that was made due since
 * the claim stays due.
 *
 * @returns false, with nothing written, if the lease has ended, because another worker may have changed the
 *   order. Also false if the change sets the state, but an update of the supplier has changed the state
 *   since.
 */
export async function changeClaimed(tx: Tx, claimed: ClaimedOrder, change: Change): Promise<boolean> {
  const order = await lockClaimed(tx, claimed);
  if (order === null || (change.to !== undefined && order.state !== claimed.state)) return false;
  const isWoken = change.dueAt !== undefined && order.dueAt?.getTime() !== claimed.dueAt?.getTime();
  await changeLocked(tx, order, { retryCount: 0, ...change, ...(isWoken && { dueAt: order.dueAt }) });
  if (isWoken) await wakeOrder(tx, order);
  return true;
}

/** Locks a claimed order's row until `tx` ends; null if the lease has ended. */
export async function lockClaimed(tx: Tx, claimed: ClaimedOrder): Promise<OrderRow | null> {
  const order = await lockOrder(tx, claimed);
  return order && isStillClaimed(order, claimed) ? order : null;
}

/**
 * Returns true if a locked row still has this worker's lease. Every change of state ends the lease, except one by an
 * update from the supplier. Such an update may arrive while a worker accepts the shop's request, and does no harm to
 * the acceptance.
 */
export function isStillClaimed(row: OrderRow, { leasedUntil }: ClaimedOrder): boolean {
  return row.leasedUntil?.getTime() === leasedUntil.getTime();
}

/** Changes an order whose row `tx` has locked. @returns the changed row. */
export async function changeLocked(tx: Tx, order: OrderRow, change: Change): Promise<OrderRow> {
  return (await changeAllLocked(tx, [{ order, change }])).get(order.id) ?? order;
}

/**
 * Changes orders whose rows `tx` has locked, with one statement per set of changed fields.
 *
 * @returns the changed rows, by the orders' ids.
 */
export async function changeAllLocked(
  tx: Tx,
  changes: { order: OrderRow; change: Change }[],
): Promise<Map<string, OrderRow>> {
  const rows = changes.map(({ order, change }) => {
    const columns = Object.entries<unknown>(columnsOf(order, change)).filter(
      ([, value]) => value !== undefined,
    );
    // The row is locked, so the new value of a counter can be computed from `order`.
    const values = columns.map(([field, value]) => [field, resolve(order, field as keyof OrderRow, value)]);
    return { shop: order.shop, id: order.id, ...(Object.fromEntries(values) as object) };
  });
  const changed = new Map<string, OrderRow>();
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(" ")).values())
    for (const row of await updateRows(tx, "SupplierOrder", alike)) changed.set(row.id, toOrderRow(row));
  return changed;
}

function resolve(order: OrderRow, field: keyof OrderRow, value: unknown): unknown {
  const isCount = typeof value === "object" && value !== null && "increment" in value;
  return isCount ? Number(order[field]) + Number(value.increment) : value;
}

/**
 * Postpones a claimed order for as long as the reason and the failure demand, and at least until `notBefore`. A
 * transient reason does not replace a reason that needs the merchant's attention.
 *
 * @param event if given, the reason is recorded for the merchant as this event.
 */
export async function postponeOrder(
  order: ClaimedOrder,
  reason: Reason,
  {
    failure = null,
    notBefore,
    event,
  }: { failure?: Failure | null; notBefore?: Date; event?: Pick<OrderEvent, "kind" | "tone"> } = {},
): Promise<void> {
  const { retryCount } = order;
  const passes = groupOf({ ...order, reason: reason.code }) !== "needs-attention";
  const keeps = passes && groupOf(order) === "needs-attention";
  await inShop(order.shop, async (tx, now) => {
    const recheck = recheckAt(now, reason.code, { retryCount, failure });
    const dueAt = recheck && notBefore && recheck < notBefore ? notBefore : recheck;
    const change = { dueAt, retryCount: retryCount + 1, ...(!keeps && { reason }) };
    const isWritten = await changeClaimed(tx, order, change);
    if (isWritten && event)
      await recordOrderActivity(tx, order, { ...event, what: inWords(reason), at: now });
  });
}

/** Releases a claimed order and makes it due at once, because its facts are outdated or another worker takes over. */
export async function releaseOrder(order: ClaimedOrder): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    if (await changeClaimed(tx, order, { dueAt: now, retryCount: order.retryCount }))
      await wakeOrder(tx, order);
  });
}

/** Held orders that a worker checks again. All other held orders, such as rejected ones, wait for a person. */
export const heldForAWhile = {
  state: "held",
  reason: { in: reasonsThat(({ recheck }) => recheck !== null) },
} satisfies Prisma.SupplierOrderWhereInput;

/** Returns the time at which a worker checks an order with this reason again; null: only after a wake-up. */
export function recheckAt(
  now: Date,
  code: ReasonCode,
  failed: { retryCount?: number; failure?: Failure | null } = {},
): Date | null {
  const seconds = recheckSeconds(code, failed);
  return seconds === null ? null : after(now, seconds);
}

/** Wakes a worker for the order when `tx` commits. */
export async function wakeOrder(tx: Tx, { shop, id }: OrderId): Promise<void> {
  await enqueue(tx, jobs["orders.process"], { shop, orderId: id });
}

/** Wakes a worker for all due orders. */
export async function wakeSweep(tx: Tx): Promise<void> {
  await enqueue(tx, jobs["orders.sweep"], {});
}

/** Delay before we read a placed order from the supplier. */
const FIRST_UPDATE_SECONDS = 5;
/**
 * Delay before we read the supplier's list of changes, if the supplier has one. The second constant is the delay before
 * we read an order that the list has left out.
 */
const FIRST_LIST_SECONDS = 10;
const LEFT_OUT_BY_LIST_SECONDS = 900;

/** Returns when the update of an order that is placed now is due. */
export function firstUpdateAt(now: Date): Date {
  return after(now, abilities.ordersUpdatedSince ? LEFT_OUT_BY_LIST_SECONDS : FIRST_UPDATE_SECONDS);
}

/** Announces that the supplier has the orders, so that workers read their updates. */
export async function announcePlaced(tx: Tx, orders: OrderId[]): Promise<void> {
  if (abilities.ordersUpdatedSince) {
    // The shops are sorted. Otherwise two transactions that announce the same shops could deadlock.
    const shops = [...new Set(orders.map(({ shop }) => shop))].toSorted();
    const data = shops.map((shop) => ({ shop }));
    await enqueueAll(tx, jobs["orders.placed-in-shop"], data, { startAfterSeconds: FIRST_LIST_SECONDS });
  } else {
    const placed = orders.map(({ shop, id }) => ({ shop, orderId: id }));
    await enqueueAll(tx, jobs["orders.placed"], placed, { startAfterSeconds: FIRST_UPDATE_SECONDS });
  }
}

/** Announces that `tx` has made the order's update due now. */
export async function announceUpdate(tx: Tx, { shop, id }: OrderId): Promise<void> {
  await enqueue(tx, jobs["orders.placed"], { shop, orderId: id });
}

/** Identifies an order. */
export type OrderId = { shop: ShopDomain; id: string };

/**
 * An event of an order. `what` is its full message. `code`: the code of its activity entry; without it the entry is “Order
 * #1001: ” and the message.
 */
export type OrderEvent = Pick<NewEntry, "kind" | "tone" | "at"> & {
  what: Message;
  code?: "orders.activity.held" | "orders.activity.in-doubt" | "orders.activity.not-canceled";
};

/** Records an event of an order, with a link to it. */
export async function recordOrderActivity(tx: Tx, order: Recorded, event: OrderEvent): Promise<void> {
  await insertTogether(tx, orderActivityRows([[order, event]]));
}

/** Returns the rows of events, to be inserted together with those of other tables. */
export function orderActivityRows(events: [Recorded, OrderEvent][]): NewRows[] {
  return activityRows(
    events.map(([{ shop, id, orderName }, { kind, tone, at, what, code }]) => {
      const message: Message = { code: code ?? "orders.activity.changed", order: orderName, what };
      const subject = { label: orderName, url: `/app/orders/${id}`, what: labelOfMessage(what) } as const;
      return { shop, kind, tone, message, subject, at };
    }),
  );
}

type Recorded = Pick<OrderRow, "shop" | "id" | "orderName">;

/**
 * Returns the columns of a change. Every change of state, reason and acceptance passes here. @throws Error if the state
 * or the acceptance cannot change this way.
 */
function columnsOf(order: OrderRow, { to, reason, acceptance, ...columns }: Change) {
  if (to !== undefined && to !== order.state && !mayMove(order.state, to)) {
    throw new Error(`An order cannot go from ${order.state} to ${to}.`);
  }
  if (acceptance !== undefined && !mayBecome(order.acceptance, acceptance)) {
    throw new Error(`An acceptance cannot go from ${String(order.acceptance)} to ${acceptance}.`);
  }
  return {
    ...(columns.dueAt !== undefined && { leasedUntil: null }),
    ...(columns.updateDueAt !== undefined && { updateLeasedUntil: null }),
    ...columns,
    ...(to !== undefined && { state: to }),
    ...(isSeenAsAnother(order, { to, reason }) && { version: { increment: 1 } }),
    // Canceled and rejected orders ship nothing more. Shipped orders keep the hash for a last comparison: see `reviewShipped`.
    ...(to !== undefined && isEnded(to) && { destinationHash: null }),
    ...(acceptance !== undefined && { acceptance }),
    ...(reason !== undefined && reasonColumns(reason)),
    ...(changesEarnings(columns) && earningsOf({ ...order, ...columns } as OrderRow)),
  };
}

/**
 * Returns true if buttons that were shown before the change must no longer work: the order has a new state, or the
 * merchant has a new reason to acknowledge.
 */
function isSeenAsAnother({ state, reason: before, reasonParams }: OrderRow, { to, reason }: Change): boolean {
  if (to !== undefined && to !== state) return true;
  if (!reason || attentionOf(reason.code) !== "until-acknowledged") return false;
  const { code, ...params } = reason;
  return code !== before || !isDeepStrictEqual(params, reasonParams ?? {});
}

function reasonColumns(reason: Reason | null) {
  if (reason === null) return { reason: null, reasonParams: Prisma.DbNull };
  const { code, ...params } = reason;
  const reasonParams: Prisma.InputJsonObject = params;
  return { reason: code, reasonParams: Object.keys(params).length === 0 ? Prisma.DbNull : reasonParams };
}
