import type { Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { Prisma } from "@prisma/client";

export type SampleCost = { id: string; name: string; category: string | null; cost: Money };

const SAMPLES = 8;
/** Limits the products to sample from, so that it takes no longer with a million of them. */
const LOOKED_AT = 2000;

/**
 * Returns sample products of the supplier, from cheapest to dearest.
 * @param of one category, or all except those with rules of their own.
 */
export async function sampleCosts(
  tx: Tx,
  shop: ShopDomain,
  of: { category: string } | { without: string[] },
): Promise<SampleCost[]> {
  const meant =
    "category" in of
      ? Prisma.sql`category = ${of.category}`
      : Prisma.sql`(category is null or category <> all(${of.without}::text[]))`;
  const rows = await queryRows<{
    id: string;
    name: string;
    category: string | null;
    amount: string;
    currency: string;
  }>(tx)`
    with product as (
      select id, name, category from supplier_product
      where shop = ${shop} and gone_at is null and not discontinued and ${meant}
      order by name, id limit ${LOOKED_AT}
    ), cost as (
      select distinct on (product.id) product.*, price_amount as amount, price_currency as currency,
        price_amount::numeric as number
      from product join supplier_variant variant
        on variant.shop = ${shop} and variant.supplier_product_id = product.id
      where price_amount::numeric > 0
      order by product.id, number
    ), ranked as (
      select *, row_number() over (order by number, id) - 1 as place, count(*) over () as many from cost
    )
    select id, name, category, amount, currency from ranked
    -- The first, the last, and as many in between at equal distances.
    where many <= ${SAMPLES} or place in (
      select i * (many - 1) / ${SAMPLES - 1} from generate_series(0, ${SAMPLES - 1}) as i)
    order by place`;
  return rows.map(({ amount, currency, ...product }) => ({ ...product, cost: { amount, currency } }));
}

/** Returns the currencies of the supplier's prices, most frequent first. */
export async function supplierCurrencies(tx: Tx, shop: ShopDomain): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(tx)`
    select price_currency as currency from supplier_variant where shop = ${shop}
    group by price_currency order by count(*) desc, price_currency`;
  return rows.map(({ currency }) => currency);
}
