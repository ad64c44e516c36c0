import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** The shipping that the supplier has charged for recent orders. */
export type ShippingCharges = { orders: number; lowest: Money; usual: Money; highest: Money };

/** Number of orders that are read, the newest first. */
const RECENT = 200;

/**
 * Returns the lowest, the median and the highest charge, in the currency that most orders have; null if no
 * recent order has a charge.
 */
export async function findShippingCharges(tx: Tx, shop: ShopDomain): Promise<ShippingCharges | null> {
  const [found] = await queryRows<{
    currency: string;
    orders: number;
    lowest: string;
    usual: string;
    highest: string;
  }>(tx)`
    select cost_currency as currency, count(*)::int as orders, min(charge)::text as lowest,
      percentile_disc(0.5) within group (order by charge)::text as usual, max(charge)::text as highest
    from (select cost_currency, cost_shipping::numeric as charge from supplier_order
      where shop = ${shop} and cost_shipping is not null and cost_currency is not null
      order by requested_at desc limit ${RECENT}) as recent
    group by cost_currency order by count(*) desc, cost_currency limit 1`;
  if (!found) return null;
  const { currency, orders, lowest, usual, highest } = found;
  const money = (amount: string): Money => ({ amount, currency });
  return { orders, lowest: money(lowest), usual: money(usual), highest: money(highest) };
}
