import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { anywhere, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * Returns the condition on rows of supplier_order for a search. First looks for whole values: an order's name, the supplier's
 * number, a tracking number, an SKU. If no order has one, looks for a part of a name or an SKU, and for titles that contain all
 * words.
 *
 * Up to `CANDIDATES` orders are found by index, and the condition lists their ids. If there are more, Postgres checks the condition
 * on each row, beginning with the newest order, and soon has a page.
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
  // Only an SKU is common to that many orders.
  if (whole === null) return hasLine(Prisma.sql`sku = any(${spellings}::text[])`);

  const isNamed = nameHas(query);
  const words = wordsIn(query);
  const titles = sqlArray(await findValues(tx, shop, { column: "title", patterns: words }));
  const skus = sqlArray(await findValues(tx, shop, { column: "sku", patterns: sqlArray([anywhere(query)]) }));
  const parts = await findCandidates(tx, [
    // In the order of the index that has the names: a scan of the table takes twice as long.
    Prisma.sql`select id from supplier_order where shop = ${shop} and ${isNamed} order by requested_at desc, id desc`,
    Prisma.sql`select order_id from supplier_order_line where shop = ${shop} and title = any(${titles}::text[])`,
    Prisma.sql`select order_id from supplier_order_line where shop = ${shop} and sku = any(${skus}::text[])`,
    heldWith(
      shop,
      Prisma.sql`line->>'title' ilike all(${words}::text[]) or line->>'sku' ilike ${anywhere(query)}`,
    ),
  ]);
  if (parts !== null) return isOneOf(parts);
  const isInLine = Prisma.sql`(title = any(${titles}::text[]) or sku = any(${skus}::text[]))`;
  return Prisma.sql`(${isNamed} or ${hasLine(isInLine)})`;
}

/** More rows than that are found sooner by walking from the newest order. */
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

/** Selects orders whose items are not ordered yet, so that they have no lines. */
function heldWith(shop: ShopDomain, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select id from supplier_order where shop = ${shop} and held_lines is not null
      and exists (select from jsonb_array_elements(held_lines) line where ${condition})`;
}

/** Titles or SKUs that a search considers. More would be the result of a single letter. */
const VALUES_AT_MOST = 200;

/**
 * Finds titles or SKUs of ordered items that contain all parts. A loose index scan reads each value once, because many lines
 * share one.
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
  // Most names are numbers. `ilike` takes longer than both.
  const hasCase = query.toLowerCase() !== query.toUpperCase();
  return hasCase
    ? Prisma.sql`lower(order_name) like lower(${anywhere(query)})`
    : Prisma.sql`order_name like ${anywhere(query)}`;
}

/** Returns patterns for titles that contain all words of a search. */
export function wordsIn(query: string): string {
  return sqlArray(query.split(/\s+/).map(anywhere));
}
