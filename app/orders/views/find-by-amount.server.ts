import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { cutPage, type Place } from "../../lib/http/keyset-page.ts";
import type { OrderSort } from "./order-filter.ts";

/** Orders on a page of the list. */
export const PAGE_SIZE = 50;

type AmountSort = Exclude<OrderSort, "newest" | "oldest">;

const COLUMNS: Record<AmountSort, Prisma.Sql> = {
  "paid-high": Prisma.sql`listed_paid`,
  "paid-low": Prisma.sql`listed_paid`,
  "profit-high": Prisma.sql`listed_profit`,
  "profit-low": Prisma.sql`listed_profit`,
};

type Row = { id: string; amount: number | null };

/**
 * Finds a page of orders, sorted by an amount. Orders whose amount is not known come last, whichever end the list begins at. The
 * two parts are walked along the same index, each up to a page.
 *
 * @param wanted conditions on rows of supplier_order.
 * @returns cursors as in `KeysetPage`: `older` leads to the next page.
 */
export async function findByAmount(
  tx: Tx,
  { wanted, sort, place }: { wanted: Prisma.Sql[]; sort: AmountSort; place: Place | null },
): Promise<{ ids: string[]; newer: string | null; older: string | null }> {
  const from = place && readCursor(place.cursor);
  const backwards = from !== null && place?.towards === "newer";
  const descends = sort.endsWith("-high") !== backwards;
  const [side, order] = descends ? [Prisma.sql`<`, Prisma.sql`desc`] : [Prisma.sql`>`, Prisma.sql`asc`];
  const take = PAGE_SIZE + 1;
  const column = COLUMNS[sort];
  const known = [...wanted, Prisma.sql`${column} is not null`];
  const unknown = [...wanted, Prisma.sql`${column} is null`];
  if (from?.amount != null) {
    known.push(Prisma.sql`(${column}, id) ${side} (${from.amount}::float8, ${from.id}::uuid)`);
    if (backwards) unknown.push(Prisma.sql`false`);
  } else if (from !== null) {
    unknown.push(Prisma.sql`id ${side} ${from.id}::uuid`);
    if (!backwards) known.push(Prisma.sql`false`);
  }
  const found = await queryRows<Row>(tx)`
    select id, amount from (
      (select id, ${column} as amount, 0 as part from supplier_order
       where ${Prisma.join(known, " and ")} order by ${column} ${order}, id ${order} limit ${take})
      union all
      (select id, null, 1 from supplier_order
       where ${Prisma.join(unknown, " and ")} order by ${column} ${order}, id ${order} limit ${take})) as parts
    order by part ${backwards ? Prisma.sql`desc` : Prisma.sql`asc`}, amount ${order}, id ${order} limit ${take}`;
  const { rows, before, after } = cutPage(found, { take, backwards, isFirst: from === null });
  return {
    ids: rows.map(({ id }) => id),
    newer: before && writeCursor(before),
    older: after && writeCursor(after),
  };
}

function writeCursor({ amount, id }: Row): string {
  return `${amount === null ? "" : String(amount)}_${id}`;
}

/** Validates a cursor, because it comes from an address that anyone can write. */
function readCursor(cursor: string): Row | null {
  const [, amount = "", id = ""] =
    /^(|-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (id === "" || !Number.isFinite(Number(amount))) return null;
  return { amount: amount === "" ? null : Number(amount), id };
}
