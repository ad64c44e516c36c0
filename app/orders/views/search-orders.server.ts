import { Prisma } from "@prisma/client";
import type { Tx } from "../../lib/database/db.server.ts";
import { anywhere, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { cutPage, type Place } from "../../lib/http/keyset-page.ts";
import type { OrderSort } from "./order-filter.ts";

/**
 * Returns the condition on rows of supplier_order for a search. First looks for whole values: an order's
 * name, the supplier's number, a tracking number, an SKU. If no order has one, looks for a part of a name or
 * an SKU, and for titles that contain all words.
 *
 * If indexes find at most `CANDIDATES` orders, the condition lists their ids. If they find more, Postgres
 * checks the condition on each row, beginning with the newest order. So many orders match that a page is soon
 * full.
 */
export async function matching(
  tx: Tx,
  { shop, query }: { shop: ShopDomain; query: string },
): Promise<Prisma.Sql> {
  const spellings = sqlArray([...new Set([query, query.toUpperCase(), query.toLowerCase()])]);
  const whole = await findCandidates(tx, [
    Prisma.sql`select id from supplier_order where shop = ${shop} and order_name = ${query}`,
    Prisma.sql`select id from supplier_order where shop = ${shop} and supplier_order_id = any(${spellings}::text[])`,
    Prisma.sql`select order_id from shipment where shop = ${shop} and tracking_number = any(${spellings}::text[])`,
    Prisma.sql`select order_id from supplier_order_line where shop = ${shop} and sku = any(${spellings}::text[])`,
    heldWith(shop, Prisma.sql`line->>'sku' = any(${spellings}::text[])`),
  ]);
  if (whole !== null && whole.length > 0) return isOneOf(whole);
  // More than `CANDIDATES` orders can have only an SKU in common.
  if (whole === null) return hasLine(Prisma.sql`sku = any(${spellings}::text[])`);

  const isNamed = nameHas(query);
  const words = wordsIn(query);
  const titles = sqlArray(await findValues(tx, shop, { column: "title", patterns: words }));
  const skus = sqlArray(await findValues(tx, shop, { column: "sku", patterns: sqlArray([anywhere(query)]) }));
  const withLine = await findCandidates(tx, [
    Prisma.sql`select order_id as id from supplier_order_line where shop = ${shop} and title = any(${titles}::text[])`,
    Prisma.sql`select order_id from supplier_order_line where shop = ${shop} and sku = any(${skus}::text[])`,
    heldWith(
      shop,
      Prisma.sql`line->>'title' ilike all(${words}::text[]) or line->>'sku' ilike ${anywhere(query)}`,
    ),
  ]);
  // Only a search for names needs to read all orders of the shop.
  const named =
    withLine &&
    (await findCandidates(tx, [
      // Sorted like the index that contains the names, so that Postgres reads this index. Reading the table would take
      // twice as long.
      Prisma.sql`select id from supplier_order where shop = ${shop} and ${isNamed} order by requested_at desc, id desc`,
    ]));
  if (withLine !== null && named !== null) return isOneOf([...withLine, ...named]);
  const isInLine = Prisma.sql`(title = any(${titles}::text[]) or sku = any(${skus}::text[]))`;
  return Prisma.sql`(${isNamed} or ${hasLine(isInLine)})`;
}

/**
 * Limit of orders that a search finds by index. If more orders match, reading rows from the newest order on
 * fills a page sooner.
 */
const CANDIDATES = 1000;

/** Returns the ids of all orders that the statements select; null if there are more than `CANDIDATES`. */
async function findCandidates(tx: Tx, statements: Prisma.Sql[]): Promise<string[] | null> {
  const limited = statements.map((each) => Prisma.sql`(${each} limit ${CANDIDATES + 1})`);
  const rows = await queryRows<{ id: string }>(tx)`${Prisma.join(limited, " union ")}`;
  return rows.length > CANDIDATES ? null : rows.map(({ id }) => id);
}

function isOneOf(ids: string[]): Prisma.Sql {
  return Prisma.sql`id = any(${sqlArray(ids)}::uuid[])`;
}

function hasLine(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select from supplier_order_line line
    where line.shop = supplier_order.shop and line.order_id = supplier_order.id and ${condition})`;
}

/** Selects orders by the items in `held_lines`: orders without an attempt have no rows in supplier_order_line. */
function heldWith(shop: ShopDomain, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select id from supplier_order where shop = ${shop} and held_lines is not null
      and exists (select from jsonb_array_elements(held_lines) line where ${condition})`;
}

/** Limit of titles or SKUs that a search considers. Only a search for a single letter would find more. */
const VALUES_AT_MOST = 200;

/**
 * Finds titles or SKUs of ordered items that contain all parts. A loose index scan reads each value once, because many
 * lines share a value.
 */
async function findValues(
  tx: Tx,
  shop: ShopDomain,
  { column, patterns }: { column: "title" | "sku"; patterns: string },
): Promise<string[]> {
  const value = Prisma.raw(column);
  const next = Prisma.sql`select ${value} as value from supplier_order_line where shop = ${shop}`;
  const rows = await queryRows<{ value: string }>(tx)`
    with recursive each as (
      (${next} order by ${value} limit 1)
      union all
      select following.value from each cross join lateral (
        ${next} and ${value} > each.value order by ${value} limit 1) as following)
    select value from each where value ilike all(${patterns}::text[]) limit ${VALUES_AT_MOST}`;
  return rows.map((row) => row.value);
}

function nameHas(query: string): Prisma.Sql {
  // Most names are numbers, for which `like` is enough. `ilike` would take longer than the two `like` conditions.
  const hasCase = query.toLowerCase() !== query.toUpperCase();
  return hasCase
    ? Prisma.sql`lower(order_name) like lower(${anywhere(query)})`
    : Prisma.sql`order_name like ${anywhere(query)}`;
}

/** Returns patterns for titles that contain all words of a search. */
export function wordsIn(query: string): string {
  return sqlArray(query.split(/\s+/).map(anywhere));
}

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
 * Finds a page of orders, sorted by an amount. Orders without a known amount always come last, even if the
 * list begins with the lowest. Reads orders with an amount first, then those without, from the same index,
 * until the page is full.
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
  const found: Row[] = [];
  for (const part of backwards ? [unknown, known] : [known, unknown]) {
    if (found.length === take) break;
    const rows = await queryRows<Row>(tx)`
      select id, ${column} as amount from supplier_order where ${Prisma.join(part, " and ")}
      order by ${column} ${order}, id ${order} limit ${take - found.length}`;
    found.push(...rows);
  }
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

/** Validates a cursor, because it comes from a URL that anyone can edit. */
function readCursor(cursor: string): Row | null {
  const [, amount = "", id = ""] =
    /^(|-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (id === "" || !Number.isFinite(Number(amount))) return null;
  return { amount: amount === "" ? null : Number(amount), id };
}
