import { Prisma, type SupplierOrder } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { allColumns } from "../../lib/database/rows.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { keysetPage, type KeysetQuery, keysetQuery, type Place } from "../../lib/http/keyset-page.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dayAfter, startOfDay } from "../../messages/zoned-time.ts";
import { isLeased } from "../../queue/lease.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { chargeOf, paidOf } from "../earnings/earnings.ts";
import { costOf } from "../profit/sums.ts";
import { inGroup } from "../states/in-group.server.ts";
import { COUNTED_AT_MOST, type OrderGroup } from "../states/order-group.ts";
import { isEnded, type OrderState } from "../states/order-state.ts";
import type { ReasonCode } from "../reasons/reason.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";
import { findContents, type OrderContents } from "./order-contents.server.ts";
import { findByAmount, matching, PAGE_SIZE } from "./search-orders.server.ts";
import { isByAmount, NO_FILTER, type OrderFilter, type OrderSort } from "./order-filter.ts";

export type ListedOrder = {
  id: string;
  /** A button works only for the version that it was rendered with (`SupplierOrder.version` in the schema). */
  version: number;
  /** The order's name in the shop: "#1001". */
  orderName: string;
  /** The customer's order in the shop. */
  shopOrderId: string;
  state: OrderState;
  reason: string | null;
  reasonParams: unknown;
  /** The reason that the merchant has acknowledged. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
  requestedAt: Date;
  /** Time since which the order has its reason; null if it never had one. */
  reasonSince: Date | null;
  placedAt: Date | null;
  /** The supplier's number. After a restart, the order keeps the previous number until the supplier returns another. */
  supplierOrderId: string | null;
  /** The number of a duplicate, if the supplier has the order twice. */
  secondSupplierOrderId: string | null;
  cost: Money | null;
  /**
   * The cost without the tax that the merchant reclaims, in the currency that the shop had when the order was made.
   * `paid` less `spent` is `profit`. Null if unknown, or if the supplier ships nothing of the order.
   */
  spent: Money | null;
  /**
   * Paid by the customer for the items and their shipping, less refunds. `paid` and `profit` are net of tax, in the
   * currency that the shop had when the order was made. They are null if unknown, or if the supplier ships nothing of the
   * order.
   */
  paid: Money | null;
  profit: Money | null;
  /** Only next-step.ts uses the fields from here on. */
  acceptance: OrderRow["acceptance"];
  retryCount: number;
  /** Due time of the order; the time of this read while a worker has claimed it. */
  dueAt: Date | null;
  updateDueAt: Date | null;
  /** True if the supplier can look up an order by its reference. */
  canLookUp: boolean;
};

/** A page of orders as of the database's time. The cursors lead to the adjacent pages. */
export type OrderPage = {
  orders: (ListedOrder & OrderContents)[];
  newer: string | null;
  older: string | null;
  asOf: Date;
};

export type WantedOrders = {
  /** Null: all groups. */
  group: OrderGroup | null;
  /** See `matching`. Empty for all orders. */
  query: string;
  filter?: OrderFilter;
  sort?: OrderSort;
  place: Place | null;
};

/** Reads a page of the shop's orders: the first page if `place` is null or its cursor is malformed. */
export async function listOrders(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { group, query, filter = NO_FILTER, sort = "newest", place }: WantedOrders,
): Promise<OrderPage> {
  const wanted = [Prisma.sql`shop = ${shop}`, ...(await limitsOf(tx, shop, filter))];
  if (group !== null) wanted.push(inGroup(group));
  if (query !== "") wanted.push(await matching(tx, { shop, query }));
  if (isByAmount(sort)) {
    const { ids, ...adjacent } = await findByAmount(tx, { wanted, sort, place });
    const listed = await readListed(tx, { shop, now }, ids);
    const orders = listed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    return { orders, ...adjacent, asOf: now };
  }
  const page = keysetQuery(place, PAGE_SIZE, { first: sort });
  if (page.beyond !== null) wanted.push(isBeyond(page.beyond));
  const inOrder = page.direction === "desc" ? NEWEST_FIRST : OLDEST_FIRST;
  // Selects only ids first, because a search may read all of the shop's orders. The indexes contain all columns that
  // this needs.
  const found = await queryRows<SupplierOrder>(tx)`
    select ${allColumns("SupplierOrder")} from supplier_order where shop = ${shop} and id = any(array(
      select id from supplier_order where ${Prisma.join(wanted, " and ")} order by ${inOrder} limit ${page.take}))
    order by ${inOrder}`;
  const { rows, newer, older } = keysetPage(found, page, ({ requestedAt: at, id }) => ({ at, id }));
  return { orders: await toListedAll(tx, rows, { shop, now }), newer, older, asOf: now };
}

