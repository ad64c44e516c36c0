import { Prisma, type SupplierOrder } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { keysetPage, type KeysetQuery, keysetQuery, type Place } from "../../lib/http/keyset-page.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isLeased } from "../../queue/lease.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { inGroup } from "../states/in-group.server.ts";
import { COUNTED_AT_MOST, type OrderGroup } from "../states/order-group.ts";
import { isEnded, type OrderState } from "../states/order-state.ts";
import type { ReasonCode } from "../states/reason.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";

export type ListedOrder = {
  id: string;
  /** The order's name in the shop: "#1001". */
  orderName: string;
  state: OrderState;
  reason: string | null;
  reasonParams: unknown;
  /** The reason that the merchant has acknowledged. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
  requestedAt: Date;
  placedAt: Date | null;
  cost: Money | null;
  /** For next-step.ts. */
  acceptance: OrderRow["acceptance"];
  retryCount: number;
  /** The time of the read while a worker has the order. */
  dueAt: Date | null;
  updateDueAt: Date | null;
  /** True if the supplier can look up an order by its reference. */
  canLookUp: boolean;
};

/** A page of orders, the newest first, as of the database's time. The cursors lead to the adjacent pages. */
export type OrderPage = { orders: ListedOrder[]; newer: string | null; older: string | null; asOf: Date };

export type WantedOrders = {
  /** Null: all groups. */
  group: OrderGroup | null;
  /** The order's name in the shop, the supplier's number, or, if neither matches, a part of the name. */
  query: string;
  place: Place | null;
};

/** Reads a page of the shop's orders: the newest ones if `place` is null or not ours. */
export async function listOrders(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { group, query, place }: WantedOrders,
): Promise<OrderPage> {
  const page = keysetQuery(place, PAGE_SIZE);
  const conditions = [Prisma.sql`shop = ${shop}`];
  if (page.beyond !== null) conditions.push(isBeyond(page.beyond));
  if (group !== null) conditions.push(inGroup(group));
  const wanted = query === "" ? conditions : [...conditions, await named(tx, { shop, query })];
  // The search may pass all of the shop's orders. The indexes hold its columns, but not whole rows.
  const ids = await queryRows<{ id: string }>(tx)`
    select id from supplier_order where ${Prisma.join(wanted, " and ")}
    order by ${page.direction === "desc" ? NEWEST_FIRST : OLDEST_FIRST} limit ${page.take}`;
  const found = await tx.supplierOrder.findMany({
    where: { shop, id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ requestedAt: page.direction }, { id: page.direction }],
  });
  const listAt = await nextListAt(tx, shop);
  const { rows, newer, older } = keysetPage(found, page, ({ requestedAt: at, id }) => ({ at, id }));
  return { orders: rows.map((row) => toListed(row, { asOf: now, listAt })), newer, older, asOf: now };
}

/** Counts the orders of a group, up to `COUNTED_AT_MOST` + 1, which stands for all larger numbers. */
export async function countOrders(tx: Tx, shop: ShopDomain, group: OrderGroup): Promise<number> {
  // Ordered like an index, so that the scan ends at the limit.
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (
      select from supplier_order where shop = ${shop} and ${inGroup(group)}
      order by ${NEWEST_FIRST} limit ${COUNTED_AT_MOST + 1}) as counted`;
  return counted?.count ?? 0;
}

/** Returns true if an order is held because Shopify showed no field of its address at the last read. */
export async function isAddressHidden(shop: ShopDomain): Promise<boolean> {
  const held = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, state: "held", reason: HIDDEN }, select: { id: true } }),
  );
  return held !== null;
}

/** Converts a row for lists. */
export function toListed(
  row: SupplierOrder,
  { asOf, listAt }: { asOf: Date; listAt: Date | null },
): ListedOrder {
  const { id, orderName, state, reason, reasonParams, acknowledgedReason, ...order } = toOrderRow(row);
  const { cancelRequestedAt, requestedAt, placedAt, acceptance, retryCount } = order;
  const { costTotal, costCurrency, dueAt, leasedUntil } = order;
  // The supplier charges nothing for an order that it does not ship.
  const isCharged = costTotal !== null && costCurrency !== null && !isEnded(state);
  const cost = isCharged ? { amount: costTotal, currency: costCurrency } : null;
  return {
    id,
    orderName,
    state,
    reason,
    reasonParams,
    acknowledgedReason,
    cancelRequestedAt,
    requestedAt,
    placedAt,
    cost,
    acceptance,
    retryCount,
    updateDueAt: order.updateDueAt && listAt && listAt < order.updateDueAt ? listAt : order.updateDueAt,
    dueAt: isLeased({ leasedUntil }, asOf) ? asOf : dueAt,
    canLookUp: abilities.findOrderByReference,
  };
}

/** Finds the next read of the supplier's list of changes, which may bring an order's update sooner. */
export async function nextListAt(tx: Tx, shop: ShopDomain): Promise<Date | null> {
  const run = await tx.orderUpdateRun.findUnique({ where: { shop }, select: { dueAt: true } });
  return run?.dueAt ?? null;
}

const PAGE_SIZE = 25;

const NEWEST_FIRST = Prisma.sql`requested_at desc, id desc`;

const OLDEST_FIRST = Prisma.sql`requested_at, id`;

function isBeyond({ side, at, id }: NonNullable<KeysetQuery["beyond"]>): Prisma.Sql {
  return Prisma.sql`(requested_at, id) ${Prisma.raw(side === "lt" ? "<" : ">")} (${at}, ${id}::uuid)`;
}

/** Returns the condition for a search. A whole name or number uses an index. */
async function named(tx: Tx, { shop, query }: { shop: ShopDomain; query: string }): Promise<Prisma.Sql> {
  const whole = Prisma.sql`(order_name = ${query} or supplier_order_id = ${query})`;
  const found = await queryRows<unknown>(tx)`
    select from supplier_order where shop = ${shop} and ${whole} limit 1`;
  if (found.length > 0) return whole;
  const part = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
  // `ilike` takes twice as long, and most names are numbers.
  const hasCase = query.toLowerCase() !== query.toUpperCase();
  return hasCase ? Prisma.sql`order_name ilike ${part}` : Prisma.sql`order_name like ${part}`;
}

const HIDDEN = "address-not-shown" satisfies ReasonCode;
