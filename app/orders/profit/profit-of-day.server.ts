import { Prisma } from "@prisma/client";

import { asSystem, inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isStopping } from "../../queue/stopping.ts";
import { atSupplierStates } from "../states/order-state.ts";
import { KEPT_PIECES } from "../earnings/earnings.ts";

/** The time from the first moment, and before the second one. */
export type Period = { from: Date; before: Date };

const KINDS = ["country", "variant", "unknown"] as const;
type Kind = (typeof KINDS)[number];

/** Sums up the days of all shops whose orders have changed, so that pages have few days left to sum up. */
export async function sumAllDays(): Promise<void> {
  const shops = await asSystem(
    "orders",
    (tx) => queryRows<{ shop: ShopDomain }>(tx)`select distinct shop from profit_change`,
  );
  for (const { shop } of shops) if (!isStopping()) await sumDays(shop);
}

/** Sums up the days whose orders have changed: triggers of the database (migration 20261204010001) write `profit_change`. */
export async function sumDays(shop: ShopDomain): Promise<void> {
  const changed = await inShop(
    shop,
    (tx) => queryRows<{ day: string }>(tx)`select distinct day::text from profit_change where shop = ${shop}`,
  );
  const days = changed.map(({ day }) => day);
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE)
    await inShop(shop, (tx) => sumSome(tx, shop, days.slice(at, at + DAYS_AT_ONCE)), LONG_WORK);
}

/** Days per transaction. After an upgrade all days have to be summed up. */
const DAYS_AT_ONCE = 60;

/**
 * Locks the sums of a shop's days. Otherwise two pages that sum up one day would insert the same rows, and an erasure
 * would miss rows of a transaction that is under way.
 */
export async function lockSums(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('orders.profit-of-day'), hashtext(${shop}))`;
}

async function sumSome(tx: Tx, shop: ShopDomain, days: string[]): Promise<void> {
  await lockSums(tx, shop);
  // A change that commits after this statement keeps its row, so the next run sums up its day again.
  await execute(tx)`delete from profit_change where shop = ${shop} and day = any(${days}::date[])`;
  await execute(tx)`
    delete from profit_of_day where shop = ${shop} and kind = any(${[...KINDS]}::text[]) and day = any(${days}::date[])`;
  const starts = days.map((day) => new Date(day));
  const ends = starts.map((start) => new Date(start.getTime() + DAY_MS));
  // Passes the days' starts and ends as parameters. If SQL computed them from the day, Postgres would compare them
  // without the index: under row-level security it uses an index only with functions that are marked as leakproof.
  const placed = Prisma.sql`
    select placed.* from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as changed(since, before)
    cross join lateral (
      select * from supplier_order
      where shop = ${shop} and placed_at >= changed.since and placed_at < changed.before) as placed`;
  for (const kind of KINDS)
    await execute(tx)`
      insert into profit_of_day (shop, kind, day, currency, key, count, revenue, shipping_paid, refunded, items_cost,
        shipping_cost, profit, title, sku)
      select ${shop}, ${kind}, sums.* from (${sumsOfOrders(kind, shop, placed)}) as sums`;
}

/**
 * Builds a query of the sums of a period, with the columns of `profit_of_day` and amounts as numbers. The result has
 * a row per key and day, and one per key for the part of a day at each end of the period.
 */
export function sumsIn(kind: Kind, shop: ShopDomain, period: Period): Prisma.Sql {
  const { days, parts } = splitByDay(period);
  const ofParts = parts.map(({ from, before }) =>
    sumsOfOrders(
      kind,
      shop,
      Prisma.sql`select * from supplier_order where shop = ${shop} and placed_at >= ${from} and placed_at < ${before}`,
    ),
  );
  const ofDays = days.map(
    ({ from, before }) => Prisma.sql`
      select day, currency, key, count, revenue::numeric, shipping_paid::numeric, refunded::numeric, items_cost::numeric,
        shipping_cost::numeric, profit::numeric, title, sku
      from profit_of_day where shop = ${shop} and kind = ${kind}
        and day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${before}::timestamptz at time zone 'UTC')::date`,
  );
  return Prisma.join([...ofDays, ...ofParts], " union all ");
}

/** Splits a period into its whole days in UTC, and what lies before and after them. An empty period is one part. */
export function splitByDay({ from, before }: Period): { days: Period[]; parts: Period[] } {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const last = new Date(Math.floor(before.getTime() / DAY_MS) * DAY_MS);
  if (first >= last) return { days: [], parts: [{ from, before }] };
  const ends = [
    { from, before: first },
    { from: last, before },
  ];
  return { days: [{ from: first, before: last }], parts: ends.filter((part) => part.from < part.before) };
}

export const DAY_MS = 24 * 3600 * 1000;

/** Builds a query of the sums of orders, per day and key. `orders`: a query of rows of `supplier_order`. */
function sumsOfOrders(kind: Kind, shop: ShopDomain, orders: Prisma.Sql): Prisma.Sql {
  const day = Prisma.sql`(placed_at at time zone 'UTC')::date as day`;
  const counted = Prisma.sql`(${orders}) as counted where state in (${Prisma.join(atSupplierStates)})`;
  switch (kind) {
    case "unknown":
      return Prisma.sql`
        select ${day}, '' as currency, '' as key, count(*)::int as count, 0::numeric as revenue, 0::numeric as shipping_paid,
          0::numeric as refunded, 0::numeric as items_cost, 0::numeric as shipping_cost, 0::numeric as profit,
          null as title, null as sku
        from ${counted} and profit is null group by 1`;
    case "country":
      return Prisma.sql`
        select ${day}, revenue_currency as currency, coalesce(country, '') as key, count(*)::int as count,
          coalesce(sum(revenue::numeric), 0) as revenue, coalesce(sum(shipping_paid::numeric), 0) as shipping_paid,
          coalesce(sum(refunded::numeric), 0) as refunded, coalesce(sum(items_cost::numeric), 0) as items_cost,
          coalesce(sum(shipping_cost::numeric), 0) as shipping_cost, sum(profit::numeric) as profit, null as title, null as sku
        from ${counted} and profit is not null and revenue_currency is not null group by 1, 2, 3`;
    case "variant":
      return Prisma.sql`
        select day, currency, supplier_variant_id as key, sum(kept)::int as count, sum(line.revenue) as revenue,
          0::numeric as shipping_paid, 0::numeric as refunded, sum(line.cost) as items_cost, 0::numeric as shipping_cost,
          sum(line.revenue) - sum(line.cost) as profit, max(title) as title, max(sku) as sku
        from (select id, ${day}, revenue_currency as currency
          from ${counted} and profit is not null and revenue_currency is not null) as known
        cross join lateral (
          select title, sku, supplier_variant_id, kept, ${keptPart(Prisma.sql`revenue`)} as revenue, ${keptPart(Prisma.sql`cost`)} as cost
          from (select *, ${KEPT_PIECES} as kept
            from supplier_order_line where shop = ${shop} and order_id = known.id and cost is not null) as sold
        ) as line
        group by 1, 2, 3`;
  }
}

/** The part of a line's amount that falls to pieces which the supplier has not canceled, in the currency's decimals. */
function keptPart(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`round(${column}::numeric * kept / quantity, scale(${column}::numeric))`;
}
