import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { KEPT_PIECES } from "../earnings/earnings.ts";
import { atSupplierStates } from "../states/order-state.ts";

/** Moments from the first one, and before the second one. */
export type Period = { from: Date; before: Date };

/** Sums over orders whose profit is known, in one currency. */
export type Sums = {
  orders: number;
  revenue: string;
  shippingPaid: string;
  refunded: string;
  itemsCost: string;
  shippingCost: string;
  profit: string;
};

/** Orders of a period. `unknown`: number of those whose profit is unknown, which are in no sum. */
export type Totals = { sums: (Sums & { currency: string })[]; unknown: number };

/** Pieces of a supplier's variant, before shipping and refunds: those belong to an order, not to a variant. */
export type ProductProfit = {
  title: string;
  sku: string;
  pieces: number;
  revenue: string;
  cost: string;
  profit: string;
};
export type CountryProfit = Sums & { country: string | null };
export type LossMaker = { id: string; orderName: string; profit: string };

const ROWS = 50;
const LOSSES = 20;

/** Sums up the orders that were placed in a period, per currency that the shop had then. Canceled and rejected ones do not count. */
export async function sumProfit(tx: Tx, shop: ShopDomain, period: Period): Promise<Totals> {
  const rows = await queryRows<Sums & { currency: string | null; isKnown: boolean }>(tx)`
    select revenue_currency as currency, profit is not null as "isKnown", ${SUMS}
    from supplier_order where ${isPlacedIn(shop, period)} group by 1, 2 order by orders desc`;
  return {
    sums: rows.flatMap(({ currency, isKnown, ...sums }) =>
      isKnown && currency !== null ? [{ ...sums, currency }] : [],
    ),
    unknown: rows.filter(({ isKnown }) => !isKnown).reduce((sum, { orders }) => sum + orders, 0),
  };
}

type InCurrency = Period & { currency: string };

/** Lists the variants of orders whose profit is known, the lowest profit first, up to `ROWS`. */
export async function listProfitByProduct(
  tx: Tx,
  shop: ShopDomain,
  { currency, ...period }: InCurrency,
): Promise<ProductProfit[]> {
  return queryRows<ProductProfit>(tx)`
    select max(title) as title, max(sku) as sku, sum(kept)::int as pieces, sum(line.revenue)::text as revenue,
      sum(line.cost)::text as cost, (sum(line.revenue) - sum(line.cost))::text as profit
    from (select id from supplier_order
      where ${isPlacedIn(shop, period)} and profit is not null and revenue_currency = ${currency}) as counted
    cross join lateral (
      select title, sku, supplier_variant_id, kept,
        ${keptPart(Prisma.sql`revenue`)} as revenue, ${keptPart(Prisma.sql`cost`)} as cost
      from (select *, ${KEPT_PIECES} as kept
        from supplier_order_line where shop = ${shop} and order_id = counted.id and cost is not null) as sold
    ) as line
    group by line.supplier_variant_id
    order by sum(line.revenue) - sum(line.cost), 1 limit ${ROWS}`;
}

/** The part of a line's amount that falls to pieces which the supplier has not canceled, in the currency's decimals. */
function keptPart(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`round(${column}::numeric * kept / quantity, scale(${column}::numeric))`;
}

/** Lists countries by profit, the lowest first. */
export async function listProfitByCountry(
  tx: Tx,
  shop: ShopDomain,
  { currency, ...period }: InCurrency,
): Promise<CountryProfit[]> {
  return queryRows<CountryProfit>(tx)`
    select country, ${SUMS} from supplier_order
    where ${isPlacedIn(shop, period)} and profit is not null and revenue_currency = ${currency}
    group by country order by sum(profit::numeric), country limit ${ROWS}`;
}

/** Lists the orders that lost most. */
export async function listLosses(
  tx: Tx,
  shop: ShopDomain,
  { currency, ...period }: InCurrency,
): Promise<LossMaker[]> {
  return queryRows<LossMaker>(tx)`
    select id, order_name as "orderName", profit from supplier_order
    where ${isPlacedIn(shop, period)} and profit like '-%' and revenue_currency = ${currency}
    order by profit::numeric, id limit ${LOSSES}`;
}

const SUMS = Prisma.sql`count(*)::int as orders, coalesce(sum(revenue::numeric), 0)::text as revenue,
  coalesce(sum(shipping_paid::numeric), 0)::text as "shippingPaid",
  coalesce(sum(refunded::numeric), 0)::text as refunded, coalesce(sum(items_cost::numeric), 0)::text as "itemsCost",
  coalesce(sum(shipping_cost::numeric), 0)::text as "shippingCost", coalesce(sum(profit::numeric), 0)::text as profit`;

/** The condition that an order is at the supplier, and was placed in the period. */
function isPlacedIn(shop: ShopDomain, { from, before }: Period): Prisma.Sql {
  return Prisma.sql`shop = ${shop} and placed_at >= ${from} and placed_at < ${before}
    and state in (${Prisma.join(atSupplierStates)})`;
}