/** Reads the newest of our orders for these customers' orders. */
export async function listOrdersOf(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  shopOrderIds: string[],
  { atMost = PAGE_SIZE }: { atMost?: number } = {},
): Promise<OrderPage["orders"]> {
  const rows = await tx.supplierOrder.findMany({
    where: { shop, shopOrderId: { in: shopOrderIds } },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: atMost,
  });
  return toListedAll(tx, rows, { shop, now });
}

/** Reads the orders with these ids. */
export async function readListed(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  ids: string[],
): Promise<OrderPage["orders"]> {
  // Prisma's typed call would take several milliseconds to read these rows.
  const rows = await queryRows<SupplierOrder>(tx)`
    select ${allColumns("SupplierOrder")} from supplier_order
    where shop = ${shop} and id = any(${sqlArray(ids)}::uuid[])`;
  return toListedAll(tx, rows, { shop, now });
}

async function toListedAll(
  tx: Tx,
  rows: SupplierOrder[],
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<OrderPage["orders"]> {
  const listAt = await nextListAt(tx, shop);
  const contents = await findContents(tx, shop, rows);
  return rows.map((row) => ({
    ...toListed(row, { asOf: now, listAt }),
    ...(contents.get(row.id) ?? { items: [], packages: [], expected: null }),
  }));
}

/** Reads the newest orders of the shop that have a reason, and returns their reasons. */
export async function findReasons(tx: Tx, shop: ShopDomain): Promise<string[]> {
  const rows = await queryRows<{ reason: string }>(tx)`
    select distinct reason from (
      select reason from supplier_order where shop = ${shop} and reason is not null
      order by ${NEWEST_FIRST} limit ${REASONS_OF_AT_MOST}) as newest`;
  return rows.map(({ reason }) => reason);
}

/** Finds the countries that the shop's orders go to, by a loose index scan. */
export async function findCountries(tx: Tx, shop: ShopDomain): Promise<string[]> {
  const next = Prisma.sql`select country from supplier_order where shop = ${shop}`;
  const rows = await queryRows<{ country: string }>(tx)`
    with recursive each as (
      (${next} and country is not null order by country limit 1)
      union all
      select following.country from each cross join lateral (
        ${next} and country > each.country order by country limit 1) as following)
    select country from each`;
  return rows.map(({ country }) => country);
}

/** Maximum number of orders that `findReasons` reads. It reads only the index `supplier_order_with_reason`. */
const REASONS_OF_AT_MOST = 5000;

/** Counts the orders of a group. Stops at `COUNTED_AT_MOST` + 1, which stands for all larger numbers. */
export async function countOrders(tx: Tx, shop: ShopDomain, group: OrderGroup): Promise<number> {
  // The order of an index, so that Postgres stops reading at the limit.
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (
      select from supplier_order where shop = ${shop} and ${inGroup(group)}
      order by ${NEWEST_FIRST} limit ${COUNTED_AT_MOST + 1}) as counted`;
  return counted?.count ?? 0;
}

/** Reads the orders that need attention, up to `most`. The order with the latest reason comes first. */
export async function listUrgent(
  tx: Tx,
  { shop, now, most }: { shop: ShopDomain; now: Date; most: number },
): Promise<ListedOrder[]> {
  // Selects ids first. The index `supplier_order_with_reason_since` contains all columns of the condition, but not
  // whole rows.
  const rows = await queryRows<SupplierOrder>(tx)`
    select ${allColumns("SupplierOrder")} from supplier_order
    where shop = ${shop} and id = any(array(
      select id from supplier_order where shop = ${shop} and ${inGroup("needs-attention")}
      order by ${LATEST_REASON_FIRST} limit ${most}))
    order by ${LATEST_REASON_FIRST}`;
  return rows.map((row) => toListed(row, { asOf: now, listAt: null }));
}

/** Returns true if the supplier has ever got an order of the shop. */
export async function hasPlaced(tx: Tx, shop: ShopDomain): Promise<boolean> {
  const found = await queryRows<unknown>(tx)`
    select from supplier_order where shop = ${shop} and placed_at is not null limit 1`;
  return found.length > 0;
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
  const { id, version, orderName, shopOrderId, state, reason, reasonParams, acknowledgedReason, ...order } =
    toOrderRow(row);
  const { cancelRequestedAt, requestedAt, reasonSince, placedAt, acceptance, retryCount } = order;
  const { supplierOrderId, secondSupplierOrderId } = order;
  const { dueAt, leasedUntil } = order;
  // The supplier charges nothing for an order that it does not ship.
  const cost = isEnded(state) ? null : (chargeOf(order)?.total ?? null);
  const { revenueCurrency: currency } = order;
  const earned = (amount: string | null) =>
    amount === null || currency === null || isEnded(state) ? null : { amount, currency };
  const paid = paidOf(order);
  const { itemsCost, shippingCost } = order;
  const spent =
    itemsCost === null || shippingCost === null ? null : costOf({ itemsCost, shippingCost }).toFixed();
  return {
    id,
    version,
    orderName,
    shopOrderId,
    state,
    reason,
    reasonParams,
    acknowledgedReason,
    cancelRequestedAt,
    requestedAt,
    reasonSince,
    placedAt,
    supplierOrderId,
    secondSupplierOrderId,
    cost,
    spent: earned(spent),
    paid: earned(paid),
    profit: earned(order.profit),
    acceptance,
    retryCount,
    updateDueAt: order.updateDueAt && listAt && listAt < order.updateDueAt ? listAt : order.updateDueAt,
    dueAt: isLeased({ leasedUntil }, asOf) ? asOf : dueAt,
    canLookUp: abilities.findOrderByReference,
  };
}

/**
 * Returns when the supplier's list of changes is next read: the list may show an order's update earlier than a read of
 * that order.
 */
export async function nextListAt(tx: Tx, shop: ShopDomain): Promise<Date | null> {
  const [run] = await queryRows<{ dueAt: Date | null }>(tx)`
    select due_at as "dueAt" from order_update_run where shop = ${shop}`;
  return run?.dueAt ?? null;
}

const NEWEST_FIRST = Prisma.sql`requested_at desc, id desc`;

/** The order of the index `supplier_order_with_reason_since`. Ids rise with time, so the newer of two orders comes first. */
const LATEST_REASON_FIRST = Prisma.sql`reason_since desc nulls last, id desc`;

const OLDEST_FIRST = Prisma.sql`requested_at, id`;

function isBeyond({ side, at, id }: NonNullable<KeysetQuery["beyond"]>): Prisma.Sql {
  return Prisma.sql`(requested_at, id) ${Prisma.raw(side === "lt" ? "<" : ">")} (${at}, ${id}::uuid)`;
}

async function limitsOf(
  tx: Tx,
  shop: ShopDomain,
  { state, reason, country, from, until }: OrderFilter,
): Promise<Prisma.Sql[]> {
  const limits: Prisma.Sql[] = [];
  if (state !== null) limits.push(Prisma.sql`state = ${state}`);
  if (reason !== null) limits.push(Prisma.sql`reason = ${reason}`);
  if (country !== null) limits.push(Prisma.sql`country = ${country}`);
  if (from === null && until === null) return limits;
  const facts = await tx.shopFacts.findUnique({ where: { shop }, select: { timeZone: true } });
  const start = (day: string) => startOfDay(facts?.timeZone ?? null, day);
  if (from !== null) limits.push(Prisma.sql`requested_at >= ${start(from)}`);
  if (until !== null) limits.push(Prisma.sql`requested_at < ${start(dayAfter(until))}`);
  return limits;
}

const HIDDEN = "address-not-shown" satisfies ReasonCode;
