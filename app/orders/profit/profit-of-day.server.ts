import { Prisma } from "@prisma/client";

import { asSystem, inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isStopping } from "../../queue/stopping.ts";
import { atSupplierStates } from "../states/order-state.ts";

/** The times from `from` (included) to `before` (not included). */
export type Period = { from: Date; before: Date };

const KINDS = ["country", "product", "unknown"] as const;
type Kind = (typeof KINDS)[number];
/**
 * The kind of the sums by product that the previous release writes. During an upgrade, that release may delete a day's
 * row of `profit_change` but write only this kind. Therefore `sumDays` sums up such days again.
 */
const OUTDATED = "variant";

/** `countKept` as an SQL expression of the columns of `supplier_order_line`. */
const KEPT_PIECES = Prisma.sql`greatest(0, least(quantity, quantity - canceled + earlier_sent))`;

/** Sums up the days of all shops whose orders have changed, so that a page rarely has to do that itself. */
export async function sumAllDays(): Promise<void> {
  const shops = await asSystem(
    "orders",
    (tx) => queryRows<{ shop: ShopDomain }>(tx)`select distinct shop from profit_change`,
  );
  for (const { shop } of shops) if (!isStopping()) await sumDays(shop);
}

/**
 * Sums up the days whose orders have changed. Triggers of the database (migration 20261204010001) record these days in
 * `profit_change`. Also sums up days with sums of the previous release (`OUTDATED`).
 */
export async function sumDays(shop: ShopDomain): Promise<void> {
  const changed = await inShop(
    shop,
    (tx) => queryRows<{ day: string }>(tx)`
      select day::text from profit_change where shop = ${shop}
      union select day::text from profit_of_day where shop = ${shop} and kind = ${OUTDATED}`,
  );
  const days = changed.map(({ day }) => day);
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE)
    await inShop(shop, (tx) => sumSome(tx, shop, days.slice(at, at + DAYS_AT_ONCE)), LONG_WORK);
}

/** Days per transaction. After an upgrade all days have to be summed up. */
const DAYS_AT_ONCE = 60;

/**
 * Locks the sums of a shop's days. Without the lock, two pages that sum up one day would insert the same rows. An
 * erasure would miss rows of a transaction that has not committed yet.
 */
export async function lockSums(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('orders.profit-of-day'), hashtext(${shop}))`;
}

async function sumSome(tx: Tx, shop: ShopDomain, days: string[]): Promise<void> {
  await lockSums(tx, shop);
  // If an order changes after this statement, the change's row stays, so the next run sums up its day again.
  await execute(tx)`delete from profit_change where shop = ${shop} and day = any(${days}::date[])`;
  await execute(tx)`
    delete from profit_of_day where shop = ${shop} and kind = any(${[...KINDS, OUTDATED]}::text[]) and day = any(${days}::date[])`;
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
 * one row per key and day. The parts of a day at each end of the period have rows of their own.
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

/**
 * Splits a period into its whole days in UTC, and the parts of days before and after them. A period without a whole day
 * is one part.
 */
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
    case "product":
      return Prisma.sql`
        select day, currency, supplier_variant_id as key, sum(kept)::int as count, sum(line.revenue) as revenue,
          sum(line.shipping_paid) as shipping_paid, sum(line.refunded) as refunded, sum(line.items_cost) as items_cost,
          sum(line.shipping_cost) as shipping_cost, sum(line.profit) as profit, max(title) as title, max(sku) as sku
        from (
          select *, profit - (revenue + shipping_paid - refunded - items_cost - shipping_cost) as unexplained
          from (
            select id, ${day}, revenue_currency as currency, coalesce(revenue::numeric, 0) as revenue,
              coalesce(shipping_paid::numeric, 0) as shipping_paid, coalesce(refunded::numeric, 0) as refunded,
              coalesce(items_cost::numeric, 0) as items_cost, coalesce(shipping_cost::numeric, 0) as shipping_cost,
              profit::numeric as profit
            from ${counted} and profit is not null and revenue_currency is not null) as amounts) as known
        cross join lateral (${linesOf(shop)}) as line
        group by 1, 2, 3`;
  }
}

/**
 * Builds a query of the lines of the order `known`, each with its part of the order's amounts. The parts add up to the
 * order's amounts. Revenue and refunds are divided by the lines' prices, the supplier's charge for items by expected
 * cost, and shipping by pieces. If a line has no price or cost, or if all are 0, the amounts are divided by pieces.
 * `unexplained`: the amount by which the profit differs from the sum of the other amounts, usually 0.
 */
function linesOf(shop: ShopDomain): Prisma.Sql {
  const weights = ["by_pieces", "by_revenue", "by_cost"] as const;
  const weightOf = (amount: Prisma.Sql) => Prisma.sql`
    case when count(${amount}) over () = count(*) over () and sum(${amount}) over () > 0 then ${amount} else by_pieces end`;
  const upTo = weights.map((name) =>
    Prisma.raw(
      `${name}, sum(${name}) over (order by id) as ${name}_up_to, sum(${name}) over () as ${name}_whole`,
    ),
  );
  return Prisma.sql`
    select *, revenue + shipping_paid - refunded - items_cost - shipping_cost + unexplained as profit
    from (
      select title, sku, supplier_variant_id, kept, ${partOf("revenue", "by_revenue")}, ${partOf("shipping_paid", "by_pieces")},
        ${partOf("refunded", "by_revenue")}, ${partOf("items_cost", "by_cost")}, ${partOf("shipping_cost", "by_pieces")},
        ${partOf("unexplained", "by_pieces")}
      from (
        select title, sku, supplier_variant_id, kept, ${Prisma.join(upTo)}
        from (
          select *, ${weightOf(Prisma.sql`kept_revenue`)} as by_revenue, ${weightOf(Prisma.sql`kept_cost`)} as by_cost
          from (
            select *, case when sum(kept) over () = 0 then quantity else kept end::numeric as by_pieces,
              revenue::numeric * kept / quantity as kept_revenue, cost::numeric * kept / quantity as kept_cost
            from (
              select *, ${KEPT_PIECES} as kept from supplier_order_line where shop = ${shop} and order_id = known.id) as sold
          ) as priced
        ) as weighed
      ) as cumulated
    ) as parts`;
}

/**
 * Returns SQL for a line's part of an order's amount. It rounds running sums to the amount's decimals and subtracts
 * them, so that the parts add up.
 */
function partOf(amount: string, weight: "by_pieces" | "by_revenue" | "by_cost"): Prisma.Sql {
  const upTo = (sum: string) => `round(known.${amount} * (${sum}) / ${weight}_whole, scale(known.${amount}))`;
  return Prisma.raw(`${upTo(`${weight}_up_to`)} - ${upTo(`${weight}_up_to - ${weight}`)} as ${amount}`);
}
