import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Number of variants to read. The result is only a suggestion, so a sample is enough. */
const SAMPLE = 500;

/**
 * Returns the median of a sample of the supplier's prices, in their most frequent currency; null if the mirror
 * has no prices.
 */
export async function findUsualCost(tx: Tx, shop: ShopDomain): Promise<Money | null> {
  const [found] = await queryRows<Money>(tx)`
    select currency, percentile_disc(0.5) within group (order by amount)::text as amount
    from (select price_currency as currency, price_amount::numeric as amount from supplier_variant
      where shop = ${shop} and price_amount ~ '^\\d+(\\.\\d+)?$' limit ${SAMPLE}) as sample
    group by currency order by count(*) desc, currency limit 1`;
  return found ?? null;
}
