import type { Prisma, SupplierOrder } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { inGroup, type OrderGroup } from "../order-group.ts";
import type { OrderState } from "../order-state.ts";

const PAGE_SIZE = 25;

export type ListedOrder = {
  id: string;
  /** The order's name in the shop: "#1001". */
  orderName: string;
  state: OrderState;
  reason: string | null;
  said: string | null;
  /** The reason that the merchant says they have seen to. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
  requestedAt: Date;
  placedAt: Date | null;
  cost: Money | null;
  /** What happens next depends on these: see say-next.ts. */
  acceptance: string | null;
  retryCount: number;
  nextAt: Date | null;
  updateDueAt: Date | null;
};

/** A page of orders, the newest first. The cursors lead to the pages beside it; null where there is none. */
export type OrderPage = { orders: ListedOrder[]; newer: string | null; older: string | null };

export type WantedOrders = {
  /** All of them when null. */
  group: OrderGroup | null;
  /** Part of the order's name in the shop, or the supplier's whole number. */
  query: string;
  /** Where the page begins: right behind (`older`) or right before (`newer`) the order that a cursor names. */
  place: { towards: "older" | "newer"; cursor: string } | null;
};

/** Reads a page of the shop's orders; without a place, or with one that is not ours, the newest. */
export async function listOrders(
  shop: ShopDomain,
  { group, query, place }: WantedOrders,
): Promise<OrderPage> {
  const from = place && readCursor(place.cursor);
  const backwards = from !== null && place?.towards === "newer";
  const [order, side] = backwards ? (["asc", "gt"] as const) : (["desc", "lt"] as const);
  const conditions: Prisma.SupplierOrderWhereInput[] = [{ shop }];
  if (query !== "") {
    // Prisma hands these on as the patterns that they are to the database.
    const literally = query.replace(/[\\%_]/g, "\\$&");
    const named = { contains: literally, mode: "insensitive" } as const;
    conditions.push({ OR: [{ orderName: named }, { supplierOrderId: query }] });
  }
  if (from !== null) {
    const { requestedAt, id } = from;
    // The first condition says nothing new, but it is one that the index can begin at.
    conditions.push({
      requestedAt: { [`${side}e`]: requestedAt },
      OR: [{ requestedAt: { [side]: requestedAt } }, { requestedAt, id: { [side]: id } }],
    });
  }
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { AND: [...conditions, group === null ? {} : inGroup(group, tx.supplierOrder.fields)] },
      orderBy: [{ requestedAt: order }, { id: order }],
      take: PAGE_SIZE + 1,
    }),
  );
  const more = rows.length > PAGE_SIZE;
  const found = rows.slice(0, PAGE_SIZE);
  if (backwards) found.reverse();
  const [first, last] = [found[0], found.at(-1)];
  return {
    orders: found.map(toListed),
    newer: first && (backwards ? more : from !== null) ? writeCursor(first) : null,
    older: last && (backwards || more) ? writeCursor(last) : null,
  };
}

/** How many orders lie in a group. */
export async function countOrders(shop: ShopDomain, group: OrderGroup): Promise<number> {
  return inShop(shop, (tx) =>
    tx.supplierOrder.count({ where: { shop, ...inGroup(group, tx.supplierOrder.fields) } }),
  );
}

function writeCursor({ requestedAt, id }: { requestedAt: Date; id: string }): string {
  return `${String(requestedAt.getTime())}_${id}`;
}

/** A cursor stands in an address, where anybody can write anything. */
function readCursor(cursor: string): { requestedAt: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { requestedAt: new Date(Number(ms)), id };
}

/** A row in the words of the list. */
export function toListed(row: SupplierOrder): ListedOrder {
  const { id, orderName, reason, said, acknowledgedReason, cancelRequestedAt, requestedAt, placedAt } = row;
  const { acceptance, retryCount, nextAt, updateDueAt, costTotal, costCurrency } = row;
  const cost =
    costTotal === null || costCurrency === null ? null : { amount: costTotal, currency: costCurrency };
  return {
    ...{ id, orderName, reason, said, acknowledgedReason, cancelRequestedAt, requestedAt, placedAt, cost },
    ...{ acceptance, retryCount, nextAt, updateDueAt },
    state: row.state as OrderState,
  };
}
