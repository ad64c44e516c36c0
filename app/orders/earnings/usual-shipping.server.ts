import { Prisma } from "@prisma/client";

import { type Costs } from "../../catalog/pricing/costs.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Number of recent orders that a median covers. */
const RECENT = 20;

/**
 * Returns a scalar subquery of the supplier's median shipping charge for recent orders to a country, as JSON of
 * `Money`; null without such orders. The supplier names no charge before an order, so past charges stand in for it.
 */
export function usualShipping({ shop, country }: { shop: Prisma.Sql; country: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('amount', (percentile_disc(0.5) within group (order by charge))::text,
      'currency', cost_currency)
    from (select past.cost_currency, past.cost_shipping::numeric as charge from supplier_order past
      where past.shop = ${shop} and past.country = ${country} and past.cost_shipping is not null
        and past.state not in ('canceled', 'rejected')
      order by past.placed_at desc limit ${RECENT}) as recent
    group by cost_currency order by count(*) desc, cost_currency limit 1)`;
}

/** Returns the expected charge for an order: the usual charge to its country, or else the merchant's setting. */
export function expectedShipping(usual: Money | null, { shipping }: Costs): Money | null {
  return usual ?? shipping;
}

/** Returns the supplier's median shipping charge for the shop's recent orders to any country; null without one. */
export async function findRecentShipping(tx: Tx, shop: ShopDomain): Promise<Money | null> {
  const [usual] = await queryRows<Money>(tx)`
    select (percentile_disc(0.5) within group (order by charge))::text as amount, cost_currency as currency
    from (select cost_currency, cost_shipping::numeric as charge
      from (select cost_currency, cost_shipping, state from supplier_order
        where shop = ${shop} and placed_at is not null order by placed_at desc limit ${RECENT * 10}) as latest
      where cost_shipping is not null and state not in ('canceled', 'rejected') limit ${RECENT}) as recent
    group by cost_currency order by count(*) desc, cost_currency limit 1`;
  return usual ?? null;
}

export async function findUsualShipping(
  tx: Tx,
  { shop, countries }: { shop: ShopDomain; countries: string[] },
): Promise<ReadonlyMap<string, Money>> {
  if (countries.length === 0) return new Map();
  const usual = usualShipping({ shop: Prisma.sql`${shop}`, country: Prisma.sql`asked.country` });
  const rows = await queryRows<{ country: string; usual: Money | null }>(tx)`
    select asked.country, ${usual} as usual from unnest(${countries}::text[]) as asked(country)`;
  return new Map(rows.flatMap(({ country, usual: charge }) => (charge ? [[country, charge]] : [])));
}
