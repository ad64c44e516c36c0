import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Period, sumsIn } from "./profit-of-day.server.ts";
import type { Sums } from "./sums.ts";
import { atSupplierStates } from "../states/order-state.ts";

/** Sums of the orders of a period. `unknown`: number of orders whose profit is unknown. These orders are in no sum. */
export type Totals = { sums: (Sums & { currency: string })[]; unknown: number };

/** Sums of one variant of the supplier: its part of each order's amounts. */
export type ProductProfit = Omit<Sums, "orders"> & { title: string; sku: string; pieces: number };
export type CountryProfit = Sums & { country: string | null };
export type LossMaker = { id: string; orderName: string; profit: string };

const ROWS = 50;
const LOSSES = 20;

/**
 * Sums up the orders that were placed in a period, per currency that the shop had then. Canceled and rejected orders do
 * not count. Call `sumDays` before this function and the lists below.
 */
export async function sumProfit(tx: Tx, shop: ShopDomain, period: Period): Promise<Totals> {
  const rows = await queryRows<Sums & { currency: string; isKnown: boolean }>(tx)`
    select currency, "isKnown", ${SUMS} from (
      select true as "isKnown", known.* from (${sumsIn("country", shop, period)}) as known
      union all select false, unknown.* from (${sumsIn("unknown", shop, period)}) as unknown) as sums
    group by 1, 2 order by orders desc`;
  return {
    sums: rows.flatMap(({ isKnown, ...sums }) => (isKnown ? [sums] : [])),
    unknown: rows.find(({ isKnown }) => !isKnown)?.orders ?? 0,
  };
}

/** Orders of a period that the merchant sent before their customers had paid in full. */
export type Unpaid = { orders: number; outstanding: Money };

/**
 * Sums up, per currency, the amounts that were outstanding when the merchant sent orders unpaid. An amount is of the
 * whole customer's order, so it counts once for all of the order's parts. Payments after that are not deducted.
 */
export async function sumUnpaid(tx: Tx, shop: ShopDomain, { from, before }: Period): Promise<Unpaid[]> {
  const rows = await queryRows<{ orders: number } & Money>(tx)`
    select count(*)::int as orders, sum(amount)::text as amount, currency
    from (
      select max(coalesce(unpaid_approved->>'sent', unpaid_approved->>'amount')::numeric) as amount, unpaid_approved->>'currency' as currency
      from supplier_order
      where shop = ${shop} and unpaid_approved is not null and placed_at >= ${from} and placed_at < ${before}
        and state in (${Prisma.join(atSupplierStates)})
      group by shop_order_id, 2) as each_order
    where amount > 0 group by currency order by 1 desc`;
  return rows.map(({ orders, ...outstanding }) => ({ orders, outstanding }));
}

type InCurrency = Period & { currency: string };

/** Lists up to `ROWS` variants of orders whose profit is known. The lowest profit comes first. */
export async function listProfitByProduct(
  tx: Tx,
  shop: ShopDomain,
  { currency, ...period }: InCurrency,
): Promise<ProductProfit[]> {
  return queryRows<ProductProfit>(tx)`
    select max(title) as title, max(sku) as sku, sum(count)::int as pieces, ${AMOUNTS}
    from (${sumsIn("product", shop, period)}) as sums where currency = ${currency}
    group by key order by sum(profit), 1 limit ${ROWS}`;
}

/** Lists countries by profit, the lowest first. */
export async function listProfitByCountry(
  tx: Tx,
  shop: ShopDomain,
  { currency, ...period }: InCurrency,
): Promise<CountryProfit[]> {
  return queryRows<CountryProfit>(tx)`
    select nullif(key, '') as country, ${SUMS} from (${sumsIn("country", shop, period)}) as sums
    where currency = ${currency} group by 1 order by sum(profit), 1 limit ${ROWS}`;
}

/** Lists the orders with the highest losses. */
export async function listLosses(
  tx: Tx,
  shop: ShopDomain,
  { currency, from, before }: InCurrency,
): Promise<LossMaker[]> {
  return queryRows<LossMaker>(tx)`
    select id, order_name as "orderName", profit from supplier_order
    where shop = ${shop} and placed_at >= ${from} and placed_at < ${before} and state in (${Prisma.join(atSupplierStates)})
      and profit like '-%' and revenue_currency = ${currency}
    order by profit::numeric, id limit ${LOSSES}`;
}

const AMOUNTS = Prisma.sql`sum(revenue)::text as revenue, sum(shipping_paid)::text as "shippingPaid",
  sum(refunded)::text as refunded, sum(items_cost)::text as "itemsCost", sum(shipping_cost)::text as "shippingCost",
  sum(profit)::text as profit`;
const SUMS = Prisma.sql`sum(count)::int as orders, ${AMOUNTS}`;
