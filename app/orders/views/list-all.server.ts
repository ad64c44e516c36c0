import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { keysetPage, type KeysetQuery, keysetQuery } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { listOrders, type OrderPage, readListed, type WantedOrders } from "./list-orders.server.ts";
import { hasText, isWaiting, type OrderToSend, readToSendRows } from "./list-to-send.server.ts";
import { countLimits, isByAmount, NO_FILTER } from "./order-filter.ts";
import { matching, PAGE_SIZE } from "./search-orders.server.ts";

/** An order in the list of all orders. An order with `openedAt` waits to be sent; every other order was requested. */
export type AnyOrder = OrderPage["orders"][number] | OrderToSend;

type AllOrders = { orders: AnyOrder[]; newer: string | null; older: string | null; asOf: Date };

/**
 * Reads a page of all orders by time. A requested order has the time of its request. An order that waits to be sent has
 * the time of the customer's order. A list that is filtered or sorted by an amount leaves out the orders that wait.
 *
 * @param query see `matching` and `listToSend`. Empty for all orders.
 */
export async function listAll(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { query, filter = NO_FILTER, sort = "newest", place }: Omit<WantedOrders, "group">,
): Promise<AllOrders> {
  if (isByAmount(sort) || countLimits(filter) > 0)
    return listOrders(tx, { shop, now }, { group: null, query, filter, sort, place });
  const page = keysetQuery(place, PAGE_SIZE, { first: sort });
  const requested = [Prisma.sql`shop = ${shop}`];
  const waiting = [isWaiting(shop)];
  if (query !== "") {
    requested.push(await matching(tx, { shop, query }));
    waiting.push(hasText(query));
  }
  const found = await queryRows<{ id: string; at: Date }>(tx)`
    select id, at from (
      (${select("supplier_order", "requested_at", requested, page)})
      union all
      (${select("unrequested_order", "opened_at", waiting, page)})) as both_lists
    order by at ${direction(page)}, id ${direction(page)} limit ${page.take}`;
  const { rows, newer, older } = keysetPage(found, page, (row) => row);
  const ids = rows.map(({ id }) => id);
  const orders: AnyOrder[] = [
    ...(await readListed(tx, { shop, now }, ids)),
    ...(await readToSendRows(tx, shop, ids)),
  ];
  const byId = new Map(orders.map((order) => [order.id, order]));
  return { orders: ids.flatMap((id) => byId.get(id) ?? []), newer, older, asOf: now };
}

/** Selects ids and times of a table's rows, up to a page. */
function select(table: string, time: string, wanted: Prisma.Sql[], page: KeysetQuery): Prisma.Sql {
  const at = Prisma.raw(time);
  const { beyond, take } = page;
  const isBeyond = beyond
    ? Prisma.sql`and (${at}, id) ${Prisma.raw(beyond.side === "lt" ? "<" : ">")} (${beyond.at}, ${beyond.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    select id, ${at} as at from ${Prisma.raw(table)} where ${Prisma.join(wanted, " and ")} ${isBeyond}
    order by ${at} ${direction(page)}, id ${direction(page)} limit ${take}`;
}

function direction(page: KeysetQuery): Prisma.Sql {
  return Prisma.raw(page.direction);
}

/**
 * Finds the orders that have exactly this name (also without its “#”), supplier's number or tracking number.
 *
 * @returns ids of at most two requested orders, and the number of orders that wait to be sent, at most two. Orders that
 *   wait are found only by their name.
 */
export async function findByNumber(
  tx: Tx,
  { shop, query }: { shop: ShopDomain; query: string },
): Promise<{ ids: string[]; waiting: number }> {
  const names = sqlArray([query, `#${query}`]);
  const spellings = sqlArray([...new Set([query, query.toUpperCase(), query.toLowerCase()])]);
  const rows = await queryRows<{ id: string }>(tx)`
    (select id from supplier_order where shop = ${shop} and order_name = any(${names}::text[]) limit 2)
    union (select id from supplier_order where shop = ${shop} and supplier_order_id = any(${spellings}::text[]) limit 2)
    union (select order_id from shipment where shop = ${shop} and tracking_number = any(${spellings}::text[]) limit 2)
    limit 2`;
  const waiting = await queryRows(tx)`
    select from unrequested_order where ${isWaiting(shop)} and order_name = any(${names}::text[]) limit 2`;
  return { ids: rows.map(({ id }) => id), waiting: waiting.length };
}
