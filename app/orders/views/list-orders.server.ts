import type { Prisma, SupplierOrder } from "@prisma/client";

import { readInShop, type Tx } from "../../lib/db.server.ts";
import { keysetPage, keysetQuery, type Place } from "../../lib/keyset-page.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { abilities } from "../../wholesale/contract.ts";
import { COUNTED_AT_MOST, inGroup, type OrderGroup } from "../states/order-group.ts";
import type { OrderState } from "../states/order-state.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";

const PAGE_SIZE = 25;

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
  /** What happens next depends on these: see next-step.ts. */
  acceptance: OrderRow["acceptance"];
  retryCount: number;
  /** Now, while a worker has it. */
  nextAt: Date | null;
  updateDueAt: Date | null;
  /** Whether the supplier can be asked for an order by its reference. */
  canLookUp: boolean;
};

/** A page of orders, the newest first, as of the database's time. The cursors lead to the pages beside it. */
export type OrderPage = { orders: ListedOrder[]; newer: string | null; older: string | null; asOf: Date };

export type WantedOrders = {
  /** All of them when null. */
  group: OrderGroup | null;
  /** The order's name in the shop, the supplier's number, or where neither is found, part of the name. */
  query: string;
  place: Place | null;
};

/** Reads a page of the shop's orders; without a place, or with one that is not ours, the newest. */
export async function listOrders(
  shop: ShopDomain,
  { group, query, place }: WantedOrders,
): Promise<OrderPage> {
  const page = keysetQuery(place, PAGE_SIZE);
  const { direction, take, beyond } = page;
  const conditions: Prisma.SupplierOrderWhereInput[] = [{ shop }];
  if (beyond !== null) {
    const { side, at: requestedAt, id } = beyond;
    // The first condition is implied by the second, but it is one that the index can begin at.
    conditions.push({
      requestedAt: { [`${side}e`]: requestedAt },
      OR: [{ requestedAt: { [side]: requestedAt } }, { requestedAt, id: { [side]: id } }],
    });
  }
  const read = async (tx: Tx, asOf: Date) => {
    const wanted = [
      ...conditions,
      group === null ? {} : inGroup(group, tx.supplierOrder.fields),
      query === "" ? {} : await named(tx, { shop, query }),
    ];
    const orderBy: OrderBy = [{ requestedAt: direction }, { id: direction }];
    // A page may be looked for among all orders of the shop: indexes have what that takes, but not whole rows.
    const ids = await tx.supplierOrder.findMany({
      where: { AND: wanted },
      ...{ orderBy, take, select: { id: true } },
    });
    const found = await tx.supplierOrder.findMany({
      where: { id: { in: ids.map(({ id }) => id) } },
      orderBy,
    });
    const listAt = await nextListAt(tx, shop);
    const { rows, newer, older } = keysetPage(found, page, ({ requestedAt: at, id }) => ({ at, id }));
    return { orders: rows.map((row) => toListed(row, { asOf, listAt })), newer, older, asOf };
  };
  return readInShop(shop, read, BY_STATES);
}

/** Postgres compares with the states of a group one by one, unless it plans for them: six times slower. */
const BY_STATES = { plans: "anew" } as const;

type OrderBy = Prisma.SupplierOrderOrderByWithRelationInput[];

/** A whole name, or number, leads to its order by an index. */
async function named(
  tx: Tx,
  { shop, query }: { shop: ShopDomain; query: string },
): Promise<Prisma.SupplierOrderWhereInput> {
  const whole = { OR: [{ orderName: query }, { supplierOrderId: query }] };
  const found = await tx.supplierOrder.findFirst({ where: { shop, ...whole }, select: { id: true } });
  if (found !== null) return whole;
  // Prisma hands these on as the patterns that they are to the database.
  const contains = query.replace(/[\\%_]/g, "\\$&");
  // Comparing without regard to case takes twice as long, and most names are numbers.
  const hasCase = query.toLowerCase() !== query.toUpperCase();
  return { orderName: { contains, ...(hasCase && { mode: "insensitive" }) } };
}

/** When the supplier's list of changes is read next for the shop, which may bring an order's update sooner. */
export async function nextListAt(tx: Tx, shop: ShopDomain): Promise<Date | null> {
  const run = await tx.orderUpdateRun.findUnique({ where: { shop }, select: { nextAt: true } });
  return run?.nextAt ?? null;
}

/** How many orders are in a group; one more than are counted at most stands for all beyond. */
export async function countOrders(shop: ShopDomain, group: OrderGroup): Promise<number> {
  const count = (tx: Tx) =>
    tx.supplierOrder.count({
      where: { shop, ...inGroup(group, tx.supplierOrder.fields) },
      // In the order of an index, so that it ends there.
      ...{ orderBy: [{ requestedAt: "desc" }, { id: "desc" }], take: COUNTED_AT_MOST + 1 },
    });
  return readInShop(shop, count, BY_STATES);
}

/** A row as lists show it. */
export function toListed(
  row: SupplierOrder,
  { asOf, listAt }: { asOf: Date; listAt: Date | null },
): ListedOrder {
  const { id, orderName, state, reason, reasonParams, acknowledgedReason, ...order } = toOrderRow(row);
  const { cancelRequestedAt, requestedAt, placedAt, acceptance, retryCount } = order;
  const { costTotal, costCurrency, nextAt, leasedUntil } = order;
  const cost =
    costTotal === null || costCurrency === null ? null : { amount: costTotal, currency: costCurrency };
  const isClaimed = nextAt !== null && nextAt > asOf && nextAt.getTime() === leasedUntil?.getTime();
  return {
    ...{ id, orderName, state, reason, reasonParams, acknowledgedReason, cancelRequestedAt },
    ...{ requestedAt, placedAt, cost, acceptance, retryCount },
    updateDueAt: order.updateDueAt && listAt && listAt < order.updateDueAt ? listAt : order.updateDueAt,
    nextAt: isClaimed ? asOf : nextAt,
    canLookUp: abilities.findOrderByReference,
  };
}
